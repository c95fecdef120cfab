package machine

import "github.com/flowglot/flowglot/pkg/workflow"

// A Part is what of a node a run used; tests that cover a workflow use all parts of its nodes.
type Part uint8

// The parts, and what their index is.
const (
	PartNode    Part = iota // it was entered
	PartEdge                // an edge was taken: its ID
	PartRetrier             // an attempt followed because of it: its index in Retry
	PartTimer               // it ran down: its index in Timers
	PartRule                // a rule of a decision table matched: its index
	PartItems               // the regions of a scope run for each item: how many items there are
)

// Measure has f told of every part of a node that is used from now on; a nil f is told of none. It is apart from the trace:
// nodes that have no name for people are among those it is told of.
func (m *Machine) Measure(f func(n *workflow.Node, part Part, index int)) { m.measure = f }

// uses reports to whoever measures that a part of a node is used.
func (m *Machine) uses(n *workflow.Node, part Part, index int) {
	if m.measure != nil {
		m.measure(n, part, index)
	}
}

// usesTimer does the same for a timer that has run down.
func (m *Machine) usesTimer(n *workflow.Node, t *workflow.Timer) {
	if m.measure == nil {
		return
	}
	for i := range n.Timers {
		if &n.Timers[i] == t {
			m.measure(n, PartTimer, i)
		}
	}
}
