package verify

import (
	"slices"
	"time"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// decidesOtherwise returns when a node first takes another path with the data of the target, which a loss changes, than with that of the
// source, and whether it may fail there, which ends what runs beside it. What cannot be known counts as another path.
func (x *excuses) decidesOtherwise(n *workflow.Node, l *effect) (at time.Time, otherwise, fails bool) {
	visits, others := x.source.visits[n], x.target.named[n.Name()]
	decides, fails := decider(n), x.source.data[n.Name()] || x.target.data[n.Name()]
	if !decides && !fails {
		return at, false, false
	}
	for i, v := range visits {
		if v.at.Before(l.at) {
			continue
		}
		if decides && i >= len(others) && l.Rule.Data == dialects.Includes && x.sameInAll(n, v, x.target.around(v.at)) && x.byItself(n) {
			continue
		}
		if !decides || i >= len(others) {
			return v.at, true, fails
		}
		if parts, unmatched := x.parts(n, v, others[i]); parts {
			return v.at, true, fails || unmatched
		}
	}
	return at, false, false
}

// sameInAll reports whether a node takes the same path in a visit of the source as with all that the target has then, which does not come to
// the node: it did not go another way because of its data.
func (x *excuses) sameInAll(n *workflow.Node, v visit, list []visit) bool {
	return len(list) > 0 && !slices.ContainsFunc(list, func(is visit) bool {
		parts, _ := x.parts(n, v, is)
		return parts
	})
}

// byItself reports whether nothing ran beside a node in the source, so that what there is at an instant is what it is about.
func (x *excuses) byItself(n *workflow.Node) bool {
	for m, visits := range x.source.visits {
		if m.Name() != n.Name() && x.net.beside(n.Name(), m.Name()) && slices.ContainsFunc(visits, func(v visit) bool { return !v.skipped }) {
			return false
		}
	}
	return true
}

// decider reports whether the path of a token depends on data at a node.
func decider(n *workflow.Node) bool {
	if n.Kind == workflow.Choice || n.Kind == workflow.State || n.Kind == workflow.Table || n.When != nil || n.Body != nil && n.Body.Each ||
		n.Until != nil && n.Until.Expr != nil {
		return true
	}
	return slices.ContainsFunc(n.Out, func(e *workflow.Edge) bool { return e.Guard != nil || e.Require != nil })
}

// parts reports whether a node takes another path with other data, and whether that may be none at all.
func (x *excuses) parts(n *workflow.Node, was, is visit) (parts, unmatched bool) {
	if was.data != nil && is.data != nil && value.Equal(was.data, is.data) {
		return false, false
	}
	if n.Kind != workflow.Choice || n.When != nil {
		return !x.asksAlike(n, was, is), false
	}
	edge, known := x.choose(n, is)
	return !known || edge != was.edge, !known || edge == nil
}

// choose returns the edge of a choice that data leads along; nil if none does. It is not known where a condition cannot be evaluated, or
// where the target may write it for other types of values than that of the data.
func (x *excuses) choose(n *workflow.Node, v visit) (edge *workflow.Edge, known bool) {
	data := v.data
	if n.Data.Select != nil {
		selected, err := expr.Eval(n.Data.Select, v.env(data))
		if err != nil {
			return nil, false
		}
		data = selected
	}
	var otherwise *workflow.Edge
	for _, e := range n.Out {
		switch {
		case e.Kind == workflow.Default && otherwise == nil:
			otherwise = e
		case e.Kind == workflow.Guarded:
			holds, err := expr.Holds(e.Guard, v.env(data))
			if err != nil || x.pair.Domain.Typed && x.pair.typing().mistypedIn(e.Guard, v.env(data)) != nil {
				return nil, false
			}
			if holds {
				return e, true
			}
		}
	}
	return otherwise, true
}

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
