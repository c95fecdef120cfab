package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/blocks"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var nestedForks = Rewrite{
	ID:     "rewrite/fork",
	What:   "a fork and the join of its branches become one node with a region for each branch; the join stays as a node that does nothing",
	When:   "runs nested parts only",
	Before: "fork → a, b; a → join; b → join; join → c",
	After:  "scope {a} {b} → join → c",
	Losses: []*dialects.LossRule{&lossSharedVariables, &lossSharedReads, &lossMergeOrder, &lossEndedBranch},
	Apply:  nestForks,
}

var lossSharedVariables = dialects.LossRule{ID: "convert/shared-variables", Level: dialects.Approximated, Affects: dialects.Inputs, Data: dialects.Any,
	What:   "changes to the variables by one branch are visible to the others only after the join",
	Remedy: "do not read in one branch what another one writes"}

var lossEndedBranch = dialects.LossRule{ID: "convert/ended-branch", Level: dialects.Approximated, Affects: dialects.Output, Data: dialects.Part,
	What:   "the output of a run that ends in a branch lacks the changes by the other branches",
	Remedy: "let the branch write everything that the output needs, or end the run after the join"}

// nestForks makes the forks of a workflow scopes.
func nestForks(c *Conversion, w *workflow.Workflow) bool {
	if c.Able.Joins.Has(dialects.JoinForks) {
		return false
	}
	changed := false
	for _, r := range w.Regions {
		if hasFork(r) {
			n := &nesting{Conversion: c, flow: w, owner: map[*workflow.Node]bool{}, before: map[*workflow.Node][]formerEdge{}}
			n.region(r)
			changed = true
		}
	}
	if changed {
		for _, x := range w.Nodes {
			spliceWrittenJoin(x)
		}
		Compact(w)
	}
	return changed
}

// doneSuffix is how the name ends of a join that is written after branches which had none.
const doneSuffix = " done"

// hasMore reports whether an element has something of a kind that another one has not, and that the model has no part for.
func hasMore(e, than *workflow.Element) bool {
	return slices.ContainsFunc(e.Extras, func(x workflow.Extra) bool { return than.Extras.Get(x.Key) == nil })
}

// spliceWrittenJoin takes out the node after a scope that was written to join its branches: it does nothing, and is named after the scope.
func spliceWrittenJoin(x *workflow.Node) {
	next := onwardEdge(x)
	if x.Kind != workflow.Scope || next == nil || !next.Data.IsZero() {
		return
	}
	join := next.To
	e := join.Element
	if !idle(join) || len(join.In) != 1 || len(join.Timers) > 0 || e.Doc != "" || hasMore(e, x.Element) || !sameName(e.Name, x.Element.Name+doneSuffix) ||
		e.Title != "" && !sameName(e.Title, e.Name) {
		return
	}
	next.Kind = onwardEdge(join).Kind
	Splice(join)
}

func hasFork(r *workflow.Region) bool {
	for _, n := range r.Nodes {
		if n.Split == workflow.SplitFork {
			return true
		}
	}
	return false
}

// A nesting moves the nodes of branches into regions of their own. A node that several branches lead through is copied.
type nesting struct {
	*Conversion
	flow   *workflow.Workflow
	owner  map[*workflow.Node]bool         // those that have their place
	before map[*workflow.Node][]formerEdge // the edges of each as they were
}

// A formerEdge is an edge, and the node that it led to at first.
type formerEdge struct {
	edge *workflow.Edge
	to   *workflow.Node
}

// region nests the forks of a region, or refuses the conversion if what they begin has no such structure.
func (n *nesting) region(r *workflow.Region) {
	all, flaws := blocks.Flows(r)
	for _, f := range flaws {
		at := f.Nodes[0]
		switch f.Kind {
		case blocks.Cycles:
			n.Refuse(n.flow, at.Span, "a branch of %q leads back to it: parts that run in parallel have to be nested", at.Name())
		case blocks.NoJoin:
			n.Refuse(n.flow, at.Span, "nothing joins the branches of %q: parts that run in parallel have to be nested", at.Name())
		case blocks.StrayJoin:
			n.Refuse(n.flow, at.Span, "%q is reached from outside of its branches: parts that run in parallel have to be nested", at.Name())
		case blocks.TooDeep:
			n.Refuse(n.flow, at.Span, "%q is nested too deeply: at most %d levels are converted", at.Name(), blocks.MaxDepth)
		case blocks.TooLarge:
			n.Refuse(n.flow, at.Span, "the branches share too many steps to be written separately")
		}
	}
	if n.Raised.Reason != "" {
		return
	}
	reached := map[*workflow.Node]bool{}
	n.collect(all, reached)
	for x := range reached {
		for _, e := range x.Out {
			n.before[x] = append(n.before[x], formerEdge{e, e.To})
		}
	}
	n.place(all, r, nil)
	r.Arrange() // the nodes of branches are elsewhere
	for _, x := range r.Nodes {
		if !reached[x] {
			n.strand(x)
		}
	}
}

