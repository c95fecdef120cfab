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

// Reserve makes room for so many elements of a region, each with a node and an edge. There may be more or fewer.
func (w *Workflow) Reserve(r *Region, elements int) {
	w.Elements = slices.Grow(w.Elements, elements)
	w.Nodes, r.Nodes = slices.Grow(w.Nodes, elements), slices.Grow(r.Nodes, elements)
	w.Edges = slices.Grow(w.Edges, elements)
}

// AddElement adds something that the author wrote, still without nodes.
func (w *Workflow) AddElement(name, kind string, nameSpan, span source.Span) *Element {
	e := &Element{ID: len(w.Elements), Name: name, Kind: kind, NameSpan: nameSpan, Span: span}
	w.Elements = append(w.Elements, e)
	return e
}

// AddNode adds a node of an element to a region. The first node of an element is its primary one.
func (w *Workflow) AddNode(r *Region, e *Element, kind Kind, role Role) *Node {
	n := &Node{ID: len(w.Nodes), Kind: kind, Role: role, Element: e, Region: r, Span: e.Span}
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
	// Most nodes have one edge in and one out: their lists are allocated together with the edge.
	x := &struct {
		edge    Edge
		out, in [1]*Edge
	}{edge: Edge{ID: len(w.Edges), Kind: kind, From: from, To: to, Span: span}}
	e := &x.edge
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
