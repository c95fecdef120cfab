package machine

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/workflow"
)

// split has a token take every edge that leads on, with a token each, of which the first moves first. Those of a fork know
// which branch of it they are.
func (m *Machine) split(t token, data any) {
	var ways []*workflow.Edge
	for _, e := range t.node.Out {
		if e.Kind == workflow.Next || e.Kind == workflow.ToEnd {
			ways = append(ways, e)
		}
	}
	forks := t.node.Split == workflow.SplitFork
	if forks {
		m.forks = append(m.forks, fork{node: t.node, frame: t.frame, life: t.life, outer: t.from, open: len(ways)})
	}
	first := len(m.ready)
	for i, e := range ways {
		if forks {
			t.from = branch{fork: int32(len(m.forks)), index: int32(i)}
		}
		m.follow(t, e, data)
	}
	slices.Reverse(m.ready[first:]) // the last one moves next
}

// join takes in a token that comes to a node which collects the branches of a fork. It reports whether it was the last
// one: the token then goes on in place of the one that was split. A token of another fork, or of none, stays where it is
// for good.
func (m *Machine) join(t *token) bool {
	if t.from.fork == 0 || m.forks[t.from.fork-1].node.Joins != t.node {
		m.park(*t)
		return false
	}
	f := &m.forks[t.from.fork-1]
	f.arrived = true
	f.open--
	if f.open > 0 {
		if m.observe != nil {
			m.emit(Trace{Kind: Joined, Node: t.node, Count: f.open, frame: t.frame})
		}
		return false
	}
	t.from = f.outer
	return true
}
