package fsm

import "github.com/flowglot/flowglot/pkg/dialects"

// The causes of losses that only an entity state machine has.
var (
	lossFailure = dialects.LossRule{ID: "convert/failure", Level: dialects.Approximated,
		Affects: dialects.ErrorName | dialects.Outcome | dialects.Output | dialects.Time, Data: dialects.Any,
		What: "an entity cannot fail on purpose: where the workflow fails, it enters or keeps a state"}
	lossHandlerByRequest = dialects.LossRule{ID: "convert/handler-by-request", Level: dialects.Approximated,
		Affects: dialects.ErrorName | dialects.Outcome | dialects.Inputs | dialects.Output | dialects.Time, Data: dialects.Any,
		What: "an error is handled only when somebody requests a transition"}
	lossTimerByRequest = dialects.LossRule{ID: "convert/timer-by-request", Level: dialects.Approximated,
		Affects: dialects.Time | dialects.ErrorName | dialects.Outcome | dialects.Inputs | dialects.Output, Data: dialects.Any,
		What: "the path of a timer is taken only when somebody requests a transition"}
	lossUnheardFailure = dialects.LossRule{ID: "convert/unheard-failure", Level: dialects.Approximated,
		Affects: dialects.Outcome | dialects.ErrorName | dialects.Inputs | dialects.Output | dialects.Time, Data: dialects.Any,
		What: "a task whose result is dropped may fail without consequence"}
	lossCascade = dialects.LossRule{ID: "convert/cascade-limit", Level: dialects.Approximated,
		Affects: dialects.Outcome | dialects.ErrorName | dialects.Inputs | dialects.Output | dialects.Time, Data: dialects.Any,
		What: "a request is aborted when it enters a state for the eleventh time or takes more than a hundred transitions"}
	lossStrayRequest = dialects.LossRule{ID: "convert/stray-request", Level: dialects.Approximated,
		Affects: dialects.Outcome | dialects.ErrorName | dialects.Inputs | dialects.Output | dialects.Time, Data: dialects.Any,
		What: "a request from outside that nothing awaits is an error, not kept for later or ignored"}
	lossContext = dialects.LossRule{ID: "convert/parameters-as-context", Level: dialects.Approximated, Affects: dialects.Parameters, Data: dialects.Any,
		What: "the parameters of a task become the context of its processor, which is a string"}
)

// LossRules implements dialects.Dialect.
func (Dialect) LossRules() []*dialects.LossRule {
	return []*dialects.LossRule{&lossFailure, &lossHandlerByRequest, &lossTimerByRequest, &lossUnheardFailure,
		&lossCascade, &lossStrayRequest, &lossContext}
}
