package run

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// Status is how a run ended.
type Status string

// The statuses.
const (
	Succeeded Status = "succeeded"
	Failed    Status = "failed"
	Waiting   Status = "waiting" // nothing that could still arrive would move it
	Aborted   Status = "aborted" // a limit was reached
	Resting   Status = "resting" // an entity is in a state that only somebody's request leaves
)

// A Result is what came of a run, as people and programs are told.
type Result struct {
	Workflow, Dialect string
	Status            Status
	Start, End        time.Time
	Steps             int
	Output            any // of a run that did not succeed: the data as it stands
	Error             *machine.Error
	Visited           []string // the elements entered, in order
	Ended             []string // the elements at which the run ended
	Calls             []Call   // in the order in which they began, every attempt
	Produced          []any    // the events, as CloudEvents, in their order
	Waiting           []machine.Awaited
	// Delivered are the occurrences that reached the run, in order.
	Delivered []Delivery
	// Chain holds the results of the workflows that followed, in order.
	Chain []*Result
	// State is what a run that was stopped goes on from; nil of any other.
	State *State
	// Notes are what the player should know: tasks that nothing answered, occurrences that nothing awaited.
	Notes []string
}

// A Call is one attempt of a task.
type Call struct {
	Node, Task string
	Attempt    int           // counts from 1 within a visit of the node
	At, Took   time.Duration // since the start of the run
	Input      any
	Parameters any // what the task was given besides its input
	Result     any
	Answered   bool
	Apart      bool // by a workflow that was started and that nothing waits for
	Error      *machine.Error
	Printed    []string // the first lines that a process which answered printed on stderr
	// Given is the name that the author gave the node where Node is that of its task; else it is empty.
	Given string
}

// A Delivery is an occurrence that reached a run.
type Delivery struct {
	Event machine.Event
	// State is the one in which an entity was then; nil without an entity.
	State *workflow.Node
}

// Elapsed is the virtual time that the run took.
func (r *Result) Elapsed() time.Duration { return r.End.Sub(r.Start) }

// report fills in what the machine knows at the end.
func (s *simulator) report() {
	r, m := s.result, s.machine
	r.End = s.now
	r.Steps = m.Steps()
	r.Visited = make([]string, len(m.Visited()))
	for i, e := range m.Visited() {
		r.Visited[i] = e.Name
	}
	switch o := m.Outcome(); {
	case r.Status != "":
		r.Output = m.Data()
	case o.Error != nil:
		r.Status, r.Output, r.Error = Failed, o.Output, o.Error
		if o.Exceeded {
			r.Status = Aborted
		}
	default:
		r.Status, r.Output = Succeeded, o.Output
		for _, n := range o.Ended {
			r.Ended = append(r.Ended, n.Name())
		}
	}
	if state := m.State(); state != nil {
		r.Ended = []string{state.Name()}
		r.Workflow = m.Workflow().ID
	}
	if r.Status == Waiting {
		r.Waiting = m.Awaited()
	}
}

// standing describes the status of an entity that no further request comes for: nothing leaves its state, only somebody's request
// does, or it waits for data that lets an automated transition be taken.
func standing(state *workflow.Node) Status {
	status := Succeeded
	for _, e := range state.Out {
		switch {
		case e.Disabled:
		case e.Kind == workflow.Manual:
			return Resting
		default:
			status = Waiting
		}
	}
	return status
}

// notes are what the player should know of the whole run.
func (s *simulator) notes() []string {
	var out []string
	for _, o := range s.pending {
		note := "nothing awaited " + o.String()
		if s.suspended != nil {
			note = "nothing has awaited " + o.String() + " so far; it is kept"
		}
		out = append(out, cmp.Or(s.unknown[o.Node], note))
	}
	for _, e := range s.lost {
		note := "nothing awaited the occurrence for " + e.Name
		if e.Kind == machine.Received {
			note = "nothing awaited the event " + nameOf(e)
		}
		out = append(out, cmp.Or(s.unknown[e.Name], note))
	}
	out = append(out, assumptions(s.program)...)
	for _, note := range s.answers.unknown {
		out = append(out, "tasks: "+note)
	}
	what := map[Unstubbed]string{Echo: "the result is the input", Empty: "the result is {}", Fails: "they fail"}
	out = append(out, unanswered(s.answers.without, what[s.options.Unstubbed])...)
	return append(out, unanswered(s.answers.silent, "processors answer null (no change), criteria answer false")...)
}

// assumptions is the note about values of definitions that are not known, if there are any.
func assumptions(p *workflow.Program) []string {
	const most = 5
	var names []string
	for _, w := range p.Workflows {
		for _, a := range w.Assumed {
			names = append(names, a.What+" is "+a.Why)
		}
	}
	if len(names) == 0 {
		return nil
	}
	note := strings.Join(names[:min(most, len(names))], ", ")
	if len(names) > most {
		note += fmt.Sprintf(" and %d more values are placeholders", len(names)-most)
	}
	return []string{note + ": the run does not know these values"}
}

// unanswered is the note about tasks without a stub, if there are any.
func unanswered(names []string, what string) []string {
	const most = 5
	if len(names) == 0 {
		return nil
	}
	note := fmt.Sprintf("no stub answers %s", strings.Join(names[:min(most, len(names))], ", "))
	if len(names) > most {
		note += fmt.Sprintf(" and %d more tasks", len(names)-most)
	}
	return []string{note + ": " + what}
}
