package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var lossBranchData = dialects.LossRule{ID: "convert/branch-data", Level: dialects.Approximated, Affects: dialects.Inputs | dialects.Output, Data: dialects.Includes,
	What:   "what a step in a branch adds to the document stays there after the branches",
	Remedy: "ignore the members in the workers and in the output"}

// lossBranchDocument is [dialects.LossJoin] where the document of a branch takes the place of the one before the branches: then what others
// put there is lost, too.
var lossBranchDocument = dialects.LossRule{ID: dialects.LossJoin.ID, Level: dialects.LossJoin.Level, Affects: dialects.LossJoin.Affects, Data: dialects.Any,
	What: "the document of a branch takes the place of the one before the branches", Remedy: "let the tasks in the branch answer what they got, with their results in it"}

// keepChanges notes that what the nodes of a branch put into its document stays in the one document that the target has, except for what
// some of them give as the result of the branch.
func (c *Conversion) keepChanges(w *workflow.Workflow, scope *workflow.Node, r *workflow.Region, results []*workflow.Node) {
	for _, n := range r.Nodes {
		if (changesDocument(n) || n.Kind == workflow.Scope) && !slices.Contains(results, n) {
			c.keepChange(w, scope, n, &n.Data)
		}
		for _, e := range n.Out {
			if e.Kind == workflow.OnError {
				c.keepChange(w, scope, n, &e.Data)
			}
		}
	}
}

// keepChange notes the same for a node, or for an error that is handled: something may be overwritten, unless it has a place of its own.
func (c *Conversion) keepChange(w *workflow.Workflow, scope, n *workflow.Node, d *workflow.Stages) {
	rule := &dialects.LossJoin
	if d.Combine != nil && d.Combine.Mode == workflow.Drop {
		return
	}
	switch {
	case d.Combine != nil && d.Combine.Mode == workflow.SetAt && d.Output == nil:
		rule = &lossBranchData
	case replacing(d.Combine):
		rule = &lossBranchDocument
	}
	c.Lose(w, rule, placeOf(scope), n.Element, "it stays there after the branches", "%q puts data into the document of a branch of %q", n.Name(), scope.Name())
}
