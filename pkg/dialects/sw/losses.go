package sw

import "github.com/flowglot/flowglot/pkg/dialects"

// The causes of losses that only this dialect knows as a target. Its filters pass over what selects nothing, and keep the
// name of what is selected by a single one (sw: "State Data Filter").
var (
	lossSelectedName = dialects.LossRule{ID: "convert/selected-name", Level: dialects.Approximated,
		Affects: dialects.Inputs | dialects.Output | dialects.Outcome, Data: dialects.Any,
		What:   "a value that a path selects by a single name stays under that name",
		Remedy: "read the value under its name"}
)

// LossRules implements dialects.Dialect.
func (Dialect) LossRules() []*dialects.LossRule {
	return []*dialects.LossRule{&lossSelectedName}
}
