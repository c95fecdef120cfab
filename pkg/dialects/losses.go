package dialects

// The causes of losses that several dialects know. A dialect may have further ones of its own.
var (
	LossReplaceIntoMerge = LossRule{"convert/merged-result", Approximated, Inputs | Output | Outcome, Includes,
		"a result that replaces the document in the source is merged into it, so earlier members remain"}
	LossMergeIntoReplace = LossRule{"convert/replaced-document", Approximated, Inputs | Output | Outcome, Part,
		"a result that is merged into the document in the source replaces it, so earlier members are dropped"}
	LossPlace = LossRule{"convert/result-place", Approximated, Inputs | Output | Outcome, Any,
		"a result is not stored at the same place of the document"}
	LossSelection = LossRule{"convert/input-selection", Approximated, Inputs, Includes,
		"a task gets more of the document than the source selects for it"}
	LossInputPart = LossRule{"convert/input-part", Approximated, Inputs, Any,
		"a task gets the whole document instead of the input that the source selects or computes"}
	LossOutputSelection = LossRule{"convert/output-selection", Dropped, Inputs | Output | Outcome, Includes,
		"the whole document is passed on instead of the part that the source selects"}
	LossParameters = LossRule{"convert/parameters", Dropped, Parameters, Any,
		"the parameters that a task gets besides its input are dropped"}
	LossJoin = LossRule{"convert/joined-data", Approximated, Inputs | Output | Outcome, Any,
		"the results of parallel branches are combined differently"}
	LossJoinedLate = LossRule{"convert/joined-late", Approximated, Outcome | ErrorName | Inputs | Output | Order | Time | Attempts, Any,
		"the run waits for branches that the source does not wait for"}
	LossDocument = LossRule{"convert/document", Approximated, Inputs | Output | Outcome, Any,
		"the document can hold other types of values than in the source"}
	LossGuard = LossRule{"convert/guard", Approximated, Outcome | ErrorName | Inputs | Output, Any,
		"a condition gives another result for values of another type, for null or for missing values"}
	LossExpression = LossRule{"convert/expression", Dropped, Inputs | Output | Outcome | ErrorName, Any,
		"an expression is dropped, as the target has no counterpart"}
	LossErrorName = LossRule{"convert/error-name", Approximated, ErrorName, Same,
		"an error gets another name"}
	LossErrorData = LossRule{"convert/error-data", Approximated, Inputs | Output | Outcome, Any,
		"an error is stored in the document in another form"}
	LossHandler = LossRule{"convert/error-handler", Dropped, ErrorName | Outcome | Inputs | Output | Time, Any,
		"an error handler is dropped"}
	LossRetry = LossRule{"convert/retry", Dropped, Attempts | Time | ErrorName | Outcome | Inputs | Output, Any,
		"the retries of a task are dropped"}
	LossRetryInterval = LossRule{"convert/retry-interval", Approximated, Time | Attempts, Same,
		"a task is retried after other delays"}
	LossTimeout = LossRule{"convert/timeout", Dropped, Time | ErrorName | Outcome | Inputs | Output, Any,
		"a timeout is dropped"}
	LossWait = LossRule{"convert/wait", Dropped, Time, Same,
		"a wait is dropped"}
	LossAwait = LossRule{"convert/await", Approximated, Time | Inputs | Output, Same,
		"an event or request from outside is awaited by other means"}
	LossOrder = LossRule{"convert/order", Approximated, Order | Time, Same,
		"parallel steps run one after the other, or in layers"}
	LossIteration = LossRule{"convert/iteration", Approximated, Order | Time | Inputs | Output, Any,
		"an iteration passes its items or collects its results differently"}
	LossEvents = LossRule{"convert/events", Dropped, Events, Same,
		"events are not produced"}
	LossTable = LossRule{"convert/decision-table", Approximated, Outcome | ErrorName | Output | Inputs, Any,
		"a decision table is expressed by other means, with another result for some data"}
	LossNext = LossRule{"convert/next-workflow", Dropped, Outcome | Output | Time, Any,
		"the workflow that follows is not started"}
	LossFile = LossRule{"convert/file", Approximated, Time | ErrorName | Outcome | Inputs | Output, Any,
		"a task replaces the reading or writing of a file"}
	LossDeadEnd = LossRule{"convert/dead-end", Approximated, Outcome | Time | Inputs | Output, Any,
		"a run that would stop for good at a dead end completes instead"}
	LossLimits = LossRule{"convert/request-limits", Dropped, Outcome | ErrorName | Attempts | Order | Time | Inputs | Output, Any,
		"the limits on visits of a state and on transitions per request are dropped"}
	LossUpdates = LossRule{"convert/updates", Dropped, Outcome | Order | Time | Inputs | Output, Any,
		"an entity cannot be updated, or get a request for a transition, where nothing awaits it"}
	LossReselection = LossRule{"convert/workflow-selection", Approximated, Outcome | ErrorName | Attempts | Order | Time | Inputs | Output, Any,
		"the workflow of an entity is selected once, when it is created, and not again for each request"}
	LossNamedRequest = LossRule{"convert/named-request", Approximated, Inputs | Output, Includes,
		"the name of the requested transition stays in the document"}
	LossPathError = LossRule{"convert/path-error", Approximated, Outcome | ErrorName | Inputs | Output | Time, Any,
		"a path that selects nothing is not an error"}
	LossTimeLimit = LossRule{"convert/time-limit", Approximated, Time | Attempts | ErrorName | Outcome | Inputs | Output, Any,
		"a timeout has another length, covers another scope or leads elsewhere"}
	LossLayers = LossRule{"convert/layers", Approximated, Order | Time | Attempts | ErrorName | Outcome | Inputs | Output, Any,
		"steps whose dependencies do not form branches run in layers, each of which waits for the one before"}
	LossSchedule = LossRule{"convert/schedule", Dropped, Time | ErrorName | Outcome | Inputs | Output, Any,
		"the schedule of a workflow is dropped"}
	LossStandIn = LossRule{"convert/stand-in", Approximated, Time | ErrorName | Outcome | Inputs | Output, Any,
		"a task that you have to write replaces something that the definition does by itself"}
	LossTexts = LossRule{"convert/texts", Dropped, Texts, Same,
		"a title, description or comment is dropped, as the target has no field for it"}
	LossExtra = LossRule{"convert/field", Dropped, Texts, Same,
		"a field without effect on a run is dropped, as the target has no such field"}
)

// LossRules are the causes of losses that several dialects know.
func LossRules() []*LossRule {
	return []*LossRule{&LossUnsupported, &LossReplaceIntoMerge, &LossMergeIntoReplace, &LossPlace, &LossSelection, &LossInputPart, &LossOutputSelection,
		&LossParameters, &LossJoin, &LossJoinedLate, &LossDocument, &LossGuard, &LossExpression, &LossErrorName, &LossErrorData, &LossHandler, &LossRetry,
		&LossRetryInterval, &LossTimeout, &LossWait, &LossAwait, &LossOrder, &LossIteration, &LossEvents, &LossTable, &LossNext, &LossTexts,
		&LossFile, &LossDeadEnd, &LossLimits, &LossUpdates, &LossReselection, &LossNamedRequest, &LossPathError, &LossTimeLimit, &LossLayers, &LossSchedule, &LossStandIn,
		&LossExtra}
}
