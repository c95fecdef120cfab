package dialects

// The causes of losses that several dialects know. A dialect may have further ones of its own.
var (
	LossReplaceIntoMerge = LossRule{ID: "convert/merged-result", Level: Approximated, Affects: Inputs | Output, Data: Includes,
		What:   "a result that replaces the document in the source is merged into it, so earlier members remain",
		Remedy: "read the members that the result has, and let no later step rely on the absence of others"}
	LossPlace = LossRule{ID: "convert/result-place", Level: Approximated, Affects: Inputs | Output, Data: Any,
		What:   "a result is not stored at the same place of the document",
		Remedy: "let the worker put its result under the member that the source stores it at"}
	LossSelection = LossRule{ID: "convert/input-selection", Level: Approximated, Affects: Inputs, Data: Includes,
		What:   "a task gets more of the document than the source selects for it",
		Remedy: "let the worker read the part that it needs, and ignore the rest"}
	LossInputPart = LossRule{ID: "convert/input-part", Level: Approximated, Affects: Inputs, Data: Any,
		What:   "a task gets the whole document instead of the input that the source selects or computes",
		Remedy: "let the worker select or compute its input from the document"}
	LossOutputSelection = LossRule{ID: "convert/output-selection", Level: Dropped, Affects: Inputs | Output, Data: Includes,
		What:   "the whole document is passed on instead of the part that the source selects",
		Remedy: "select the part in the worker that reads it, or in a task of its own"}
	LossJoin = LossRule{ID: "convert/joined-data", Level: Approximated, Affects: Inputs | Output, Data: Any,
		What:   "the results of parallel branches are combined differently",
		Remedy: "combine the results in the task after the join",
		Moves:  true}
	LossJoinedLate = LossRule{ID: "convert/joined-late", Level: Approximated, Affects: Outcome | ErrorName | Inputs | Output | Order | Time | Attempts, Data: Any,
		What:   "the run waits for branches that the source does not wait for",
		Remedy: "let the branches that the source does not wait for start a workflow of their own"}
	LossDocument = LossRule{ID: "convert/document", Level: Approximated, Affects: Inputs | Output, Data: Any,
		What:   "the document can hold other types of values than in the source",
		Remedy: "wrap the value in an object, or use a target that accepts any JSON"}
	LossExpression = LossRule{ID: "convert/expression", Level: Dropped, Affects: Inputs | Output | Outcome | ErrorName, Data: Any,
		What:   "an expression is dropped, as the target has no counterpart",
		Remedy: "compute the value in a worker"}
	LossErrorName = LossRule{ID: "convert/error-name", Level: Approximated, Affects: ErrorName, Data: Same,
		What:   "an error gets another name",
		Remedy: "look for the other name where errors are counted or alerted on"}
	LossErrorData = LossRule{ID: "convert/error-data", Level: Approximated, Affects: Inputs | Output, Data: Any,
		What:   "an error is stored in the document in another form",
		Remedy: "let the handler read the error in the form of the target"}
	LossHandler = LossRule{ID: "convert/error-handler", Level: Dropped, Affects: ErrorName | Outcome | Inputs | Output | Time, Data: Any,
		What:      "an error handler is dropped",
		Remedy:    "let the worker handle the error, and answer as the handler would have done",
		OnFailure: true}
	LossRetry = LossRule{ID: "convert/retry", Level: Dropped, Affects: Attempts | Time | ErrorName | Outcome | Inputs | Output, Data: Any,
		What:      "the retries of a task are dropped",
		Remedy:    "let the worker retry by itself",
		OnFailure: true}
	LossRetryInterval = LossRule{ID: "convert/retry-interval", Level: Approximated, Affects: Time | Attempts, Data: Same,
		What:      "a task is retried after other delays",
		Remedy:    "let the worker wait between its own attempts, if the delay matters",
		OnFailure: true}
	LossTimeout = LossRule{ID: "convert/timeout", Level: Dropped, Affects: Time | ErrorName | Outcome | Inputs | Output, Data: Any,
		What:      "a timeout is dropped",
		Remedy:    "limit the time in the worker, or in the engine that runs the workflow",
		OnFailure: true}
	LossAwait = LossRule{ID: "convert/await", Level: Approximated, Affects: Time | Inputs | Output, Data: Same,
		What:   "an event or request from outside is awaited by other means",
		Remedy: "send the data as the answer of the task or signal that replaces the event"}
	LossOrder = LossRule{ID: "convert/order", Level: Approximated, Affects: Order | Time, Data: Same,
		What:   "parallel steps run one after the other, or in layers",
		Remedy: "check that the steps do not depend on running at the same time"}
	LossIteration = LossRule{ID: "convert/iteration", Level: Approximated, Affects: Order | Time | Inputs | Output, Data: Any,
		What:   "an iteration passes its items or collects its results differently",
		Remedy: "iterate in the worker, which gets the whole list"}
	LossEvents = LossRule{ID: "convert/events", Level: Dropped, Affects: Events, Data: Same,
		What:   "events are not produced",
		Remedy: "let a worker publish the event"}
	LossDeadEnd = LossRule{ID: "convert/dead-end", Level: Approximated, Affects: Outcome | Time | Inputs | Output, Data: Any, OnEntry: true,
		What:   "a run that would stop for good at a dead end completes instead",
		Remedy: "check whether the run may complete there, or add a step that fails"}
	LossDeadEndWaits = LossRule{ID: "convert/dead-end-waits", Level: Approximated, Affects: Outcome, OnEntry: true,
		What:   "a run that stops at a dead end waits for an event or a request that is never sent",
		Remedy: "add a step that ends or fails where the run would stop"}
	LossLimits = LossRule{ID: "convert/request-limits", Level: Dropped, Affects: Outcome | ErrorName | Attempts | Order | Time | Inputs | Output, Data: Any,
		What:   "the limits on visits of a state and on transitions per request are dropped",
		Remedy: "bound the number of visits in the workers"}
	LossReselection = LossRule{ID: "convert/workflow-selection", Level: Approximated, Affects: Outcome | ErrorName | Attempts | Order | Time | Inputs | Output, Data: Any,
		What:   "the workflow of an entity is selected once, when it is created, and not again for each request",
		Remedy: "create the entity with the data that selects its workflow"}
	LossTimeLimit = LossRule{ID: "convert/time-limit", Level: Approximated, Affects: Time | Attempts | ErrorName | Outcome | Inputs | Output, Data: Any,
		What:      "a timeout has another length, covers another scope or leads elsewhere",
		Remedy:    "check that the timeout is long enough for all that it covers now",
		OnFailure: true}
	LossLayers = LossRule{ID: "convert/layers", Level: Approximated, Affects: Order | Time,
		What:   "steps whose dependencies do not form branches run in layers, each of which waits for the one before",
		Remedy: "check that no step is delayed by one that it does not depend on"}
	LossStandIn = LossRule{ID: "convert/stand-in", Level: Approximated, Affects: Time | ErrorName | Outcome | Inputs | Output, Data: Any,
		What:   "a task that you have to write replaces something that the definition does by itself",
		Remedy: "write a worker for the task"}
	LossTexts = LossRule{ID: "convert/texts", Level: Dropped, Affects: Texts, Data: Same,
		What:   "a title, description or comment is dropped, as the target has no field for it",
		Remedy: "keep the text in the documentation"}
)

// LossRules are the causes of losses that several dialects know.
func LossRules() []*LossRule {
	return []*LossRule{&LossUnsupported, &LossTargetLimit, &LossReplaceIntoMerge, &LossPlace, &LossSelection, &LossInputPart, &LossOutputSelection,
		&LossJoin, &LossJoinedLate, &LossDocument, &LossExpression, &LossErrorName, &LossErrorData, &LossHandler, &LossRetry,
		&LossRetryInterval, &LossTimeout, &LossAwait, &LossOrder, &LossIteration, &LossEvents, &LossTexts,
		&LossDeadEnd, &LossDeadEndWaits, &LossLimits, &LossReselection, &LossTimeLimit, &LossLayers, &LossStandIn}
}
