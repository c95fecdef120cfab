package arrow

import (
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// waysOut returns the edges that a token takes when nothing goes wrong, in the order in which they are tried; an edge that always
// can be taken is the last.
func waysOut(n *workflow.Node) []*workflow.Edge {
	var out []*workflow.Edge
	var otherwise *workflow.Edge
	for _, e := range n.Out {
		switch {
		case e.Disabled:
		case e.Kind == workflow.Default && otherwise == nil:
			otherwise = e
		case e.Kind == workflow.Guarded:
			out = append(out, e)
		case e.Kind == workflow.Next || e.Kind == workflow.ToEnd:
			out = append(out, e)
			if n.Split == workflow.SplitOne {
				return out
			}
		}
	}
	if otherwise != nil {
		out = append(out, otherwise)
	}
	return out
}

// A meeting is the last place where the paths from a node meet again: the nodes that all of them come through are its parent, the
// parent of that, and so on. The one without a node is after the end.
type meeting struct {
	node         *workflow.Node
	parent, leap *meeting // leap is a node further on, so that many can be passed at once
	depth        int
}

func (m *meeting) below(parent *meeting) {
	m.parent, m.leap, m.depth = parent, parent, parent.depth+1
	if leap := parent.leap; parent.depth-leap.depth == leap.depth-leap.leap.depth {
		m.leap = leap.leap
	}
}

// meet returns where ways from two nodes meet.
func meet(a, b *meeting) *meeting {
	if a.depth < b.depth {
		a, b = b, a
	}
	for a.depth > b.depth {
		if a.leap.depth >= b.depth {
			a = a.leap
		} else {
			a = a.parent
		}
	}
	for a != b {
		if a.leap != b.leap {
			a, b = a.leap, b.leap
		} else {
			a, b = a.parent, b.parent
		}
	}
	return a
}

// meetings are those of the nodes that a token of a region may come to.
type meetings struct {
	of  map[*workflow.Node]*meeting
	end *meeting
}

// at is where the ways from several nodes meet: nil is after the end.
func (m *meetings) at(nodes []*workflow.Node) *workflow.Node {
	at := m.of[nodes[0]]
	for _, n := range nodes[1:] {
		at = meet(at, m.of[n])
	}
	return at.node
}

// findMeetings walks through a region, refuses a cycle, and finds where ways meet.
func (x *translated) findMeetings(r *workflow.Region) *meetings {
	m := &meetings{of: map[*workflow.Node]*meeting{}, end: &meeting{}}
	m.end.parent, m.end.leap = m.end, m.end
	type visit struct {
		node *workflow.Node
		ways []*workflow.Edge
		next int
	}
	open := map[*workflow.Node]bool{r.Start: true}
	stack := []visit{{node: r.Start, ways: waysOut(r.Start)}}
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if top.next == len(top.ways) {
			m.close(top.node, top.ways)
			open[top.node] = false
			stack = stack[:len(stack)-1]
			continue
		}
		e := top.ways[top.next]
		top.next++
		switch {
		case open[e.To]:
			path := []string{}
			for _, v := range stack[slices.IndexFunc(stack, func(v visit) bool { return v.node == e.To }):] {
				if name := v.node.Name(); len(path) == 0 || path[len(path)-1] != name {
					path = append(path, name)
				}
			}
			x.refuse(e.Span, "%s is a cycle, and a flow cannot express a cycle that ends", strings.Join(append(path, e.Target().Name()), " → "))
		case m.of[e.To] == nil:
			open[e.To] = true
			stack = append(stack, visit{node: e.To, ways: waysOut(e.To)})
		}
	}
	return m
}

// close finds where the ways from a node meet, once that is known of all nodes that they lead to.
func (m *meetings) close(n *workflow.Node, ways []*workflow.Edge) {
	at := &meeting{node: n}
	parent := m.end
	switch first := true; {
	case n.Split == workflow.SplitFork && n.Joins != nil && m.of[n.Joins] != nil:
		parent = m.of[n.Joins]
	default:
		for _, e := range ways {
			to := m.of[e.To]
			switch {
			case to == nil: // by a cycle
			case first:
				parent, first = to, false
			default:
				parent = meet(parent, to)
			}
		}
	}
	at.below(parent)
	m.of[n] = at
}

// addLeftOut adds the losses of the nodes of a region that a token reaches only by errors and timers, or never.
func (x *translated) addLeftOut(r *workflow.Region, m *meetings) {
	inside := map[*workflow.Element]bool{}
	for n := range m.of {
		inside[n.Element] = true
	}
	for _, n := range r.Nodes {
		if n.Role != workflow.Primary || inside[n.Element] {
			continue
		}
		if len(n.In) == 0 {
			x.add(&dialects.LossExtra, placeOf(n), nil, "", "%q is dropped, as no path leads to it", n.Name())
			continue
		}
		x.add(&dialects.LossExtra, placeOf(n), nil, "", "%q is dropped, as only errors and timeouts lead to it", n.Name())
	}
}
