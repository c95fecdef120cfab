package workflow

import "github.com/flowglot/flowglot/pkg/source"

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
	e := &Edge{ID: len(w.Edges), Kind: kind, From: from, To: to, Span: span}
	w.Edges = append(w.Edges, e)
	from.Out = append(from.Out, e)
	to.In = append(to.In, e)
	return e
}
