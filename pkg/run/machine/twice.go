package machine

import "github.com/flowglot/flowglot/pkg/workflow"

// Twice returns a node at which two tokens rest at once that are not the branches of a fork: both run what one is meant to run. It is nil
// if there is none.
func (m *Machine) Twice() *workflow.Node {
	for i := range m.visits {
		a := &m.visits[i]
		if a.node == nil {
			continue
		}
		for k := range m.visits[:i] {
			if b := &m.visits[k]; b.node == a.node && b.frame == a.frame && b.from == a.from {
				return a.node
			}
		}
	}
	return nil
}
