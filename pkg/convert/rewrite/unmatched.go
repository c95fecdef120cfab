package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var unmatched = Rewrite{
	ID:     "rewrite/unmatched",
	What:   "a choice that fails when nothing matches gets a default, which leads to a step that fails",
	When:   "continues, or waits, where no condition of a choice holds",
	Before: "choice Size: if $.n > 5 -> Large",
	After:  "choice Size: if $.n > 5 -> Large, else -> fail Size unmatched",
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		changed := false
		for _, n := range w.Nodes {
			if n.Kind != workflow.Choice || c.Able.NoMatch || n.NoMatch != workflow.MatchOrFail || c.hasDefault(n) || c.matches(n) || asksForRequest(n) {
				continue
			}
			fail := addBeside(w, n, c.NewElement(w, n.Element, n.Element.Name+unmatchedSuffix, n.Element.Kind), workflow.Fail, true)
			fail.Raises = &workflow.Raises{Name: &expr.Literal{Value: w.Errors.NoMatch.Name, Span: n.Span}}
			w.Connect(n, fail, workflow.Default, n.Span)
			changed = true
		}
		return changed
	},
}

// hasDefault reports whether one of the edges of a choice is always taken if no other one is.
func (c *Conversion) hasDefault(n *workflow.Node) bool {
	return slices.ContainsFunc(n.Out, func(e *workflow.Edge) bool {
		return e.Kind == workflow.Default || e.Kind == workflow.Next || e.Kind == workflow.Guarded && e.Ask == nil && c.alwaysHolds(e.Guard)
	})
}

// alwaysHolds reports whether a condition holds of every document.
func (c *Conversion) alwaysHolds(x expr.Expr) bool {
	l, ok := expr.CommonCondition(x, c.domain()).(*expr.Literal)
	return ok && l.Value == true
}
