package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// skipKnown leads the branches of other choices past a choice with two branches of its own, if they tell which of these is taken, and reports
// whether they did. A flow asks again where paths that met go apart.
func (c *Conversion) skipKnown(n *workflow.Node) bool {
	if n.Kind != workflow.Choice || len(n.In) == 0 || len(n.Out) != 2 || !n.Data.IsZero() || n.Region.Start == n ||
		n.Out[0].Kind != workflow.Guarded || n.Out[1].Kind != workflow.Default || !plainBranch(n.Out[0]) || !plainBranch(n.Out[1]) {
		return false
	}
	own := c.commonGuard(n.Out[0])
	to := make([]*workflow.Node, len(n.In))
	for i, in := range n.In {
		if in.From.Kind != workflow.Choice || in.From == n || !plainBranch(in) {
			return false
		}
		switch facts := c.factsOf(in); {
		case slices.ContainsFunc(facts, func(fact expr.Expr) bool { return c.exclude(own, fact) }):
			to[i] = n.Out[1].To
		case slices.ContainsFunc(facts, func(fact expr.Expr) bool { return c.exclude(opposite(own), fact) }):
			to[i] = n.Out[0].To
		default:
			return false
		}
	}
	for i, in := range slices.Clone(n.In) {
		in.Redirect(to[i])
	}
	for _, e := range slices.Clone(n.Out) {
		e.Disconnect()
	}
	n.Region.Nodes = without(n.Region.Nodes, n)
	if n.Element.Primary == n {
		n.Element.Primary = nil
	}
	return true
}

// factsOf are the conditions that hold where a branch of a choice is taken: its own, and the opposites of those before it.
func (c *Conversion) factsOf(in *workflow.Edge) []expr.Expr {
	var out []expr.Expr
	for _, e := range in.From.Out {
		switch {
		case e == in && e.Kind == workflow.Guarded:
			return append(out, c.commonGuard(e))
		case e == in:
			return out
		case e.Kind == workflow.Guarded && plainBranch(e):
			out = append(out, opposite(c.commonGuard(e)))
		}
	}
	return out
}
