package run

import "github.com/flowglot/flowglot/pkg/workflow"

// fork splits a token: one goes along each edge, and knows which branch of which fork it is. The first one moves first.
func (m *Machine) fork(t token, data any) {
	var ways []*workflow.Edge
	for _, e := range t.node.Out {
		if e.Kind == workflow.Next || e.Kind == workflow.ToEnd {
			ways = append(ways, e)
		}
	}
	m.forks = append(m.forks, fork{node: t.node, frame: t.frame, life: t.life, outer: t.from, open: len(ways)})
	id := int32(len(m.forks))
	for i := len(ways) - 1; i >= 0; i-- {
		t.from = branch{fork: id, index: int32(i)}
		m.follow(t, ways[i], data)
	}
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
