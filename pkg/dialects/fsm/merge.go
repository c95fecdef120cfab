package fsm

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
)

// An ImportMode describes what an import does to the workflows that are stored (fsm: "IMPORT REQUEST").
type ImportMode string

// The modes.
const (
	ImportMerge    ImportMode = "MERGE"    // what is not in the import stays as it is
	ImportReplace  ImportMode = "REPLACE"  // what is not in the import goes
	ImportActivate ImportMode = "ACTIVATE" // what is not in the import stays, and becomes inactive
)

// ImportModes are all the modes.
func ImportModes() []ImportMode { return []ImportMode{ImportMerge, ImportReplace, ImportActivate} }

// ImportModeOf returns the mode that a file asks for as an import request; it is [ImportMerge] for one that asks for none.
func ImportModeOf(f *source.File) ImportMode {
	n := f.Root.Get("importMode")
	for _, m := range ImportModes() {
		if n != nil && n.Text == string(m) {
			return m
		}
	}
	return ImportMerge
}

// Merge applies an import to what is stored for a model, and returns what the service would export then, as JSON. Both
// files have been parsed; each may be of any shape.
//
// The findings are those of the import, and those that keep what is stored from being read. If one of them is an error the
// service would refuse the import, and the text is nil.
func Merge(mode ImportMode, stored, incoming *source.File) (text []byte, found []diag.Diagnostic) {
	before, after := read(stored, dialects.Options{}), read(incoming, dialects.Options{})
	found = after.Check(0)
	for _, d := range before.Check(0) {
		if d.Severity == diag.Error {
			found = append(found, d)
		}
	}
	if diag.Worst(found) == diag.Error || before.document == nil || after.document == nil {
		return nil, found
	}
	imported := make(map[string]*source.Node, len(after.document.Workflows))
	for _, w := range after.document.Workflows {
		imported[w.Name.Value] = withActive(w.Node, true)
	}
	list := &source.Node{Kind: source.Array}
	known := make(map[string]bool, len(before.document.Workflows))
	for _, w := range before.document.Workflows {
		known[w.Name.Value] = true
		switch n := imported[w.Name.Value]; {
		case n != nil:
			list.Items = append(list.Items, n)
		case mode == ImportReplace:
		case mode == ImportActivate:
			list.Items = append(list.Items, withActive(w.Node, false))
		default:
			list.Items = append(list.Items, withActive(w.Node, w.Selectable()))
		}
	}
	for _, w := range after.document.Workflows {
		if !known[w.Name.Value] {
			list.Items = append(list.Items, imported[w.Name.Value])
		}
	}
	return source.Print(canonical(export(before.document, list)), source.JSON), found
}

// export makes an export response of workflows, for the model that a document tells.
func export(of *Document, list *source.Node) *source.Node {
	n := dialects.NewObject()
	if of.EntityName != nil {
		dialects.Put(n, "entityName", of.EntityName.Node)
	}
	dialects.Put(n, "modelVersion", of.ModelVersion)
	dialects.Put(n, "workflows", list)
	return n
}

// withActive returns a workflow that reports whether it is active.
func withActive(n *source.Node, active bool) *source.Node {
	out := *n
	out.Members = slices.DeleteFunc(slices.Clone(n.Members), func(m source.Member) bool { return m.Key == "active" })
	out.Members = append(out.Members, source.Member{Key: "active", Value: value.Node(active)})
	return &out
}
