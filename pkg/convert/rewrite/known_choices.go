package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// skipKnown leads the branches of other choices past a choice, if their conditions decide it, and reports whether they did. A flow asks again
// where paths that met go apart.
func (c *Conversion) skipKnown(n *workflow.Node) bool {
	if n.Kind != workflow.Choice || len(n.In) == 0 || !n.Data.IsZero() || n.Region.Start == n || slices.ContainsFunc(n.Out, func(e *workflow.Edge) bool { return !plainBranch(e) }) {
		return false
	}
	to := make([]*workflow.Node, len(n.In))
	for i, in := range n.In {
		if in.From.Kind != workflow.Choice || in.From == n || !plainBranch(in) {
			return false
		}
		if to[i] = c.branchUnder(n, c.factsOf(in)); to[i] == nil {
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

// branchUnder is where a choice leads under some conditions that hold; nil if these do not decide.
func (c *Conversion) branchUnder(n *workflow.Node, facts []expr.Expr) *workflow.Node {
	for _, e := range n.Out {
		if e.Kind == workflow.Default {
			return e.To
		}
		own := c.commonGuard(e)
		if slices.ContainsFunc(facts, func(fact expr.Expr) bool { return c.exclude(opposite(own), fact) }) {
			return e.To
		}
		if !slices.ContainsFunc(facts, func(fact expr.Expr) bool { return c.exclude(own, fact) }) {
			return nil
		}
	}
	return nil
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
