package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// unmatchedSuffix ends the name of a step that fails where no condition of a choice holds.
const unmatchedSuffix = " unmatched"

// unmatchedAgain restores a choice that fails by itself, after a conversion to a dialect whose choices need a default.
var unmatchedAgain = Rewrite{
	ID:     "rewrite/unmatched-again",
	What:   "a choice fails by itself when nothing matches, in place of a task that is given the error to fail with: of its default, or of the branch before it, which then has the opposite of that condition",
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
			if e != n.Out[len(n.Out)-1] {
				c.onlyUnless(n, e)
			}
			c.Lose(w, &lossFailingTask, placeOf(task), task.Element, "the failure of the choice", "%q is assumed to fail because nothing matches, and is not called", task.Name())
			e.Disconnect()
			dropWithEnd(task)
			n.NoMatch = workflow.MatchOrFail
			return true
		})
	},
}

// onlyUnless makes the default of a choice a branch that is taken where the condition under which the choice fails does not hold.
func (c *Conversion) onlyUnless(n *workflow.Node, fails *workflow.Edge) {
	var earlier []requirement
	for _, e := range n.Out[:len(n.Out)-2] {
		earlier = append(earlier, c.required(c.commonGuard(e)))
	}
	last := n.Out[len(n.Out)-1]
	last.Kind = workflow.Guarded
	last.Guard = expr.CommonCondition(&expr.Not{Operand: c.withoutOpposites(c.commonGuard(fails), earlier), Span: fails.Span}, c.domain())
}

// unmatchedEdge returns the edge of a choice to a task with the shape and the name of one that fails in place of the choice. It is the default,
// or the one before, where the default is what a flow goes on with if it skips all steps. It returns nil for other choices, and within scopes:
// their handlers can match the name of the error, which changes.
func (c *Conversion) unmatchedEdge(w *workflow.Workflow, n *workflow.Node) *workflow.Edge {
	if n.Kind != workflow.Choice || n.Region != w.Root || len(n.Out) < 2 {
		return nil
	}
	last, before := n.Out[len(n.Out)-1], n.Out[len(n.Out)-2]
	switch {
	case !last.Data.IsZero() || last.Require != nil:
	case last.Kind == workflow.Default || last.Kind == workflow.Guarded && last.Ask == nil && c.alwaysHolds(last.Guard):
		if c.failsForChoice(n, last.To) {
			return last
		}
		onGuards := !slices.ContainsFunc(n.Out[:len(n.Out)-1], func(e *workflow.Edge) bool { return !plainBranch(e) || e.Kind != workflow.Guarded })
		if last.Kind == workflow.Default && onGuards && c.failsForChoice(n, before.To) {
			return before
		}
	}
	return nil
}

// failsForChoice reports whether a step has the shape and the name of a task that fails in place of a choice.
func (c *Conversion) failsForChoice(choice, n *workflow.Node) bool {
	raised := c.raisedBy(n)
	return raised != nil && raised.Cause == nil && len(n.In) == 1 && len(n.Timers) == 0 && sameName(n.Name(), choice.Name()+unmatchedSuffix)
}

// dropWithEnd removes a step that nothing leads to, and the ends that only it leads to.
func dropWithEnd(n *workflow.Node) {
	disconnectWithEnds(n)
	n.Region.TakeOut(n)
}
