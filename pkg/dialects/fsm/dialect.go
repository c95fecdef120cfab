package fsm

import (
	"bytes"
	_ "embed"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
)

// Dialect is that of entity state machines. It implements dialects.Dialect.
type Dialect struct{}

// Name implements dialects.Dialect.
func (Dialect) Name() string { return "fsm" }

// Suffixes implements dialects.Dialect.
func (Dialect) Suffixes() []string { return []string{".fsm.json", ".fsm.yaml", ".fsm.yml"} }

// Looks implements dialects.Dialect.
func (Dialect) Looks() string {
	return `an object with "initialState" and "states", or an array or "workflows" of such`
}

// Recognises implements dialects.Dialect.
func (Dialect) Recognises(root *source.Node) bool {
	if root.Kind == source.Array {
		return anyDefinition(root.Items)
	}
	if list := root.Get("workflows"); list != nil && list.Kind == source.Array {
		return root.Get("importMode") != nil || root.Get("entityName") != nil || anyDefinition(list.Items)
	}
	return looksLikeDefinition(root)
}

func anyDefinition(items []*source.Node) bool {
	for _, n := range items {
		if looksLikeDefinition(n) {
			return true
		}
	}
	return false
}

// looksLikeDefinition reports whether a value has what only a definition of this dialect has: its initial state by name,
// or states with transitions.
func looksLikeDefinition(n *source.Node) bool {
	states := n.Get("states")
	if n.Get("initialState") != nil {
		return states == nil || states.Kind == source.Object
	}
	if states == nil || states.Kind != source.Object {
		return false
	}
	for i := range states.Members {
		if states.Members[i].Value.Get("transitions") != nil {
			return true
		}
	}
	return false
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
	// findings are what reading found.
	findings dialects.Findings
}

// Outline implements dialects.Outlined.
func (Dialect) Outline() dialects.Outline {
	return dialects.Outline{Elements: "states", Texts: []string{"desc", "version"}}
}
