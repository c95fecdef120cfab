package explore

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// waitingJoins are the joins at which runs wait forever, each with a shortest path to that.
func (f *flaws) waitingJoins() []Flaw {
	s := f.space
	var out []Flaw
	waits := func(x *Outcome) bool {
		return x != nil && x.Status == Waiting && slices.ContainsFunc(x.Waiting, func(a machine.Awaited) bool { return a.Kind == "join" })
	}
	if !slices.ContainsFunc(s.States, func(x State) bool { return waits(x.Outcome) }) {
		return nil
	}
	known := map[string]bool{}
	for _, id := range f.graph().order {
		if !waits(s.States[id].Outcome) {
			continue
		}
		for _, a := range s.States[id].Outcome.Waiting {
			if a.Kind != "join" || known[a.Node] {
				continue
			}
			known[a.Node] = true
			if join, fork := joinNamed(s.Workflow, a.Node); join != nil {
				out = append(out, f.leading(Flaw{Kind: JoinWaits, Node: join, Fork: fork}, id, nil))
			}
		}
	}
	return inOrder(out)
}

// joinNamed returns the join of a name, and a fork that it belongs to.
func joinNamed(w *workflow.Workflow, name string) (join, fork *workflow.Node) {
	for _, n := range w.Nodes {
		if n.Join != workflow.JoinAny && n.Name() == name && join == nil {
			join = n
		}
	}
	for _, n := range w.Nodes {
		if join != nil && n.Joins == join {
			return join, n
		}
	}
	return join, nil
}

// ended are the forks a branch of which ends the run, and the nodes that are active when a token of a timer ends it.
func (f *flaws) ended() []Flaw {
	s := f.space
	var out []Flaw
	var main map[*workflow.Node]bool
	if !slices.ContainsFunc(s.States, func(x State) bool { return slices.ContainsFunc(x.Steps, func(t Step) bool { return t.Cut != nil }) }) {
		return nil
	}
	known := map[*workflow.Node]bool{}
	for _, id := range f.graph().order {
		for i := range s.States[id].Steps {
			t := &s.States[id].Steps[i]
			switch {
			case t.Cut == nil:
			case t.Cut.Fork != nil:
				if fork := t.Cut.Fork; !known[fork] {
					known[fork] = true
					out = append(out, f.leading(Flaw{Kind: EndsInBranch, Node: fork.Joins, Fork: fork}, id, t))
				}
			default:
				if main == nil {
					main = mainPath(s.Workflow)
				}
				for _, n := range t.Cut.At {
					if main[n] && !known[n] {
						known[n] = true
						out = append(out, f.leading(Flaw{Kind: CutOff, Node: n}, id, t))
					}
				}
			}
		}
	}
	return inOrder(out)
}
