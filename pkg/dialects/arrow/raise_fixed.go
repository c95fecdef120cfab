package arrow

import (
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// Data that a node makes without a task is a literal in a flow, where a statement begins (arrow: "Flows may also
// start with a literal"). In the middle of a chain it begins a subflow, in which what comes next is. To merge data into what a
// task answered, both lead to what comes next, which merges them, the literal last. Elsewhere a task replaces the data.

// fixed is data that takes the place of what comes in, or, if it is merged, of its members of the same names.
type fixed struct {
	node  *workflow.Node
	data  *source.Node // an object or a list
	merge bool         // the data is an object
}

// translatePass returns the part that makes the data of a node. A task replaces computed data.
func (x *translated) translatePass(n *workflow.Node) chain {
	defer x.addOutputLosses(n)
	if n.Data.Result == nil {
		x.addPassedLosses(n)
		if c := n.Data.Combine; c != nil && c.Mode == workflow.SetAt {
			x.add(&dialects.LossPlace, spanOf(c.Span, placeOf(n)), n.Element, "the document unchanged", "a flow cannot store the document at `%s`", c.Path)
		}
		return nil
	}
	if n.Data.Select != nil {
		x.addPathLoss(n, n.Data.Select)
	}
	data := fixedData(n.Data.Result)
	if data == nil {
		return x.createStandIn(n, nil, "a task has to produce the data of %q, which is computed in the source")
	}
	f := x.combinedData(n, data)
	switch {
	case f == nil:
		return nil
	case f.data.Kind != source.Object && f.data.Kind != source.Array:
		result := &source.Node{Kind: source.Object, Members: []source.Member{{Key: "result", Value: f.data}}}
		return x.createStandIn(n, result, "a task has to produce the data of %q, which is neither an object nor a list")
	case f.merge && x.w.Documents != workflow.ObjectDocument:
		x.add(&dialects.LossDocument, placeOf(n), n.Element, "an object", "data is merged even into a document that is not an object")
	}
	return chain{{source: f}}
}

// combinedData is the data of a node as it gets into the document; nil if it does not.
func (x *translated) combinedData(n *workflow.Node, data *source.Node) *fixed {
	c := n.Data.Combine
	if c == nil {
		return &fixed{n, data, false}
	}
	switch c.Mode {
	case workflow.SetAt:
		for i := len(c.Path.Steps) - 1; i >= 0; i-- {
			s := c.Path.Steps[i]
			if s.Kind != expr.StepChild {
				x.add(&dialects.LossPlace, spanOf(c.Span, placeOf(n)), n.Element, "the document unchanged", "a flow cannot store data at `%s`", c.Path)
				return nil
			}
			if i == 0 && len(c.Path.Steps) > 1 {
				x.add(&dialects.LossPlace, spanOf(c.Span, placeOf(n)), n.Element, "all of `"+(&expr.Path{Steps: c.Path.Steps[:1]}).String()+"`",
					"a flow cannot store data at `%s` alone", c.Path)
			}
			data = &source.Node{Kind: source.Object, Members: []source.Member{{Key: s.Name, Value: data}}}
		}
		return &fixed{n, data, true}
	case workflow.Replace:
		if data.Kind == source.Object {
			return &fixed{n, data, false}
		}
	case workflow.MergeShallow, workflow.MergeDeep:
		if data.Kind != source.Object || len(data.Members) == 0 {
			return nil
		}
		if c.Mode == workflow.MergeDeep && !flat(data) {
			x.add(&dialects.LossMergeIntoReplace, placeOf(n), n.Element, "the members in place of those in the document",
				"the merge of nested members into the document is dropped")
		}
		return &fixed{n, data, true}
	}
	return nil
}

// flat reports whether no member of an object is an object.
func flat(n *source.Node) bool {
	for _, m := range n.Members {
		if m.Value.Kind == source.Object {
			return false
		}
	}
	return true
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
	return &fixed{next.node, merged(f.data, next.data), f.merge}
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
