package run

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/value"
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
	Error             *Error
	Visited           []string // the elements entered, in order
	Ended             []string // the elements at which the run ended
	Calls             []Call   // in the order in which they began, every attempt
	Produced          []any    // the events, as CloudEvents, in their order
	Waiting           []Awaited
	// Delivered are the occurrences that reached the run, in order.
	Delivered []Delivery
	// Chain holds the results of the workflows that followed, in order.
	Chain []*Result
	// Notes are what the player should know: tasks that nothing answered, occurrences that nothing awaited.
	Notes []string
}

// A Call is one attempt of a task.
type Call struct {
	Node, Task string
	Attempt    int           // counts from 1 within a visit of the node
	At, Took   time.Duration // since the start of the run
	Input      any
	Parameters any // what the task was given beside its input
	Result     any
	Answered   bool
	Error      *Error
}

// Awaited is something that a run still waits for.
type Awaited struct {
	Node string
	Kind string // "task", "join", "deadEnd", or what an await node waits for: "userTask", "signal", "event"
	Name string
}

// A Delivery is an occurrence that reached a run.
type Delivery struct {
	Event Event
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
		r.Output = m.Standing()
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
		r.Workflow = m.flow.ID
	}
	if r.Status == Waiting {
		r.Waiting = m.resting()
	}
}

// notes are what the player should know of the whole run.
func (s *simulator) notes() []string {
	var out []string
	for _, o := range s.pending {
		out = append(out, cmp.Or(s.unknown[o.Node], "nothing awaited "+o.String()))
	}
	for _, e := range s.lost {
		note := "nothing awaited what came for " + e.Name
		if e.Kind == Received {
			note = "nothing awaited the event " + nameOf(e)
		}
		out = append(out, cmp.Or(s.unknown[e.Name], note))
	}
	for _, name := range s.answers.unknown {
		out = append(out, fmt.Sprintf("an answer is given for %q, and no node or task has that name", name))
	}
	what := map[Unstubbed]string{Echo: "the result is the input", Empty: "the result is {}", Fails: "they fail"}
	out = append(out, unanswered(s.answers.without, what[s.options.Unstubbed])...)
	return append(out, unanswered(s.answers.silent, "the result is null, which changes nothing and counts as no")...)
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

// resting lists what tokens wait for, in the order in which their nodes stand in the definition.
func (m *Machine) resting() []Awaited {
	at := make(map[*workflow.Node][]Awaited)
	add := func(n *workflow.Node, kind, name string) {
		at[n] = append(at[n], Awaited{Node: n.Name(), Kind: kind, Name: name})
	}
	for i := range m.visits {
		v := &m.visits[i]
		switch {
		case v.node == nil:
		case v.node.Awaits != nil && v.node.Awaits.For != nil:
			for _, name := range m.missing(int32(i)) {
				add(v.node, v.node.Awaits.Kind, name)
			}
		case v.call != 0 && v.node.Call != nil:
			add(v.node, "task", v.node.Call.Task)
		case v.node.Kind == workflow.Await:
			add(v.node, v.node.Awaits.Kind, v.node.Name())
		}
	}
	for at := range m.meets {
		add(at.node, "join", at.node.Name())
	}
	for i := range m.forks {
		if f := &m.forks[i]; f.open > 0 && f.arrived && m.frames[f.frame].life == f.life {
			add(f.node.Joins, "join", f.node.Joins.Name())
		}
	}
	if state := m.State(); state != nil {
		add(state, "transition", state.Name())
	}
	for _, t := range m.parked {
		kind := "deadEnd"
		if t.node.Join == workflow.JoinFork {
			kind = "join"
		}
		if m.frames[t.frame].life == t.life {
			add(t.node, kind, t.node.Name())
		}
	}
	var out []Awaited
	workflows := []*workflow.Workflow{m.flow}
	if m.program != nil {
		workflows = append(workflows, m.program.Workflows...)
	}
	for _, w := range workflows {
		for _, n := range w.Nodes {
			out = append(out, at[n]...)
			delete(at, n)
		}
	}
	return out
}

// missing are the names of the events that a visit still waits for.
func (m *Machine) missing(vi int32) []string {
	n := m.visits[vi].node
	if scope := m.frames[m.visits[vi].frame].visit; n.Awaits.FromScope && scope != none {
		vi = scope
	}
	var names []string
	for i := range n.Awaits.For {
		if name := n.Awaits.For[i].Name; !m.has(vi, n, i) && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// document is a value of a run as JSON.
type document struct{ value any }

// MarshalJSON implements [json.Marshaler].
func (d document) MarshalJSON() ([]byte, error) { return value.Append(nil, d.value), nil }

type jsonError struct {
	Name  *string `json:"name"`
	Cause *string `json:"cause"`
}

func errorJSON(e *Error) *jsonError {
	if e == nil {
		return nil
	}
	out := &jsonError{}
	if e.Name != "" {
		out.Name = &e.Name
	}
	if e.Cause != "" {
		out.Cause = &e.Cause
	}
	return out
}

type jsonCall struct {
	Node       string     `json:"node"`
	Task       string     `json:"task"`
	Attempt    int        `json:"attempt"`
	At         document   `json:"at"`
	Took       document   `json:"took"`
	Input      document   `json:"input"`
	Parameters document   `json:"parameters"`
	Result     document   `json:"result"`
	Error      *jsonError `json:"error"`
}

type jsonResting struct {
	Node string `json:"node"`
	Kind string `json:"kind"`
	Name string `json:"name"`
}

// MarshalJSON prints the result as `flowglot run --format json` does. Absent values are null or empty, never missing.
func (r *Result) MarshalJSON() ([]byte, error) {
	calls := make([]jsonCall, len(r.Calls))
	for i, c := range r.Calls {
		calls[i] = jsonCall{Node: c.Node, Task: c.Task, Attempt: c.Attempt, At: document{c.At.Seconds()}, Took: document{c.Took.Seconds()},
			Input: document{c.Input}, Parameters: document{c.Parameters}, Result: document{c.Result}, Error: errorJSON(c.Error)}
	}
	waiting := make([]jsonResting, len(r.Waiting))
	for i, w := range r.Waiting {
		waiting[i] = jsonResting(w)
	}
	produced := make([]document, len(r.Produced))
	for i, e := range r.Produced {
		produced[i] = document{e}
	}
	return json.Marshal(struct {
		Version        int           `json:"version"`
		Workflow       string        `json:"workflow"`
		Dialect        string        `json:"dialect"`
		Status         Status        `json:"status"`
		Start          time.Time     `json:"start"`
		End            time.Time     `json:"end"`
		Elapsed        string        `json:"elapsed"`
		ElapsedSeconds document      `json:"elapsedSeconds"`
		Steps          int           `json:"steps"`
		Output         document      `json:"output"`
		Error          *jsonError    `json:"error"`
		Visited        []string      `json:"visited"`
		Ended          []string      `json:"ended"`
		Calls          []jsonCall    `json:"calls"`
		Produced       []document    `json:"produced"`
		Waiting        []jsonResting `json:"waiting"`
		Chain          []*Result     `json:"chain"`
	}{
		1, r.Workflow, r.Dialect, r.Status, r.Start.UTC(), r.End.UTC(), iso8601.Format(r.Elapsed()), document{r.Elapsed().Seconds()},
		r.Steps, document{r.Output}, errorJSON(r.Error), list(r.Visited), list(r.Ended), calls, produced, waiting, append([]*Result{}, r.Chain...),
	})
}

// list is never null in JSON.
func list(s []string) []string {
	if s == nil {
		return []string{}
	}
	return s
}
