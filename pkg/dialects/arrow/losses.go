package arrow

import "github.com/flowglot/flowglot/pkg/dialects"

// The causes of losses that arrow alone knows.
var (
	lossNoWayOn = dialects.LossRule{ID: "convert/no-way-on", Level: dialects.Dropped,
		Affects: dialects.Outcome | dialects.ErrorName | dialects.Inputs | dialects.Output | dialects.Time, Data: dialects.Any,
		What:   "at a dead end, where a run fails or stops for good, the flow passes its data on",
		Remedy: "add a task that fails or stops there"}
	// What a path selects is not part of an object, unless that is the empty one.
	lossOutputPart = dialects.LossRule{ID: "convert/output-part", Level: dialects.Dropped,
		Affects: dialects.Inputs | dialects.Output | dialects.Outcome, Data: dialects.Any,
		What:   "the whole document is passed on instead of the selected part",
		Remedy: "select the part in the worker that reads it"}
	lossRequirement = dialects.LossRule{ID: "convert/requirement", Level: dialects.Dropped,
		Affects: dialects.Outcome | dialects.ErrorName | dialects.Inputs | dialects.Output | dialects.Time, Data: dialects.Any,
		What:   "the requirement of a transition or a start is not checked",
		Remedy: "check the requirement in a worker before the step"}
)

// LossRules implements dialects.Dialect.
func (Dialect) LossRules() []*dialects.LossRule {
	return []*dialects.LossRule{&lossNoWayOn, &lossOutputPart, &lossRequirement}
}
