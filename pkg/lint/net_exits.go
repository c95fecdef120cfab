package lint

import (
	"fmt"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// exits reports the nodes at which a token stops for good though nothing ends there, and the timers that lead to such.
func (c *netCheck) exits(r *workflow.Region) {
	reported := make(map[*workflow.Node]bool) // the targets of timers that were reported
	for _, n := range r.Nodes {
		if !c.reach[n.ID] {
			continue
		}
		for i := range n.Timers {
			e := n.Timers[i].Edge
			if e == nil || c.leaves[e.To.ID] {
				continue
			}
			severity := timerExitRule.Severity
			if !n.Timers[i].Interrupting {
				severity = diag.Info
			}
			c.report(&timerExitRule, severity, e.Span, fmt.Sprintf("a timer of %s leads to %q, which has no path to an end", c.kind(n.Element), e.To.Name()),
				"connect it to an end, or back to the workflow")
			reported[e.To] = true
		}
	}
	for _, n := range r.Nodes {
		if c.reach[n.ID] && n.Role == workflow.Primary && stops(n) && !reported[n] {
			c.report(&deadEndRule, 0, n.Element.NameSpan, c.kind(n.Element)+" has no next "+c.word()+" and is not an end",
				"add its next "+c.word()+"; a run that reaches it waits forever")
		}
	}
}

// stops reports whether a token that is done at a node goes nowhere. The state of an entity may well be the last one.
func stops(n *workflow.Node) bool {
	switch n.Kind {
	case workflow.Task, workflow.Pass, workflow.Table, workflow.Wait, workflow.Await, workflow.Scope:
	default:
		return false
	}
	for _, e := range n.Out {
		if e.Kind == workflow.Next || e.Kind == workflow.ToEnd || e.Kind == workflow.Guarded && n.Kind == workflow.Await {
			return false
		}
	}
	return true
}

// canEnd marks the nodes from which a path leads to one that ends their region.
func (c *netCheck) canEnd() workflow.Reach {
	seen := make(workflow.Reach, len(c.flow.Nodes))
	var todo []*workflow.Node
	for _, n := range c.flow.Nodes {
		if ends(n) {
			seen[n.ID] = true
			todo = append(todo, n)
		}
	}
	for len(todo) > 0 {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, e := range n.In {
			if !seen[e.From.ID] {
				seen[e.From.ID] = true
				todo = append(todo, e.From)
			}
		}
	}
	return seen
}
