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
	lossSubstitute = dialects.LossRule{ID: "convert/substitute-task", Level: dialects.Approximated,
		Affects: dialects.Inputs | dialects.Output | dialects.Outcome | dialects.ErrorName | dialects.Time, Data: dialects.Any,
		What: "what the definition computes is computed by a task, which has to be written"}
	lossUncheckedPath = dialects.LossRule{ID: "convert/unchecked-path", Level: dialects.Approximated,
		Affects: dialects.Outcome | dialects.ErrorName | dialects.Inputs | dialects.Output | dialects.Time, Data: dialects.Any,
		What: "a path that selects nothing is no error"}
	lossCascade = dialects.LossRule{ID: "convert/cascade-limit", Level: dialects.Approximated,
		Affects: dialects.Outcome | dialects.ErrorName | dialects.Inputs | dialects.Output | dialects.Time, Data: dialects.Any,
		What: "a request that comes to a state for the eleventh time, or takes more than a hundred transitions, is given up"}
	lossStrayRequest = dialects.LossRule{ID: "convert/stray-request", Level: dialects.Approximated,
		Affects: dialects.Outcome | dialects.ErrorName | dialects.Inputs | dialects.Output | dialects.Time, Data: dialects.Any,
		What: "what comes from outside when nothing awaits it is an error, and not left for later or ignored"}
	lossSchedule = dialects.LossRule{ID: "convert/schedule", Level: dialects.Dropped,
		Affects: dialects.Outcome | dialects.ErrorName | dialects.Inputs | dialects.Output | dialects.Time, Data: dialects.Any,
		What: "when a workflow may begin, and when it does by itself, is not said"}
	lossDeadEnd = dialects.LossRule{ID: "convert/dead-end", Level: dialects.Approximated,
		Affects: dialects.Outcome | dialects.Output | dialects.Time, Data: dialects.Any,
		What: "a run that gets stuck comes to an end"}
	lossContext = dialects.LossRule{ID: "convert/parameters-as-context", Level: dialects.Approximated, Affects: dialects.Parameters, Data: dialects.Any,
		What: "what a task is given beside its input is the context of its processor, which is a text"}
)
