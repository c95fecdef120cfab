package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
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
		return eachNode(w, c.mergeInBranches)
	},
}

// mergeInBranches has each branch of a scope merge its answer, and select what the scope selects for all of them. An error handler would see
// what some of them have merged, and a further attempt would begin with it: a scope that has one stays, unless nothing after the handler
// shows that, and the target has it.
func (c *Conversion) mergeInBranches(n *workflow.Node) bool {
	if n.Kind != workflow.Scope {
		return false
	}
	b, d := n.Body, &n.Data
	if !mergesAtRoot(d.Combine) || b.Each || b.Detached || b.Enough != nil || b.Gather != workflow.GatherMerged || d.Select != nil || d.Result != nil ||
		d.Output != nil || d.Assign != nil || len(n.Retry) > 0 || !slices.ContainsFunc(n.Out, func(e *workflow.Edge) bool { return e.Kind != workflow.OnTimer }) {
		return false
	}
	selected := make([]workflow.Stages, len(b.Regions))
	for i, r := range b.Regions {
		var ok bool
		if selected[i], ok = selectedBefore(d.Payload, &r.Start.Data); !ok || !givesAnswer(r) {
			return false
		}
	}
	added, able := answeredMembers(b), c.Able.Handlers.Has(dialects.HandleScopes)
	if slices.ContainsFunc(n.Out, func(e *workflow.Edge) bool { return e.Kind == workflow.OnError && (!able || added.shownAfter(e)) }) {
		return false
	}
	for i, r := range b.Regions {
		r.Start.Data = selected[i]
		// The answers do not overwrite parts of what is there, so that it is the same as to merge them shallowly.
		r.Start.Data.Combine = &workflow.Combine{Mode: workflow.MergeDeep, Span: r.Start.Span}
	}
	b.Gather, d.Combine, d.Payload = workflow.GatherChanges, nil, nil
	return true
}

// selectedBefore are the stages of a task, the document of which is selected from that of the scope around it, with what they select of the
// latter. It is false where that is not known.
func selectedBefore(selection expr.Expr, d *workflow.Stages) (workflow.Stages, bool) {
	out := *d
	if selection == nil {
		return out, true
	}
	var read, made bool
	if out.Payload, read = selection, true; d.Payload != nil {
		out.Payload, read = replaceRoot(meaningOrSelf(d.Payload), expr.RootInput, meaningOrSelf(selection))
	}
	if made = true; d.Result != nil {
		out.Result, made = replaceRoot(meaningOrSelf(d.Result), expr.RootInput, meaningOrSelf(selection))
	}
	return out, d.Select == nil && read && made
}

// answeredMembers are the members that the tasks of branches answer; all where that is not known.
func answeredMembers(b *workflow.Body) *touched {
	out := &touched{}
	for _, r := range b.Regions {
		made, known := objectMembers(r.Start.Data.Result)
		out.all = out.all || !known
		for _, m := range made {
			out.add(m.Key)
		}
	}
	return out
}

// shownAfter reports whether members of the document may be seen after an edge that handles an error.
func (s *touched) shownAfter(e *workflow.Edge) bool {
	read := &touched{}
	read.addStages(&e.Data)
	if read.meets(s) {
		return true
	}
	seen := map[*workflow.Node]bool{}
	for todo := []*workflow.Node{e.To}; len(todo) > 0; {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[n] {
			continue
		}
		seen[n] = true
		switch n.Kind {
		case workflow.Pass, workflow.Choice, workflow.Wait, workflow.Fail:
		case workflow.Task:
			if n.Data.Payload == nil && n.Data.Select == nil {
				return true
			}
		default:
			return true
		}
		if namesRead(n).meets(s) {
			return true
		}
		replaced := n.Kind != workflow.Choice && n.Kind != workflow.Wait && replacing(n.Data.Combine) && (n.Kind == workflow.Task || n.Data.Result != nil)
		for _, next := range n.Out {
			if !replaced || next.Kind == workflow.OnError || next.Kind == workflow.OnTimer {
				todo = append(todo, next.To)
			}
		}
	}
	return false
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
