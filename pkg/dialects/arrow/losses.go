package arrow

import "github.com/flowglot/flowglot/pkg/dialects"

// The causes of losses that arrow alone knows.
var (
	lossNoWayOn = dialects.LossRule{ID: "convert/no-way-on", Level: dialects.Dropped,
		Affects: dialects.Outcome | dialects.ErrorName | dialects.Inputs | dialects.Output | dialects.Time, Data: dialects.Any,
		What: "where nothing leads on, a run fails or stops for good, and the flow hands on what it has"}
	// What a path selects is no part of an object, unless that is the empty one.
	lossInputPart = dialects.LossRule{ID: "convert/input-part", Level: dialects.Approximated, Affects: dialects.Inputs, Data: dialects.Any,
		What: "a task gets the whole document, and not what is selected or made of it"}
	lossOutputPart = dialects.LossRule{ID: "convert/output-part", Level: dialects.Dropped,
		Affects: dialects.Inputs | dialects.Output | dialects.Outcome, Data: dialects.Any,
		What: "the whole document goes on, and not what is selected of it"}
	lossRequirement = dialects.LossRule{ID: "convert/requirement", Level: dialects.Dropped,
		Affects: dialects.Outcome | dialects.ErrorName | dialects.Inputs | dialects.Output | dialects.Time, Data: dialects.Any,
		What: "what a transition or a start requires is not asked for"}
	lossJoinedLate = dialects.LossRule{ID: "convert/joined-late", Level: dialects.Approximated,
		Affects: dialects.Outcome | dialects.ErrorName | dialects.Inputs | dialects.Output | dialects.Order | dialects.Time, Data: dialects.Any,
		What: "what need not end is waited for all the same"}
)

// LossRules implements dialects.Dialect.
func (Dialect) LossRules() []*dialects.LossRule {
	return []*dialects.LossRule{&lossNoWayOn, &lossInputPart, &lossOutputPart, &lossRequirement, &lossJoinedLate}
}
