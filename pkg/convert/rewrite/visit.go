package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/workflow"
)

// eachNode rewrites the nodes that a workflow has when it begins, not those that are added meanwhile, and reports whether one was changed.
func eachNode(w *workflow.Workflow, rewrite func(*workflow.Node) bool) bool {
	changed := false
	for _, n := range w.Nodes {
		changed = rewrite(n) || changed
	}
	return changed
}

// editNodes is [eachNode] for rewrites that take nodes or edges out of the net: if one was changed, the parts of the workflow get their
// ids again.
func editNodes(w *workflow.Workflow, rewrite func(*workflow.Node) bool) bool {
	changed := eachNode(w, rewrite)
	if changed {
		Compact(w)
	}
	return changed
}

// eachTask is [eachNode] for the tasks.
func eachTask(w *workflow.Workflow, rewrite func(*workflow.Workflow, *workflow.Node) bool) bool {
	return eachNode(w, func(n *workflow.Node) bool {
		return n.Kind == workflow.Task && n.Call != nil && rewrite(w, n)
	})
}

// roomier is a list with room for one more: for as many as there are if it is full, as there may be one for each of very many tasks.
func roomier[T any](list []T) []T {
	if n := len(list); n == cap(list) {
		return slices.Grow(list, n+1)
	}
	return list
}
