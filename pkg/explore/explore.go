package explore

import (
	"time"

	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// Options bound an exploration.
type Options struct {
	// Budget is how many states are looked at; 0 is DefaultBudget. For a budget of that size and more, states that a run goes on from in
	// one way only, as in a chain of tasks, are not counted, as long as they are not many more than the workflow has nodes.
	Budget int
	// Retries is how often a retrier is used in a visit, where its own limit is higher; 0 is DefaultRetries.
	Retries int
	// Interleave has the tokens of concurrent branches followed in every order, so that what is counted on paths is that of every
	// run. Without it, branches that do not interact are followed one after the other, which leads to the same outcomes.
	Interleave bool
	// Errors are names of errors with which each call may fail, besides those that its own handlers tell apart.
	Errors []string
	// Free leaves the answers of conditions open each time, whatever is known of the data.
	Free bool
	// Data makes the exploration follow the members of documents, as far as the definition writes them out, and the variables that are
	// assigned on some paths only. A read of what nothing has written fails then. It costs states.
	Data bool
	// Start is the virtual instant at which runs begin.
	Start time.Time
	// Program holds the workflows that may be called; nil is none.
	Program *workflow.Program
}

// The bounds where options have none.
const (
	DefaultBudget  = 100_000
	DefaultRetries = 3
)

// mostMoves bounds how many tokens are moved in a row while nothing is decided and nothing happens. A run that does not rest
// by then loops forever, or nearly: no dialect has a net that large without a task, a wait or a choice.
const mostMoves = 200_000

// Space is what was explored of the behaviours of a workflow: states, and the steps that lead from one to another. The first
// state is that before the start.
type Space struct {
	// Complete reports that every state was expanded; else the budget was used up, or the space is Unbounded.
	Complete bool
	// Unbounded reports that branches start their own fork again, that workflows call themselves, or that timers add tokens to those that
	// still rest, without an end. It was followed some activations deep.
	Unbounded bool
	// Reduced reports that not every order of concurrent branches was followed.
	Reduced  bool
	States   []State
	Workflow *workflow.Workflow
	capped   bool // a retrier has a higher limit than was explored
}

// A State is a state of control.
type State struct {
	Steps []Step
	// Outcome is how runs that come here end; nil for a state that is not the last.
	Outcome *Outcome
	// Twice is a node at which two tokens rest that are not the branches of a fork; nil if there is none.
	Twice *workflow.Node
	// Concurrent reports that several tokens rest that may go on by themselves.
	Concurrent bool
}

// A Step leads from one state to another.
type Step struct {
	To int
	// Happened is what happened, and Failed the error that a call failed with; nil where it was answered. Without a visit and an
	// event, a token went on.
	Happened  *machine.Happening
	Failed    *machine.Error
	Denied    bool // a question that a condition is put as was answered with no
	Decisions []Decision
	// Entered are the elements that were entered, Called the tasks that were called, in order.
	Entered []*workflow.Element
	Called  []string
	Calls   []*workflow.Call // of the tasks that were called
	Taken   []*workflow.Edge // those that are not part of what a state does inside of it
	Retried int
	// Retriers are those that were used.
	Retriers []*workflow.Retrier
	// Unwritten is what was read that nothing has written, with [Options.Data].
	Unwritten []*Unwritten
	Took      time.Duration
	// Cut is what the end of the run cuts off that the step leads to; nil if that is nothing.
	Cut *machine.Cut
	// Loop are the elements among which tokens move forever, if the step leads to that, in the order of a round.
	Loop []*workflow.Element
}

// A Status describes how a run ended.
type Status string

// The statuses.
const (
	Succeeded Status = "succeeded"
	Failed    Status = "failed"
	Waiting   Status = "waiting" // nothing that could still happen would move a token
	Resting   Status = "resting" // an entity is in a state that only somebody's request leaves
	Diverged  Status = "looping" // tokens move forever, and nothing is decided
)

// Outcome is how runs end.
type Outcome struct {
	Status  Status
	Error   string   // of one that failed; it may have no name
	Ended   []string // the elements at which it ended
	Waiting []machine.Awaited
}

// Explore follows every behaviour of a workflow, as far as the budget goes. The error is that of a workflow that cannot be run.
func Explore(w *workflow.Workflow, o Options) (*Space, error) {
	if o.Budget == 0 {
		o.Budget = DefaultBudget
	}
	if o.Retries == 0 {
		o.Retries = DefaultRetries
	}
	m, err := machineOf(w, o.Program)
	if err != nil {
		return nil, err
	}
	x := &explorer{options: o, oracle: newOracle(o.Retries), ids: map[string]int{}, regions: map[*workflow.Region]int{},
		space: &Space{Complete: true, Workflow: w}}
	for _, n := range w.Nodes {
		for i := range n.Timers {
			if t := &n.Timers[i]; t.Edge != nil && !t.Interrupting {
				x.adders++
			}
		}
	}
	x.control = machine.Control{Region: x.numberOf, Document: x.oracle.number}
	if o.Budget >= DefaultBudget {
		x.chains = mostChained * len(w.Nodes)
	}
	x.oracle.free = o.Free
	if o.Data {
		x.oracle.data, x.oracle.variables = true, unsure(w)
		x.control.Assigned = func(name string) bool { return x.oracle.variables[name] }
	}
	x.oracle.forget(w)
	m.Consult(x.oracle)
	x.run(m)
	for _, n := range w.Nodes {
		for i := range n.Retry {
			x.space.capped = x.space.capped || n.Retry[i].Limit > o.Retries
		}
	}
	return x.space, nil
}

func machineOf(w *workflow.Workflow, p *workflow.Program) (*machine.Machine, error) {
	m, err := machine.New(w, p)
	if err != nil {
		return nil, err
	}
	for _, n := range w.Root.Nodes {
		if n.Kind == workflow.State {
			return machine.NewEntity(&workflow.Program{Workflows: []*workflow.Workflow{w}, Fallback: w}), nil
		}
	}
	return m, nil
}

func (x *explorer) numberOf(r *workflow.Region) int {
	n, seen := x.regions[r]
	if !seen {
		n = len(x.regions) + 1
		x.regions[r] = n
	}
	return n
}
