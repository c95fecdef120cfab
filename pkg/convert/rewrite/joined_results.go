package rewrite

import (
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// joinedResults is the rewrite of what results of branches are joined as. It is applied again to those that are left where they could have
// become tasks.
func joinedResults(left bool) Rewrite {
	return Rewrite{
		ID:     "rewrite/joined-results",
		What:   "results of branches that are joined as one value become a list with one item for each branch, or are merged",
		When:   "does not join results as one value",
		Before: "{\"score\": 700} and {}, joined: {\"score\": 700}",
		After:  "[{\"score\": 700}, {}]",
		Losses: []*dialects.LossRule{&dialects.LossJoin},
		Apply: func(c *Conversion, w *workflow.Workflow) bool {
			return eachNode(w, func(n *workflow.Node) bool {
				return n.Kind == workflow.Scope && (!left || c.listed[n]) && !c.inWholeTask(n) && c.gather(w, n)
			})
		},
	}
}

// gather has the results of a scope gathered as the target can.
func (c *Conversion) gather(w *workflow.Workflow, n *workflow.Node) bool {
	able, instead := c.Able.Gathers, ""
	switch g := n.Body.Gather; {
	case !n.Body.Each && c.keepsBranches(): // see [branchResults]
		return false
	case g == workflow.GatherMerged && able.Has(dialects.GatherMerged),
		(g == workflow.GatherJoined || g == workflow.GatherSpread) && able.Has(dialects.GatherJoined):
		return false
	case g == workflow.GatherList && !n.Body.Each && !able.Has(dialects.GatherLists) && able.Has(dialects.GatherJoined):
		if c.gathersLater(w, n) {
			return false
		}
		n.Body.Gather = workflow.GatherJoined
		if !isDropped(&n.Data) && observes(n) {
			c.Lose(w, &dialects.LossJoin, placeOf(n), n.Element, "a list without empty objects, or the only result", "the results of the branches of %q are a list with one item for each in the source", n.Name())
		}
		return true
	case g != workflow.GatherMerged && g != workflow.GatherJoined && g != workflow.GatherSpread:
		return false
	case !n.Body.Each && !able.Has(dialects.GatherLists) && c.gathersLater(w, n):
		return false
	case able.Has(dialects.GatherLists) || n.Body.Each:
		n.Body.Gather, instead = workflow.GatherList, "a list with the result of each"
	default:
		n.Body.Gather, instead = workflow.GatherChanges, "an object with the members of all results"
	}
	if observes(n) {
		c.Lose(w, &dialects.LossJoin, placeOf(n), n.Element, instead, "the results of the branches of %q are joined as one value, without empty objects, in the source", n.Name())
	}
	return true
}

// gathersLater reports whether parts may become a task once there are no variables (see [callingTasks]), and notes that what their results are
// is to be decided then.
func (c *Conversion) gathersLater(w *workflow.Workflow, n *workflow.Node) bool {
	if c.Able.Variables || !hasVariables(w) {
		return false
	}
	if c.listed == nil {
		c.listed = map[*workflow.Node]bool{}
	}
	c.listed[n] = true
	return true
}
