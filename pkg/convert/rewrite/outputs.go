package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var outputs = Rewrite{
	ID:     "rewrite/outputs",
	What:   "what a node makes of the document after its answer is in it becomes a step after it",
	When:   "cannot select what goes on after a task",
	Before: "book, of which $.booking goes on",
	After:  "book; then a step that makes $.booking the document",
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		if c.Able.Outputs || !c.Able.Answers.Has(dialects.AnswerReplaces) {
			return false
		}
		changed := false
		for _, n := range slices.Clone(w.Nodes) {
			output := n.Data.Output
			if output == nil || n.Kind != workflow.Task && n.Kind != workflow.Scope {
				continue
			}
			n.Data.Output = nil
			changed = true
			if isWhole(output) {
				continue
			}
			pass := AddAfter(w, n, c.NewElement(w, n.Element, "Output of "+n.Name(), ""), workflow.Pass)
			pass.Role, pass.Element.Primary = workflow.Primary, pass
			pass.Data.Result = output
		}
		return changed
	},
}
