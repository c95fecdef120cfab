package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var branchLists = Rewrite{
	ID:     "rewrite/branch-list",
	What:   "the last answer of each branch is stored under a member of its own, and a step after the branches makes a list of the answers, or of what the steps of a branch put into its document",
	When:   "shares one document between branches, and makes no list of their results",
	Before: "Lookup: {address} {phone}, which gives [address, phone] → $.found",
	After:  "Lookup: {address → $.found.address} {phone → $.found.phone}; $.found = [$.found.address, $.found.phone]",
	Losses: []*dialects.LossRule{&lossOutputSelection, &lossBranchData, &lossBranchDocument, &dialects.LossJoin, &lossListedDocument},
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		if !c.Able.Gathers.Has(dialects.GatherShared) || !c.Able.Computes {
			return false
		}
		same := sameCalls(w)
		return eachNode(w, func(n *workflow.Node) bool {
			return n.Kind == workflow.Scope && c.listBranches(w, n, same)
		})
	},
}

// listBranches makes a node after branches make the list of what they give. It reports whether it could.
func (c *Conversion) listBranches(w *workflow.Workflow, n *workflow.Node, same calls) bool {
	d, b := &n.Data, n.Body
	if b.Each || b.Gather != workflow.GatherList || b.Enough != nil || b.Detached || len(b.Regions) == 0 || d.Select != nil || d.Assign != nil {
		return false
	}
	last, documents := make([][]*workflow.Node, len(b.Regions)), make([]*expr.Object, len(b.Regions))
	given := false // more than documents as they came
	for i, r := range b.Regions {
		if last[i] = lastTasks(r, same); last[i] == nil && d.Payload == nil {
			documents[i] = documentChanges(r)
		}
		if last[i] == nil && documents[i] == nil || d.Payload != nil && !takesPayload(r.Start) {
			return false
		}
		given = given || last[i] != nil || len(documents[i].Members) > 0
	}
	if !given {
		return false
	}
	member, plain := placeOfMember(d)
	if !plain && !replacing(d.Combine) {
		return false
	}
	if !plain {
		member = c.freeMember(w, "results")
	}
	at, list := expr.NewPath(expr.RootInput, member), &expr.List{}
	for i, name := range branchNames(b.Regions) {
		if documents[i] != nil {
			list.Items = append(list.Items, documents[i])
		} else {
			list.Items = append(list.Items, below(at, name))
		}
		for _, t := range last[i] {
			t.Data.Combine = &workflow.Combine{Mode: workflow.SetAt, Path: below(at, name), Span: t.Span}
		}
		if d.Payload != nil {
			b.Regions[i].Start.Data.Payload = d.Payload
		}
		c.reread(w, append(last[i], b.Regions[i].Start)...)
	}
	if observes(n) {
		for i, r := range b.Regions {
			c.keepChanges(w, n, r, last[i])
			if documents[i] != nil {
				c.Lose(w, &lossListedDocument, placeOf(n), n.Element, "what its steps put there", "the result of a branch of %q is its whole document in the source", n.Name())
			}
		}
	}
	was := *d
	*d, n.Body.Gather = workflow.Stages{Combine: &workflow.Combine{Mode: workflow.MergeDeep}}, workflow.GatherChanges
	c.addList(w, n, at, list, was)
	c.reread(w, n)
	return true
}

// lossListedDocument is [dialects.LossJoin] for a branch that gives its document.
var lossListedDocument = dialects.LossRule{ID: dialects.LossJoin.ID, Level: dialects.Approximated, Affects: dialects.Inputs | dialects.Output, Data: dialects.Part,
	What: "of a branch that gives its document, the list of the results has only what its steps put there", Remedy: "read the other members from the document itself"}

// documentChanges is an object with the members that the steps of a branch put into its document, which is what the branch gives; nil if it
// gives something else, or may not come to all of its steps.
func documentChanges(r *workflow.Region) *expr.Object {
	out := &expr.Object{}
	for _, n := range r.Nodes {
		if n.Kind == workflow.Scope || n.Kind == workflow.Fail || n.Terminates || n.Data.Output != nil || n.Data.Assign != nil ||
			n.Data.Select != nil && n.Data.Combine != nil && n.Data.Combine.Effective {
			return nil
		}
		for _, e := range n.Out {
			if !leadsOn(e) || !e.Data.IsZero() {
				return nil
			}
		}
		if !changesDocument(n) {
			continue
		}
		member := memberSet(n.Data.Combine)
		if member == "" {
			return nil
		}
		if !slices.ContainsFunc(out.Members, func(m expr.ObjectMember) bool { return m.Key == member }) {
			out.Members = append(out.Members, expr.ObjectMember{Key: member, Value: expr.NewPath(expr.RootInput, member)})
		}
	}
	return out
}

// addList adds the node that makes the list, or what is made of it, and puts it where the source does.
func (c *Conversion) addList(w *workflow.Workflow, n *workflow.Node, at *expr.Path, list *expr.List, d workflow.Stages) {
	var made expr.Expr = list
	if d.Result != nil {
		if x, ok := replaceRoot(d.Result, expr.RootAnswer, list); ok {
			made = x
		} else {
			c.Lose(w, &lossResult, placeOf(n), n.Element, "the list of the results", "the results of %q are not reshaped by `%s`", n.Name(), expr.Readable(d.Result))
		}
	}
	if nextOf(n) == nil {
		return
	}
	pass := AddAfter(w, n, c.NewElement(w, n.Element, "Results of "+n.Name(), ""), workflow.Pass)
	pass.Data = workflow.Stages{Result: made, Output: d.Output}
	if replacing(d.Combine) && (d.Result != nil || d.Output != nil || !c.readAt(w, nextOf(pass), at)) {
		return
	}
	pass.Data.Result = &expr.Object{Members: []expr.ObjectMember{{Key: at.Steps[0].Name, Value: made}}}
	pass.Data.Combine = &workflow.Combine{Mode: workflow.MergeShallow}
}

// lastTasks are the tasks whose answers are what a branch gives; nil if it gives something else.
func lastTasks(r *workflow.Region, same calls) []*workflow.Node {
	var out []*workflow.Node
	for _, end := range r.Nodes {
		if end.Kind != workflow.End || end.Terminates {
			continue
		}
		tasks, ok := givers(same, end)
		if !ok || !end.Data.IsZero() {
			return nil
		}
		out = append(out, tasks...)
	}
	if slices.ContainsFunc(out, func(t *workflow.Node) bool { return t.Data.Result != nil }) {
		return nil
	}
	return out
}

// takesPayload reports whether a node is the only one of its branch that sees what is selected for the branch.
func takesPayload(n *workflow.Node) bool {
	return n.Kind == workflow.Task && len(n.In) == 0 && n.Data.Select == nil && n.Data.Payload == nil && replacing(n.Data.Combine)
}
