package rewrite

import (
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var itemDocuments = Rewrite{
	ID:     "rewrite/item-document",
	What:   "an item that the first step of an iteration makes the document is the document from the beginning",
	When:   "can have an item as the document",
	Before: "for each of $.orders as {\"item\": …}: $.item becomes the document; ship",
	After:  "for each of $.orders: ship",
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		if c.Able.ItemMember != "" {
			return false
		}
		return editNodes(w, releaseItem)
	},
}

// releaseItem makes the items of an iteration the documents of its steps, if all that its first step does is to make them so.
func releaseItem(n *workflow.Node) bool {
	if n.Kind != workflow.Scope || !n.Body.Each || n.Body.Item == "" || n.Body.Gather != workflow.GatherList || n.Body.Items != nil {
		return false
	}
	region := n.Body.Regions[0]
	if called := calledAlone(region); called != nil {
		region = called
	}
	first := region.Start
	if !selectsMember(first, n.Body.Item) || len(first.In) > 0 || nextOf(first) == nil {
		return false
	}
	Splice(first)
	body := *n.Body
	body.Item, body.Regions = "", []*workflow.Region{region}
	n.Body, region.Scope = &body, n
	return true
}

// calledAlone returns the region of a workflow that took the place of its call, if a region does nothing but that call and ends with its
// result; nil otherwise.
func calledAlone(r *workflow.Region) *workflow.Region {
	n := r.Start
	if n.Kind != workflow.Scope || n.Body.Each || len(n.Body.Regions) != 1 || n.Body.Gather != workflow.GatherChanges || !n.Data.IsZero() ||
		n.When != nil || len(n.Retry)+len(n.Timers) > 0 || len(n.Out) != 1 || n.Out[0].To.Kind != workflow.End || n.Out[0].To.Terminates {
		return nil
	}
	return n.Body.Regions[0]
}

// selectsMember reports whether all that a node does is to make a member of the document the document.
func selectsMember(n *workflow.Node, name string) bool {
	p, ok := n.Data.Result.(*expr.Path)
	return ok && n.Kind == workflow.Pass && isMember(p) && p.Steps[0].Name == name && n.Data == workflow.Stages{Result: n.Data.Result}
}
