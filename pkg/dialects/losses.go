package dialects

// The causes of losses that several dialects know. A dialect may have further ones of its own.
var (
	LossReplaceIntoMerge = LossRule{"convert/merged-result", Approximated, Inputs | Output | Outcome, Includes,
		"a result that replaces the document in the source is merged into it, so earlier members remain",
		"read the members that the result has, and let no later step rely on the absence of others"}
	LossMergeIntoReplace = LossRule{"convert/replaced-document", Approximated, Inputs | Output | Outcome, Part,
		"a result that is merged into the document in the source replaces it, so earlier members are dropped",
		"let the worker answer its input with the result merged in"}
	LossPlace = LossRule{"convert/result-place", Approximated, Inputs | Output | Outcome, Any,
		"a result is not stored at the same place of the document",
		"let the worker put its result under the member that the source stores it at"}
	LossSelection = LossRule{"convert/input-selection", Approximated, Inputs, Includes,
		"a task gets more of the document than the source selects for it",
		"let the worker read the part that it needs, and ignore the rest"}
	LossInputPart = LossRule{"convert/input-part", Approximated, Inputs, Any,
		"a task gets the whole document instead of the input that the source selects or computes",
		"let the worker select or compute its input from the document"}
	LossOutputSelection = LossRule{"convert/output-selection", Dropped, Inputs | Output | Outcome, Includes,
		"the whole document is passed on instead of the part that the source selects",
		"select the part in the worker that reads it, or in a task of its own"}
	LossParameters = LossRule{"convert/parameters", Dropped, Parameters, Any,
		"the parameters that a task gets besides its input are dropped",
		"configure the worker with the parameters, or put them into the input of the run"}
	LossJoin = LossRule{"convert/joined-data", Approximated, Inputs | Output | Outcome, Any,
		"the results of parallel branches are combined differently",
		"combine the results in the task after the join"}
	LossJoinedLate = LossRule{"convert/joined-late", Approximated, Outcome | ErrorName | Inputs | Output | Order | Time | Attempts, Any,
		"the run waits for branches that the source does not wait for",
		"let the branches that the source does not wait for start a workflow of their own"}
	LossDocument = LossRule{"convert/document", Approximated, Inputs | Output | Outcome, Any,
		"the document can hold other types of values than in the source",
		"wrap the value in an object, or use a target that accepts any JSON"}
	LossGuard = LossRule{"convert/guard", Approximated, Outcome | ErrorName | Inputs | Output, Any,
		"a condition gives another result for values of another type, for null or for missing values",
		"make sure that the field exists and has the type of what it is compared with"}
	LossExpression = LossRule{"convert/expression", Dropped, Inputs | Output | Outcome | ErrorName, Any,
		"an expression is dropped, as the target has no counterpart",
		"compute the value in a worker"}
	LossErrorName = LossRule{"convert/error-name", Approximated, ErrorName, Same,
		"an error gets another name",
		"look for the other name where errors are counted or alerted on"}
	LossErrorData = LossRule{"convert/error-data", Approximated, Inputs | Output | Outcome, Any,
		"an error is stored in the document in another form",
		"let the handler read the error in the form of the target"}
	LossHandler = LossRule{"convert/error-handler", Dropped, ErrorName | Outcome | Inputs | Output | Time, Any,
		"an error handler is dropped",
		"let the worker handle the error, and answer with what the handler would have given"}
	LossRetry = LossRule{"convert/retry", Dropped, Attempts | Time | ErrorName | Outcome | Inputs | Output, Any,
		"the retries of a task are dropped",
		"let the worker retry by itself"}
	LossRetryInterval = LossRule{"convert/retry-interval", Approximated, Time | Attempts, Same,
		"a task is retried after other delays",
		"let the worker wait between its own attempts, if the delay matters"}
	LossTimeout = LossRule{"convert/timeout", Dropped, Time | ErrorName | Outcome | Inputs | Output, Any,
		"a timeout is dropped",
		"limit the time in the worker, or in the engine that runs the workflow"}
	LossWait = LossRule{"convert/wait", Dropped, Time, Same,
		"a wait is dropped",
		"let the next worker wait, or start it from a scheduler"}
	LossAwait = LossRule{"convert/await", Approximated, Time | Inputs | Output, Same,
		"an event or request from outside is awaited by other means",
		"send the data as the answer of the task or signal that replaces the event"}
	LossOrder = LossRule{"convert/order", Approximated, Order | Time, Same,
		"parallel steps run one after the other, or in layers",
		"check that the steps do not depend on running at the same time"}
	LossIteration = LossRule{"convert/iteration", Approximated, Order | Time | Inputs | Output, Any,
		"an iteration passes its items or collects its results differently",
		"iterate in the worker, which gets the whole list"}
	LossEvents = LossRule{"convert/events", Dropped, Events, Same,
		"events are not produced",
		"let a worker publish the event"}
	LossTable = LossRule{"convert/decision-table", Approximated, Outcome | ErrorName | Output | Inputs, Any,
		"a decision table is expressed by other means, with another result for some data",
		"check the rules of the table against the choices that were written"}
	LossNext = LossRule{"convert/next-workflow", Dropped, Outcome | Output | Time, Any,
		"the workflow that follows is not started",
		"start the next workflow from the last task, or from the engine"}
	LossFile = LossRule{"convert/file", Approximated, Time | ErrorName | Outcome | Inputs | Output, Any,
		"a task replaces the reading or writing of a file",
		"write a worker that reads or writes the file"}
	LossDeadEnd = LossRule{"convert/dead-end", Approximated, Outcome | Time | Inputs | Output, Any,
		"a run that would stop for good at a dead end completes instead",
		"check whether the run may complete there, or add a step that fails"}
	LossLimits = LossRule{"convert/request-limits", Dropped, Outcome | ErrorName | Attempts | Order | Time | Inputs | Output, Any,
		"the limits on visits of a state and on transitions per request are dropped",
		"bound the number of visits in the workers"}
	LossUpdates = LossRule{"convert/updates", Dropped, Outcome | Order | Time | Inputs | Output, Any,
		"an entity cannot be updated, or get a request for a transition, where nothing awaits it",
		"send data only while the workflow waits for it"}
	LossReselection = LossRule{"convert/workflow-selection", Approximated, Outcome | ErrorName | Attempts | Order | Time | Inputs | Output, Any,
		"the workflow of an entity is selected once, when it is created, and not again for each request",
		"create the entity with the data that selects its workflow"}
	LossNamedRequest = LossRule{"convert/named-request", Approximated, Inputs | Output, Includes,
		"the name of the requested transition stays in the document",
		"ignore the name of the transition in the document"}
	LossPathError = LossRule{"convert/path-error", Approximated, Outcome | ErrorName | Inputs | Output | Time, Any,
		"a path that selects nothing is not an error",
		"make sure that the data has what the path selects"}
	LossTimeLimit = LossRule{"convert/time-limit", Approximated, Time | Attempts | ErrorName | Outcome | Inputs | Output, Any,
		"a timeout has another length, covers another scope or leads elsewhere",
		"check that the timeout is long enough for all that it covers now"}
	LossLayers = LossRule{"convert/layers", Approximated, Order | Time | Attempts | ErrorName | Outcome | Inputs | Output, Any,
		"steps whose dependencies do not form branches run in layers, each of which waits for the one before",
		"check that no step is held up by one that it does not depend on"}
	LossSchedule = LossRule{"convert/schedule", Dropped, Time | ErrorName | Outcome | Inputs | Output, Any,
		"the schedule of a workflow is dropped",
		"start the workflow from a scheduler"}
	LossStandIn = LossRule{"convert/stand-in", Approximated, Time | ErrorName | Outcome | Inputs | Output, Any,
		"a task that you have to write replaces something that the definition does by itself",
		"write a worker for the task"}
	LossTexts = LossRule{"convert/texts", Dropped, Texts, Same,
		"a title, description or comment is dropped, as the target has no field for it",
		"keep the text in the documentation"}
	LossExtra = LossRule{"convert/field", Dropped, Texts, Same,
		"a field without effect on a run is dropped, as the target has no such field",
		"keep the field in the deployment of the workflow, if something else reads it"}
)

// LossRules are the causes of losses that several dialects know.
func LossRules() []*LossRule {
	return []*LossRule{&LossUnsupported, &LossReplaceIntoMerge, &LossMergeIntoReplace, &LossPlace, &LossSelection, &LossInputPart, &LossOutputSelection,
		&LossParameters, &LossJoin, &LossJoinedLate, &LossDocument, &LossGuard, &LossExpression, &LossErrorName, &LossErrorData, &LossHandler, &LossRetry,
		&LossRetryInterval, &LossTimeout, &LossWait, &LossAwait, &LossOrder, &LossIteration, &LossEvents, &LossTable, &LossNext, &LossTexts,
		&LossFile, &LossDeadEnd, &LossLimits, &LossUpdates, &LossReselection, &LossNamedRequest, &LossPathError, &LossTimeLimit, &LossLayers, &LossSchedule, &LossStandIn,
		&LossExtra}
}
