package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var scopesAsForks = Rewrite{
	ID:     "rewrite/scope",
	What:   "a node with several regions becomes a fork and a join with the regions between them; a node with one region is replaced by its content",
	When:   "has forks and joins, and no nodes with regions",
	Before: "scope {a} {b} → c",
	After:  "fork → a, b; a → join; b → join; join → c",
	Losses: []*dialects.LossRule{&lossSeesOthers, &lossReadsOthers, &lossGivesOthers, &lossMergeOrder, &lossSequence, &lossScopeLimits, &dialects.LossJoin, &lossUnreached},
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		if !c.Able.Joins.Has(dialects.JoinForks) || c.Able.Joins.Has(dialects.JoinScopes) || w.Root == nil {
			return false
		}
		o := &opening{Conversion: c, flow: w}
		o.region(w.Root, false)
		if o.changed {
			Compact(w)
			c.prune(w)
		}
		w.Root.Shared = true
		return o.changed
	},
}

var (
	lossMergeOrder = dialects.LossRule{ID: "convert/merge-order", Level: dialects.Approximated, Affects: dialects.Inputs | dialects.Output, Data: dialects.Any,
		What:   "where branches put different values at one place, a different one remains",
		Remedy: "have each branch answer members of its own"}
	lossSequence = dialects.LossRule{ID: "convert/order", Level: dialects.Approximated, Affects: dialects.Order | dialects.Time, Data: dialects.Same,
		What:   "parts that run in parallel in the source run one after the other",
		Remedy: "make the inner part a workflow of its own, if its parts have to run in parallel"}
	lossScopeLimits = dialects.LossRule{ID: "convert/scope-limits", Level: dialects.Dropped, Affects: dialects.Time | dialects.Outcome | dialects.Attempts, Data: dialects.Same,
		What:   "what bounds or repeats several nodes together is dropped",
		Remedy: "limit each task by itself"}
)

// An opening takes the regions out of scopes.
type opening struct {
	*Conversion
	flow    *workflow.Workflow
	changed bool
}

// region opens the scopes of a region. within reports that it is a branch, in which there can be no forks.
func (o *opening) region(r *workflow.Region, within bool) {
	for _, n := range slices.Clone(r.Nodes) { // what is moved into the region has no scopes any more
		if n.Kind != workflow.Scope || n.Body.Each {
			continue
		}
		o.changed = true
		for _, inner := range n.Body.Regions {
			o.region(inner, within || len(n.Body.Regions) > 1)
		}
		o.addLosses(n)
		switch regions := n.Body.Regions; {
		case len(regions) == 0:
			o.giveEmptyList(n)
		case len(regions) == 1, within:
			o.addSequenceLoss(n)
			o.inline(n)
		default:
			o.fork(n)
		}
	}
	r.Arrange() // what was in a scope comes after it
}

// giveEmptyList makes a scope without regions a pass node that gives the empty list which it gathers.
func (o *opening) giveEmptyList(n *workflow.Node) {
	gather, combine := n.Body.Gather, n.Data.Combine
	n.Kind, n.Body, n.Data = workflow.Pass, nil, workflow.Stages{}
	if gather != workflow.GatherList || combine != nil && combine.Mode == workflow.Drop {
		return
	}
	if combine == nil || combine.Mode != workflow.SetAt || len(combine.Path.Steps) != 1 || combine.Path.Steps[0].Kind != expr.StepChild {
		o.Lose(o.flow, &dialects.LossJoin, placeOf(n), n.Element, "", "the empty list of %q does not get into the document", n.Name())
		return
	}
	n.Data.Result = &expr.Object{Members: []expr.ObjectMember{{Key: combine.Path.Steps[0].Name, Value: &expr.Literal{Value: []any{}}}}}
	n.Data.Combine = &workflow.Combine{Mode: workflow.MergeShallow}
}

// addSequenceLoss adds the losses of branches that run one after the other: that of their order from each of their tasks on, and that of
// what those after the first one see.
func (o *opening) addSequenceLoss(n *workflow.Node) {
	if len(n.Body.Regions) < 2 {
		return
	}
	changes := changesOf(n.Body.Regions)
	for i, r := range n.Body.Regions {
		o.addSightInOrder(n, r, i, changes)
		for _, x := range r.Nodes {
			if x.Kind == workflow.Task {
				o.Lose(o.flow, &lossSequence, placeOf(n), x.Element, "one branch after the other", "the branches of %q are in a branch, where they cannot run in parallel", n.Name())
			}
		}
	}
}

// addLosses adds the losses of what a scope does to its regions together.
func (o *opening) addLosses(n *workflow.Node) {
	lose := func(what string) {
		o.Lose(o.flow, &lossScopeLimits, placeOf(n), n.Element, "", "%s of %q is dropped, as it is of several steps together", what, n.Name())
	}
	for i := range n.Timers {
		lose("the time limit")
		if e := n.Timers[i].Edge; e != nil {
			e.Disconnect()
		}
	}
	n.Timers = nil
	if len(n.Retry) > 0 {
		lose("the retry")
		n.Retry = nil
	}
	if g := n.Body.Gather; len(n.Body.Regions) > 0 && (g == workflow.GatherList || g == workflow.GatherEach) && observes(n) &&
		(n.Data.Combine == nil || n.Data.Combine.Mode != workflow.Drop) {
		o.Lose(o.flow, &dialects.LossJoin, placeOf(n), n.Element, "members of the variables", "the results of the branches of %q are a list in the source", n.Name())
	}
	if n.Body.Enough != nil {
		lose("the number of branches that are enough")
	}
	if n.Body.Detached {
		o.Lose(o.flow, &lossScopeLimits, placeOf(n), n.Element, "", "the run waits for %q, which runs on its own in the source", n.Name())
	}
}

