package step

import "github.com/flowglot/flowglot/pkg/dialects"

// The causes of losses of definitions of other dialects that are written as steps, beside those that all dialects know.
var (
	lossSelectedInput = dialects.LossRule{ID: "convert/selected-input", Level: dialects.Approximated, Affects: dialects.Inputs, Data: dialects.Any,
		What: "a task gets all variables in the place of a part of them"}
	lossSelection = dialects.LossRule{ID: "convert/selection", Level: dialects.Approximated,
		Affects: dialects.Inputs | dialects.Output | dialects.Outcome, Data: dialects.Any,
		What: "a part of the document does not take the place of the document"}
	lossSeen = dialects.LossRule{ID: "convert/condition-data", Level: dialects.Approximated,
		Affects: dialects.Order | dialects.Time | dialects.Attempts | dialects.ErrorName | dialects.Outcome | dialects.Inputs | dialects.Output | dialects.Events, Data: dialects.Any,
		What: "a condition looks at variables that the document would not have, and may lead another way"}
	lossMissingValue = dialects.LossRule{ID: "convert/missing-value", Level: dialects.Approximated,
		Affects: dialects.Inputs | dialects.Output | dialects.Outcome, Data: dialects.Any,
		What: "a value that is missing is null, and no error"}
	lossRetryErrors = dialects.LossRule{ID: "convert/retry-errors", Level: dialects.Approximated,
		Affects: dialects.Attempts | dialects.Time | dialects.ErrorName | dialects.Outcome | dialects.Inputs | dialects.Output, Data: dialects.Any,
		What: "a task is tried again after other errors, or another number of times"}
	lossTimeoutAttempts = dialects.LossRule{ID: "convert/timeout-attempts", Level: dialects.Approximated,
		Affects: dialects.Attempts | dialects.Time | dialects.ErrorName | dialects.Outcome | dialects.Inputs | dialects.Output, Data: dialects.Any,
		What: "a time limit of each attempt counts over all of them"}
	lossWaitUntil = dialects.LossRule{ID: "convert/wait-until", Level: dialects.Dropped,
		Affects: dialects.Time | dialects.ErrorName | dialects.Outcome | dialects.Inputs | dialects.Output, Data: dialects.Any,
		What: "time that passes until an instant, or for as long as the data says, is not said"}
	lossNestedParts = dialects.LossRule{ID: "convert/nested-branches", Level: dialects.Approximated,
		Affects: dialects.Order | dialects.Time | dialects.Attempts | dialects.ErrorName | dialects.Outcome | dialects.Inputs | dialects.Output, Data: dialects.Any,
		What: "branches within a branch run one after the other"}
	lossLayers = dialects.LossRule{ID: "convert/layers", Level: dialects.Approximated,
		Affects: dialects.Order | dialects.Time | dialects.Attempts | dialects.ErrorName | dialects.Outcome | dialects.Inputs | dialects.Output, Data: dialects.Any,
		What: "what needs each other in other ways than branches do runs in layers, each of which waits for the one before"}
	lossIterationOnce = dialects.LossRule{ID: "convert/iteration-once", Level: dialects.Approximated,
		Affects: dialects.Order | dialects.Time | dialects.Attempts | dialects.ErrorName | dialects.Outcome | dialects.Inputs | dialects.Output, Data: dialects.Any,
		What: "what runs for each item of a list runs once"}
	lossFile = dialects.LossRule{ID: "convert/file", Level: dialects.Approximated,
		Affects: dialects.Time | dialects.ErrorName | dialects.Outcome | dialects.Inputs | dialects.Output, Data: dialects.Any,
		What: "a file is read or written by a task"}
	lossRequest = dialects.LossRule{ID: "convert/request", Level: dialects.Approximated,
		Affects: dialects.Inputs | dialects.Output, Data: dialects.Includes,
		What: "which transition is asked for is a variable, which stays"}
	lossUpdate = dialects.LossRule{ID: "convert/update", Level: dialects.Dropped,
		Affects: dialects.Inputs | dialects.Output | dialects.Outcome | dialects.Time, Data: dialects.Any,
		What: "an entity is not changed, or asked for a transition, where nothing waits for that"}
	lossQuestion = dialects.LossRule{ID: "convert/question", Level: dialects.Approximated,
		Affects: dialects.Inputs | dialects.Output | dialects.Outcome | dialects.ErrorName, Data: dialects.Any,
		What: "the answer to a question is a variable"}
	lossLimit = dialects.LossRule{ID: "convert/limit", Level: dialects.Dropped,
		Affects: dialects.Outcome | dialects.ErrorName | dialects.Attempts | dialects.Inputs | dialects.Output | dialects.Time, Data: dialects.Any,
		What: "how often a state may be entered, and how many transitions may be taken, is not limited"}
	lossSignal = dialects.LossRule{ID: "convert/signal", Level: dialects.Approximated,
		Affects: dialects.Inputs | dialects.Output | dialects.Outcome | dialects.Time | dialects.Attempts, Data: dialects.Any,
		What: "an event that is awaited is a signal to a step"}
	lossCall = dialects.LossRule{ID: "convert/called-workflow", Level: dialects.Approximated,
		Affects: dialects.Order | dialects.Time | dialects.Attempts | dialects.ErrorName | dialects.Outcome | dialects.Inputs | dialects.Output | dialects.Events, Data: dialects.Any,
		What: "a workflow that is called is a task, whatever it does"}
	lossCompletion = dialects.LossRule{ID: "convert/completion", Level: dialects.Approximated,
		Affects: dialects.Order | dialects.Time | dialects.Attempts | dialects.ErrorName | dialects.Outcome | dialects.Inputs | dialects.Output, Data: dialects.Any,
		What: "all branches are waited for, and not only some of them"}
	lossSchedule = dialects.LossRule{ID: "convert/schedule", Level: dialects.Dropped,
		Affects: dialects.Time | dialects.ErrorName | dialects.Outcome | dialects.Inputs | dialects.Output, Data: dialects.Any,
		What: "when a workflow may be started, or is, is not said"}
	lossReselection = dialects.LossRule{ID: "convert/reselection", Level: dialects.Approximated,
		Affects: dialects.Outcome | dialects.ErrorName | dialects.Attempts | dialects.Inputs | dialects.Output | dialects.Time, Data: dialects.Any,
		What: "the workflow of an entity is chosen when it is created, and not again by each request"}
)
