package run

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// Resume goes on with a run from where it was stopped. The program must be the one that it was stopped with. Of the options, the
// input, the start and the settings of the run are those of the state; stubs come before the ones that it has, and occurrences
// are further ones, whose times count from the start of the run. A call that nothing has answered is answered by a stub of the options.
// It is an error if the program has changed, or if the state is damaged.
func Resume(ctx context.Context, p *workflow.Program, st *State, o Options) (*Result, error) {
	s, err := resumed(p, st, o)
	if err != nil {
		return nil, err
	}
	return s.run(ctx)
}

// resumed is a host in the state of a run that was stopped.
func resumed(p *workflow.Program, st *State, o Options) (*simulator, error) {
	if err := st.check(p); err != nil {
		return nil, err
	}
	r := &stateReader{st: st, program: p}
	o.Start, o.Input, o.Unstubbed = st.Start.Time(), nil, st.Unstubbed
	o.Settings.Seed, o.Settings.Unlimited, o.Settings.Context = st.Seed, st.Unlimited, r.value(st.Context)
	s := newSimulator(p, o)
	s.now, s.moved = st.Now.Time(), len(o.Occurrences) > 0
	s.senders = append(s.senders, st.Senders...)
	for i := range st.Stubs {
		s.answers.add(r.stub(&st.Stubs[i]))
	}
	s.answers.without, s.answers.silent = st.Without, st.Silent
	r.outside(s)
	for i := range st.Results {
		s.ended = append(s.ended, r.result(&st.Results[i]))
	}
	if len(s.ended) == 0 || st.Flow < 0 || st.Flow >= len(p.Workflows) {
		return nil, errors.New("the saved run is damaged: it does not name the workflow that runs")
	}
	last := len(s.ended) - 1
	s.flow, s.result, s.ended = p.Workflows[st.Flow], s.ended[last], s.ended[:last]
	for _, e := range s.ended {
		s.entered += e.Steps
	}
	for _, f := range st.Flights {
		if f.Call < 0 || f.Call >= len(s.result.Calls) {
			return nil, errors.New("the saved run is damaged: it waits for the answer of a call that was not made")
		}
		s.calls[f.ID] = &flight{call: f.Call, token: f.Token, open: f.Open}
	}
	if r.err != nil {
		return nil, r.err
	}
	m, err := newMachine(s.flow, p)
	if err != nil {
		return nil, err
	}
	if err := m.Restore(st.Machine); err != nil {
		return nil, fmt.Errorf("the saved run cannot be resumed: %w", err)
	}
	if m.Outcome().Done {
		return nil, errors.New("the saved run is damaged: it has ended")
	}
	s.restored = m
	return s, nil
}

// goOn goes on where the run was stopped. Calls that are still open are asked for again.
func (s *simulator) goOn(ctx context.Context) {
	s.settle()
	for _, id := range slices.Sorted(maps.Keys(s.calls)) {
		f := s.calls[id]
		c, ok := s.machine.InFlight(id)
		if _, answered := s.schedule.byID[id]; !ok || answered || c.ByEvent {
			continue
		}
		c.Input = s.result.Calls[f.call].Input
		x := s.answers.find(namesOf(c.Node.Name(), c.Call)...)
		if f.open || x != nil && !x.saved {
			f.open = false
			s.moved = true
			s.respond(&c, f, s.answer(&c))
		}
	}
	s.play(ctx, s.machine.CanMove())
}

// check compares a program with the one that the run was stopped with.
func (st *State) check(p *workflow.Program) error {
	now, selection := p.Fingerprints()
	if len(now) != len(st.Definition) {
		return fmt.Errorf("the run was saved with %d workflows, and there are %d now; resume it with the same files", len(st.Definition), len(now))
	}
	for i := range now {
		if now[i].ID != st.Definition[i].ID {
			return fmt.Errorf("the run was saved with the workflow %q, and now it is %q; resume it with the same files, in the same order",
				st.Definition[i].ID, now[i].ID)
		}
		if d := now[i].Difference(st.Definition[i]); d != "" {
			return fmt.Errorf("the definition of %q is not the one that the run was saved with: %s; restore it, or start a new run", now[i].ID, d)
		}
	}
	if selection != st.Selection {
		return errors.New("the conditions that choose a workflow are not those that the run was saved with; restore them, or start a new run")
	}
	return nil
}

