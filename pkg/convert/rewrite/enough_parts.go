package rewrite

import (
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var enoughParts = Rewrite{
	ID:     "rewrite/enough-parts",
	What:   "parallel parts of which not all have to end become a task that does what they do, until enough of them have ended",
	When:   "waits for all branches, and has tasks whose answer is the document",
	Before: "Quotes: two of {north} {south} {west}; then Choose",
	After:  "call-quotes, which calls north, south and west at the same time until two of them have ended; then Choose",
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		if c.Able.Enough || !c.Able.Answers.Has(dialects.AnswerReplaces) || c.replaces() || hasVariables(w) {
			return false
		}
		changed := false
		for _, n := range w.Nodes {
			if n.Kind == workflow.Scope && n.Body.Enough != nil && !swallowed(n) && c.callableScope(n) && c.gathersDocument(n) {
				c.standForParts(w, n)
				changed = true
			}
		}
		if changed {
			Compact(w)
		}
		return changed
	},
}
