package fsm

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// sharedLevel documents how bad it is that nothing leads to a state, as Soundness has it.
const sharedLevel = "an info if another workflow has a state of the same name"

// Soundness implements dialects.Definition. An entity of another workflow may come to be in a state whose name that workflow has,
// too, so that a state which nothing leads to is no more than a hint there.
func (d *definition) Soundness(w *workflow.Workflow) dialects.Soundness {
	s := dialects.Soundness{Unreferenced: diag.Warning, Unreachable: diag.Warning, NoEnd: diag.Warning, Trap: diag.Warning}
	if d.shared[w.Span.Start] {
		s.Unreferenced, s.Unreachable = diag.Info, diag.Info
	}
	return s
}

// WorstFlaw implements dialects.Definition.
func (d *definition) WorstFlaw() diag.Severity { return diag.Warning }

// sharesStates returns the workflows, by the offsets at which they start, that have a state in common with another one which may
// be selected for the same entity.
func (d *Document) sharesStates() map[int]bool {
	often := d.stateNames()
	shared := map[int]bool{}
	for _, w := range d.Workflows {
		if w.Selectable() && slices.ContainsFunc(w.States, func(s *State) bool { return often[s.Name] > 1 }) {
			shared[w.Node.Span.Start] = true
		}
	}
	return shared
}

// stateNames counts in how many of the workflows between which entities may move there is a state of a name.
func (d *Document) stateNames() map[string]int {
	count := map[string]int{}
	for _, w := range d.Workflows {
		if w.Selectable() {
			for _, s := range w.States {
				count[s.Name]++
			}
		}
	}
	return count
}
