package machine

import "github.com/flowglot/flowglot/pkg/workflow"

// A Cut is what the end of a run cuts off that ends whatever else is active. It is recorded only for an oracle.
type Cut struct {
	// Fork is the fork that the token which ended the run is a branch of; nil if it is not one.
	Fork *workflow.Node
	// At are the nodes of the outermost region at which other tokens still rest, in the order of their visits.
	At []*workflow.Node
	// Joins are the joins that had some of their branches.
	Joins []*workflow.Node
}

// Cut returns what the end of the run cut off; nil if nothing did, or if the run has not ended.
func (m *Machine) Cut() *Cut { return m.cut }

// recordCut notes what a token cuts off that ends the run.
func (m *Machine) recordCut(t *token) {
	c := &Cut{}
	if i := t.from.fork - 1; i >= 0 && m.forks[i].generation == t.from.generation {
		c.Fork = m.forks[i].node
	}
	for _, vi := range m.frames[rootFrame].visits {
		if n := m.visits[vi].node; n != nil {
			c.At = append(c.At, n)
		}
	}
	for i := range m.forks {
		if f := &m.forks[i]; f.node != nil && f.joined && f.frame == rootFrame {
			c.Joins = append(c.Joins, f.node.Joins)
		}
	}
	if c.Fork != nil || len(c.At)+len(c.Joins) > 0 {
		m.cut = c
	}
}
