package arrow

import (
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
)

// Names implements dialects.Naming: those of labels, which belong to their scope. A label is defined where something leads into it.
func (d *definition) Names() []dialects.Name {
	var out []dialects.Name
	scope := 0
	d.flow.scopes(func(statements []*Statement, _ *Declaration) {
		eachScope(statements, func(inner []*Statement) {
			scope++
			for _, u := range labelsOf(inner) {
				add := func(labels []*Label, defines bool) {
					for _, l := range labels {
						out = append(out, dialects.Name{Kind: "label", Text: u.name, Scope: scope, Defines: defines,
							Span: source.Span{Start: l.Span.End - len(u.name), End: l.Span.End}})
					}
				}
				add(u.outputs, true)
				add(u.to, true)
				add(u.inputs, false)
				add(u.from, false)
			}
		})
	})
	return out
}
