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

// A stock is memory for parts of a net that are still to be added: allocating many at once takes a fraction of the time. Copies of a
// workflow share it, and [Clone] gives its copy none, so that both may be changed at the same time.
type stock struct {
	elements chunk[Element]
	nodes    chunk[Node]
	edges    chunk[listedEdge]
}

// A listedEdge is an edge with the lists of its nodes: most nodes have one edge in and one out.
type listedEdge struct {
	edge    Edge
	out, in [1]*Edge
}

// A chunk is memory for several parts of a kind.
type chunk[T any] struct {
	free []T
	size int // of all of it
}

// A chunk is twice as large as the one before: a small net wastes little, and a large one is allocated in few pieces.
const leastParts, mostParts = 2, 256

// chunkOf returns memory for so many parts.
func chunkOf[T any](parts int) chunk[T] { return chunk[T]{free: make([]T, parts)} }

// next returns a part that nobody has.
func (c *chunk[T]) next() *T {
	if len(c.free) == 0 {
		c.size = min(max(leastParts, 2*c.size), mostParts)
		c.free = make([]T, c.size)
	}
	x := &c.free[0]
	c.free = c.free[1:]
	return x
}

// parts returns what new parts are taken from.
func (w *Workflow) parts() *stock {
	if w.stock == nil {
		w.stock = &stock{}
	}
	return w.stock
}

// Reserve makes room in the lists of a net and of one of its regions for so many more elements, each with a node and an edge. There may
// be more or fewer.
func (w *Workflow) Reserve(r *Region, elements int) {
	w.Elements = slices.Grow(w.Elements, elements)
	w.Nodes, r.Nodes = slices.Grow(w.Nodes, elements), slices.Grow(r.Nodes, elements)
	w.Edges = slices.Grow(w.Edges, elements)
}

// AddElement adds something that the author wrote, still without nodes.
func (w *Workflow) AddElement(name, kind string, nameSpan, span source.Span) *Element {
	e := w.parts().elements.next()
	e.ID, e.Name, e.Kind, e.NameSpan, e.Span = len(w.Elements), name, kind, nameSpan, span
	w.Elements = append(w.Elements, e)
	return e
}

// AddNode adds a node of an element to a region. The first node of an element is its primary one.
func (w *Workflow) AddNode(r *Region, e *Element, kind Kind, role Role) *Node {
	n := w.parts().nodes.next()
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
	x := w.parts().edges.next()
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
