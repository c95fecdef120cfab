package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/workflow"
)

var plainEnds = Rewrite{
	ID:     "rewrite/plain-end",
	What:   "an end with the usual name of ends becomes the end of the steps before it",
	When:   "always",
	Before: "Ship → Done, where the run ends",
	After:  "Ship → end",
	Apply: func(_ *Conversion, w *workflow.Workflow) bool {
		return editNodes(w, dropPlainEnd)
	},
}

// plainEndNames are the names of ends that nobody named, where a definition has to have a step for an end.
var plainEndNames = []string{"Done", "end", "Finish"}

// dropPlainEnd has an end belong to the first step that leads to it, if it has one of the names that are given to ends without any.
func dropPlainEnd(n *workflow.Node) bool {
	e := n.Element
	if n.Kind != workflow.End || n.Role != workflow.Primary || len(n.In) == 0 || n.Region.Start == n || !n.Data.IsZero() || e.Doc != "" ||
		!slices.Contains(plainEndNames, e.Name) || e.Title != "" && !sameName(e.Title, e.Name) {
		return false
	}
	n.Role, n.Element = workflow.Ending, n.In[0].From.Element
	e.Primary = nil
	return true
}

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
		end.Role, end.Element = workflow.Primary, c.NewElement(w, end.Element, plainEndNames[0], "")
		end.Element.Primary = end
		return true
	},
}
