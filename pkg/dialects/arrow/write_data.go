package arrow

import (
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// Data that a node makes is a literal in a flow, where a statement begins (arrow: "Flows may also start with a literal"): what begins a
// workflow with data in place of its input (see [dialects.Abilities]). Other data was made the answer of a task before.

// pass returns the part that makes the data of a node.
func (x *writer) pass(n *workflow.Node) chain {
	d := &n.Data
	if d.Result == nil || d.Combine != nil && d.Combine.Mode == workflow.Drop {
		return x.mark(n)
	}
	data := fixedData(d.Result)
	if data == nil || data.Kind != source.Object && data.Kind != source.Array || d.Combine != nil && d.Combine.Mode != workflow.Replace ||
		n != x.w.Root.Start {
		x.refuse(placeOf(n), "a flow begins with a fixed object or list at most, and cannot have the data of %q", n.Name())
		return nil
	}
	return chain{{source: data, node: n}}
}

// fixedData is the value of an expression that is always the same; nil for others.
func fixedData(e expr.Expr) *source.Node {
	return dialects.Tree(e, func(e expr.Expr) *source.Node {
		if l, ok := expr.Meant(e).(*expr.Literal); ok {
			return dialects.Written(l)
		}
		return nil
	})
}

// onOneLine writes data as JSON on one line.
func onOneLine(dst []byte, n *source.Node) []byte {
	switch n.Kind {
	case source.Object:
		dst = append(dst, '{')
		for i, m := range n.LastMembers() {
			if i > 0 {
				dst = append(dst, ", "...)
			}
			dst = append(value.AppendString(dst, m.Key), ": "...)
			dst = onOneLine(dst, m.Value)
		}
		return append(dst, '}')
	case source.Array:
		dst = append(dst, '[')
		for i, item := range n.Items {
			if i > 0 {
				dst = append(dst, ", "...)
			}
			dst = onOneLine(dst, item)
		}
		return append(dst, ']')
	}
	return value.Append(dst, value.Of(n))
}

// literalOf is data as a literal between two marks.
func literalOf(n *source.Node, open, close string) *Literal {
	return &Literal{Text: open + string(onOneLine(nil, n)) + close}
}
