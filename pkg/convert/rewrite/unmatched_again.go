package rewrite

import (
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// unmatchedSuffix ends the name of a step that fails where no condition of a choice holds.
const unmatchedSuffix = " unmatched"

// unmatchedAgain restores a choice that fails by itself, after a conversion to a dialect whose choices need a default.
var unmatchedAgain = Rewrite{
	ID:     "rewrite/unmatched-again",
	What:   "a choice whose default is a task that is given the error to fail with fails by itself when nothing matches, as such failures are written that became tasks",
	When:   "has choices that fail by themselves",
	Before: "choice Size: if $.n > 5 -> Large, else -> size-unmatched({\"error\": \"NoMatch\"})",
	After:  "choice Size: if $.n > 5 -> Large",
	Losses: []*dialects.LossRule{&lossFailingTask},
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		if !c.Able.NoMatch {
			return false
		}
		return editNodes(w, func(n *workflow.Node) bool {
			e := c.unmatchedEdge(w, n)
			if e == nil {
				return false
			}
			task := e.To
			c.Lose(w, &lossFailingTask, placeOf(task), task.Element, "the failure of the choice", "%q is assumed to fail because nothing matches, and is not called", task.Name())
			if last := n.Out[len(n.Out)-1]; last != e { // which is taken where neither the choice fails nor another edge is
				last.Kind, last.Guard = workflow.Guarded, expr.CommonCondition(&expr.Not{Operand: e.Guard, Span: e.Guard.Range()}, c.domain())
			}
			e.Disconnect()
			dropWithEnd(task)
			n.NoMatch = workflow.MatchOrFail
			return true
		})
	},
}

// unmatchedEdge returns the default edge of a choice, if it leads to a task with the shape and the name of one that fails in place of the
// choice, or the edge before it that does: then the default is what is left of the conditions. It returns nil for other choices, and within scopes: their handlers can match the name of the error, which changes.
func (c *Conversion) unmatchedEdge(w *workflow.Workflow, n *workflow.Node) *workflow.Edge {
	if n.Kind != workflow.Choice || n.Region != w.Root || len(n.Out) < 2 {
		return nil
	}
	e := n.Out[len(n.Out)-1]
	if before := n.Out[len(n.Out)-2]; e.Kind == workflow.Default && before.Kind == workflow.Guarded && before.Ask == nil && c.failsUnmatched(n, before) {
		return before
	}
	if e.Kind != workflow.Default && (e.Kind != workflow.Guarded || e.Ask != nil || !c.alwaysHolds(e.Guard)) || !c.failsUnmatched(n, e) {
		return nil
	}
	return e
}

// failsUnmatched reports whether an edge of a choice leads to the task that fails in place of the choice.
func (c *Conversion) failsUnmatched(n *workflow.Node, e *workflow.Edge) bool {
	if !e.Data.IsZero() || e.Require != nil {
		return false
	}
	raised := c.raisedBy(e.To)
	return raised != nil && raised.Cause == nil && len(e.To.In) == 1 && len(e.To.Timers) == 0 && sameName(e.To.Name(), n.Name()+unmatchedSuffix)
}

// dropWithEnd removes a step that nothing leads to, and the ends that only it leads to.
func dropWithEnd(n *workflow.Node) {
	disconnectWithEnds(n)
	n.Region.TakeOut(n)
}
