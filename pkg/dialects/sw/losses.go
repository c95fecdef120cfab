package sw

import "github.com/flowglot/flowglot/pkg/dialects"

// The causes of losses that only this dialect knows as a target. Its filters pass over what selects nothing, and keep the
// name of what is selected by a single one (sw: "State Data Filter").
var (
	lossSelectedName = dialects.LossRule{ID: "convert/selected-name", Level: dialects.Approximated,
		Affects: dialects.Inputs | dialects.Output | dialects.Outcome, Data: dialects.Any,
		What:   "a value that a path selects by a single name stays under that name",
		Remedy: "read the value under its name"}
	lossItemsOfDocument = dialects.LossRule{ID: "convert/items-of-document", Level: dialects.Approximated,
		Affects: dialects.Inputs | dialects.Output | dialects.Outcome | dialects.Order | dialects.Time, Data: dialects.Any,
		What:   "an iteration over the whole document collects its results beside that document, and fails if the document is an empty list",
		Remedy: "have the task before it answer an object with the list in a member, and iterate over that member"}
)

// LossRules implements dialects.Dialect.
func (Dialect) LossRules() []*dialects.LossRule {
	return []*dialects.LossRule{&lossSelectedName, &lossItemsOfDocument}
}
