package sw

import (
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
)

// Names implements dialects.Naming: those of functions and events, which a sub-workflow inherits from its parent (sw: "SubFlow State").
func (d *definition) Names() []dialects.Name {
	if d.workflow == nil {
		return nil
	}
	var out []dialects.Name
	add := func(kind string, n *source.Node, name string, defines bool) {
		if text := d.file.Content(n); len(text.String) == len(name) {
			out = append(out, dialects.Name{Kind: kind, Text: name, Span: text.At(0, len(name)), Defines: defines, Inherited: true})
		}
	}
	for _, f := range d.workflow.Functions {
		if f.Name != nil {
			add("function", f.Name.Node, f.Name.Value, true)
		}
	}
	for _, e := range d.workflow.Events {
		if e.Name != nil {
			add("event", e.Name.Node, e.Name.Value, true)
		}
	}
	for _, x := range d.references {
		switch x.What {
		case toState:
		case toFunction:
			add("function", x.Node, x.Name, false)
		default:
			add("event", x.Node, x.Name, false)
		}
	}
	return out
}
