package step

import "github.com/flowglot/flowglot/pkg/dialects"

// The causes of losses of definitions of other dialects that are written as steps, beside those that all dialects know.
var (
	lossSelectedInput = dialects.LossRule{ID: "convert/selected-input", Level: dialects.Approximated,
		Affects: dialects.Inputs | dialects.Output | dialects.Outcome | dialects.ErrorName | dialects.Time, Data: dialects.Any,
		What:   "a task gets all variables instead of a part of them, even if that part is missing",
		Remedy: "let the worker compute its input from the document"}
	lossSelection = dialects.LossRule{ID: "convert/selection", Level: dialects.Approximated,
		Affects: dialects.Inputs | dialects.Output | dialects.Outcome | dialects.ErrorName | dialects.Time, Data: dialects.Any,
		What:   "a part of the document does not replace the document",
		Remedy: "let the workers read the part that they need"}
	lossSeen = dialects.LossRule{ID: "convert/condition-data", Level: dialects.Approximated,
		Affects: dialects.Order | dialects.Time | dialects.Attempts | dialects.ErrorName | dialects.Outcome | dialects.Inputs | dialects.Output | dialects.Events, Data: dialects.Any,
		What:   "a condition sees variables that the document does not have, and may take another path",
		Remedy: "let no condition rely on the absence of a variable"}
	lossRetryErrors = dialects.LossRule{ID: "convert/retry-errors", Level: dialects.Approximated,
		Affects: dialects.Attempts | dialects.Time | dialects.ErrorName | dialects.Outcome | dialects.Inputs | dialects.Output, Data: dialects.Any,
		What:   "a task is retried after other errors, or another number of times",
		Remedy: "let the worker fail with errors that are worth a retry only"}
	lossWaitUntil = dialects.LossRule{ID: "convert/wait-until", Level: dialects.Dropped,
		Affects: dialects.Time | dialects.ErrorName | dialects.Outcome | dialects.Inputs | dialects.Output, Data: dialects.Any,
		What:   "a wait until an instant, or for a time from the data, is dropped",
		Remedy: "wait in the worker that follows"}
	lossNestedParts = dialects.LossRule{ID: "convert/nested-branches", Level: dialects.Approximated,
		Affects: dialects.Order | dialects.Time | dialects.Attempts | dialects.ErrorName | dialects.Outcome | dialects.Inputs | dialects.Output, Data: dialects.Any,
		What:   "branches within a branch run one after the other",
		Remedy: "check that the steps do not depend on running at the same time"}
	lossIterationOnce = dialects.LossRule{ID: "convert/iteration-once", Level: dialects.Approximated,
		Affects: dialects.Order | dialects.Time | dialects.Attempts | dialects.ErrorName | dialects.Outcome | dialects.Inputs | dialects.Output, Data: dialects.Any,
		What:   "an iteration over a list runs once",
		Remedy: "iterate in the worker, which gets the whole list"}
	lossQuestion = dialects.LossRule{ID: "convert/question-answer", Level: dialects.Approximated,
		Affects: dialects.Inputs | dialects.Output | dialects.Outcome | dialects.ErrorName, Data: dialects.Any,
		What:   "the result of a task that decides a condition becomes a variable",
		Remedy: "let no later step rely on the absence of the variable"}
	lossSignal = dialects.LossRule{ID: "convert/signal", Level: dialects.Approximated,
		Affects: dialects.Inputs | dialects.Output | dialects.Outcome | dialects.Time | dialects.Attempts, Data: dialects.Any,
		What:   "an awaited event becomes a signal to a step",
		Remedy: "send the data of the event with the signal"}
	lossCall = dialects.LossRule{ID: "convert/called-workflow", Level: dialects.Approximated,
		Affects: dialects.Order | dialects.Time | dialects.Attempts | dialects.ErrorName | dialects.Outcome | dialects.Inputs | dialects.Output | dialects.Events, Data: dialects.Any,
		What:   "a workflow that calls itself, or would make its caller too large, becomes a task",
		Remedy: "write a worker for the task that starts the workflow and waits for it"}
)

// LossRules implements dialects.Dialect.
func (Dialect) LossRules() []*dialects.LossRule {
	return []*dialects.LossRule{&lossSelectedInput, &lossSelection, &lossSeen, &lossRetryErrors, &lossWaitUntil,
		&lossNestedParts, &lossIterationOnce, &lossQuestion, &lossSignal, &lossCall}
}
