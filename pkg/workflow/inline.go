package workflow

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/source"
)

// mostInlined bounds how many nodes a workflow may have with those that it calls in it: each call of a call doubles them.
const mostInlined = 10_000

// Inlined returns a program in which each call of a workflow that is given is a scope with what that workflow does, for those
// who write it where there are no calls. The program itself, and workflows without calls, stay as they are. Calls of a
// workflow that is being called, those by which it would become too large, and those that nothing waits for, stay calls.
func Inlined(p *Program) *Program {
	out := *p
	out.Workflows = make([]*Workflow, len(p.Workflows))
	for i, w := range p.Workflows {
		out.Workflows[i] = w
		if w.Root == nil || !calls(p, w) {
			continue
		}
		c := &copying{program: p, flow: &Workflow{}, within: map[*Workflow]bool{w: true}}
		*c.flow = *w
		c.flow.Regions, c.flow.Nodes, c.flow.Edges, c.flow.Elements = nil, nil, nil, nil
		c.workflow(w, nil)
		out.Workflows[i] = c.flow
	}
	return &out
}

// calls reports whether a workflow calls another one of a program.
func calls(p *Program, w *Workflow) bool {
	for _, n := range w.Nodes {
		if Called(p, n) != nil {
			return true
		}
	}
	return false
}

// Called is the workflow of a program that a node calls; nil if it calls none.
func Called(p *Program, n *Node) *Workflow {
	if n.Call == nil || !n.Call.Workflow || n.Region.Scope != nil && n.Region.Scope.Body.Detached {
		return nil
	}
	w := p.Find(n.Call.Task)
	if w == nil || w.Root == nil || w.Root.Start == nil || len(w.Unsupported) > 0 {
		return nil
	}
	return w
}

// A copying makes a workflow of copies.
type copying struct {
	program *Program
	flow    *Workflow
	within  map[*Workflow]bool // those that are being copied
}

// workflow copies all of a workflow; into a scope, or, if that is nil, as the whole.
func (c *copying) workflow(w *Workflow, scope *Node) {
	x := &copied{copying: c, file: w.File, elements: make([]*Element, len(w.Elements)), nodes: make([]*Node, len(w.Nodes)),
		edges: make([]*Edge, len(w.Edges)), room: room{chunkOf[Element](len(w.Elements)), chunkOf[Node](len(w.Nodes)), chunkOf[Edge](len(w.Edges)), nil}}
	c.flow.Elements, c.flow.Nodes = slices.Grow(c.flow.Elements, len(w.Elements)), slices.Grow(c.flow.Nodes, len(w.Nodes))
	c.flow.Edges = slices.Grow(c.flow.Edges, len(w.Edges))
	for _, e := range w.Elements {
		x.element(e)
	}
	x.region(w.Root, scope)
	x.connect(w)
}

// copied are the copies of the parts of one workflow, each at the place that its original has in the list of these.
type copied struct {
	*copying
	file     *source.File
	elements []*Element
	nodes    []*Node
	edges    []*Edge
	room     room
}

// elementOf is the copy of an element; nil of nil.
func (x *copied) elementOf(e *Element) *Element {
	if e == nil {
		return nil
	}
	return x.elements[e.ID]
}

// nodeOf is the copy of a node; nil of nil.
func (x *copied) nodeOf(n *Node) *Node {
	if n == nil {
		return nil
	}
	return x.nodes[n.ID]
}

// edgeOf is the copy of an edge; nil of nil.
func (x *copied) edgeOf(e *Edge) *Edge {
	if e == nil {
		return nil
	}
	return x.edges[e.ID]
}

// room is memory for the copies, allocated at once.
type room struct {
	elements chunk[Element]
	nodes    chunk[Node]
	edges    chunk[Edge]
	ends     []*Edge // for the lists of edges of the nodes
}

func (x *copied) element(e *Element) {
	to := x.room.elements.next()
	*to = *e
	to.ID = len(x.flow.Elements)
	if to.Origin == nil {
		to.Origin = e
	}
	if x.file != x.flow.File {
		to.File = x.file
	}
	x.flow.Elements = append(x.flow.Elements, to)
	x.elements[e.ID] = to
}

