package rewrite

import (
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var noMatch = Rewrite{
	ID:     "rewrite/no-match",
	What:   "a choice that fails if none of its conditions holds gets an alternative that fails",
	When:   "has no choices that fail by themselves",
	Before: "if kind = tea: kettle; if kind = coffee: mill",
	After:  "if kind = tea: kettle; if kind = coffee: mill; else fail",
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		if c.Able.NoMatch {
			return false
		}
		return eachNode(w, func(n *workflow.Node) bool {
			if n.Kind == workflow.Choice && n.NoMatch == workflow.MatchOrFail && !c.matches(n) && !c.guardsRequest(n) {
				c.failUnmatched(w, n)
				return true
			}
			return false
		})
	},
}

// guardsRequest reports whether a choice becomes the condition of a transition that is requested: the request is refused where it does not
// hold.
func (c *Conversion) guardsRequest(n *workflow.Node) bool {
	return c.Able.Kinds.Has(workflow.State) && asksForRequest(n)
}

// matches reports whether a choice has an edge for every document of the domain.
func (c *Conversion) matches(n *workflow.Node) bool {
	var guards []expr.Expr
	for _, e := range n.Out {
		if e.Kind == workflow.Default || e.Kind == workflow.Next || e.Kind == workflow.ToEnd {
			return true
		}
		if e.Guard != nil {
			guards = append(guards, e.Guard)
		}
	}
	return c.complete(guards)
}

// complete reports whether one of some conditions holds of every document of the domain.
func (c *Conversion) complete(guards []expr.Expr) bool {
	return c.Options.Domain.Typed && c.Options.Domain.Objects && expr.Complete(guards)
}

// failUnmatched gives a choice a default edge to a node that fails.
func (c *Conversion) failUnmatched(w *workflow.Workflow, n *workflow.Node) {
	failed := addBeside(w, n, c.NewElement(w, n.Element, n.Element.Name+unmatchedSuffix, ""), workflow.Fail, true)
	failed.Raises = &workflow.Raises{Name: &expr.Literal{Value: w.Errors.NoMatch.Name, Span: n.Span}}
	w.Connect(n, failed, workflow.Default, n.Span)
}
