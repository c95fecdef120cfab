package explore

import (
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A constant that an element writes into the document decides conditions until something else may be there: of `x = 1` it is known that x
// is 1, whatever else the document holds.

// mostWritten bounds how many constants of an answer are known.
const mostWritten = 32

// knowsWritten reports whether constants that are written are known later: not where tokens share a document that others of them may change
// in the meantime, in an order of which only some are followed.
func knowsWritten(w *workflow.Workflow) bool {
	return !slices.ContainsFunc(w.Nodes, func(n *workflow.Node) bool {
		adds := slices.ContainsFunc(n.Timers, func(t workflow.Timer) bool { return t.Edge != nil && !t.Interrupting })
		return n.Region.Shared && (adds || n.Split != workflow.SplitOne || n.Body != nil)
	})
}

// constantAt is a value that a member of the document gets.
type constantAt struct {
	names []string
	value any
	span  source.Span
}

// writesOf lists the constants that a node writes into the document when it is left without an error.
func writesOf(n *workflow.Node) []constantAt {
	s := &n.Data
	x := s.Result
	if x == nil && n.Kind == workflow.Pass {
		x = s.Payload
	}
	if x == nil || s.Output != nil && !isDocument(s.Output) {
		return nil
	}
	var names []string
	if c := s.Combine; c != nil {
		if c.Mode == workflow.Drop || c.Mode == workflow.AppendAt {
			return nil
		}
		if c.Mode == workflow.SetAt {
			var ok bool
			if names, ok = childNames(c.Path); !ok {
				return nil
			}
		}
	}
	return constantsIn(x, names, nil)
}

// constantsIn adds the constants of an expression whose value is put at names.
func constantsIn(x expr.Expr, names []string, out []constantAt) []constantAt {
	if len(out) >= mostWritten || len(names) > deepestKnown {
		return out
	}
	switch x := x.(type) {
	case *expr.Literal:
		if o, object := x.Value.(*value.Object); object {
			for k, v := range o.All() {
				out = constantsIn(&expr.Literal{Value: v, Span: x.Span}, append(slices.Clone(names), k), out)
			}
			return out
		}
		if isScalar(x.Value) && len(names) > 0 {
			out = append(out, constantAt{names, x.Value, x.Span})
		}
	case *expr.Object:
		for _, m := range x.Members {
			out = constantsIn(m.Value, append(slices.Clone(names), m.Key), out)
		}
	}
	return out
}

// childNames are the names of the steps of a path of the document that selects a member by names; false if it does not.
func childNames(p *expr.Path) ([]string, bool) {
	if p == nil || p.Root != expr.RootInput {
		return nil, false
	}
	names := make([]string, len(p.Steps))
	for i := range p.Steps {
		if p.Steps[i].Kind != expr.StepChild {
			return nil, false
		}
		names[i] = p.Steps[i].Name
	}
	return names, true
}

// condition is one that holds where the member has the value.
func (c *constantAt) condition() *condition {
	return &condition{reads: [][]string{c.names}, root: term{op: isValue, at: c.names, value: c.value}}
}

// decision is what the constant shows, for people.
func (c *constantAt) decision() Decision {
	return Decision{Question: strings.Join(c.names, ".") + " is " + value.Short(c.value), Condition: &expr.Compare{Op: expr.Equal, Left: expr.NewPath(expr.RootInput, c.names...), Right: &expr.Literal{Value: c.value, Span: c.span},
		Span: c.span}, Holds: true, Written: true}
}

// written returns the condition that a member has a value; nil if nothing asks for what lies there.
func (o *oracle) written(names []string, v any) *condition {
	key := strings.Join(names, "\x00") + "\x00" + string(value.Append(nil, v))
	c, known := o.values[key]
	if !known {
		c = (&constantAt{names: names, value: v}).condition()
		c.id = -len(o.values) - 1
		if !slices.ContainsFunc(o.asking, func(x *condition) bool { return related(c, x) }) {
			c = nil
		}
		o.values[key] = c
	}
	return c
}

// factsOf adds what is known of a value at names: the constants in it.
func (o *oracle) factsOf(names []string, v any, out []fact) []fact {
	if x, object := v.(*value.Object); object {
		if len(names) < deepestKnown {
			for k, m := range x.All() {
				out = o.factsOf(append(slices.Clone(names), k), m, out)
			}
		}
		return out
	}
	if len(names) == 0 || len(out) >= mostWritten || !isScalar(v) {
		return out
	}
	if c := o.written(names, v); c != nil {
		out = append(out, fact{c, true})
	}
	return out
}

// made is a document for an object that a definition writes out, with what is known of its members; its other members are those of the
// definition and no others.
func (o *oracle) made(x expr.Expr) any {
	v, err := (&reader{func(string) bool { return true }}).value(x, anything{})
	tree, object := v.(*value.Object)
	if err != nil || !object {
		return o.unknown
	}
	text, ok := textOfKnown([]byte("made "), tree, 0)
	if !ok {
		return o.unknown
	}
	doc := o.known[string(text)]
	if doc == nil {
		doc = value.ObjectOf(value.Member{Key: "unknown"})
		o.known[string(text)], o.numbers[doc], o.members[doc] = doc, len(o.known)+1, tree
		o.facts[doc] = o.factsOf(nil, tree, nil)
	}
	return doc
}

// after is what is known of a document after an answer was put into it.
func (o *oracle) after(c *workflow.Combine, doc *value.Object, answer any) []fact {
	if path, outside := keeps(c); outside {
		left := o.untouched(doc, path)
		names, plain := childNames(path)
		if !o.constants || !plain {
			return left
		}
		return o.factsOf(names, o.treeOfAnswer(answer), left)
	}
	at, _ := answer.(*value.Object)
	tree := o.members[at]
	if tree == nil || c.Omit != "" {
		return nil
	}
	switch c.Mode {
	case workflow.Replace:
		return o.facts[at]
	case workflow.MergeShallow, workflow.MergeDeep:
		left := slices.Clone(o.facts[doc])
		for k := range tree.All() {
			path := expr.NewPath(expr.RootInput, k)
			left = slices.DeleteFunc(left, func(f fact) bool { return f.condition.touches(path) })
		}
		return o.factsOf(nil, tree, left)
	}
	return nil
}

// treeOfAnswer is what is known of the members of an answer, or a constant.
func (o *oracle) treeOfAnswer(answer any) any {
	at, object := answer.(*value.Object)
	if !object {
		return answer
	}
	if tree := o.members[at]; tree != nil {
		return tree
	}
	return anything{}
}

// untouched are the facts of a document that a change at a path leaves as they are.
func (o *oracle) untouched(doc *value.Object, path *expr.Path) []fact {
	var left []fact
	for _, f := range o.facts[doc] {
		if !f.condition.touches(path) {
			left = append(left, f)
		}
	}
	return left
}
