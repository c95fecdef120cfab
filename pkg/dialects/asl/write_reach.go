package asl

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// disconnectShadowed takes out the edges that no run takes: those whose condition an earlier one has too, and those of errors that
// earlier handlers take.
func (d *document) disconnectShadowed() {
	for _, n := range d.flow.Nodes {
		if n.Onward() != nil && len(n.Out) == 1 {
			continue
		}
		guards, caught := map[string]bool{}, map[string]bool{}
		for _, e := range slices.Clone(n.Out) {
			if e.Kind == workflow.Guarded && e.Guard != nil {
				text := expr.Readable(e.Guard)
				if guards[text] {
					e.Disconnect()
				}
				guards[text] = true
			}
			if e.Kind != workflow.OnError {
				continue
			}
			if names := d.errorEquals(e.On); names != nil && len(remaining(names, caught).Items) == 0 {
				e.Disconnect()
			}
		}
	}
}

// remaining are the names of errors that were not caught before; they are from then on.
func remaining(names *source.Node, caught map[string]bool) *source.Node {
	out := list()
	for _, n := range names.Items {
		if !caught[n.Text] && !caught[errAll] {
			caught[n.Text] = true
			out.Items = append(out.Items, n)
		}
	}
	return out
}

// findReached notes the nodes that paths lead to from the start of their region.
func (d *document) findReached() {
	d.reached = d.flow.ReachFrom()
	for _, r := range d.flow.Regions {
		d.reached.Add(r.Start)
	}
}

// ends reports whether a state of a machine ends it.
func ends(states *source.Node) bool {
	return slices.ContainsFunc(states.Members, func(s source.Member) bool {
		t := s.Value.Get("Type").Text
		return s.Value.Member("End") != nil || t == Succeed.String() || t == Fail.String()
	})
}

// findChanges has the parts that are a single step result in what the step changes, where only that is merged.
func (d *document) findChanges() {
	d.changes = map[*workflow.Body]bool{}
	for _, n := range d.flow.Nodes {
		if n.Kind != workflow.Scope || n.Body.Gather != workflow.GatherChanges {
			continue
		}
		all := true
		for _, r := range n.Body.Regions {
			all = all && isStep(r)
		}
		if !all {
			continue
		}
		d.changes[n.Body] = true
		for _, r := range n.Body.Regions {
			if r.Start.Kind == workflow.Task || r.Start.Kind == workflow.Pass {
				r.Start.Data.Combine = nil
			}
		}
	}
}

// isStep reports whether a region is one step whose answer is merged into the document.
func isStep(r *workflow.Region) bool {
	n := r.Start
	if n == nil || len(n.Out) != 1 || !isImplied(n.Out[0].To) {
		return false
	}
	c := n.Data.Combine
	merges := c != nil && (c.Mode == workflow.MergeShallow || c.Mode == workflow.MergeDeep) && c.Omit == "" && n.Data.Output == nil
	return merges && (n.Kind == workflow.Task || n.Kind == workflow.Pass && n.Data.Result != nil)
}
