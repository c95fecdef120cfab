package step

import "github.com/flowglot/flowglot/pkg/dialects"

// The causes of losses of definitions of other dialects that are written as steps, beside those that all dialects know.
var (
	lossSelectedInput = dialects.LossRule{ID: "convert/selected-input", Level: dialects.Approximated,
		Affects: dialects.Inputs | dialects.Output | dialects.Outcome | dialects.ErrorName | dialects.Time, Data: dialects.Any,
		What: "a task gets all variables in the place of a part of them, even where that part is missing"}
	lossSelection = dialects.LossRule{ID: "convert/selection", Level: dialects.Approximated,
		Affects: dialects.Inputs | dialects.Output | dialects.Outcome | dialects.ErrorName | dialects.Time, Data: dialects.Any,
		What: "a part of the document does not take the place of the document"}
	lossSeen = dialects.LossRule{ID: "convert/condition-data", Level: dialects.Approximated,
		Affects: dialects.Order | dialects.Time | dialects.Attempts | dialects.ErrorName | dialects.Outcome | dialects.Inputs | dialects.Output | dialects.Events, Data: dialects.Any,
		What: "a condition looks at variables that the document would not have, and may lead another way"}
	lossRetryErrors = dialects.LossRule{ID: "convert/retry-errors", Level: dialects.Approximated,
		Affects: dialects.Attempts | dialects.Time | dialects.ErrorName | dialects.Outcome | dialects.Inputs | dialects.Output, Data: dialects.Any,
		What: "a task is tried again after other errors, or another number of times"}
	lossWaitUntil = dialects.LossRule{ID: "convert/wait-until", Level: dialects.Dropped,
		Affects: dialects.Time | dialects.ErrorName | dialects.Outcome | dialects.Inputs | dialects.Output, Data: dialects.Any,
		What: "time that passes until an instant, or for as long as the data says, is not said"}
	lossNestedParts = dialects.LossRule{ID: "convert/nested-branches", Level: dialects.Approximated,
		Affects: dialects.Order | dialects.Time | dialects.Attempts | dialects.ErrorName | dialects.Outcome | dialects.Inputs | dialects.Output, Data: dialects.Any,
		What: "branches within a branch run one after the other"}
	lossIterationOnce = dialects.LossRule{ID: "convert/iteration-once", Level: dialects.Approximated,
		Affects: dialects.Order | dialects.Time | dialects.Attempts | dialects.ErrorName | dialects.Outcome | dialects.Inputs | dialects.Output, Data: dialects.Any,
		What: "what runs for each item of a list runs once"}
	lossQuestion = dialects.LossRule{ID: "convert/question-answer", Level: dialects.Approximated,
		Affects: dialects.Inputs | dialects.Output | dialects.Outcome | dialects.ErrorName, Data: dialects.Any,
		What: "the answer to a question is a variable"}
	lossSignal = dialects.LossRule{ID: "convert/signal", Level: dialects.Approximated,
		Affects: dialects.Inputs | dialects.Output | dialects.Outcome | dialects.Time | dialects.Attempts, Data: dialects.Any,
		What: "an event that is awaited is a signal to a step"}
	lossCall = dialects.LossRule{ID: "convert/called-workflow", Level: dialects.Approximated,
		Affects: dialects.Order | dialects.Time | dialects.Attempts | dialects.ErrorName | dialects.Outcome | dialects.Inputs | dialects.Output | dialects.Events, Data: dialects.Any,
		What: "a workflow that is called is a task, whatever it does"}
)

// LossRules implements dialects.Dialect.
func (Dialect) LossRules() []*dialects.LossRule {
	return []*dialects.LossRule{&lossSelectedInput, &lossSelection, &lossSeen, &lossRetryErrors, &lossWaitUntil,
		&lossNestedParts, &lossIterationOnce, &lossQuestion, &lossSignal, &lossCall}
}
