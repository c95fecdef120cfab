package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var outputs = Rewrite{
	ID:     "rewrite/outputs",
	What:   "the selection of a part of the document after a task becomes a step after it",
	When:   "cannot select a part of the document after a task",
	Before: "book, then $.booking is selected",
	After:  "book; then a step that makes $.booking the document",
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		if c.Able.Outputs || !c.Able.OutputParts && !c.Able.Answers.Has(dialects.AnswerReplaces) {
			return false
		}
		return eachNode(w, func(n *workflow.Node) bool {
			if n.Data.Output != nil && !c.givesOutput(n) {
				c.selectAfter(w, n)
				return true
			}
			return false
		})
	},
}

// givesOutput reports whether the target can select what a node gives at the node itself. Where the node handles errors it cannot: a
// selection would be of what goes on to the handlers too.
func (c *Conversion) givesOutput(n *workflow.Node) bool {
	if n.Kind != workflow.Task && n.Kind != workflow.Scope && (n.Kind != workflow.Pass || !c.Able.OutputParts) {
		return true
	}
	p, ok := meaningOrSelf(n.Data.Output).(*expr.Path)
	return ok && steady(p) && c.Able.OutputParts && !isWhole(p) && !isMember(p) && !handles(n)
}

// steady reports whether a path selects something of all data that has the members that it names.
func steady(p *expr.Path) bool {
	last := len(p.Steps) - 1
	if last < 0 || p.Steps[last].Kind != expr.StepNames {
		return p.Definite
	}
	return !slices.ContainsFunc(p.Steps[:last], func(s expr.Step) bool { return s.Kind != expr.StepChild })
}

// isMember reports whether a path leads to a member of the document itself.
func isMember(p *expr.Path) bool {
	return p.Root == expr.RootInput && len(p.Steps) == 1 && p.Steps[0].Kind == expr.StepChild
}

// selectAfter makes a step after a node make what the node gives the document.
func (c *Conversion) selectAfter(w *workflow.Workflow, n *workflow.Node) {
	output := n.Data.Output
	n.Data.Output = nil
	if isWhole(output) {
		return
	}
	pass := AddAfter(w, n, c.NewElement(w, n.Element, outputPrefix+n.Name(), ""), workflow.Pass)
	pass.Role, pass.Element.Primary = workflow.Primary, pass
	pass.Data.Result = output
}
