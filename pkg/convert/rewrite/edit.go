package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/workflow"
)

// AddBefore adds a node before another one: all edges to that node, and the start of its region, lead to the new node, which leads to it.
func AddBefore(w *workflow.Workflow, n *workflow.Node, e *workflow.Element, kind workflow.Kind) *workflow.Node {
	added := addBeside(w, n, e, kind, false)
	for _, in := range slices.Clone(n.In) {
		in.Redirect(added)
	}
	if n.Region.Start == n {
		n.Region.Start = added
	}
	w.Connect(added, n, workflow.Next, n.Span)
	return added
}

// AddAfter adds a node after another one: it takes over the edges that are followed when that node is done. Edges of errors and timers
// stay.
func AddAfter(w *workflow.Workflow, n *workflow.Node, e *workflow.Element, kind workflow.Kind) *workflow.Node {
	added := addBeside(w, n, e, kind, true)
	for _, out := range slices.Clone(n.Out) {
		if out.Kind != workflow.OnError && out.Kind != workflow.OnTimer {
			out.MoveStart(added)
		}
	}
	w.Connect(n, added, workflow.Next, n.Span)
	return added
}

// AddOn adds a node to the net along an edge, which keeps its kind, guard and matcher and leads to the node.
func AddOn(w *workflow.Workflow, edge *workflow.Edge, e *workflow.Element, kind workflow.Kind) *workflow.Node {
	to := edge.To
	added := addBeside(w, to, e, kind, false)
	edge.Redirect(added)
	w.Connect(added, to, workflow.Next, edge.Span)
	return added
}

// addBeside adds a node before another one of its region, or after it, in the order of the text once the region is arranged.
func addBeside(w *workflow.Workflow, n *workflow.Node, e *workflow.Element, kind workflow.Kind, after bool) *workflow.Node {
	role := workflow.Primary
	if e.Primary != nil {
		role = workflow.Acting
	}
	added := w.AddNode(n.Region, e, kind, role)
	n.Region.PlaceBeside(added, n, after)
	return added
}

// moveBeside moves nodes from the list of another region next to a node, in their order: after it, or before it. The caller
// empties that list.
func moveBeside(n *workflow.Node, after bool, nodes ...*workflow.Node) {
	r, at := n.Region, n
	for _, x := range nodes {
		x.Region = r
		r.Nodes = append(r.Nodes, x)
		if r.PlaceBeside(x, at, after); after {
			at = x
		}
	}
}

// Splice takes a node out of the net: the edges to it lead to its successor instead. It must have one edge that is followed when it is
// done.
func Splice(n *workflow.Node) {
	var next *workflow.Node
	for _, e := range slices.Clone(n.Out) {
		if e.Kind == workflow.Next || e.Kind == workflow.ToEnd || e.Kind == workflow.Default {
			next = e.To
		}
		e.Disconnect()
	}
	for _, e := range slices.Clone(n.In) {
		e.Redirect(next)
	}
	if n.Region.Start == n {
		n.Region.Start = next
	}
	n.Region.TakeOut(n)
}

// Compact gives the parts of a workflow their ids again after nodes and edges were taken out: what no region holds is left out. Nodes
// that nothing leads to stay: [Prune] takes those out.
func Compact(w *workflow.Workflow) {
	c := &compacting{Workflow: w, elements: w.Elements, kept: make([]bool, len(w.Elements))}
	for i, e := range c.elements {
		e.ID = i
	}
	w.Regions = make([]*workflow.Region, 0, len(w.Regions))
	w.Nodes, w.Edges = make([]*workflow.Node, 0, len(w.Nodes)), make([]*workflow.Edge, 0, len(w.Edges))
	if w.Root != nil {
		c.collect(w.Root)
	}
	w.Elements = make([]*workflow.Element, 0, len(w.Elements))
	for i, e := range c.elements {
		if c.kept[i] || e.Primary == nil && e.Origin == nil {
			e.ID = len(w.Elements)
			w.Elements = append(w.Elements, e)
		}
	}
}

// A compacting is a workflow whose parts are being collected, with the elements that it had and which of them have nodes.
type compacting struct {
	*workflow.Workflow
	elements []*workflow.Element
	kept     []bool
}

// keep notes that an element has a node. Others than those of the workflow are not listed.
func (c *compacting) keep(e *workflow.Element) {
	if e.ID < len(c.elements) && c.elements[e.ID] == e {
		c.kept[e.ID] = true
	}
}

func (c *compacting) collect(r *workflow.Region) {
	w := c.Workflow
	r.ID = len(w.Regions)
	w.Regions = append(w.Regions, r)
	r.Arrange()
	for _, n := range r.Nodes {
		n.ID, n.Region = len(w.Nodes), r
		w.Nodes = append(w.Nodes, n)
		for e := n.Element; e != nil; e = e.Whole {
			c.keep(e)
		}
		for _, e := range n.Out {
			e.ID = len(w.Edges)
			w.Edges = append(w.Edges, e)
		}
		if n.Body != nil {
			for _, inner := range n.Body.Regions {
				inner.Scope = n
				c.collect(inner)
			}
		}
	}
}

// Prune takes out of the net what no path from the start of its region leads to, and returns the elements that are dropped with it.
func Prune(w *workflow.Workflow) []*workflow.Element {
	var gone []*workflow.Element
	Compact(w) // regions whose nodes were moved out of them are not visited
	for _, r := range w.Regions {
		reached := make(map[*workflow.Node]bool, len(r.Nodes))
		if r.Start != nil {
			reach(r.Start, reached)
		}
		r.Nodes = slices.DeleteFunc(slices.Clone(r.Nodes), func(n *workflow.Node) bool {
			if reached[n] {
				return false
			}
			for _, e := range slices.Clone(n.Out) {
				e.Disconnect()
			}
			if n.Element.Primary == n {
				gone = append(gone, n.Element)
			}
			return true
		})
	}
	Compact(w)
	return gone
}

// reachable are nodes with what a path leads to from them. It takes the time of these alone, however large the workflow is.
func reachable(from []*workflow.Node) map[*workflow.Node]bool {
	out := make(map[*workflow.Node]bool, len(from))
	for _, n := range from {
		if !out[n] {
			reach(n, out)
		}
	}
	return out
}

func reach(n *workflow.Node, reached map[*workflow.Node]bool) {
	todo := []*workflow.Node{n}
	reached[n] = true
	for len(todo) > 0 {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, e := range n.Out {
			if !reached[e.To] {
				reached[e.To] = true
				todo = append(todo, e.To)
			}
		}
	}
}

// without returns a list without one of its items. The list itself is not changed.
func without[T comparable](list []T, x T) []T {
	out := make([]T, 0, len(list))
	for _, y := range list {
		if y != x {
			out = append(out, y)
		}
	}
	return out
}
