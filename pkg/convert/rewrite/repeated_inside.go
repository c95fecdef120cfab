package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/workflow"
)

// repeatInside puts steps that lead back to one another, without the first step of all that are repeated, into parts of their own, as a plan
// has them: each of them repeats the steps in it. It returns the repetition that is left, and nil if there are no such steps, or a plan
// cannot have them, or not so deep in one another.
func (c *Conversion) repeatInside(w *workflow.Workflow, l *repetition, levels int) *repetition {
	var inner []*repetition
	for _, cycle := range workflow.Cycle(l.steps).Without(l.head) {
		m := repetitionOf(cycle)
		if m == nil || len(m.marked) > 0 {
			return nil
		}
		if !m.describable(c, &w.Errors) {
			if m = c.repeatInside(w, m, levels-1); m == nil {
				return nil
			}
		}
		inner = append(inner, m)
	}
	if len(inner) == 0 || levels == 0 {
		return nil
	}
	steps := slices.Clone(l.steps)
	for _, m := range inner {
		at := slices.Index(steps, m.head)
		next := m.onward()
		part := m.enclose(c, w)
		put := []*workflow.Node{part}
		if next == nil {
			next = m.decideAgain(c, w)
			put = append(put, next)
		}
		w.Connect(part, next, workflow.Next, part.Span)
		steps = slices.Insert(steps, at, put...)
		steps = slices.DeleteFunc(steps, func(n *workflow.Node) bool { return m.in[n] })
	}
	if l = repetitionOf(steps); l == nil || !l.describable(c, &w.Errors) {
		return nil
	}
	return l
}

// repeatable reports whether a plan may have a step among those that are repeated.
func (c *Conversion) repeatable(n *workflow.Node) bool { return c.workableWhole(n) || c.waitsInPlan(n) }

// withInside are nodes and all that lie in them.
func withInside(nodes []*workflow.Node) []*workflow.Node {
	out := slices.Clone(nodes)
	for _, n := range nodes {
		if n.Body != nil {
			out = append(out, nodesOf(n.Body)...)
		}
	}
	return out
}
