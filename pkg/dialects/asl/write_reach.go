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
	d.changes, d.deep = map[*workflow.Body]bool{}, map[*workflow.Body]bool{}
	for _, n := range d.flow.Nodes {
		if n.Kind != workflow.Scope || n.Body.Gather != workflow.GatherChanges {
			continue
		}
		all := true
		d.deep[n.Body] = !d.options.Domain.Disjoint && slices.ContainsFunc(n.Body.Regions, mergesDeep)
		for _, r := range n.Body.Regions {
			d.unnest(r)
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

// unnest has a part whose only step runs a part, and merges what that gives, run the states of that instead. The outer part results in what
// differs from its document either way.
func (d *document) unnest(r *workflow.Region) {
	n := r.Start
	if n == nil || n.Kind != workflow.Scope || n.Body.Each || len(n.Body.Regions) != 1 || len(n.Out) != 1 || len(n.Retry)+len(n.Timers) > 0 || n.When != nil ||
		!isImplied(n.Out[0].To) || !d.options.Domain.Objects {
		return
	}
	changes, merges := n.Body.Gather == workflow.GatherChanges && n.Data.IsZero(), n.Body.Gather == workflow.GatherOne && mergesWhole(&n.Data)
	if inner := n.Body.Regions[0]; changes || merges {
		r.Nodes, r.Start, inner.Nodes = inner.Nodes, inner.Start, nil
		for _, x := range r.Nodes {
			x.Region = r
		}
	}
}

// mergesWhole reports whether all of what a node gives is merged into the document.
func mergesWhole(s *workflow.Stages) bool {
	c := s.Combine
	return c != nil && (c.Mode == workflow.MergeShallow || c.Mode == workflow.MergeDeep) && c.Omit == "" && s.Output == nil
}

// isStep reports whether a region is one step whose answer is merged into the document.
func isStep(r *workflow.Region) bool {
	n := r.Start
	if n == nil || len(n.Out) != 1 || !isImplied(n.Out[0].To) {
		return false
	}
	return mergesWhole(&n.Data) && (n.Kind == workflow.Task || n.Kind == workflow.Pass && n.Data.Result != nil)
}
