package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// requirements writes a required condition as a choice: the run fails where the condition does not hold, with the error that the source
// dialect raises.
var requirements = Rewrite{
	ID:     "rewrite/requirement",
	What:   "a condition that a transition requires becomes a choice between the target of the transition and a failure",
	When:   "always",
	Before: "Order → Ship, which requires $.paid",
	After:  "Order → \"Ship allowed?\": $.paid → Ship, else → \"Ship refused\"",
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		changed := false
		for _, e := range slices.Clone(w.Edges) {
			if e.Require != nil {
				c.choose(w, e)
				changed = true
			}
		}
		return changed
	},
}

// choose puts a choice on an edge in place of the condition that the edge requires.
func (c *Conversion) choose(w *workflow.Workflow, e *workflow.Edge) {
	to := e.Target().Element
	choice := AddOn(w, e, c.NewElement(w, to, to.Name+" allowed?", "choice"), workflow.Choice)
	allowed := choice.Out[0]
	allowed.Kind, allowed.Guard = workflow.Guarded, e.Require
	e.Require = nil
	refused := w.AddNode(choice.Region, c.NewElement(w, to, to.Name+" refused", "fail"), workflow.Fail, workflow.Primary)
	refused.Raises = &workflow.Raises{Name: &expr.Literal{Value: w.Errors.Require.Name}}
	w.Connect(choice, refused, workflow.Default, e.Span)
}
