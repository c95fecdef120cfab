package rewrite

import (
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var inputFilters = Rewrite{
	ID:     "rewrite/input-filter",
	What:   "an input filter of a state becomes a step before it",
	When:   "always",
	Before: "Ship, with $.order of the document from then on",
	After:  "\"Input of Ship\": $.order → Ship",
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		changed := false
		for _, n := range w.Nodes {
			for _, x := range []*expr.Expr{&n.Data.Select, &n.Data.Output} {
				if *x != nil && isWhole(meaningOrSelf(*x)) { // as an author may write what holds without it
					*x, changed = nil, true
				}
			}
			if !filtersInput(n) {
				continue
			}
			if d := &n.Data; n.Kind == workflow.Pass && d.Result == nil && d.Combine == nil && d.Payload == nil && d.Output == nil {
				d.Output, d.Select = d.Select, nil
			} else {
				c.filterBefore(w, n)
			}
			changed = true
		}
		return changed
	},
}

// filtersInput reports whether what a node selects is the document from then on, whatever comes of the node.
func filtersInput(n *workflow.Node) bool {
	stays := n.Kind != workflow.Task && n.Kind != workflow.Scope
	for _, into := range combines(n) {
		if into != nil && !into.Effective {
			return false
		}
		stays = stays || into != nil
	}
	return n.Data.Select != nil && stays
}

// combines are how what a node results in, and the errors that it handles, get into the document.
func combines(n *workflow.Node) []*workflow.Combine {
	out := []*workflow.Combine{n.Data.Combine}
	for _, e := range n.Out {
		if e.Kind == workflow.OnError {
			out = append(out, e.Data.Combine)
		}
	}
	return out
}

// filterBefore makes a step before a node make what that works on.
func (c *Conversion) filterBefore(w *workflow.Workflow, n *workflow.Node) {
	pass := AddBefore(w, n, c.NewElement(w, n.Element, "Input of "+n.Element.Name, "pass"), workflow.Pass)
	pass.Data.Output, n.Data.Select = n.Data.Select, nil
	effective := func(into *workflow.Combine) *workflow.Combine {
		if into == nil || !into.Effective {
			return into
		}
		out := *into
		out.Effective = false
		return &out
	}
	n.Data.Combine = effective(n.Data.Combine)
	for _, e := range n.Out {
		e.Data.Combine = effective(e.Data.Combine)
	}
}
