package explore

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// fixedTimers are the timers of a node that somebody wrote and whose lengths are known, if all of them are.
func fixedTimers(n *workflow.Node) []*workflow.Timer {
	var out []*workflow.Timer
	for i := range n.Timers {
		t := &n.Timers[i]
		if _, fixed := t.Length.Expr.(*expr.Literal); !fixed || t.Raises == workflow.ClassHeartbeat || t.Counts == workflow.PerArrival {
			return nil
		}
		if !t.Implied {
			out = append(out, t)
		}
	}
	return out
}

// idleTimers are the timers that never fire although their node is entered.
func (f *flaws) idleTimers() []Flaw {
	s := f.space
	fired, entered := map[*workflow.Timer]bool{}, map[*workflow.Element]bool{}
	for i := range s.States {
		for k := range s.States[i].Steps {
			step := &s.States[i].Steps[k]
			if h := step.Happened; h != nil && h.Event.Kind == machine.TimerFired && h.Timer != nil {
				fired[h.Timer] = true
			}
			for _, e := range step.Entered {
				entered[e] = true
			}
		}
	}
	var out []Flaw
	for _, n := range s.Workflow.Nodes {
		timers := fixedTimers(n)
		if len(timers) < 2 || !entered[n.Element] {
			continue
		}
		for _, t := range timers {
			if !fired[t] {
				out = append(out, Flaw{Kind: NeverFires, Node: n, Timer: t})
			}
		}
	}
	return out
}

// doubled are the nodes at which two tokens rest, each with a shortest path to that.
func (f *flaws) doubled() []Flaw {
	s := f.space
	if !slices.ContainsFunc(s.States, func(x State) bool { return x.Twice != nil }) {
		return nil
	}
	var out []Flaw
	known, main := map[*workflow.Node]bool{}, mainPath(s.Workflow)
	for _, id := range f.graph().order {
		n := s.States[id].Twice
		if n == nil || known[n] || !main[n] {
			continue
		}
		known[n] = true
		out = append(out, f.leading(Flaw{Kind: EnteredTwice, Node: n}, id, nil))
	}
	return inOrder(out)
}

// inOrder sorts flaws by their nodes.
func inOrder(all []Flaw) []Flaw {
	slices.SortStableFunc(all, func(a, b Flaw) int { return a.Node.ID - b.Node.ID })
	return all
}

// mainPath are the nodes that are reached without a timer which adds a token. Where only such timers lead, such as to a reminder, several
// tokens are meant.
func mainPath(w *workflow.Workflow) map[*workflow.Node]bool {
	adds := map[*workflow.Edge]bool{}
	for _, n := range w.Nodes {
		for i := range n.Timers {
			if t := &n.Timers[i]; t.Edge != nil && !t.Interrupting {
				adds[t.Edge] = true
			}
		}
	}
	reached := map[*workflow.Node]bool{}
	var todo []*workflow.Node
	for _, r := range w.Regions {
		if r.Start != nil {
			reached[r.Start] = true
			todo = append(todo, r.Start)
		}
	}
	for len(todo) > 0 {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, e := range n.Out {
			if !adds[e] && !reached[e.To] {
				reached[e.To] = true
				todo = append(todo, e.To)
			}
		}
	}
	return reached
}