// region copies a region with the nodes in it, and the regions in those.
func (x *copied) region(r *Region, scope *Node) {
	to := x.flow.AddRegion(scope, r.Span)
	id := to.ID
	*to = *r
	to.ID, to.Scope, to.Nodes, to.Start = id, scope, nil, nil
	to.Nodes = make([]*Node, 0, len(r.Nodes))
	for _, n := range r.Nodes {
		x.node(n, to)
	}
	to.Start = x.nodeOf(r.Start)
}

func (x *copied) node(n *Node, r *Region) {
	to := x.room.nodes.next()
	*to = *n
	to.ID, to.Region, to.Element, to.In, to.Out = len(x.flow.Nodes), r, x.elementOf(n.Element), nil, nil
	x.flow.Nodes = append(x.flow.Nodes, to)
	to.Retry = append([]Retrier(nil), n.Retry...)
	r.Nodes = append(r.Nodes, to)
	x.nodes[n.ID] = to
	if n.Body != nil {
		body := *n.Body
		body.Regions = nil
		to.Body = &body
		for _, inner := range n.Body.Regions {
			x.region(inner, to)
		}
	}
	if w := Called(x.program, n); w != nil && !x.within[w] && len(x.flow.Nodes)+len(w.Nodes) <= mostInlined {
		x.inline(to, w)
	}
}

// inline makes a node that calls a workflow a scope with it. If what the workflow ends with is merged into the document of the node, and is
// what the workflow got with what its nodes merged into it, these changes are what is merged.
func (x *copied) inline(n *Node, w *Workflow) {
	n.Kind, n.Call, n.Body = Scope, nil, &Body{Gather: GatherOne}
	if c := n.Data.Combine; c != nil && c.Mode == MergeDeep && n.Data.Result == nil && onlyMerges(w) {
		n.Body.Gather, n.Data.Combine = GatherChanges, nil
	}
	x.within[w] = true
	x.workflow(w, n)
	delete(x.within, w)
}

// onlyMerges reports whether what a workflow ends with is the document that it got, with what was merged into that.
func onlyMerges(w *Workflow) bool {
	replaces := func(d *Stages, answers bool) bool {
		c := d.Combine
		return d.Output != nil || c == nil && answers || c != nil && (c.Mode == Replace || c.Effective && d.Select != nil)
	}
	return !slices.ContainsFunc(w.Nodes, func(n *Node) bool {
		gathers := n.Body != nil && n.Body.Gather != GatherChanges
		return replaces(&n.Data, n.Call != nil || n.Awaits != nil || n.File != nil || gathers || n.Data.Result != nil)
	}) && !slices.ContainsFunc(w.Edges, func(e *Edge) bool { return replaces(&e.Data, !e.Data.IsZero()) })
}

// connect copies what leads from one node to another, once all of them are there.
func (x *copied) connect(w *Workflow) {
	for i, e := range w.Elements {
		to := x.elements[i]
		to.Primary, to.Whole = x.nodeOf(e.Primary), x.elementOf(e.Whole)
	}
	for _, e := range w.Edges {
		to := x.room.edges.next()
		*to = *e
		to.ID, to.From, to.To = len(x.flow.Edges), x.nodeOf(e.From), x.nodeOf(e.To)
		x.flow.Edges = append(x.flow.Edges, to)
		x.edges[e.ID] = to
	}
	x.room.ends = make([]*Edge, 0, 2*len(w.Edges))
	for i, n := range w.Nodes {
		to := x.nodes[i]
		to.In, to.Out = x.all(n.In), x.all(n.Out)
		to.Joins = x.nodeOf(n.Joins)
		to.Timers = append([]Timer(nil), n.Timers...)
		for i := range to.Timers {
			to.Timers[i].Edge = x.edgeOf(n.Timers[i].Edge)
		}
		if n.Body != nil && to.Body != nil {
			to.Body.Listens = x.nodeOf(n.Body.Listens)
		}
		if n.Awaits != nil {
			awaits := *n.Awaits
			awaits.For = append([]Trigger(nil), n.Awaits.For...)
			for i := range awaits.For {
				awaits.For[i].Edge = x.edgeOf(n.Awaits.For[i].Edge)
			}
			to.Awaits = &awaits
		}
	}
}

// all are the copies of edges; nil if there are none. What is appended to the list gets memory of its own.
func (x *copied) all(edges []*Edge) []*Edge {
	if len(edges) == 0 {
		return nil
	}
	start := len(x.room.ends)
	for _, e := range edges {
		x.room.ends = append(x.room.ends, x.edgeOf(e))
	}
	return slices.Clip(x.room.ends[start:])
}
