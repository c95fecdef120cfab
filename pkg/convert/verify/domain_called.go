package verify

import (
	"fmt"

	"github.com/flowglot/flowglot/pkg/workflow"
)

// givenBack describes a member that the answer of a task changes, while a workflow runs at the same time whose output has all that came to
// it: that member, too, as it was before.
func givenBack(t *trial) string {
	for _, n := range t.pair.net().nodes {
		scope := n.Region.Scope
		if n.Call == nil || !n.Call.Workflow || t.pair.Source.Find(n.Call.Task) == nil || scope == nil || scope.Body.Gather != workflow.GatherChanges || len(scope.Body.Regions) < 2 {
			continue
		}
		for _, v := range t.happened.visits[visited(scope)] {
			for i := range t.source.calls {
				c := &t.source.calls[i]
				if !c.Answered || c.Error != nil || !t.callsBeside(n, c.Node) {
					continue
				}
				if key := bothHave(v.data, c.Result); key != "" {
					return fmt.Sprintf("%q in the answer of %q, and before it in the data of the workflow %q, which runs at the same time", key, c.Task, n.Call.Task)
				}
			}
		}
	}
	return ""
}

// callsBeside reports whether the calls of an element are made by a branch beside that of a node.
func (t *trial) callsBeside(n *workflow.Node, element string) bool {
	for _, r := range n.Region.Scope.Body.Regions {
		if r == n.Region {
			continue
		}
		for _, x := range r.Nodes {
			if x.Call != nil && !x.Call.Workflow && x.Name() == element {
				return true
			}
		}
	}
	return false
}
