package arrow

import "github.com/flowglot/flowglot/pkg/dialects"

// The causes of losses that arrow alone knows.
var lossDeadEnd = dialects.LossRule{ID: "convert/dead-end-continues", Aliases: []string{"convert/no-way-on"}, Level: dialects.Dropped,
	Affects: dialects.Outcome | dialects.ErrorName | dialects.Inputs | dialects.Output | dialects.Time, Data: dialects.Any,
	What:   "at a dead end, where a run stops for good, the flow passes its data on",
	Remedy: "lead the step to an end, or to a step that fails"}

// LossRules implements dialects.Dialect.
func (Dialect) LossRules() []*dialects.LossRule { return []*dialects.LossRule{&lossDeadEnd} }
