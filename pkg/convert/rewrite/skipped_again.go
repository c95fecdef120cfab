package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var skippedAgain = Rewrite{
	ID:     "rewrite/skipped-again",
	What:   "a step that gives an empty object where a branch does nothing, of whose results empty ones are left out, is taken out of the branch",
	When:   "has steps that wait for several edges",
	Before: "in parallel: if score >= 700: approve, else: \"Skip approve\" ({}); …",
	After:  "in parallel: if score >= 700: approve; …",
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		return c.Able.Joins.Has(dialects.JoinEdges) && editNodes(w, func(n *workflow.Node) bool {
			if !skips(n) {
				return false
			}
			Splice(n)
			return true
		})
	},
}

// skips reports whether a step does nothing but give an empty object in the place of a branch that is skipped: see [Conversion.skipNothing].
func skips(n *workflow.Node) bool {
	if n.Kind != workflow.Pass || !givesNothing(n) || len(n.In) != 1 || n.In[0].Kind != workflow.Default || n.Element.Doc != "" {
		return false
	}
	choice := n.In[0].From
	return choice.Kind == workflow.Choice && choice.Region.Start == choice && choice.Region.Scope != nil && joinsValues(choice.Region.Scope) &&
		slices.ContainsFunc(choice.Out, func(e *workflow.Edge) bool { return sameName(n.Name(), "Skip "+e.To.Name()) })
}
