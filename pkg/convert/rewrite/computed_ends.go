package rewrite

import "github.com/flowglot/flowglot/pkg/workflow"

var computedEnds = Rewrite{
	ID:     "rewrite/computed-end",
	What:   "a named end that gives data of its own becomes the step that makes the data, and ends",
	When:   "has no ends that give data",
	Before: "\"Input of Ended\", which makes {\"renewed\": false} → the end Ended",
	After:  "Ended, which makes {\"renewed\": false} → end",
	Apply: func(_ *Conversion, w *workflow.Workflow) bool {
		return editNodes(w, endWithData)
	},
}

// endWithData gives the name of an end to the step before it, if that was added to make what the end gives, and reports whether it did. The
// way back has one step for both then, as the source has.
func endWithData(n *workflow.Node) bool {
	if n.Kind != workflow.Pass && n.Kind != workflow.Task || n.Role != workflow.Primary || len(n.Out) != 1 {
		return false
	}
	end := n.Out[0].To
	e := end.Element
	if end.Kind != workflow.End || end.Role != workflow.Primary || end.Terminates || len(end.In) != 1 || !end.Data.IsZero() ||
		n.Element == e || n.Element.Origin == nil || n.Element.Origin != e.Original() {
		return false
	}
	n.Element.Primary, n.Element, e.Primary = nil, e, n
	end.Role = workflow.Ending
	return true
}
