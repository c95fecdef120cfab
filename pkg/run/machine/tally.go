package machine

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/workflow"
)

// manyEdges is how many edges a node has from which on the tokens that wait there are counted as they come. With fewer edges, counting
// them each time is faster.
const manyEdges = 16

// A tally counts the edges of a node on which tokens wait for others.
type tally struct {
	forward int // edges on which a token has to come
	arrived edgeSet
}

// tally returns the tally of the tokens that wait at a node.
func (m *Machine) tally(at joinKey) *tally {
	if t := m.tallies[at]; t != nil {
		return t
	}
	t := &tally{}
	for _, e := range at.node.In {
		if !e.Back {
			t.forward++
		}
	}
	for _, x := range m.pendingJoins[at] {
		t.add(x)
	}
	if t.forward >= manyEdges {
		if m.tallies == nil {
			m.tallies = map[joinKey]*tally{}
		}
		m.tallies[at] = t
	}
	return t
}

// add counts a token. In a state that was saved and changed since, it may be one of another edge, which counts for nothing.
func (t *tally) add(x token) {
	if x.via != nil && x.via.To == x.node && !x.via.Back {
		t.arrived.add(x.via)
	}
}

// An edgeSet is a set of edges.
type edgeSet struct {
	few  []*workflow.Edge
	many map[*workflow.Edge]bool // if there are many, in place of few
}

func (s *edgeSet) len() int { return max(len(s.few), len(s.many)) }

func (s *edgeSet) add(e *workflow.Edge) {
	if s.many != nil {
		s.many[e] = true
		return
	}
	if slices.Contains(s.few, e) {
		return
	}
	if s.few = append(s.few, e); len(s.few) < manyEdges {
		return
	}
	s.many = make(map[*workflow.Edge]bool, 2*len(s.few))
	for _, e := range s.few {
		s.many[e] = true
	}
	s.few = nil
}

// earliest returns the first of the tokens on each edge of a node, in the order of the edges, and those that are left.
func earliest(n *workflow.Node, tokens []token) (first, rest []token) {
	place := func(e *workflow.Edge) int { return slices.Index(n.In, e) } // or -1
	if len(n.In) >= manyEdges {
		places := make(map[*workflow.Edge]int, len(n.In))
		for i, e := range n.In {
			places[e] = i + 1
		}
		place = func(e *workflow.Edge) int { return places[e] - 1 }
	}
	first = make([]token, len(n.In))
	for _, x := range tokens {
		if i := place(x.via); i >= 0 && first[i].node == nil {
			first[i] = x
		} else {
			rest = append(rest, x)
		}
	}
	return slices.DeleteFunc(first, func(x token) bool { return x.node == nil }), rest
}
