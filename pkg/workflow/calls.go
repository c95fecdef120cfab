package workflow

import "iter"

// Calls are the calls of the nodes of a workflow, and those that are made in place of the conditions of edges.
func (w *Workflow) Calls() iter.Seq[*Call] {
	return func(yield func(*Call) bool) {
		for _, n := range w.Nodes {
			if n.Call != nil && !yield(n.Call) {
				return
			}
			for _, e := range n.Out {
				if e.Ask != nil && !yield(e.Ask) {
					return
				}
			}
		}
	}
}