// stateReader reads the parts of a state. It keeps the first error.
type stateReader struct {
	st      *State
	program *workflow.Program
	err     error
}

func (r *stateReader) value(at StateValue) any {
	if at < 0 || int(at) >= len(r.st.Values) {
		r.fault("there is no value %d", at)
		return nil
	}
	return r.st.Values[at]
}

func (r *stateReader) fault(format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf("the saved run is damaged: "+format, args...)
	}
}

func (r *stateReader) event(e *EventState) machine.Event {
	return machine.Event{Kind: e.Kind, ID: e.ID, Name: e.Name, Value: r.value(e.Value), Error: e.Error, Printed: e.Printed}
}

// outside restores what is to happen from outside of the machine, and what has come for nothing.
func (r *stateReader) outside(s *simulator) {
	given := s.schedule.sorted()
	s.schedule = schedule{byID: map[int64]*entry{}}
	for i := range r.st.Schedule {
		e := &r.st.Schedule[i]
		if rank(e.Rank) > timersRank || e.Event.Kind == machine.Failure && e.Event.Error == nil {
			r.fault("entry %d of its schedule is invalid", i)
			return
		}
		s.schedule.add(e.At.Time(), rank(e.Rank), r.event(&e.Event))
	}
	for _, e := range given { // what was given later comes later
		at := e.at
		if at.Before(s.now) {
			at = s.now
		}
		s.schedule.add(at, e.rank, e.event)
	}
	var pending []*Occurrence
	for i := range r.st.Pending {
		o := &r.st.Pending[i]
		pending = append(pending, &Occurrence{Kind: o.Kind, Node: o.Node, Value: r.value(o.Value), Fail: o.Fail, Heartbeat: o.Heartbeat})
	}
	s.pending = append(pending, s.pending...)
	for i := range r.st.Lost {
		s.lost = append(s.lost, r.event(&r.st.Lost[i]))
	}
}

func (r *stateReader) result(in *ResultState) *Result {
	out := &Result{Workflow: in.Workflow, Dialect: in.Dialect, Status: in.Status, Start: in.Start.Time(), End: in.End.Time(), Steps: in.Steps,
		Output: r.value(in.Output), Visited: in.Visited, Ended: in.Ended, Notes: in.Notes}
	for i := range in.Calls {
		c := &in.Calls[i]
		out.Calls = append(out.Calls, Call{c.Node, c.Task, c.Attempt, c.At, c.Took, r.value(c.Input), r.value(c.Parameters), r.value(c.Result),
			c.Answered, c.Apart, c.Error, c.Printed, c.Given})
	}
	for _, v := range in.Produced {
		out.Produced = append(out.Produced, r.value(v))
	}
	for i := range in.Delivered {
		d := &in.Delivered[i]
		out.Delivered = append(out.Delivered, Delivery{r.event(&d.Event), r.node(d.State)})
	}
	return out
}

func (r *stateReader) node(ref *machine.Ref) *workflow.Node {
	if ref == nil {
		return nil
	}
	if w, id := ref[0], ref[1]; w >= 0 && w < len(r.program.Workflows) && id >= 0 && id < len(r.program.Workflows[w].Nodes) {
		return r.program.Workflows[w].Nodes[id]
	}
	r.fault("there is no node %d in the workflow %d", ref[1], ref[0])
	return nil
}

func (r *stateReader) stub(in *StubState) *stubbed {
	x := &stubbed{Stub: Stub{Name: in.Name}, at: in.At, given: in.Given, saved: true}
	for i := range in.Replies {
		a := &in.Replies[i]
		x.Replies = append(x.Replies, Reply{Return: r.value(a.Return), Fail: a.Fail, Never: a.Never, Fetch: a.Fetch, Echo: a.Echo, Exec: a.Exec,
			Program: a.Program, Folder: a.Folder, After: a.After, Times: a.Times})
	}
	if in.At < 0 || in.Given < 0 || len(in.Replies) > 0 && in.At >= len(in.Replies) {
		r.fault("the stub %q has no answer %d", in.Name, in.At)
	}
	return x
}
