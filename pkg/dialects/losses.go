package dialects

// The causes of losses that several dialects know. A dialect may have further ones of its own.
var (
	LossReplaceIntoMerge = LossRule{"convert/merged-result", Approximated, Inputs | Output | Outcome, Includes,
		"a result that replaces the document is merged into it, so that what was there stays"}
	LossMergeIntoReplace = LossRule{"convert/replaced-document", Approximated, Inputs | Output | Outcome, Part,
		"a result that is merged into the document replaces it, so that what was there is gone"}
	LossPlace = LossRule{"convert/result-place", Approximated, Inputs | Output | Outcome, Any,
		"a result is not put where it was"}
	LossSelection = LossRule{"convert/input-selection", Approximated, Inputs, Includes,
		"a task gets more of the document than what was selected for it"}
	LossInputPart = LossRule{"convert/input-part", Approximated, Inputs, Any,
		"a task gets the whole document, and not what is selected or made of it"}
	LossOutputSelection = LossRule{"convert/output-selection", Dropped, Inputs | Output | Outcome, Includes,
		"all of the document goes on, and not what was selected of it"}
	LossParameters = LossRule{"convert/parameters", Dropped, Parameters, Any,
		"what a task is given beside its input is not said"}
	LossJoin = LossRule{"convert/joined-data", Approximated, Inputs | Output | Outcome, Any,
		"what comes of branches that run side by side is brought together in another way"}
	LossJoinedLate = LossRule{"convert/joined-late", Approximated, Outcome | ErrorName | Inputs | Output | Order | Time | Attempts, Any,
		"what need not end is waited for all the same"}
	LossDocument = LossRule{"convert/document", Approximated, Inputs | Output | Outcome, Any,
		"documents are not of the kinds that they may be in the source"}
	LossGuard = LossRule{"convert/guard", Approximated, Outcome | ErrorName | Inputs | Output, Any,
		"a condition says something else of values of another type, of null, or of what is missing"}
	LossExpression = LossRule{"convert/expression", Dropped, Inputs | Output | Outcome | ErrorName, Any,
		"an expression has no counterpart"}
	LossErrorName = LossRule{"convert/error-name", Approximated, ErrorName, Same,
		"an error is called by another name"}
	LossErrorData = LossRule{"convert/error-data", Approximated, Inputs | Output | Outcome, Any,
		"an error that is put into the document looks otherwise"}
	LossHandler = LossRule{"convert/error-handler", Dropped, ErrorName | Outcome | Inputs | Output | Time, Any,
		"errors are not handled"}
	LossRetry = LossRule{"convert/retry", Dropped, Attempts | Time | ErrorName | Outcome | Inputs | Output, Any,
		"a task is not tried again"}
	LossRetryInterval = LossRule{"convert/retry-interval", Approximated, Time | Attempts, Same,
		"a task is tried again after other delays"}
	LossTimeout = LossRule{"convert/timeout", Dropped, Time | ErrorName | Outcome | Inputs | Output, Any,
		"a time limit is not said"}
	LossWait = LossRule{"convert/wait", Dropped, Time, Same,
		"time that passes is not said"}
	LossAwait = LossRule{"convert/await", Approximated, Time | Inputs | Output, Same,
		"what is awaited from outside is awaited in another way"}
	LossOrder = LossRule{"convert/order", Approximated, Order | Time, Same,
		"what runs side by side runs one after the other, or in layers"}
	LossIteration = LossRule{"convert/iteration", Approximated, Order | Time | Inputs | Output, Any,
		"items are not worked on as they were"}
	LossEvents = LossRule{"convert/events", Dropped, Events, Same,
		"events are not produced"}
	LossTable = LossRule{"convert/decision-table", Approximated, Outcome | ErrorName | Output | Inputs, Any,
		"a decision table is said by other means that do not do the same for all data"}
	LossNext = LossRule{"convert/next-workflow", Dropped, Outcome | Output | Time, Any,
		"the workflow that follows is not started"}
	LossFile = LossRule{"convert/file", Approximated, Time | ErrorName | Outcome | Inputs | Output, Any,
		"a task stands in for a file that is read or written"}
	LossDeadEnd = LossRule{"convert/dead-end", Approximated, Outcome | Time | Inputs | Output, Any,
		"what would stay where it is for ever comes to an end"}
	LossLimits = LossRule{"convert/request-limits", Dropped, Outcome | ErrorName | Attempts | Order | Time | Inputs | Output, Any,
		"nothing bounds how often a request may come to a state, and how many transitions it may take"}
	LossUpdates = LossRule{"convert/updates", Dropped, Outcome | Order | Time | Inputs | Output, Any,
		"an entity is not changed from outside, nor asked for a transition, where nothing waits for that"}
	LossReselection = LossRule{"convert/workflow-selection", Approximated, Outcome | ErrorName | Attempts | Order | Time | Inputs | Output, Any,
		"the workflow of an entity is chosen when it is created, and not again by each request"}
	LossNamedRequest = LossRule{"convert/named-request", Approximated, Inputs | Output, Includes,
		"the name of the transition that was asked for stays in the document"}
	LossPathError = LossRule{"convert/path-error", Approximated, Outcome | ErrorName | Inputs | Output | Time, Any,
		"a path that selects nothing is no error"}
	LossTimeLimit = LossRule{"convert/time-limit", Approximated, Time | Attempts | ErrorName | Outcome | Inputs | Output, Any,
		"a time limit is another one, bounds something else than it did, or leads elsewhere"}
	LossLayers = LossRule{"convert/layers", Approximated, Order | Time | Attempts | ErrorName | Outcome | Inputs | Output, Any,
		"what needs each other in other ways than branches do runs in layers, each of which waits for the one before"}
	LossSchedule = LossRule{"convert/schedule", Dropped, Time | ErrorName | Outcome | Inputs | Output, Any,
		"when a workflow may be started, or is, is not said"}
	LossStandIn = LossRule{"convert/stand-in", Approximated, Time | ErrorName | Outcome | Inputs | Output, Any,
		"a task that has to be written stands in for what the definition does by itself"}
	LossTexts = LossRule{"convert/texts", Dropped, Texts, Same,
		"texts for people have no place"}
	LossExtra = LossRule{"convert/field", Dropped, Texts, Same,
		"a field without effect on a run has no place"}
)

// LossRules are the causes of losses that several dialects know.
func LossRules() []*LossRule {
	return []*LossRule{&LossUnsupported, &LossReplaceIntoMerge, &LossMergeIntoReplace, &LossPlace, &LossSelection, &LossInputPart, &LossOutputSelection,
		&LossParameters, &LossJoin, &LossJoinedLate, &LossDocument, &LossGuard, &LossExpression, &LossErrorName, &LossErrorData, &LossHandler, &LossRetry,
		&LossRetryInterval, &LossTimeout, &LossWait, &LossAwait, &LossOrder, &LossIteration, &LossEvents, &LossTable, &LossNext, &LossTexts,
		&LossFile, &LossDeadEnd, &LossLimits, &LossUpdates, &LossReselection, &LossNamedRequest, &LossPathError, &LossTimeLimit, &LossLayers, &LossSchedule, &LossStandIn,
		&LossExtra}
}
