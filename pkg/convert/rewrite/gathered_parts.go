package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// callGathered makes a stand-in do what the regions of a node do. Where what they give is a list, and the target has no such document, the
// stand-in also does the step before it that gives the items, and those after it that take the list.
func (c *Conversion) callGathered(w *workflow.Workflow, n *workflow.Node) {
	around := []*workflow.Node{n}
	if !c.gathersDocument(n) {
		takers := c.takers(n)
		if takers == nil { // the list is what the run or the branch gives
			takers = c.iterationsAfter(n)
			c.keepResults(w, slices.Concat(around, takers)[len(takers)])
		}
		around = append(around, takers...)
	}
	if giver := c.giver(n); giver != nil {
		around = slices.Insert(around, 0, giver)
	}
	if len(around) > 1 {
		n = c.partWith(w, around)
	}
	c.callWithExits(w, n, answersDocument)
}

// resultsMember is the member of the document that the list of the results is where the target has no list as its document.
const resultsMember = "results"

// keepResults puts the results of a node with regions at a member of the document, where they are always a list.
func (c *Conversion) keepResults(w *workflow.Workflow, n *workflow.Node) {
	instead := "the document as it is"
	if g := n.Body.Gather; (g == workflow.GatherList || g == workflow.GatherEach) && n.Data.IsZero() {
		n.Data.Result = &expr.Object{Members: []expr.ObjectMember{{Key: resultsMember, Value: expr.NewPath(expr.RootAnswer)}}}
		instead = "an object with the list as its member " + resultsMember
	}
	from := []*workflow.Element{n.Element}
	for _, r := range n.Body.Regions {
		from = append(from, tasksIn(r)...)
	}
	for _, e := range from {
		c.Lose(w, &lossScalarDocument, placeOf(n), e, instead, "the document after %q is the list of the results, which the target cannot have", n.Name())
	}
}

// keepList puts the list of results that is the document after a node at a member of it, where answers are merged, and what follows reads
// it there.
func (c *Conversion) keepList(w *workflow.Workflow, n *workflow.Node) {
	if !replacing(n.Data.Combine) || n.Body.Gather != workflow.GatherList {
		return
	}
	c.members = nil // calls in place of other nodes change what these read
	at := expr.NewPath(expr.RootInput, c.freeMember(w, resultsMember))
	n.Data.Combine = &workflow.Combine{Mode: workflow.SetAt, Path: at, Span: n.Span}
	if on := nextOf(n); on != nil && !c.readAt(w, on, at) {
		pass := AddAfter(w, n, c.NewElement(w, n.Element, "Results of "+n.Name(), ""), workflow.Pass)
		pass.Data.Result = at
	}
}

// giver is the task before an iteration, or parts with one, whose answer is the list of the items, where the target has no list as its
// document; nil if there is none that a worker can call.
func (c *Conversion) giver(n *workflow.Node) *workflow.Node {
	if c.Able.Documents != workflow.ObjectDocument || !overDocument(n) || len(n.In) != 1 {
		return nil
	}
	t := n.In[0].From
	if t.Kind != workflow.Task || len(t.Out) != 1 || t.Data.Result != nil || t.Data.Output != nil || !replacing(t.Data.Combine) || !c.callableTask(t) && !c.standsForFile(t) {
		return nil
	}
	return t
}

// overDocument reports whether a node is an iteration whose items are the document, or has parts that begin with one.
func overDocument(n *workflow.Node) bool {
	if n.Kind != workflow.Scope || n.Data.Select != nil || n.Data.Payload != nil && !isWhole(n.Data.Payload) {
		return false
	}
	return n.Body.Each || slices.ContainsFunc(n.Body.Regions, func(r *workflow.Region) bool { return r.Start != nil && overDocument(r.Start) })
}

// standsForFile reports whether a task reads or writes a file in the place of a step that does.
func (c *Conversion) standsForFile(n *workflow.Node) bool {
	return n.Call != nil && n.Call.Structured && c.standIn(n.Call.Task) != nil
}

// takers are the steps that follow a node with regions, one after the other, up to the first that makes a document of the target of the
// results; nil if there are none that a worker can do, or more than somebody would have one do. What is before an iteration over the document
// gives a list.
func (c *Conversion) takers(n *workflow.Node) []*workflow.Node {
	var out []*workflow.Node
	for at := c.follower(n); at != nil && len(out) < mostTakers; at = c.follower(at) {
		out = append(out, at)
		if c.givesDocument(at) && len(at.Out) == 1 && !overDocument(at.Out[0].To) {
			return out
		}
	}
	return nil
}

// iterationsAfter are the iterations over the document that follow a node with regions, one after the other.
func (c *Conversion) iterationsAfter(n *workflow.Node) []*workflow.Node {
	var out []*workflow.Node
	for at := c.follower(n); at != nil && overDocument(at) && len(out) < mostTakers; at = c.follower(at) {
		out = append(out, at)
	}
	return out
}

// follower is the only step after a node, if nothing else leads to it and a worker can do it; else nil.
func (c *Conversion) follower(n *workflow.Node) *workflow.Node {
	if len(n.Out) != 1 {
		return nil
	}
	e := n.Out[0]
	if to := e.To; e.Guard == nil && e.Require == nil && len(to.In) == 1 && to.When == nil && c.taken(to) {
		return to
	}
	return nil
}

// mostTakers is how many steps after the parts their worker does at most.
const mostTakers = 50

// taken reports whether a worker can do a step that takes the results of parts.
func (c *Conversion) taken(n *workflow.Node) bool {
	switch n.Kind {
	case workflow.Task:
		return c.callableTask(n)
	case workflow.Scope:
		return c.callableScope(n)
	case workflow.Pass:
		return n.Data.Assign == nil
	}
	return n.Kind == workflow.Wait
}

// givesDocument reports whether the document that leaves a node is one of the target, whatever the one is that comes to the node.
func (c *Conversion) givesDocument(n *workflow.Node) bool {
	switch n.Kind {
	case workflow.Scope:
		return n.Body.Gather != workflow.GatherChanges && (replacing(n.Data.Combine) || n.Data.Output != nil) && c.gathersDocument(n)
	case workflow.Task, workflow.Pass:
		d := &n.Data
		replaces := d.Combine == nil || d.Combine.Mode == workflow.Replace || d.Output != nil
		return replaces && c.holds(d) && (n.Kind == workflow.Task || !passesOn(d))
	}
	return false
}

// partWith puts steps that follow one another into a part of its own, which goes on where the last of them does, and returns the part.
func (c *Conversion) partWith(w *workflow.Workflow, steps []*workflow.Node) *workflow.Node {
	first, last := steps[0], steps[len(steps)-1]
	part := AddBefore(w, first, c.NewElement(w, first.Element, first.Name()+" to "+last.Name(), first.Element.Kind), workflow.Scope)
	for _, e := range slices.Clone(part.Out) {
		e.Disconnect()
	}
	for _, e := range slices.Clone(last.Out) {
		e.MoveStart(part)
	}
	part.Body, part.Span = &workflow.Body{Gather: workflow.GatherOne}, first.Span
	r := w.AddRegion(part, first.Span)
	end := w.AddNode(r, part.Element, workflow.End, workflow.Ending)
	r.Start, r.Nodes = first, append(slices.Clone(steps), end)
	for _, x := range steps {
		x.Region.TakeOut(x)
		x.Region = r
	}
	w.Connect(last, end, workflow.ToEnd, last.Span)
	return part
}
