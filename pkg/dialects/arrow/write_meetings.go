package arrow

import (
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/workflow"
)

// edgesOf returns the edges that a token takes from a node, in the order in which they are tried; one that always can be taken is the last.
func edgesOf(n *workflow.Node) []*workflow.Edge {
	if len(n.Out) == 1 && (n.Out[0].Kind == workflow.Next || n.Out[0].Kind == workflow.ToEnd) {
		return n.Out
	}
	var out []*workflow.Edge
	var otherwise *workflow.Edge
	for _, e := range n.Out {
		switch e.Kind {
		case workflow.Default:
			otherwise = e
		case workflow.Guarded:
			out = append(out, e)
		case workflow.Next, workflow.ToEnd:
			return append(out, e)
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
	// nowhere reports that all paths from the node fail.
	nowhere bool
}

func (m *meeting) below(parent *meeting) {
	m.parent, m.leap, m.depth = parent, parent, parent.depth+1
	if leap := parent.leap; parent.depth-leap.depth == leap.depth-leap.leap.depth {
		m.leap = leap.leap
	}
}

// meet returns where exits from two nodes meet.
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

// at is where the paths from several nodes meet that do not fail: nil is after the end.
func (m *meetings) at(nodes []*workflow.Node) *workflow.Node {
	var at *meeting
	for _, n := range nodes {
		switch to := m.of[n]; {
		case to.nowhere:
		case at == nil:
			at = to
		default:
			at = meet(at, to)
		}
	}
	if at == nil {
		return nil
	}
	return at.node
}

// findMeetings walks through a region, refuses a cycle, and finds where exits meet.
func (x *writer) findMeetings(r *workflow.Region) *meetings {
	m := &meetings{of: make(map[*workflow.Node]*meeting, len(r.Nodes)), end: &meeting{}}
	m.end.parent, m.end.leap = m.end, m.end
	type visit struct {
		node  *workflow.Node
		exits []*workflow.Edge
		next  int
	}
	open := make(map[*workflow.Node]bool, len(r.Nodes))
	open[r.Start] = true
	stack := []visit{{node: r.Start, exits: edgesOf(r.Start)}}
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if top.next == len(top.exits) {
			m.close(top.node, top.exits)
			open[top.node] = false
			stack = stack[:len(stack)-1]
			continue
		}
		e := top.exits[top.next]
		top.next++
		switch {
		case open[e.To]:
			path := []string{}
			for _, v := range stack[slices.IndexFunc(stack, func(v visit) bool { return v.node == e.To }):] {
				if name := v.node.Name(); len(path) == 0 || path[len(path)-1] != name {
					path = append(path, name)
				}
			}
			x.refuse(placeOf(e.To), "%s is a cycle, and a flow cannot express a cycle that ends", strings.Join(append(path, e.Target().Name()), " → "))
		case m.of[e.To] == nil:
			open[e.To] = true
			stack = append(stack, visit{node: e.To, exits: edgesOf(e.To)})
		}
	}
	return m
}

// close finds where the paths from a node meet, once that is known of all nodes that they lead to.
func (m *meetings) close(n *workflow.Node, edges []*workflow.Edge) {
	at := &meeting{node: n}
	var parent *meeting
	for _, e := range edges {
		switch to := m.of[e.To]; {
		case to == nil || to.nowhere: // by a cycle, or a path that fails
		case parent == nil:
			parent = to
		default:
			parent = meet(parent, to)
		}
	}
	if at.nowhere = fails(n) || parent == nil && len(edges) > 0; parent == nil {
		parent = m.end
	}
	at.below(parent)
	m.of[n] = at
}

// fails reports whether a node is a task that never answers but fails.
func fails(n *workflow.Node) bool { return n.Kind == workflow.Task && n.Raises != nil }
