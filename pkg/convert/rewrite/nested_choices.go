package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// nestedChoices unfolds the groups that a flow puts branches into which go on with the same step: a flow has no other way to share it.
var nestedChoices = Rewrite{
	ID:     "rewrite/nested-choices",
	What:   "a choice without a name in a branch of another one becomes branches of that one, where that is the default or is taken for all of its conditions, and is left out where the conditions of the branches that lead to it decide it",
	When:   "has no conditional steps",
	Before: "if paid or waived: (if paid: ship; else: note); else: refuse",
	After:  "if paid: ship; if waived: note; else: refuse",
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		changed := false
		for _, n := range slices.Backward(w.Nodes) { // the inner ones first
			if c.nameless[n] && (c.joinsAround(n) || c.skipKnown(n)) {
				changed = true
			}
		}
		if changed {
			Compact(w)
			c.foldAll(w) // a branch may ask now what one before it asks
		}
		return changed
	},
}

// noteNameless notes that the name of a choice was made up.
func (c *Conversion) noteNameless(choice *workflow.Node) {
	if c.nameless == nil {
		c.nameless = map[*workflow.Node]bool{}
	}
	c.nameless[choice] = true
}

// joinsAround replaces the branch of a choice that leads to another one by the branches of that. It reports false where their conditions would
// not be those that the branches have now.
func (c *Conversion) joinsAround(n *workflow.Node) bool {
	if len(n.In) != 1 || !n.Data.IsZero() || n.Region.Start == n {
		return false
	}
	in, around := n.In[0], n.In[0].From
	if around.Kind != workflow.Choice || around == n || !plainBranch(in) || slices.ContainsFunc(n.Out, func(e *workflow.Edge) bool { return !plainBranch(e) }) {
		return false
	}
	guards, ok := c.unfoldedGuards(n, in)
	if !ok && !c.makeDefault(in) {
		return false
	}
	at := slices.Index(around.Out, in)
	after := slices.Clone(around.Out[at+1:])
	in.Disconnect()
	around.Out = around.Out[:at]
	for i, e := range slices.Clone(n.Out) {
		switch {
		case in.Kind == workflow.Default:
		case guards[i] == nil: // nothing is left for it
			e.Disconnect()
			continue
		default:
			e.Kind, e.Guard = workflow.Guarded, guards[i]
		}
		e.MoveStart(around)
	}
	around.Out = append(around.Out, after...)
	n.Region.Nodes = without(n.Region.Nodes, n)
	if n.Element.Primary == n {
		n.Element.Primary = nil
	}
	return true
}

// makeDefault makes a branch under the opposite of a condition the default, if it is the first of two, and the other one is the default: that
// is taken if the condition holds. It reports false for other branches.
func (c *Conversion) makeDefault(in *workflow.Edge) bool {
	out := in.From.Out
	if len(out) != 2 || out[0] != in || in.Kind != workflow.Guarded || out[1].Kind != workflow.Default || !plainBranch(out[1]) {
		return false
	}
	not, ok := c.commonGuard(in).(*expr.Not)
	if !ok {
		return false
	}
	out[1].Kind, out[1].Guard = workflow.Guarded, not.Operand
	in.Kind, in.Guard = workflow.Default, nil
	slices.Reverse(out)
	return true
}

// plainBranch reports whether an edge is a branch of a choice that does nothing else.
func plainBranch(e *workflow.Edge) bool {
	return (e.Kind == workflow.Guarded && e.Guard != nil || e.Kind == workflow.Default) && e.Data.IsZero() && e.Require == nil && e.Ask == nil
}

// mostAlternatives is how many alternatives are compared with one another.
const mostAlternatives = 20

// unfoldedGuards are the conditions of the branches of a choice in the place of the one that leads to it. Each has to imply the condition of this
// branch, or to exclude some of its alternatives: it then asks for the others, too. The default has what the others leave of the alternatives, or
// nil. If this branch is a default, they stay as they are.
func (c *Conversion) unfoldedGuards(n *workflow.Node, in *workflow.Edge) ([]expr.Expr, bool) {
	out := make([]expr.Expr, len(n.Out))
	if in.Kind == workflow.Default {
		return out, true
	}
	around := c.commonGuard(in)
	all := alternatives(around)
	left := all
	for i, e := range n.Out {
		if e.Kind == workflow.Default {
			if len(left) > 0 {
				out[i] = (&expr.Logic{Op: expr.Or, Operands: left, Span: e.Span}).Reduced()
			}
			continue
		}
		own := c.commonGuard(e)
		out[i] = e.Guard
		if !expr.Exclusive(own, expr.Opposite(around)) {
			if len(all) > mostAlternatives {
				return nil, false
			}
			with := slices.DeleteFunc(slices.Clone(all), func(x expr.Expr) bool { return expr.Exclusive(own, x) })
			if len(with) == len(all) || len(with) == 0 {
				return nil, false
			}
			some := (&expr.Logic{Op: expr.Or, Operands: with, Span: e.Span}).Reduced()
			out[i] = &expr.Logic{Op: expr.And, Operands: []expr.Expr{some, e.Guard}, Span: e.Span}
		}
		left = leftBy(own, left)
	}
	return out, true
}

// leftBy are the alternatives that have to be asked for where a condition does not hold: those that are none of its own, and hold where none
// of the others does.
func leftBy(own expr.Expr, all []expr.Expr) []expr.Expr {
	taken := alternatives(own)
	left := slices.DeleteFunc(slices.Clone(all), func(x expr.Expr) bool {
		return slices.ContainsFunc(taken, func(other expr.Expr) bool { return workflow.SameExpr(other, x) })
	})
	for i := 0; i < len(left) && len(left) <= mostAlternatives; i++ {
		rest := &expr.Logic{Op: expr.And, Operands: []expr.Expr{left[i], expr.Opposite(own)}}
		others := slices.Delete(slices.Clone(left), i, i+1)
		if slices.ContainsFunc(others, func(x expr.Expr) bool { return expr.Exclusive(rest, expr.Opposite(x)) }) {
			left = others
			i--
		}
	}
	return left
}

// alternatives are the conditions one of which has to hold.
func alternatives(x expr.Expr) []expr.Expr {
	l, ok := x.(*expr.Logic)
	if !ok || l.Op != expr.Or {
		return []expr.Expr{x}
	}
	var out []expr.Expr
	for _, o := range l.Operands {
		out = append(out, alternatives(o)...)
	}
	return out
}
