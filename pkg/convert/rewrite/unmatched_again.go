package rewrite

import (
	"github.com/flowglot/flowglot/pkg/dialects"
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
			e.Disconnect()
			dropWithEnd(task)
			n.NoMatch = workflow.MatchOrFail
			return true
		})
	},
}

// unmatchedEdge returns the default edge of a choice, if it leads to a task with the shape and the name of one that fails in place of the
// choice. It returns nil for other choices, and within scopes: their handlers can match the name of the error, which changes.
func (c *Conversion) unmatchedEdge(w *workflow.Workflow, n *workflow.Node) *workflow.Edge {
	if n.Kind != workflow.Choice || n.Region != w.Root || len(n.Out) < 2 {
		return nil
	}
	e := n.Out[len(n.Out)-1]
	if e.Kind != workflow.Default && (e.Kind != workflow.Guarded || e.Ask != nil || !c.alwaysHolds(e.Guard)) || !e.Data.IsZero() || e.Require != nil {
		return nil
	}
	raised := c.raisedBy(e.To)
	if raised == nil || raised.Cause != nil || len(e.To.In) != 1 || len(e.To.Timers) > 0 || !sameName(e.To.Name(), n.Name()+unmatchedSuffix) {
		return nil
	}
	return e
}

// dropWithEnd removes a step that nothing leads to, and the ends that only it leads to.
func dropWithEnd(n *workflow.Node) {
	disconnectWithEnds(n)
	n.Region.TakeOut(n)
}
