package sw

import "github.com/flowglot/flowglot/pkg/dialects"

// The causes of losses that only this dialect knows as a target. Its filters pass over what selects nothing, and keep the
// name of what is selected by a single one (sw: "State Data Filter").
var (
	lossSelectedName = dialects.LossRule{ID: "convert/selected-name", Level: dialects.Approximated,
		Affects: dialects.Inputs | dialects.Output | dialects.Outcome, Data: dialects.Any,
		What:   "a value that a path selects by a single name stays under that name",
		Remedy: "read the value under its name"}
	lossFurther = dialects.LossRule{ID: "convert/further-token", Level: dialects.Approximated,
		Affects: dialects.Inputs | dialects.Output | dialects.Outcome | dialects.Order | dialects.Time, Data: dialects.Any,
		What:   "a path that a timer starts beside its step ends with the step, and does not share its data",
		Remedy: "start the path of the timer as a workflow of its own"}
	lossDeadEnd = dialects.LossRule{ID: "convert/dead-end-waits", Level: dialects.Approximated, Affects: dialects.Outcome,
		What:   "a run that stops at a dead end waits for an event that nobody sends",
		Remedy: "add a step that ends or fails where the run would stop"}
	lossUnreachable = dialects.LossRule{ID: "convert/unreachable", Level: dialects.Dropped, Affects: dialects.Texts,
		What:   "an unreachable state is dropped",
		Remedy: "remove the state from the definition"}
	lossFollowing = dialects.LossRule{ID: "convert/following-workflow", Level: dialects.Approximated, Affects: dialects.Outcome | dialects.Time | dialects.Output, Data: dialects.Any,
		What:   "the workflow that follows is called before the end, and its result is merged into the document",
		Remedy: "read the output of the last workflow from the members that it merges"}
	lossQuestion = dialects.LossRule{ID: "convert/question", Level: dialects.Dropped, Affects: dialects.Order | dialects.Time | dialects.Outcome | dialects.Inputs | dialects.Output, Data: dialects.Any,
		What:   "a task that decides about a transition is not called, and the transition is not taken",
		Remedy: "call the task before the transition, and decide on its result"}
)

// LossRules implements dialects.Dialect.
func (Dialect) LossRules() []*dialects.LossRule {
	return []*dialects.LossRule{&lossSelectedName, &lossFurther, &lossDeadEnd, &lossUnreachable, &lossFollowing,
		&lossQuestion}
}
