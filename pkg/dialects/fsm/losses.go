package fsm

import "github.com/flowglot/flowglot/pkg/dialects"

// The causes of losses that only an entity state machine has.
var (
	lossFailure = dialects.LossRule{ID: "convert/failure", Level: dialects.Approximated,
		Affects: dialects.ErrorName | dialects.Outcome | dialects.Output | dialects.Time, Data: dialects.Any,
		What: "an entity cannot fail on purpose: where a workflow does, it comes to a state or stays in one"}
	lossHandlerByRequest = dialects.LossRule{ID: "convert/handler-by-request", Level: dialects.Approximated,
		Affects: dialects.ErrorName | dialects.Outcome | dialects.Inputs | dialects.Output | dialects.Time, Data: dialects.Any,
		What: "an error is handled by a transition that somebody has to ask for"}
	lossTimerByRequest = dialects.LossRule{ID: "convert/timer-by-request", Level: dialects.Approximated,
		Affects: dialects.Time | dialects.ErrorName | dialects.Outcome | dialects.Inputs | dialects.Output, Data: dialects.Any,
		What: "where a timer leads to, somebody has to ask for"}
	lossUnheardFailure = dialects.LossRule{ID: "convert/unheard-failure", Level: dialects.Approximated,
		Affects: dialects.Outcome | dialects.ErrorName | dialects.Inputs | dialects.Output | dialects.Time, Data: dialects.Any,
		What: "a task whose result is dropped may fail without consequence"}
	lossCascade = dialects.LossRule{ID: "convert/cascade-limit", Level: dialects.Approximated,
		Affects: dialects.Outcome | dialects.ErrorName | dialects.Inputs | dialects.Output | dialects.Time, Data: dialects.Any,
		What: "a request that comes to a state for the eleventh time, or takes more than a hundred transitions, is given up"}
	lossStrayRequest = dialects.LossRule{ID: "convert/stray-request", Level: dialects.Approximated,
		Affects: dialects.Outcome | dialects.ErrorName | dialects.Inputs | dialects.Output | dialects.Time, Data: dialects.Any,
		What: "what comes from outside when nothing awaits it is an error, and not left for later or ignored"}
	lossContext = dialects.LossRule{ID: "convert/parameters-as-context", Level: dialects.Approximated, Affects: dialects.Parameters, Data: dialects.Any,
		What: "what a task is given beside its input is the context of its processor, which is a text"}
)

// LossRules implements dialects.Dialect.
func (Dialect) LossRules() []*dialects.LossRule {
	return []*dialects.LossRule{&lossFailure, &lossHandlerByRequest, &lossTimerByRequest, &lossUnheardFailure,
		&lossCascade, &lossStrayRequest, &lossContext}
}
