package arrow

import (
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// Data that a node makes is a literal in a flow, where a statement begins (arrow: "Flows may also start with a literal"). In the middle
// of a chain it begins a subflow, in which what comes next is. To merge data into the document, both lead to what comes next.

// fixed is data that takes the place of what comes in, or, if it is merged, of its members of the same names.
type fixed struct {
	data  *source.Node // an object or a list
	merge bool         // the data is an object
	deep  bool         // and objects in both are merged in turn
}

// pass returns the part that makes the data of a node.
func (x *writer) pass(n *workflow.Node) chain {
	if n.Data.Result == nil {
		return x.mark(n)
	}
	f := combined(n)
	switch {
	case f == nil:
		return nil
	case f.data.Kind != source.Object && f.data.Kind != source.Array:
		x.refuse(placeOf(n), "the document of %q is %s, and in a flow it is an object or a list", n.Name(), f.data.Kind)
		return nil
	}
	return chain{{source: f, adds: f.merge, node: n}}
}

// combined is the data of a node as it gets into the document; nil if it does not.
func combined(n *workflow.Node) *fixed {
	data := fixedData(n.Data.Result)
	c := n.Data.Combine
	if data == nil || c == nil {
		if data == nil {
			return nil
		}
		return &fixed{data: data}
	}
	switch c.Mode {
	case workflow.SetAt:
		for i := len(c.Path.Steps) - 1; i >= 0; i-- {
			data = &source.Node{Kind: source.Object, Members: []source.Member{{Key: c.Path.Steps[i].Name, Value: data}}}
		}
		return &fixed{data: data, merge: true, deep: true}
	case workflow.Replace:
		if data.Kind == source.Object {
			return &fixed{data: data}
		}
	case workflow.MergeShallow, workflow.MergeDeep:
		if data.Kind == source.Object && len(data.Members) > 0 {
			return &fixed{data: data, merge: true, deep: c.Mode == workflow.MergeDeep}
		}
	}
	return nil
}

// fixedData is the value of an expression that is always the same; nil for others.
func fixedData(e expr.Expr) *source.Node {
	switch e := e.(type) {
	case *expr.Literal:
		if e.Node != nil {
			return e.Node
		}
		return nodeOf(e.Value)
	case *expr.Foreign:
		if e.Means != nil {
			if l, ok := e.Means().(*expr.Literal); ok {
				return fixedData(l)
			}
		}
	case *expr.Object:
		out := &source.Node{Kind: source.Object}
		for _, m := range e.Members {
			v := fixedData(m.Value)
			if v == nil {
				return nil
			}
			out.Members = append(out.Members, source.Member{Key: m.Key, Value: v})
		}
		return out
	}
	return nil
}

// nodeOf is a value as a tree.
func nodeOf(v any) *source.Node {
	f := &source.File{Text: value.Append(nil, v), Format: source.JSON}
	source.Parse(f)
	return f.Root
}

// with is data and what takes its place then, or is merged into it; nil if that is not an object, and the other is.
func (f *fixed) with(next *fixed) *fixed {
	switch {
	case !next.merge:
		return next
	case f.data.Kind != source.Object:
		return nil
	}
	if next.deep && f.merge { // the first may have what the second is merged into
		return nil
	}
	return &fixed{merged(f.data, next.data), f.merge, false}
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
