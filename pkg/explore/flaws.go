package explore

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/workflow"
)

// A FlawKind is what is wrong with the behaviours of a workflow.
type FlawKind uint8

// The flaws.
const (
	NeverFires   FlawKind = iota // a timer that no run comes to: another one of its node always fires before it
	EnteredTwice                 // two tokens rest at a node at once that are not the branches of a fork
	JoinWaits                    // a join that waits forever for a branch
	EndsInBranch                 // a branch of a fork ends the run, so that its join never gets it
	CutOff                       // a token that a timer added ends the run while the node of the main path is active
	NeverLeft                    // nodes among which a run moves forever: what their conditions look at does not change
	NeverCaught                  // a catcher or retrier whose errors nothing raises: not what it is for, or what is in its scope handles them, or an earlier one
)

// A Flaw is something that no look at a single node shows, and that some behaviour does, or none.
type Flaw struct {
	Kind  FlawKind
	Node  *workflow.Node
	Timer *workflow.Timer // NeverFires
	Edge  *workflow.Edge  // NeverCaught: the catcher
	// Retrier is that of NeverCaught, in place of an edge.
	Retrier *workflow.Retrier
	// Earlier is a handler of the same node that takes the errors of Edge; nil if there is none.
	Earlier *workflow.Edge
	// Fork is that of the branch that does not come to the join, and Around the elements of a round; nil if they are not known.
	Fork   *workflow.Node      // JoinWaits, EndsInBranch
	Around []*workflow.Element // NeverLeft
	// Path are the elements that a shortest run to the flaw enters, and Assumed what has to happen on it; both are empty of what
	// never happens.
	Path    []*workflow.Element
	Assumed []string
}

// MayHaveFlaws reports whether a workflow has what flaws come from: several timers at a node, a timer that adds a token, a fork whose
// branches are not apart, a cycle that leaves data as it is, or a handler that nothing certainly uses. It costs little. Those of [CutOff]
// are left out unless cutOff asks for them.
func MayHaveFlaws(w *workflow.Workflow, cutOff bool) bool {
	s := newSettler(w)
	for _, n := range w.Nodes {
		adds := slices.ContainsFunc(n.Timers, func(t workflow.Timer) bool { return t.Edge != nil && !t.Interrupting })
		if len(fixedTimers(n)) > 1 && !s.allFire(n) || catches(n) && !s.allUsed(n) || adds && (cutOff || !s.aside(n)) {
			return true
		}
	}
	return mayTangle(w) || slices.ContainsFunc(w.Cycles(), mayHold)
}

// Flaws lists the flaws of a workflow, those of a kind in the order of its nodes. If the space is not complete, those that no run shows are
// not among them.
func (s *Space) Flaws() []Flaw {
	f := &flaws{space: s}
	if !s.Complete {
		return slices.Concat(f.doubled(), f.waitingJoins(), f.ended())
	}
	return slices.Concat(f.idleTimers(), f.doubled(), f.waitingJoins(), f.ended(), f.trapped(), f.uncaught())
}

// flaws looks for the flaws in a space.
type flaws struct {
	space *Space
	paths *paths // made when a path is asked for
}

// graph returns the paths of the space.
func (f *flaws) graph() *paths {
	if f.paths == nil {
		f.paths = newPaths(f.space)
	}
	return f.paths
}

// leading completes a flaw with a shortest path to a state, and a step from there if it is not nil.
func (f *flaws) leading(flaw Flaw, id int, last *Step) Flaw {
	steps := f.graph().stepsTo(id)
	if last != nil {
		steps = append(steps, last)
	}
	for _, t := range steps {
		flaw.Path = append(flaw.Path, t.Entered...)
		flaw.Assumed = append(flaw.Assumed, t.assumed()...)
	}
	return flaw
}
