package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var requestedWaits = Rewrite{
	ID: "rewrite/requested-wait",
	What: "a wait on a cycle becomes a state from which an entity goes on when somebody requests it after the time of the wait: each round is a request of its own, and " +
		"an engine bounds what one request may do",
	When:   "has entity states, and cannot wait",
	Before: "Look → Done?; else → \"Wait a minute\" for 60 s → Look",
	After:  "Look → Done?; else → \"Wait a minute\", from which \"Wait a minute after PT1M\" is requested after 60 s → Look",
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		if !c.requestsInTime() {
			return false
		}
		changed := false
		for _, cycle := range w.Cycles() {
			if slices.ContainsFunc(cycle, func(n *workflow.Node) bool { return n.Kind == workflow.Await }) {
				continue // each round takes a request already
			}
			for _, n := range cycle {
				changed = c.requestInstead(w, n) || changed
			}
		}
		return changed
	},
}

// requestsInTime reports whether the target has entities that cannot wait by themselves, but go on when somebody requests it after a time.
func (c *Conversion) requestsInTime() bool {
	return c.Able.Kinds.Has(workflow.State) && !c.Able.Kinds.Has(workflow.Wait) && c.Able.Timers.Has(dialects.TimerRequest) && slices.Contains(c.Able.Awaits, "signal")
}

// requestInstead makes a wait of a fixed time one for a timer, which is named after it, and reports whether it did.
func (c *Conversion) requestInstead(w *workflow.Workflow, n *workflow.Node) bool {
	on := onwardEdge(n)
	if n.Kind != workflow.Wait || n.Region != w.Root || !n.Data.IsZero() || len(n.Timers) > 0 || on == nil || !on.Data.IsZero() || !fixedSpan(n.Until) {
		return false
	}
	n.Kind, n.Awaits = workflow.Await, &workflow.Awaits{Kind: "signal"}
	n.Timers = []workflow.Timer{{Length: *n.Until, Counts: workflow.PerVisit, Interrupting: true, Edge: on, Span: n.Until.Span}}
	on.Kind, on.Label, n.Until = workflow.OnTimer, n.Element.Name, nil
	return true
}

// fixedSpan reports whether a span of time is longer than none, and the same whenever it begins.
func fixedSpan(l *workflow.Length) bool {
	seconds, fixed := FixedSeconds(l)
	return fixed && seconds > 0
}

// waitsForRequest makes a node wait by itself which waits for nothing but the request that [requestInstead] has somebody make, and reports
// whether it did.
func (c *Conversion) waitsForRequest(w *workflow.Workflow, n *workflow.Node) bool {
	if n.Kind != workflow.Await || n.Awaits == nil || len(n.Awaits.For) != 1 || len(n.Timers) > 0 || !c.Able.Kinds.Has(workflow.Wait) {
		return false
	}
	t := n.Awaits.For[0]
	length, timed := timeOf(&t)
	if !timed || len(n.Out) != 1 || !sameName(t.Name, n.Name()+afterTime+length) {
		return false
	}
	c.timeRequest(w, n, &t, "after that time", "the wait")
	t.Edge.Kind, t.Edge.Label = workflow.Next, ""
	n.Kind, n.Awaits, n.Data = workflow.Wait, nil, workflow.Stages{}
	n.Until = &workflow.Length{Expr: &expr.Literal{Value: length, Span: t.Span}, Unit: workflow.Duration, Span: t.Span}
	return true
}
