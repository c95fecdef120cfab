package machine

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/workflow"
)

// split sends a token along every edge that leads on, as a token each, of which the first moves first. Those of a fork know
// which one.
func (m *Machine) split(t token, data any) {
	if t.node.Split == workflow.SplitFork {
		t.from = m.openFork(t)
	}
	if m.oracle != nil {
		data = m.oracle.Split(t.node, data)
	}
	first := len(m.ready)
	for _, e := range t.node.Out {
		if m.frames[t.frame].generation != t.generation {
			return // an edge before failed the region
		}
		if e.Kind == workflow.Next || e.Kind == workflow.ToEnd {
			m.takeEdge(&t, e, data)
		}
	}
	slices.Reverse(m.ready[first:]) // the last one moves next
}

// openFork records the fork of a token and returns what its tokens carry to be recognised.
func (m *Machine) openFork(t token) branch {
	i := int32(len(m.forks))
	if k := len(m.idleForks); k > 0 {
		i = m.idleForks[k-1]
		m.idleForks = m.idleForks[:k-1]
	} else {
		m.forks = append(m.forks, fork{})
	}
	open := 0
	for _, e := range t.node.Out {
		if e.Kind == workflow.Next || e.Kind == workflow.ToEnd {
			open++
		}
	}
	f := &m.forks[i]
	*f = fork{node: t.node, frame: t.frame, generation: f.generation + 1, outer: t.from, open: open}
	m.frames[t.frame].forks++
	return branch{fork: i + 1, generation: f.generation}
}

// closeFork frees the slot of a fork.
func (m *Machine) closeFork(i int32) {
	f := &m.forks[i]
	m.frames[f.frame].forks--
	*f = fork{generation: f.generation}
	m.idleForks = append(m.idleForks, i)
}

// closeForks frees the forks of a frame.
func (m *Machine) closeForks(frame int32) {
	for i := range m.forks {
		if m.frames[frame].forks == 0 {
			return
		}
		if m.forks[i].node != nil && m.forks[i].frame == frame {
			m.closeFork(int32(i))
		}
	}
}

// joinBranch takes in a token that came to a node which collects the branches of a fork. It reports whether it was the last
// one: the token then goes on in place of the one that was split. A token of another fork, or of none, stays where it is.
func (m *Machine) joinBranch(t *token) bool {
	i := t.from.fork - 1
	if i < 0 || m.forks[i].generation != t.from.generation || m.forks[i].node == nil || m.forks[i].node.Joins != t.node {
		m.park(*t)
		return false
	}
	f := &m.forks[i]
	f.joined = true
	f.open--
	if f.open > 0 {
		if m.observe != nil {
			m.emit(Trace{Kind: Joined, Node: t.node, Count: f.open, frame: t.frame})
		}
		return false
	}
	t.from = f.outer
	m.closeFork(i)
	return true
}
