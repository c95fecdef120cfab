package explore

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A FlawKind is what is wrong with the behaviours of a workflow.
type FlawKind uint8

// The flaws.
const (
	NeverFires   FlawKind = iota // a timer that no run comes to: another one of its node always fires before it
	EnteredTwice                 // two tokens rest at a node at once that are not the branches of a fork
)

// A Flaw is something that no look at a single node shows, and that some behaviour does, or none.
type Flaw struct {
	Kind  FlawKind
	Node  *workflow.Node
	Timer *workflow.Timer // NeverFires
	// Path are the elements that a shortest run to the flaw enters, and Assumed what has to happen on it; both are empty of what
	// never happens.
	Path    []*workflow.Element
	Assumed []string
}

// MayHaveFlaws reports whether a workflow has what flaws come from: several timers at a node, or a timer that adds a token. It costs little.
func MayHaveFlaws(w *workflow.Workflow) bool {
	for _, n := range w.Nodes {
		if len(fixedTimers(n)) > 1 || slices.ContainsFunc(n.Timers, func(t workflow.Timer) bool { return t.Edge != nil && !t.Interrupting }) {
			return true
		}
	}
	return false
}

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

// Flaws lists the flaws of a workflow in the order of its nodes. It is empty if the space is not complete.
func (s *Space) Flaws() []Flaw {
	if !s.Complete {
		return nil
	}
	return append(s.idleTimers(), s.doubled()...)
}

// idleTimers are the timers that never fire although their node is entered.
func (s *Space) idleTimers() []Flaw {
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
func (s *Space) doubled() []Flaw {
	var out []Flaw
	var g *paths
	known, main := map[*workflow.Node]bool{}, mainPath(s.Workflow)
	for i := range s.States {
		if s.States[i].Twice == nil {
			continue
		}
		if g == nil {
			g = newPaths(s)
		}
		break
	}
	if g == nil {
		return nil
	}
	for _, id := range g.order {
		n := s.States[id].Twice
		if n == nil || known[n] || !main[n] {
			continue
		}
		known[n] = true
		f := Flaw{Kind: EnteredTwice, Node: n}
		for _, t := range g.stepsTo(id) {
			f.Path = append(f.Path, t.Entered...)
		}
		_, f.Assumed = g.example(id)
		out = append(out, f)
	}
	slices.SortStableFunc(out, func(a, b Flaw) int { return a.Node.ID - b.Node.ID })
	return out
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
