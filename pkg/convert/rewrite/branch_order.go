package rewrite

import (
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// branchOrder has no effect on the net: it reports what comes of the order in which the target merges the changes of branches.
var branchOrder = Rewrite{
	ID:     "rewrite/branch-order",
	What:   "what branches change is merged in their order when all have ended, and not as each of them ends",
	When:   "merges the changes of branches in their order",
	Before: "Checks: {credit, which answers last} {fraud}; both answer $.score, and that of credit remains",
	After:  "that of fraud remains",
	Losses: []*dialects.LossRule{&lossMergeOrder},
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		if !c.Able.ChangesInOrder {
			return false
		}
		for _, n := range w.Nodes {
			if !gathersChanges(n) {
				continue
			}
			if changed, meet := c.meeting(n.Body.Regions); meet {
				for _, x := range changed {
					c.Lose(w, &lossMergeOrder, placeOf(n), x.Element, "", lastBranchRemains, n.Name())
				}
			}
		}
		return false
	},
}
