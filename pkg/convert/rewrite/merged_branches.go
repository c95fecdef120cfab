package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var mergedBranches = Rewrite{
	ID:     "rewrite/merged-branches",
	What:   "branches of a task each, all of whose answers are merged into the document, merge them into it by themselves",
	When:   "merges the changes of branches, and does not join their results",
	Before: "Checks: {credit} {fraud}, whose answers are merged into the document",
	After:  "Checks: {credit, whose answer is merged into the document} {fraud, whose answer is merged into the document}",
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		able := c.Able.Gathers
		if !able.Has(dialects.GatherChanges) && !able.Has(dialects.GatherShared) || able.Has(dialects.GatherMerged) || able.Has(dialects.GatherLists) ||
			!c.Options.Domain.Disjoint {
			return false
		}
		return eachNode(w, mergeInBranches)
	},
}

// mergeInBranches has each branch of a scope merge its answer. An error handler would see what some of them have merged, and a further
// attempt would begin with it: a scope that has one stays.
func mergeInBranches(n *workflow.Node) bool {
	if n.Kind != workflow.Scope {
		return false
	}
	b, d := n.Body, &n.Data
	if !mergesAtRoot(d.Combine) || b.Each || b.Detached || b.Enough != nil || b.Gather != workflow.GatherMerged || d.Select != nil || d.Payload != nil || d.Result != nil ||
		d.Output != nil || d.Assign != nil || handles(n) || len(n.Retry) > 0 || !slices.ContainsFunc(n.Out, func(e *workflow.Edge) bool { return e.Kind != workflow.OnTimer }) {
		return false
	}
	if slices.ContainsFunc(b.Regions, func(r *workflow.Region) bool { return !givesAnswer(r) }) {
		return false
	}
	for _, r := range b.Regions {
		// The answers do not overwrite parts of what is there, so that it is the same as to merge them shallowly.
		r.Start.Data.Combine = &workflow.Combine{Mode: workflow.MergeDeep, Span: r.Start.Span}
	}
	b.Gather, d.Combine = workflow.GatherChanges, nil
	return true
}

// mergesAtRoot reports whether an answer is merged into the whole document.
func mergesAtRoot(c *workflow.Combine) bool {
	return c != nil && c.Omit == "" && (c.Mode == workflow.MergeShallow || c.Mode == workflow.MergeDeep)
}

// givesAnswer reports whether a branch does nothing but call a task, and gives its answer.
func givesAnswer(r *workflow.Region) bool {
	n := r.Start
	return n.Kind == workflow.Task && len(r.Nodes) == 2 && replacing(n.Data.Combine) && n.Data.Output == nil && n.Data.Assign == nil && n.When == nil &&
		!handles(n) && !slices.ContainsFunc(r.Nodes, func(n *workflow.Node) bool { return n.Kind == workflow.End && n.Terminates })
}
