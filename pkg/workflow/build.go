package workflow

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/source"
)

// AddRegion adds a region that lies in a scope node; nil makes it the root.
func (w *Workflow) AddRegion(scope *Node, span source.Span) *Region {
	r := &Region{ID: len(w.Regions), Scope: scope, Span: span}
	w.Regions = append(w.Regions, r)
	if scope == nil {
		w.Root = r
	} else {
		scope.Body.Regions = append(scope.Body.Regions, r)
	}
	return r
}

// A reserve is memory for parts of a net that are still to be added: allocating many at once takes a fraction of the time.
type reserve struct {
	elements []Element
	nodes    []Node
	edges    []listedEdge
}

// A listedEdge is an edge with the lists of its nodes: most nodes have one edge in and one out.
type listedEdge struct {
	edge    Edge
	out, in [1]*Edge
}

// next takes a part from a reserve, or allocates one if nothing is left.
func next[T any](reserved *[]T) *T {
	if len(*reserved) == 0 {
		return new(T)
	}
	x := &(*reserved)[0]
	*reserved = (*reserved)[1:]
	return x
}

// Reserve makes room for so many elements of a region, each with a node and an edge. There may be more or fewer. A region inside of
// another uses what is reserved for that one first. After the last part was added, [Workflow.DropReserve] has to be called.
func (w *Workflow) Reserve(r *Region, elements int) {
	if len(w.reserved.nodes) == 0 {
		w.reserved = reserve{make([]Element, elements), make([]Node, elements), make([]listedEdge, elements)}
	}
	w.Elements = slices.Grow(w.Elements, elements)
	w.Nodes, r.Nodes = slices.Grow(w.Nodes, elements), slices.Grow(r.Nodes, elements)
	w.Edges = slices.Grow(w.Edges, elements)
}

// DropReserve ends the reservation. A copy of the workflow would otherwise use the same memory for parts of its own.
func (w *Workflow) DropReserve() { w.reserved = reserve{} }

// AddElement adds something that the author wrote, still without nodes.
func (w *Workflow) AddElement(name, kind string, nameSpan, span source.Span) *Element {
	e := next(&w.reserved.elements)
	e.ID, e.Name, e.Kind, e.NameSpan, e.Span = len(w.Elements), name, kind, nameSpan, span
	w.Elements = append(w.Elements, e)
	return e
}

// AddNode adds a node of an element to a region. The first node of an element is its primary one.
func (w *Workflow) AddNode(r *Region, e *Element, kind Kind, role Role) *Node {
	n := next(&w.reserved.nodes)
	n.ID, n.Kind, n.Role, n.Element, n.Region, n.Span = len(w.Nodes), kind, role, e, r, e.Span
	if kind == Scope {
		n.Body = &Body{}
	}
	if role == Primary {
		e.Primary = n
	}
	w.Nodes = append(w.Nodes, n)
	r.Nodes = append(r.Nodes, n)
	return n
}

// Connect adds an edge between two nodes of one region.
func (w *Workflow) Connect(from, to *Node, kind EdgeKind, span source.Span) *Edge {
	x := next(&w.reserved.edges)
	e := &x.edge
	e.ID, e.Kind, e.From, e.To, e.Span = len(w.Edges), kind, from, to, span
	w.Edges = append(w.Edges, e)
	if from.Out == nil {
		from.Out = x.out[:0]
	}
	if to.In == nil {
		to.In = x.in[:0]
	}
	from.Out, to.In = append(from.Out, e), append(to.In, e)
	return e
}
