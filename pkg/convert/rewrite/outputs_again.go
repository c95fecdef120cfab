package rewrite

import (
	"github.com/flowglot/flowglot/pkg/workflow"
)

// outputPrefix is how the name begins of a step that makes what a node gives the document.
const outputPrefix = "Output of "

var outputsAgain = Rewrite{
	ID:     "rewrite/output-again",
	What:   "a step that was written to select a part of the document after a task becomes the selection of the task again",
	When:   "can select a part of the document after a task",
	Before: "book; then \"Output of book\", which makes $.booking the document",
	After:  "book, then $.booking is selected",
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		if !c.Able.Outputs {
			return false
		}
		return editNodes(w, selectAgain)
	},
}

// selectAgain has a task or a scope select itself what the step after it selects, if that step does nothing else, is reached from nowhere
// else, and has the name that it gets where it is written by itself. It reports false for others.
func selectAgain(n *workflow.Node) bool {
	if n.Kind != workflow.Task && n.Kind != workflow.Scope || n.Data.Output != nil || n.Data.Assign != nil {
		return false
	}
	pass := stepWrittenAfter(n, outputPrefix)
	if pass == nil {
		return false
	}
	selected, rest := pass.Data.Output, pass.Data
	if selected == nil {
		selected, rest.Result = rest.Result, nil
	}
	rest.Output = nil
	if selected == nil || !rest.IsZero() {
		return false
	}
	n.Data.Output = selected
	Splice(pass)
	return true
}