// next is what follows a scope that is done.
func nextOf(n *workflow.Node) *workflow.Edge {
	for _, e := range n.Out {
		if leadsOn(e) || e.Kind == workflow.Default {
			return e
		}
	}
	return nil
}

// empty moves the nodes of a region into that of its scope, and returns where it begins and the edges to its ends. A region without
// nodes begins nowhere.
func (o *opening) empty(n *workflow.Node, inner *workflow.Region) (start *workflow.Node, ends []*workflow.Edge) {
	inner.Arrange()
	start = inner.Start
	var moved []*workflow.Node
	for _, x := range inner.Nodes {
		if x.Kind == workflow.End && !x.Terminates {
			ends = append(ends, x.In...)
			if start == x {
				start = nil
			}
			continue
		}
		moved = append(moved, x)
	}
	moveBeside(n, true, moved...)
	return start, ends
}

// goOn makes edges lead to a node.
func goOn(edges []*workflow.Edge, to *workflow.Node) {
	for _, e := range edges {
		if e.Kind == workflow.ToEnd {
			e.Kind = workflow.Next
		}
		e.Redirect(to)
	}
}

// inline puts what is in the regions of a scope in its place, one region after the other.
func (o *opening) inline(n *workflow.Node) {
	out := nextOf(n)
	var next *workflow.Node
	if out != nil {
		next = out.To
	}
	if next == nil { // a run stays where the scope is done
		n.Kind, n.Data = workflow.Pass, workflow.Stages{}
		o.inlineBefore(n, n)
		n.Body = nil
		return
	}
	start := o.inlineBefore(n, next)
	for _, e := range slices.Clone(n.In) {
		e.Redirect(start)
	}
	if n.Region.Start == n {
		n.Region.Start = start
	}
	for _, e := range slices.Clone(n.Out) {
		e.Disconnect()
	}
	n.Region.TakeOut(n)
}

// inlineBefore puts the regions of a scope before a node, and returns where the first begins.
func (o *opening) inlineBefore(n, next *workflow.Node) *workflow.Node {
	for _, r := range slices.Backward(n.Body.Regions) {
		start, ends := o.empty(n, r)
		goOn(ends, next)
		if start != nil {
			next = start
		}
	}
	return next
}

// fork makes a scope a fork, and adds the join. A node that does nothing after it is the join.
func (o *opening) fork(n *workflow.Node) {
	regions := n.Body.Regions
	join := o.joinOf(n)
	n.Kind, n.Split, n.Joins, n.Body, n.Data = workflow.Pass, workflow.SplitFork, join, nil, workflow.Stages{}
	changes := changesOf(regions)
	for i, r := range regions {
		o.addSightBeside(n, r, i, changes)
	}
	for _, r := range slices.Backward(regions) {
		nodes := r.Nodes
		start, ends := o.empty(n, r)
		goOn(ends, join)
		if start == nil {
			start = join
		}
		o.flow.Connect(n, start, workflow.Next, n.Span)
		o.leadToJoin(nodes, start, join)
	}
	slices.Reverse(n.Out)
}

// leadToJoin makes what ends a run in a branch name the join, as every branch has to have a path to it, though that path is never taken.
func (o *opening) leadToJoin(nodes []*workflow.Node, start, join *workflow.Node) {
	never := func(from *workflow.Node) {
		o.flow.Connect(from, join, workflow.Guarded, from.Span).Guard = &expr.Literal{Value: false}
	}
	joins := leads(start, join)
	for _, x := range nodes {
		switch {
		case x.Kind == workflow.Fail:
			never(x)
		case x.Kind == workflow.End && x.Terminates && !joins && len(x.In) > 0:
			choice := AddBefore(o.flow, x, o.NewElement(o.flow, x.Element, x.Name()+" now", ""), workflow.Choice)
			for _, e := range choice.Out {
				e.Kind, e.Guard = workflow.Guarded, &expr.Literal{Value: true}
			}
			never(choice)
		}
	}
}

// leads reports whether a path leads from a node to another one. What comes after that is not looked at.
func leads(from, to *workflow.Node) bool {
	reached := map[*workflow.Node]bool{to: true}
	for todo := []*workflow.Node{from}; len(todo) > 0; {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if n == to {
			return true
		}
		if reached[n] {
			continue
		}
		reached[n] = true
		for _, e := range n.Out {
			todo = append(todo, e.To)
		}
	}
	return false
}

// joinOf takes the place after a scope for its join.
func (o *opening) joinOf(n *workflow.Node) *workflow.Node {
	out := nextOf(n)
	if out != nil && idle(out.To) && len(out.To.In) == 1 {
		join := out.To
		out.Disconnect()
		join.Join = workflow.JoinFork
		return join
	}
	join := o.flow.AddNode(n.Region, o.NewElement(o.flow, n.Element, n.Name()+doneSuffix, ""), workflow.Pass, workflow.Primary)
	n.Region.PlaceBeside(join, n, true)
	join.Join = workflow.JoinFork
	if out != nil {
		out.MoveStart(join)
	}
	return join
}

// idle reports whether a node does nothing but lead on.
func idle(n *workflow.Node) bool {
	return n.Kind == workflow.Pass && n.Data.IsZero() && n.Split == workflow.SplitOne && n.Join == workflow.JoinAny && len(n.Out) == 1 && leadsOn(n.Out[0])
}
