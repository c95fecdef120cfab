package fsm

import (
	"bytes"
	_ "embed"
	"strconv"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
)

// Dialect is that of entity state machines. It implements dialects.Dialect.
type Dialect struct{}

// Name implements dialects.Dialect.
func (Dialect) Name() string { return "fsm" }

// Suffixes implements dialects.Dialect.
func (Dialect) Suffixes() []string { return []string{".fsm.json", ".fsm.yaml", ".fsm.yml"} }

// visitsOption is the name of the option for how often one request may bring an entity to a state.
const visitsOption = "max-visits"

// Terms implements dialects.Dialect.
func (Dialect) Terms() dialects.Terms {
	return dialects.Terms{Element: "state", Whole: "workflow", End: "add a transition to a state without transitions", Exit: "add a transition that leaves the cycle",
		Levels: dialects.Levels{Unreferenced: sharedLevel, Unreachable: sharedLevel}}
}

// Options implements dialects.Dialect.
func (Dialect) Options() []dialects.Option {
	return []dialects.Option{{
		Name: visitsOption,
		Read: &dialects.Flag{Name: visitsOption, Default: strconv.Itoa(maxVisits), Help: "how often one request may bring an entity of fsm to a state"},
	}}
}

// Looks implements dialects.Dialect.
func (Dialect) Looks() string {
	return `"initialState" and "states" with "transitions", or a list or "workflows" of such`
}

// Recognises implements dialects.Dialect.
func (Dialect) Recognises(root *source.Node) dialects.Evidence {
	if root.Kind == source.Array {
		return evidence("an item with ", root.Items)
	}
	if list := root.Get("workflows"); list != nil && list.Kind == source.Array {
		return evidence(`"workflows", one with `, list.Items)
	}
	return evidence("", []*source.Node{root})
}

// evidence looks for a definition among objects: one that names its initial state, and has states with transitions that
// have a name and lead to a next state. State machines of other tools have fields of their own in them, such as animations and events.
func evidence(where string, items []*source.Node) dialects.Evidence {
	var out dialects.Evidence
	for _, n := range items {
		initial, states := n.Get("initialState"), n.Get("states")
		if initial == nil || states == nil || states.Kind != source.Object {
			continue
		}
		for i := range states.Members {
			list := states.Members[i].Value.Get("transitions")
			if list == nil || list.Kind != source.Array || !words.Holds(states.Members[i].Value, inState) {
				continue
			}
			for _, t := range list.Items {
				if t.Get("next") != nil && (t.Get("name") != nil || t.Get("manual") != nil) && words.Holds(t, inTransition) { // state charts of other tools have "next" alone
					return dialects.Evidence{Shows: where + `"initialState" and a state whose "transitions" have a "next"`}
				}
			}
		}
		out.Lacks = `"initialState" and "states" are there, but no state has "transitions" with a "name", a "next" and no fields of other tools`
	}
	return out
}

//go:embed schema.json
var schema []byte

// Schema implements dialects.Dialect.
func (Dialect) Schema() []byte { return bytes.Clone(schema) }

// A definition is a file that was read as fsm. It implements dialects.Definition.
type definition struct {
	file    *source.File
	options dialects.Options
	// document is nil if the file holds neither an object nor an array.
	document *Document
	// shared are the workflows, by where they start, that have a state in common with another one.
	shared map[int]bool
	// findings are what reading found.
	findings dialects.Findings
}

// Outline implements dialects.Outlined.
func (Dialect) Outline() dialects.Outline {
	return dialects.Outline{Elements: "states", Texts: []string{"desc", "version"}}
}