// collect marks all nodes of a flow, and of the branches in it.
func (n *nesting) collect(f *blocks.Flow, into map[*workflow.Node]bool) {
	for _, x := range f.Nodes {
		into[x] = true
	}
	for _, fork := range f.Forks {
		for _, b := range fork.Branches {
			n.collect(b, into)
		}
	}
}

// strand removes the edges from a node that no path leads to into those that now lie elsewhere.
func (n *nesting) strand(x *workflow.Node) {
	for _, e := range append([]*workflow.Edge(nil), x.Out...) {
		if e.To.Region != x.Region {
			dropTimers(x, e)
			e.Disconnect()
		}
	}
}

// dropTimers removes the timers of a node that follow an edge.
func dropTimers(x *workflow.Node, e *workflow.Edge) {
	var kept []workflow.Timer
	for i := range x.Timers {
		if x.Timers[i].Edge != e {
			kept = append(kept, x.Timers[i])
		}
	}
	x.Timers = kept
}

// place puts the nodes of a flow into a region, and returns where each of them is then. end is the one that what leaves the flow leads
// to; nil for the whole of a region.
func (n *nesting) place(f *blocks.Flow, r *workflow.Region, end *workflow.Node) map[*workflow.Node]*workflow.Node {
	at := make(map[*workflow.Node]*workflow.Node, len(f.Nodes)+1)
	if f.Exit != nil {
		at[f.Exit] = end
	}
	for _, x := range f.Nodes {
		switch {
		case n.owner[x]:
			at[x] = n.copyNode(x, r)
		case x.Region != r:
			x.Region.TakeOut(x)
			x.Region = r
			r.Nodes = append(r.Nodes, x)
			fallthrough
		default:
			n.owner[x], at[x] = true, x
		}
	}
	forks := make([]*blocks.Fork, 0, len(f.Forks))
	for _, x := range f.Nodes {
		if fork := f.Forks[x]; fork != nil {
			forks = append(forks, fork)
		}
	}
	for _, x := range f.Nodes {
		if at[x] == x {
			n.lead(x, at, f.Forks[x] != nil)
		}
	}
	for _, x := range f.Nodes {
		if at[x] != x {
			n.leadCopy(x, at, f.Forks[x] != nil)
		}
	}
	for _, fork := range forks {
		n.scope(fork, at)
	}
	return at
}

// lead makes the edges of a node lead to where the nodes of its flow are. Those of a fork into its branches are removed by scope.
func (n *nesting) lead(x *workflow.Node, at map[*workflow.Node]*workflow.Node, fork bool) {
	for _, was := range n.before[x] {
		if to := at[was.to]; to != nil && to != was.to && !(fork && leadsOn(was.edge)) {
			redirectTo(was.edge, to)
		}
	}
}

// redirectTo makes an edge lead to a node; one to the end of a region is the last one of its path.
func redirectTo(e *workflow.Edge, to *workflow.Node) {
	e.Redirect(to)
	if e.Kind == workflow.Next && to.Kind == workflow.End && to.Role == workflow.Ending {
		e.Kind = workflow.ToEnd
	}
}

// leadsOn reports whether an edge is taken when its node is done, whatever the data.
func leadsOn(e *workflow.Edge) bool { return e.Kind == workflow.Next || e.Kind == workflow.ToEnd }

// leadCopy gives the copy of a node the edges of the node, between what is in the same flow.
func (n *nesting) leadCopy(x *workflow.Node, at map[*workflow.Node]*workflow.Node, fork bool) {
	copied := at[x]
	edges := map[*workflow.Edge]*workflow.Edge{}
	for _, was := range n.before[x] {
		e, to := was.edge, at[was.to]
		if to == nil || fork && leadsOn(e) {
			continue
		}
		made := n.flow.Connect(copied, to, e.Kind, e.Span)
		made.Label, made.Guard, made.On, made.Require, made.Data, made.Extras = e.Label, e.Guard, e.On, e.Require, e.Data, e.Extras
		if made.Kind == workflow.Next && to.Kind == workflow.End && to.Role == workflow.Ending {
			made.Kind = workflow.ToEnd
		}
		edges[e] = made
	}
	for i := range copied.Timers {
		copied.Timers[i].Edge = edges[copied.Timers[i].Edge]
	}
}

