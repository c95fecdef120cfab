package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/workflow"
)

var plainEnds = Rewrite{
	ID:     "rewrite/plain-end",
	What:   "an end that is only there because the dialect needs a step becomes the end of the steps before it",
	When:   "always",
	Before: "Ship → Done, where the run ends",
	After:  "Ship → end",
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		changed := editNodes(w, dropPlainEnd)
		return slices.Contains(c.Able.Awaits, "event") && shareEnds(w) || changed
	},
}

// dropPlainEnd has an end that nobody named belong to the first step that leads to it.
func dropPlainEnd(n *workflow.Node) bool {
	e := n.Element
	if n.Kind != workflow.End || n.Role != workflow.Primary || len(n.In) == 0 || n.Region.Start == n || !n.Data.IsZero() || e.Doc != "" || !e.Unnamed {
		return false
	}
	n.Role, n.Element = workflow.Ending, n.In[0].From.Element
	e.Primary = nil
	return true
}

// shareEnds makes all steps of a region lead to one of its ends that belong to a step, as all of them do when the steps are actions of one state.
// It reports whether there were several.
func shareEnds(w *workflow.Workflow) bool {
	ends, changed := map[*workflow.Region]*workflow.Node{}, false
	for _, n := range w.Nodes {
		if n.Kind != workflow.End || n.Role == workflow.Primary || n.Region.Start == n || !n.Data.IsZero() || n.Terminates || n.Emits != nil {
			continue
		}
		first := ends[n.Region]
		if first == nil {
			ends[n.Region] = n
			continue
		}
		for _, e := range slices.Clone(n.In) {
			e.Redirect(first)
		}
		n.Region.TakeOut(n)
		changed = true
	}
	if changed {
		Compact(w)
	}
	return changed
}

// onlyEndName is what the only step of a workflow is called in the end.
const onlyEndName = "Done"

var onlyEnd = Rewrite{
	ID:     "rewrite/only-end",
	What:   "the end of a workflow that does nothing gets a name, as most dialects need one step",
	When:   "always",
	Before: "start → end",
	After:  "start → the end Done",
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		end := w.Root.Start
		if end.Kind != workflow.End || end.Role == workflow.Primary {
			return false
		}
		end.Role, end.Element = workflow.Primary, c.NewElement(w, end.Element, onlyEndName, "")
		end.Element.Primary = end
		return true
	},
}
