package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var subflows = Rewrite{
	ID:     "rewrite/subflows",
	What:   "steps in brackets become a part of the sequence that the brackets are in",
	When:   "has no brackets around steps",
	Before: "A, then { B, then C }, then D",
	After:  "A, then B, then C, then D",
	Losses: []*dialects.LossRule{&lossUnreached},
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		changed, cuts, ending := false, false, endingScopes(w.Nodes)
		for _, n := range slices.Backward(w.Nodes) { // from the inner ones to the outer
			if c.onlyGroups(n) {
				cuts = cuts || ending[n]
				unpack(w, n)
				changed = true
			}
		}
		if cuts {
			c.prune(w)
		}
		if changed {
			Compact(w)
		}
		return changed
	},
}

// onlyGroups reports whether a node is a scope that only groups steps: its single region gets the document, and what it leaves is the
// document after it, without conditions, retries, timers or handlers of the scope itself.
func (c *Conversion) onlyGroups(n *workflow.Node) bool {
	if n.Kind != workflow.Scope || n.Body.Each || len(n.Body.Regions) != 1 || n.When != nil || len(n.Retry)+len(n.Timers) > 0 || len(n.Out) != 1 || !n.Data.IsZero() {
		return false
	}
	return n.Body.Gather == workflow.GatherOne || continuesDocument(n) || n.Body.Gather == workflow.GatherChanges && c.onlyMerges(n.Body)
}

// onlyMerges reports whether all that the nodes in the regions of a scope do to the document is to put members into it. An end of the whole
// run stays in its scope where the target can end the run from there, or can fail with the document.
func (c *Conversion) onlyMerges(b *workflow.Body) bool {
	endsInside := c.Able.BranchEnds || c.Able.ErrorData
	return !slices.ContainsFunc(b.Regions, func(r *workflow.Region) bool {
		return slices.ContainsFunc(r.Nodes, func(n *workflow.Node) bool {
			d := &n.Data
			puts := d.Combine != nil && d.Combine.Mode != workflow.Replace && !d.Combine.Effective && d.Output == nil && d.Assign == nil
			handles := slices.ContainsFunc(n.Out, func(e *workflow.Edge) bool { return e.Kind == workflow.OnError })
			return n.Body != nil || handles || n.Terminates && endsInside || !puts && (!d.IsZero() || n.Kind == workflow.Task || n.Kind == workflow.Await)
		})
	})
}

// continuesDocument reports whether a scope was added for a workflow that follows another one with the same document.
func continuesDocument(n *workflow.Node) bool {
	return n.Body.Gather == workflow.GatherChanges && n.Element.Kind == followsKind
}

// unpack puts the nodes of the only region of a scope in the place of the scope.
func unpack(w *workflow.Workflow, n *workflow.Node) {
	inner, next := n.Body.Regions[0], n.Out[0]
	inner.Arrange()
	for _, x := range inner.Nodes {
		if x.Kind == workflow.End && !x.Terminates {
			for _, in := range slices.Clone(x.In) {
				in.Redirect(next.To)
				if in.Kind == workflow.ToEnd {
					in.Kind = next.Kind
				}
			}
			continue
		}
		moveBeside(n, false, x)
	}
	n.Region.TakeOut(n)
	start := inner.Start
	if start.Kind == workflow.End && !start.Terminates {
		start = next.To
	}
	next.Disconnect()
	for _, in := range slices.Clone(n.In) {
		in.Redirect(start)
	}
	if n.Region.Start == n {
		n.Region.Start = start
	}
}
