package workflow

// Redirect makes an edge lead to another node.
func (e *Edge) Redirect(to *Node) {
	e.To.In = unhooked(e.To.In, e)
	e.To = to
	to.In = append(to.In, e)
}

// MoveStart makes an edge begin at another node.
func (e *Edge) MoveStart(from *Node) {
	e.From.Out = unhooked(e.From.Out, e)
	e.From = from
	from.Out = append(from.Out, e)
}

// Onward is the edge by which a node leads on when it is done, if it is not one of those whose conditions hold; nil if there is none.
func (n *Node) Onward() *Edge {
	for _, e := range n.Out {
		if e.Kind == Next || e.Kind == ToEnd || e.Kind == Default {
			return e
		}
	}
	return nil
}

// Disconnect takes an edge out of the net. The caller takes out the timers and triggers that follow it.
func (e *Edge) Disconnect() {
	e.From.Out = unhooked(e.From.Out, e)
	e.To.In = unhooked(e.To.In, e)
}

// unhooked is a list of edges without one of them, and the list itself is not changed. Many edges of one node are usually taken in their
// order, and the first costs no copy.
func unhooked(edges []*Edge, e *Edge) []*Edge {
	if len(edges) > 0 && edges[0] == e {
		return edges[1:]
	}
	out := make([]*Edge, 0, len(edges))
	for _, x := range edges {
		if x != e {
			out = append(out, x)
		}
	}
	return out
}

// Original is the element of the source that an element of a rewritten net was made from; the element itself if it is of the source.
func (e *Element) Original() *Element {
	for e != nil && e.Origin != nil {
		e = e.Origin
	}
	return e
}
