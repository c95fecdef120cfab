package rewrite

import "github.com/flowglot/flowglot/pkg/workflow"

var plainEnds = Rewrite{
	ID:     "rewrite/plain-end",
	What:   "an end that is only there because the dialect needs a step becomes the end of the steps before it",
	When:   "always",
	Before: "Ship → Done, where the run ends",
	After:  "Ship → end",
	Apply: func(_ *Conversion, w *workflow.Workflow) bool {
		return editNodes(w, dropPlainEnd)
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
