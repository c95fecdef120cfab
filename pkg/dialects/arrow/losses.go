package arrow

import "github.com/flowglot/flowglot/pkg/dialects"

// The causes of losses that arrow alone knows.
var lossSharedTask = dialects.LossRule{ID: "convert/shared-task", Level: dialects.Approximated, Affects: dialects.Parameters, Data: dialects.Part,
	What:   "several tasks that each call one other task become that task, without what they add to its calls",
	Remedy: "add the parameters of each call to the declaration of its step: `@task NAME = TASK (- … -)`"}

var lossDeadEnd = dialects.LossRule{ID: "convert/dead-end-continues", Aliases: []string{"convert/no-way-on"}, Level: dialects.Dropped,
	Affects: dialects.Outcome | dialects.ErrorName | dialects.Inputs | dialects.Output | dialects.Time, Data: dialects.Any,
	What:   "at a dead end, where a run stops for good, the flow passes its data on",
	Remedy: "lead the step to an end, or to a step that fails"}

// LossRules implements dialects.Dialect.
func (Dialect) LossRules() []*dialects.LossRule {
	return []*dialects.LossRule{&lossDeadEnd, &lossSharedTask}
}