// copyNode makes a node that does the same as another one, in a region, with an element of its own.
func (n *nesting) copyNode(x *workflow.Node, r *workflow.Region) *workflow.Node {
	e := n.NewElement(n.flow, x.Element, x.Element.Name, x.Element.Kind)
	e.Title, e.Doc = x.Element.Title, x.Element.Doc
	out := n.flow.AddNode(r, e, x.Kind, workflow.Primary)
	id := out.ID
	*out = *x
	out.ID, out.Element, out.Region, out.Role, out.In, out.Out = id, e, r, workflow.Primary, nil, nil
	out.Timers = append([]workflow.Timer(nil), x.Timers...)
	return out
}

// scope makes a fork a node with regions, which leads to its join.
func (n *nesting) scope(fork *blocks.Fork, at map[*workflow.Node]*workflow.Node) {
	s, join := at[fork.Split], at[fork.Join]
	for _, e := range append([]*workflow.Edge(nil), s.Out...) {
		if leadsOn(e) {
			e.Disconnect()
		}
	}
	s.Kind, s.Split, s.Joins = workflow.Scope, workflow.SplitOne, nil
	s.Body = &workflow.Body{Gather: workflow.GatherChanges}
	join.Join = workflow.JoinAny
	n.flow.Connect(s, join, workflow.Next, fork.Split.Span)
	for _, b := range fork.Branches {
		n.branch(b, s, fork)
	}
	n.addSharedLosses(fork, s.Body)
	n.addMergeLoss(fork, s.Body)
}

// branch puts a branch into a region of a scope. An end in it ends the whole run.
func (n *nesting) branch(b *blocks.Flow, s *workflow.Node, fork *blocks.Fork) {
	span := fork.Split.Span
	if b.Entry != nil {
		span = b.Entry.Span
	}
	r := n.flow.AddRegion(s, span)
	end := n.flow.AddNode(r, s.Element, workflow.End, workflow.Ending)
	at := n.place(b, r, end)
	r.Nodes = append(without(r.Nodes, end), end)
	r.Start = end
	if b.Entry != nil {
		r.Start = at[b.Entry]
	}
	for _, x := range r.Nodes {
		x.Terminates = x.Terminates || x.Kind == workflow.End && x != end
		n.mergeDeeply(x)
	}
}

// mergeDeeply makes a node of a branch merge deeply, as the changes of a branch are merged into the document of the scope.
func (n *nesting) mergeDeeply(x *workflow.Node) {
	c := x.Data.Combine
	if c == nil || c.Mode != workflow.MergeShallow {
		return
	}
	deep := *c
	deep.Mode = workflow.MergeDeep
	x.Data.Combine = &deep
	if !n.Options.Domain.Disjoint {
		n.Lose(n.flow, &lossSharedVariables, x.Element.NameSpan, x.Element, "", "the variables that %q sets are merged deeply", x.Name())
	}
}

// addEndLoss adds the loss of a branch in which the run can end, when other branches may have changed the variables.
func (n *nesting) addEndLoss(b *workflow.Body, r *workflow.Region) {
	ends := slices.IndexFunc(r.Nodes, func(x *workflow.Node) bool { return x.Kind == workflow.End && x.Terminates })
	if ends < 0 {
		return
	}
	for _, other := range b.Regions {
		if other == r {
			continue
		}
		for _, x := range nodesIn(other) {
			if changesDocument(x) {
				n.Lose(n.flow, &lossEndedBranch, r.Nodes[ends].Element.NameSpan, x.Element, "", "the output of a run that ends at %q lacks the changes by %q",
					r.Nodes[ends].Element.Name, x.Name())
			}
		}
	}
}

// changesDocument reports whether a node may put something into the document.
func changesDocument(n *workflow.Node) bool {
	switch n.Kind {
	case workflow.Task, workflow.Await, workflow.Table:
		return n.Data.Combine == nil || n.Data.Combine.Mode != workflow.Drop
	case workflow.Pass:
		return !passesOn(&n.Data)
	}
	return false
}

var unsharedVariables = Rewrite{
	ID:     "rewrite/shared-variables",
	What:   "each token has its own document, as no two tokens run in the same region at once",
	When:   "has no variables that all parts share",
	Before: "variables → a → b",
	After:  "a → document → b",
	Apply: func(_ *Conversion, w *workflow.Workflow) bool {
		changed := false
		for _, r := range w.Regions {
			changed = changed || r.Shared
			r.Shared = false
		}
		return changed
	},
}
