package step

import "github.com/flowglot/flowglot/pkg/dialects"

// The causes of losses of definitions of other dialects that are written as steps, beside those that all dialects know.
var (
	lossSelectedInput = dialects.LossRule{ID: "convert/selected-input", Level: dialects.Approximated,
		Affects: dialects.Inputs | dialects.Output | dialects.Outcome | dialects.ErrorName | dialects.Time, Data: dialects.Any,
		What: "a task gets all variables instead of a part of them, even if that part is missing"}
	lossSelection = dialects.LossRule{ID: "convert/selection", Level: dialects.Approximated,
		Affects: dialects.Inputs | dialects.Output | dialects.Outcome | dialects.ErrorName | dialects.Time, Data: dialects.Any,
		What: "a part of the document does not replace the document"}
	lossSeen = dialects.LossRule{ID: "convert/condition-data", Level: dialects.Approximated,
		Affects: dialects.Order | dialects.Time | dialects.Attempts | dialects.ErrorName | dialects.Outcome | dialects.Inputs | dialects.Output | dialects.Events, Data: dialects.Any,
		What: "a condition sees variables that the document does not have, and may take another path"}
	lossRetryErrors = dialects.LossRule{ID: "convert/retry-errors", Level: dialects.Approximated,
		Affects: dialects.Attempts | dialects.Time | dialects.ErrorName | dialects.Outcome | dialects.Inputs | dialects.Output, Data: dialects.Any,
		What: "a task is retried after other errors, or another number of times"}
	lossWaitUntil = dialects.LossRule{ID: "convert/wait-until", Level: dialects.Dropped,
		Affects: dialects.Time | dialects.ErrorName | dialects.Outcome | dialects.Inputs | dialects.Output, Data: dialects.Any,
		What: "a wait until an instant, or for a time from the data, is dropped"}
	lossNestedParts = dialects.LossRule{ID: "convert/nested-branches", Level: dialects.Approximated,
		Affects: dialects.Order | dialects.Time | dialects.Attempts | dialects.ErrorName | dialects.Outcome | dialects.Inputs | dialects.Output, Data: dialects.Any,
		What: "branches within a branch run one after the other"}
	lossIterationOnce = dialects.LossRule{ID: "convert/iteration-once", Level: dialects.Approximated,
		Affects: dialects.Order | dialects.Time | dialects.Attempts | dialects.ErrorName | dialects.Outcome | dialects.Inputs | dialects.Output, Data: dialects.Any,
		What: "an iteration over a list runs once"}
	lossQuestion = dialects.LossRule{ID: "convert/question-answer", Level: dialects.Approximated,
		Affects: dialects.Inputs | dialects.Output | dialects.Outcome | dialects.ErrorName, Data: dialects.Any,
		What: "the result of a task that decides a condition becomes a variable"}
	lossSignal = dialects.LossRule{ID: "convert/signal", Level: dialects.Approximated,
		Affects: dialects.Inputs | dialects.Output | dialects.Outcome | dialects.Time | dialects.Attempts, Data: dialects.Any,
		What: "an awaited event becomes a signal to a step"}
	lossCall = dialects.LossRule{ID: "convert/called-workflow", Level: dialects.Approximated,
		Affects: dialects.Order | dialects.Time | dialects.Attempts | dialects.ErrorName | dialects.Outcome | dialects.Inputs | dialects.Output | dialects.Events, Data: dialects.Any,
		What: "a workflow that calls itself, or would make its caller too large, becomes a task"}
)

// LossRules implements dialects.Dialect.
func (Dialect) LossRules() []*dialects.LossRule {
	return []*dialects.LossRule{&lossSelectedInput, &lossSelection, &lossSeen, &lossRetryErrors, &lossWaitUntil,
		&lossNestedParts, &lossIterationOnce, &lossQuestion, &lossSignal, &lossCall}
}
