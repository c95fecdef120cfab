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
	if !isGroup(n) || n.Body.Gather != workflow.GatherChanges && n.Body.Gather != workflow.GatherOne || !n.Data.IsZero() || !endsAlone(n) {
		return nil
	}
	return n.Body.Regions[0]
}

// mergesCalled reports whether a node took the place of the call of a workflow, if a region does nothing but that call, and merges what the
// workflow ends with.
func mergesCalled(n *workflow.Node) bool {
	return isGroup(n) && n.Body.Gather == workflow.GatherOne && n.Data == workflow.Stages{Combine: n.Data.Combine} && merging(n.Data.Combine) && endsAlone(n)
}

// isGroup reports whether a node is a scope with one region, which runs once.
func isGroup(n *workflow.Node) bool {
	return n.Kind == workflow.Scope && !n.Body.Each && len(n.Body.Regions) == 1
}

// endsAlone reports whether a region ends after a node, whatever happens in the node.
func endsAlone(n *workflow.Node) bool {
	return n.When == nil && len(n.Retry)+len(n.Timers) == 0 && len(n.Out) == 1 && n.Out[0].To.Kind == workflow.End && !n.Out[0].To.Terminates
}

// selectsMember reports whether all that a node does is to make a member of the document the document.
func selectsMember(n *workflow.Node, name string) bool {
	p, ok := n.Data.Result.(*expr.Path)
	return ok && n.Kind == workflow.Pass && isMember(p) && p.Steps[0].Name == name && n.Data == workflow.Stages{Result: n.Data.Result}
}
