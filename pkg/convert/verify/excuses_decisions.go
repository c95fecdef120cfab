package verify

import (
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// asksAlike reports whether everything that a node asks of its data is answered alike with the data of two visits: its own condition and
// those of its edges, the list that it iterates over, and until when it waits. It is false where that is not known.
func (x *excuses) asksAlike(n *workflow.Node, was, is visit) bool {
	if n.Kind == workflow.Table || was.data == nil || is.data == nil {
		return false
	}
	if !x.holdsAlike(n.When, was.env(was.data), is.env(is.data)) {
		return false
	}
	if n.Body != nil && n.Body.Each && !makesAlike(n.Data.Payload, was.effective(n), is.effective(n)) {
		return false
	}
	if n.Until != nil && n.Until.Expr != nil && !makesAlike(n.Until.Expr, was.effective(n), is.effective(n)) {
		return false
	}
	for _, e := range n.Out {
		if e.Guard == nil && e.Require == nil {
			continue
		}
		if e.Kind == workflow.Manual { // which asks of what comes with the request, too
			return false
		}
		a, b := was.decidedAfter(n), is.decidedAfter(n)
		if a == nil || b == nil || !x.holdsAlike(e.Guard, a, b) || !x.holdsAlike(e.Require, a, b) {
			return false
		}
	}
	return true
}

// decidedAfter is what the conditions of the edges of a node are asked of in a visit; nil where that is not known.
func (v *visit) decidedAfter(n *workflow.Node) *expr.Env {
	switch {
	case n.Call == nil && n.Body == nil && n.Awaits == nil:
		return v.effective(n)
	case v.edge != nil && v.edge.Data.IsZero() && v.left != nil:
		return v.env(v.left)
	}
	return nil
}

// effective is what a node works on in a visit; nil where it cannot be selected.
func (v *visit) effective(n *workflow.Node) *expr.Env {
	if n.Data.Select == nil {
		return v.env(v.data)
	}
	selected, err := expr.Eval(n.Data.Select, v.env(v.data))
	if err != nil {
		return nil
	}
	return v.env(selected)
}

// holdsAlike reports whether a condition has the same answer in two visits. Of data for which the target may write it otherwise, that is
// not known.
func (x *excuses) holdsAlike(condition expr.Expr, a, b *expr.Env) bool {
	if condition == nil {
		return true
	}
	if a == nil || b == nil || x.pair.Domain.Typed && (x.pair.typing().mistypedIn(condition, a) != nil || x.pair.typing().mistypedIn(condition, b) != nil) {
		return false
	}
	was, err := expr.Holds(condition, a)
	is, bad := expr.Holds(condition, b)
	return err == nil && bad == nil && was == is
}

func makesAlike(x expr.Expr, a, b *expr.Env) bool {
	if a == nil || b == nil {
		return false
	}
	if x == nil {
		return value.Equal(a.Input, b.Input)
	}
	was, err := expr.Eval(x, a)
	is, bad := expr.Eval(x, b)
	return err == nil && bad == nil && value.Equal(was, is)
}
