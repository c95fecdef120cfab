package rewrite

import (
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// allowedAgain restores the condition of a request, after a conversion to a dialect in which a task fails a request that may not be made, and
// all other requests go past that task.
var allowedAgain = Rewrite{
	ID:     "rewrite/allowed-again",
	What:   "a task that fails the request before it, unless its condition holds, becomes the choice that a request passes, as conditions of requests are written that became tasks",
	When:   "has entity states",
	Before: "await Issued: \"refund\" → if $.status ≠ \"OK\" → refund-allowed-unmatched({\"error\": \"NoMatch\"}); else → Refund",
	After:  "await Issued: \"refund\" → \"refund allowed\": if $.status = \"OK\" → Refund",
	Losses: []*dialects.LossRule{&lossFailingTask},
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		if !c.Able.Kinds.Has(workflow.State) {
			return false
		}
		return editNodes(w, func(n *workflow.Node) bool {
			request := c.refusedRequest(n)
			if request == "" {
				return false
			}
			refuse, on := n.Out[0], n.Out[1]
			task := refuse.To
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
// refusal, which has the shape and the name of one, and another edge for all other requests, to where the task would lead. It is empty for
// other nodes.
func (c *Conversion) refusedRequest(n *workflow.Node) string {
	if n.Kind != workflow.Choice || len(n.In) != 1 || len(n.Out) != 2 || !n.Data.IsZero() || len(n.Timers) > 0 {
		return ""
	}
	in, refuse, on := n.In[0], n.Out[0], n.Out[1]
	if in.From.Kind != workflow.Await || in.From.Awaits == nil || refuse.Kind != workflow.Guarded || refuse.Guard == nil || refuse.Ask != nil || refuse.Require != nil ||
		on.Kind != workflow.Default || on.Require != nil || !refuse.Data.IsZero() || !on.Data.IsZero() {
		return ""
	}
	task := refuse.To
	raised, after := c.raisedBy(task), onwardEdge(task)
	if raised == nil || raised.Cause != nil || len(task.In) != 1 || len(task.Timers) > 0 || after == nil || !sameEnding(after.To, on.To) {
		return ""
	}
	for _, t := range in.From.Awaits.For {
		if t.Edge == in && sameName(task.Name(), t.Name+allowedSuffix+unmatchedSuffix) {
			return t.Name
		}
	}
	return ""
}

// opposite is a condition that holds if and only if another one does not.
func opposite(x expr.Expr) expr.Expr {
	if not, ok := x.(*expr.Not); ok {
		return not.Operand
	}
	return &expr.Not{Operand: x, Span: x.Range()}
}
