package run

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// save writes down the run. It is to be taken between two steps, when no process runs.
func (s *simulator) save() *State {
	w := &stateWriter{out: &State{Version: StateVersion, Start: machine.InstantOf(s.options.Start), Now: machine.InstantOf(s.now),
		Seed: s.options.Settings.Seed, Unlimited: s.options.Settings.Unlimited, Unstubbed: s.options.Unstubbed,
		Flow: slices.Index(s.program.Workflows, s.flow), Without: slices.Clone(s.answers.without), Silent: slices.Clone(s.answers.silent),
		Senders: s.senders, Machine: s.machine.Snapshot(), Values: []any{nil}}, program: s.program}
	w.out.Definition, w.out.Selection = s.program.Fingerprints()
	w.out.Context = w.value(s.options.Settings.Context)
	for _, r := range append(slices.Clone(s.ended), s.result) {
		w.out.Results = append(w.out.Results, w.result(r))
	}
	last := &w.out.Results[len(w.out.Results)-1]
	last.Status, last.Output = "", 0
	for _, x := range s.answers.all() {
		w.out.Stubs = append(w.out.Stubs, w.stub(x))
	}
	for id, f := range s.calls {
		w.out.Flights = append(w.out.Flights, FlightState{ID: id, Call: f.call, Token: f.token, Open: f.open})
	}
	slices.SortFunc(w.out.Flights, func(a, b FlightState) int { return int(a.ID - b.ID) })
	for _, e := range s.schedule.sorted() {
		w.out.Schedule = append(w.out.Schedule, EntryState{machine.InstantOf(e.at), uint8(e.rank), w.event(e.event)})
	}
	for _, o := range s.pending {
		w.out.Pending = append(w.out.Pending, OccurrenceState{o.Kind, o.Node, w.value(o.Value), o.Fail, o.Heartbeat})
	}
	for _, e := range s.lost {
		w.out.Lost = append(w.out.Lost, w.event(e))
	}
	return w.out
}

// stateWriter writes down a run.
type stateWriter struct {
	out     *State
	program *workflow.Program
}

func (w *stateWriter) value(v any) StateValue {
	if o, is := v.(*value.Object); v == nil || is && o == nil {
		return 0
	}
	w.out.Values = append(w.out.Values, v)
	return StateValue(len(w.out.Values) - 1)
}

func (w *stateWriter) result(r *Result) ResultState {
	out := ResultState{Workflow: r.Workflow, Dialect: r.Dialect, Status: r.Status, Start: machine.InstantOf(r.Start), End: machine.InstantOf(r.End),
		Steps: r.Steps, Output: w.value(r.Output), Visited: r.Visited, Ended: r.Ended, Notes: r.Notes}
	for i := range r.Calls {
		c := &r.Calls[i]
		out.Calls = append(out.Calls, CallState{c.Node, c.Task, c.Attempt, c.At, c.Took, w.value(c.Input), w.value(c.Parameters), w.value(c.Result),
			c.Answered, c.Apart, c.Error, c.Printed, c.Given})
	}
	for _, v := range r.Produced {
		out.Produced = append(out.Produced, w.value(v))
	}
	for _, d := range r.Delivered {
		out.Delivered = append(out.Delivered, DeliveredState{w.event(d.Event), w.node(d.State)})
	}
	return out
}

// node is the place of a node in the program.
func (w *stateWriter) node(n *workflow.Node) *machine.Ref {
	if n == nil {
		return nil
	}
	for i, f := range w.program.Workflows {
		if n.ID < len(f.Nodes) && f.Nodes[n.ID] == n {
			return &machine.Ref{i, n.ID}
		}
	}
	return nil
}

func (w *stateWriter) event(e machine.Event) EventState {
	return EventState{e.Kind, e.ID, e.Name, w.value(e.Value), e.Error, e.Printed}
}

func (w *stateWriter) stub(x *stubbed) StubState {
	out := StubState{Name: x.Name, At: x.at, Given: x.given}
	for i := range x.Replies {
		r := &x.Replies[i]
		out.Replies = append(out.Replies, ReplyState{w.value(r.Return), r.Fail, r.Never, r.Fetch, r.Echo, r.Exec, r.Program, r.Folder, r.After, r.Times})
	}
	return out
}
