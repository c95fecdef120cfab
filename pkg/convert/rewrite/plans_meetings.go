package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/workflow"
)

// A plan has what a choice, or a step that waits, leads to as branches, each up to where it stops: at an end, or at a step that several edges
// lead to. What follows such a step is in the plan once, after the branches that all lead there. This file finds that step.

// endless stands for the end of what never goes on: all of its paths fail, or lead back to the steps that are repeated.
var endless = &workflow.Node{Kind: workflow.Fail}

// endings are the nodes at which paths stop, in the order in which they are found, with the number of the edges by which paths come there.
type endings struct {
	nodes []*workflow.Node
	count map[*workflow.Node]int
}

func (s *endings) add(n *workflow.Node, count int) {
	if s.count == nil {
		s.count = map[*workflow.Node]int{}
	}
	if s.count[n] == 0 {
		s.nodes = append(s.nodes, n)
	}
	s.count[n] += count
}

// meeting is the first of the nodes that is not an end, as ends can be told in each branch; else the first end; nil if there are none.
func (s *endings) meeting() *workflow.Node {
	for _, n := range s.nodes {
		if n.Kind != workflow.End {
			return n
		}
	}
	if len(s.nodes) > 0 {
		return s.nodes[0]
	}
	return nil
}

// meeting is the node where what a node leads to goes on: nil if nothing of it does.
func (x *planning) meeting(n *workflow.Node) *workflow.Node {
	var s endings
	for _, e := range n.Out {
		x.walk(e.To, &s, 0)
	}
	return s.meeting()
}

// walk adds where a path from a node on stops. Deeper in one another than anybody reads it is not looked at.
func (x *planning) walk(at *workflow.Node, s *endings, depth int) {
	if depth > deepestPlan || at == x.again || at.Kind == workflow.Fail {
		return
	}
	if at.Kind == workflow.End || len(at.In) > 1 {
		s.add(at, 1)
		return
	}
	for at != nil {
		at = x.after(at, s, depth)
	}
}

// after is the node where a path goes on after one that it leads to. It is nil where the path stops, which is added.
func (x *planning) after(n *workflow.Node, s *endings, depth int) *workflow.Node {
	var inner endings
	for _, e := range n.Out {
		if len(n.Out) == 1 && e.To != x.again && e.To.Kind != workflow.Fail && e.To.Kind != workflow.End && len(e.To.In) == 1 {
			return e.To
		}
		x.walk(e.To, &inner, depth+1)
	}
	next := inner.meeting()
	if next != nil && next.Kind != workflow.End && inner.count[next] == len(next.In) {
		inner.nodes = slices.DeleteFunc(inner.nodes, func(n *workflow.Node) bool { return n == next })
	} else {
		next = nil
	}
	for _, stop := range inner.nodes {
		s.add(stop, inner.count[stop])
	}
	return next
}

// sameEnd reports whether two paths of a region lead to the same: to one node, or to plain ends.
func sameEnd(a, b *workflow.Node) bool {
	plain := func(n *workflow.Node) bool { return n.Kind == workflow.End && !n.Terminates && n.Data.IsZero() }
	return a == b || plain(a) && plain(b)
}
