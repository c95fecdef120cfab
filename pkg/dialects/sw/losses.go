package sw

import "github.com/flowglot/flowglot/pkg/dialects"

// The causes of losses that only this dialect knows as a target. Its filters pass over what selects nothing, and keep the
// name of what is selected by a single one (sw: "State Data Filter").
var (
	lossSelectedName = dialects.LossRule{ID: "convert/selected-name", Level: dialects.Approximated,
		Affects: dialects.Inputs | dialects.Output | dialects.Outcome, Data: dialects.Any,
		What: "what a path selects by a single name keeps that name, and does not stand by itself"}
	lossFurther = dialects.LossRule{ID: "convert/further-token", Level: dialects.Approximated,
		Affects: dialects.Inputs | dialects.Output | dialects.Outcome | dialects.Order | dialects.Time, Data: dialects.Any,
		What: "what a timer starts beside its step ends when the step does, and does not share its data"}
	lossDeadEnd = dialects.LossRule{ID: "convert/dead-end-waits", Level: dialects.Approximated, Affects: dialects.Outcome,
		What: "what stays where no way leads on waits for an event that nobody sends"}
	lossUnreachable = dialects.LossRule{ID: "convert/unreachable", Level: dialects.Dropped, Affects: dialects.Texts,
		What: "what no way leads to is not written"}
	lossFollowing = dialects.LossRule{ID: "convert/following-workflow", Level: dialects.Approximated, Affects: dialects.Outcome | dialects.Time | dialects.Output, Data: dialects.Any,
		What: "the workflow that follows is called before the end, and what comes of it is merged"}
	lossQuestion = dialects.LossRule{ID: "convert/question", Level: dialects.Dropped, Affects: dialects.Order | dialects.Time | dialects.Outcome | dialects.Inputs | dialects.Output, Data: dialects.Any,
		What: "a task whose answer decides about a transition is not asked, and the transition is not taken"}
)

// LossRules implements dialects.Dialect.
func (Dialect) LossRules() []*dialects.LossRule {
	return []*dialects.LossRule{&lossSelectedName, &lossFurther, &lossDeadEnd, &lossUnreachable, &lossFollowing,
		&lossQuestion}
}
