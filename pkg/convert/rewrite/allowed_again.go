package rewrite

import (
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// allowedAgain restores the condition of a request, after a conversion to a dialect in which a task fails a request that may not be made, and
// all other requests go past that task; and the name of the request, if the state waits for no other one.
var allowedAgain = Rewrite{
	ID: "rewrite/allowed-again",
	What: "a task that fails the request before it, unless its condition holds, becomes the choice that a request passes, as conditions of requests are written that became tasks; " +
		"a wait before a choice that is named after a request is for that request, and so is a task that stands in for the wait",
	When:   "has entity states",
	Before: "await Issued: \"refund\" → if $.status ≠ \"OK\" → refund-allowed-unmatched({\"error\": \"NoMatch\"}); else → Refund",
	After:  "await Issued: \"refund\" → \"refund allowed\": if $.status = \"OK\" → Refund",
	Losses: []*dialects.LossRule{&lossFailingTask, &lossDecidingTask},
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		if !c.Able.Kinds.Has(workflow.State) {
			return false
		}
		return editNodes(w, func(n *workflow.Node) bool {
			request := c.refusedRequest(w, n)
			if request == "" && c.waitsForAllowed(w, n) {
				return true
			}
			if request == "" {
				return false
			}
			refuse, on := n.Out[0], n.Out[1]
			task := refuse.To
			if wait := n.In[0].From; wait.Kind == workflow.Task {
				c.Lose(w, &lossDecidingTask, placeOf(wait), wait.Element, "the await of the request", "%q is assumed to wait for the request %q, and is not called", wait.Name(), request)
				wait.Kind, wait.Call, wait.Awaits = workflow.Await, nil, c.requestOf(w, n.In[0], request)
			}
			c.Lose(w, &lossFailingTask, placeOf(task), task.Element, "the failure of the request", "%q is assumed to fail because the request may not be made, and is not called", task.Name())
			on.Kind, on.Guard = workflow.Guarded, opposite(refuse.Guard)
			refuse.Disconnect()
			dropWithEnd(task)
			n.Element.Name, n.NoMatch = c.unused(w, request+allowedSuffix), workflow.MatchOrFail
			return true
		})
	},
}

// refusedRequest returns the name of the request that a node refuses: of a choice that only this request leads to, with a task for the
// refusal, which has the shape and the name of one, and another edge for all other requests, to where the task would lead. A task before it
// can stand in for the wait for the only request. It is empty for other nodes.
func (c *Conversion) refusedRequest(w *workflow.Workflow, n *workflow.Node) string {
	if n.Kind != workflow.Choice || len(n.In) != 1 || len(n.Out) != 2 || !n.Data.IsZero() || len(n.Timers) > 0 {
		return ""
	}
	in, refuse, on := n.In[0], n.Out[0], n.Out[1]
	if refuse.Kind != workflow.Guarded || refuse.Guard == nil || refuse.Ask != nil || refuse.Require != nil ||
		on.Kind != workflow.Default || on.Require != nil || !refuse.Data.IsZero() || !on.Data.IsZero() {
		return ""
	}
	task := refuse.To
	raised, after := c.raisedBy(task), onwardEdge(task)
	if raised == nil || raised.Cause != nil || len(task.In) != 1 || len(task.Timers) > 0 || after == nil || !sameEnding(after.To, on.To) {
		return ""
	}
	if in.From.Awaits != nil {
		for _, t := range in.From.Awaits.For {
			if t.Edge == in && sameName(task.Name(), t.Name+allowedSuffix+unmatchedSuffix) {
				return t.Name
			}
		}
		return ""
	}
	request := withoutEnd(task.Name(), allowedSuffix+unmatchedSuffix)
	if request == "" || !c.standsForWait(w, in.From) {
		return ""
	}
	if to := on.To.Name(); sameName(to, request) {
		return to
	}
	return request
}

// withoutEnd is a name without its end; empty if that is all of it, or it ends otherwise.
func withoutEnd(name, end string) string {
	name = strings.TrimRight(name, " -")
	start := name[:max(0, len(name)-len(end))]
	if start == "" || !sameName(name, start+end) {
		return ""
	}
	return start
}

// requestOf is an await of one request, which leads along an edge.
func (c *Conversion) requestOf(w *workflow.Workflow, e *workflow.Edge, request string) *workflow.Awaits {
	event := c.eventNamed(w, request)
	if event == nil {
		event = &workflow.Event{Name: request, Type: request, Source: w.ID, Span: e.Span}
		w.Events = append(w.Events, event)
	}
	e.Label = request
	return &workflow.Awaits{Kind: "event", For: []workflow.Trigger{{Name: request, Event: event, Edge: e, Span: e.Span}}}
}

// waitsForAllowed makes a node wait for the request of which the choice after it asks whether it may be made, as the name of the choice tells,
// and reports whether it did. If it may not, the choice fails.
func (c *Conversion) waitsForAllowed(w *workflow.Workflow, n *workflow.Node) bool {
	if n.Kind != workflow.Await || n.Awaits == nil || len(n.Awaits.For) > 0 || len(n.Out) == 0 || n.Data.Assign != nil || n.Data.Output != nil {
		return false
	}
	next := n.Out[0]
	check := next.To
	request := withoutEnd(check.Name(), allowedSuffix)
	if request == "" || next.Kind != workflow.Next || !next.Data.IsZero() ||
		check.Kind != workflow.Choice || len(check.In) != 1 || len(check.Out) != 1 || check.Out[0].Kind != workflow.Guarded || check.NoMatch != workflow.MatchOrFail ||
		slices.ContainsFunc(n.Out[1:], func(e *workflow.Edge) bool { return e.Kind != workflow.OnTimer }) {
		return false
	}
	kind := occurrenceKind(n.Awaits)
	n.Awaits = c.requestOf(w, next, request)
	event := n.Awaits.For[0].Event
	c.Arrives(dialects.Occurrence{Kind: kind, Name: n.Element.Original().Name}, dialects.Occurrence{Kind: "event", Name: event.Type, Source: event.Source})
	return true
}

// opposite is a condition that holds if and only if another one does not.
func opposite(x expr.Expr) expr.Expr {
	if not, ok := x.(*expr.Not); ok {
		return not.Operand
	}
	return &expr.Not{Operand: x, Span: x.Range()}
}
