package run

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// Simulate runs the workflow that a program starts with, and those that follow it, until all have ended, one waits for
// something that will never come, or a limit is reached. It returns an error only if a workflow cannot be run at all.
// When the context ends, the run is aborted and its processes are killed.
func Simulate(ctx context.Context, p *workflow.Program, o Options) (*Result, error) {
	s := newSimulator(p, o)
	s.moved = true
	return s.run(ctx)
}

// newSimulator is a host that has not begun yet.
func newSimulator(p *workflow.Program, o Options) *simulator {
	s := &simulator{
		options:  o,
		program:  p,
		flow:     p.Start(),
		answers:  newAnswers(o),
		now:      o.Start,
		calls:    map[int64]*flight{},
		schedule: schedule{byID: map[int64]*entry{}},
		results:  make(chan finished),
	}
	if !awaitsSomething(p) {
		s.options.Occur = nil
	}
	if o.Suspend != nil && o.Observe == nil {
		s.options.Observe = func(*machine.Trace) {} // events are numbered whoever looks at them, before and after
	}
	for i := range o.Occurrences {
		x := &o.Occurrences[i]
		if x.After != nil {
			s.schedule.add(x.After.AddTo(o.Start), occurrencesRank, x.Event())
		} else {
			s.pending = append(s.pending, x)
		}
		if x.Kind == "taskToken" {
			s.senders = append(s.senders, x.Node)
		}
	}
	return s
}

// awaitsSomething reports whether a program has nodes that something from outside moves, besides the answers of tasks.
func awaitsSomething(p *workflow.Program) bool {
	return slices.ContainsFunc(p.Workflows, func(w *workflow.Workflow) bool {
		return slices.ContainsFunc(w.Nodes, func(n *workflow.Node) bool { return n.Awaits != nil || n.Kind == workflow.State })
	})
}

// run plays what is to be run, and waits until no process is left.
func (s *simulator) run(ctx context.Context) (*Result, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s.answers.strangers(s.program)
	s.unknown = unknownNodes(s.program, s.named())
	first, err := s.chain(ctx)
	cancel()
	for s.processes > 0 { // each has been told to stop
		<-s.results
		s.processes--
	}
	if err != nil {
		return nil, err
	}
	first.Notes = append(first.Notes, s.notes()...)
	first.State = s.suspended
	return first, nil
}

// named are the occurrences that a note may be about.
func (s *simulator) named() []Occurrence {
	list := append([]Occurrence(nil), s.options.Occurrences...)
	for _, o := range s.pending {
		list = append(list, *o)
	}
	for _, e := range s.lost {
		o := Occurrence{Kind: "signal", Node: e.Name}
		if byToken(e) {
			o.Kind = "taskToken"
		}
		if e.Kind == machine.Occurred || byToken(e) {
			list = append(list, o)
		}
	}
	return list
}

// chain runs a workflow, and then the one that follows it, as long as they succeed. The result is that of the first, with
// those of the others in it.
func (s *simulator) chain(ctx context.Context) (*Result, error) {
	w, input := s.flow, s.options.Input
	for {
		r, err := s.one(ctx, w, input)
		if err != nil {
			return nil, err
		}
		s.ended = append(s.ended, r)
		first := s.ended[0]
		s.entered += r.Steps
		if r.Status != Succeeded || w.Then == nil || len(s.program.Select) > 0 {
			first.Chain = append(first.Chain, s.ended[1:]...)
			return first, nil
		}
		next := s.program.Find(w.Then.ID)
		if next == nil {
			first.Chain = append(first.Chain, s.ended[1:]...)
			first.Notes = append(first.Notes, fmt.Sprintf("%s starts %s next, but no file defines it", w.ID, w.Then.ID))
			return first, nil
		}
		w, input = next, r.Output
	}
}

// one runs a single workflow, or the life of an entity; or goes on with the one that was resumed.
func (s *simulator) one(ctx context.Context, w *workflow.Workflow, input any) (*Result, error) {
	s.flow = w
	if m := s.restored; m != nil {
		s.restored = nil
		s.prepare(m)
		s.goOn(ctx)
		return s.result, nil
	}
	m, err := newMachine(w, s.program)
	if err != nil {
		return nil, err
	}
	m.ContinueFrom(s.numbers)
	s.prepare(m)
	s.result = &Result{Workflow: w.ID, Dialect: w.Dialect, Start: s.now}
	s.settle()
	s.play(ctx, s.step(machine.Event{Kind: machine.Start, At: s.now, Value: input}))
	return s.result, nil
}

// newMachine returns a machine for a workflow, or for the life of an entity.
func newMachine(w *workflow.Workflow, p *workflow.Program) (*machine.Machine, error) {
	if len(p.Select) > 0 {
		return machine.NewEntity(p), nil
	}
	return machine.New(w, p)
}

// prepare gives a machine what it is not made of.
func (s *simulator) prepare(m *machine.Machine) {
	m.Observe(s.options.Observe)
	m.Measure(s.options.Measure)
	m.LimitData(s.options.MaxData)
	settings := s.options.Settings
	settings.Answered = s.answers.has
	m.Configure(settings)
	s.machine = m
}

// simulator is the host that runs a run.
type simulator struct {
	options Options
	program *workflow.Program
	flow    *workflow.Workflow // the one that runs
	machine *machine.Machine
	answers *answers
	result  *Result
	ended   []*Result       // of the chain
	numbers machine.Numbers // those that the earlier machines of the chain gave
	entered int             // how many elements earlier machines of the chain entered

	now       time.Time
	anchor    time.Time // the real time at which the virtual time became now
	schedule  schedule
	pending   []*Occurrence     // those without a time that nothing has awaited so far
	lost      []machine.Event   // those with one that nothing awaited
	unknown   map[string]string // nodes that occurrences name and that do not exist, and a note about each
	calls     map[int64]*flight
	results   chan finished
	processes int   // started, and not yet reported to results
	queue     []job // processes to be started
	reported  int   // the steps of the last report of progress
	loop      loop

	senders   []string         // what occurrences with a task token name
	restored  *machine.Machine // the one of a resumed run, until it goes on
	moved     bool             // something happened since the run began or was resumed, or is about to
	suspended *State           // the run was stopped here
}

// chunk is how many tokens move between two looks at the limits and at the context: so few that a run ends soon after it is
// told to, however long its expressions take.
const chunk = 100

// progressEvery is how many elements are entered between two reports of progress.
const progressEvery = 10_000

// play makes events happen until the workflow has ended, or nothing is left that could move it. more means that tokens can move at once.
func (s *simulator) play(ctx context.Context, more bool) {
	for !s.machine.Outcome().Done && s.result.Status == "" {
		switch {
		case ctx.Err() != nil:
			s.abort("Interrupted", "the run was interrupted")
		case s.stops(BetweenSteps):
			s.suspend()
		case more && s.options.MaxSteps > 0 && s.steps() >= s.options.MaxSteps:
			s.abort("MaxSteps", fmt.Sprintf("the run took %d steps and did not end", s.options.MaxSteps))
		case s.options.MaxSteps > 0 && len(s.result.Calls) > s.options.MaxSteps:
			s.abort("MaxSteps", fmt.Sprintf("the run made more than %d calls and did not end", s.options.MaxSteps))
		case s.options.MaxSteps > 0 && s.machine.Retries() > s.options.MaxSteps:
			s.abort("MaxSteps", fmt.Sprintf("the run retried more than %d times and did not end", s.options.MaxSteps))
		case more && s.spins():
			s.abort("EndlessLoop", s.loop.message(s.machine))
		case more:
			s.progress()
			more = s.step(machine.Event{Kind: machine.Resume, At: s.now})
		default:
			more = s.happens(ctx)
		}
	}
	s.numbers = s.machine.Numbers()
	s.report()
}

// happens waits for what happens next, and has it happen.
func (s *simulator) happens(ctx context.Context) (more bool) {
	e, ok := s.next(ctx)
	switch {
	case ctx.Err() != nil || s.result.Status != "":
	case !ok:
		s.stall()
	case s.beyond(e.at) && s.waitsLong(e):
		s.schedule.restore(e)
		s.stall()
	case s.beyond(e.at):
		s.abort("MaxTime", "the next event is after the time limit of "+s.options.MaxTime.String())
	default:
		s.now, s.moved = e.at, true
		s.settle()
		s.loop = loop{}
		e.event.At = e.at
		return s.happen(e.event)
	}
	return false
}

// stall ends a run that nothing will move any more.
func (s *simulator) stall() {
	if s.standing() != Succeeded && s.stops(AtEnd) {
		s.suspend()
		return
	}
	s.result.Status = s.standing()
	s.machine.Record(s.now, machine.Trace{Kind: machine.RunStalled})
}

// standing is the status of a run in which nothing happens.
func (s *simulator) standing() Status {
	if state := s.machine.State(); state != nil {
		return standing(state)
	}
	return Waiting
}

// progress reports how far the run is, from time to time.
func (s *simulator) progress() {
	if steps := s.steps(); s.options.Progress != nil && steps-s.reported >= progressEvery {
		s.reported = steps
		s.options.Progress(steps)
	}
}

// steps is how many elements were entered, by all machines of the chain.
func (s *simulator) steps() int { return s.entered + s.machine.Steps() }

// happen makes the next event happen.
func (s *simulator) happen(e machine.Event) (more bool) {
	if byToken(e) {
		return s.sendByToken(e)
	}
	switch e.Kind {
	case machine.Answer, machine.Failure:
		s.landed(e)
	case machine.Occurred, machine.Received, machine.Request, machine.Update:
		if !s.takes(e) {
			s.lost = append(s.lost, e)
			return false
		}
		s.result.Delivered = append(s.result.Delivered, Delivery{Event: e, State: s.machine.State()})
	}
	return s.step(e)
}

// takes reports whether what happened outside reaches anything now.
func (s *simulator) takes(e machine.Event) bool {
	if byToken(e) {
		return s.tokenCall(e.Name) != 0
	}
	switch e.Kind {
	case machine.Occurred:
		return e.Name != "" && s.machine.Awaits(e.Name)
	case machine.Received:
		return s.machine.Takes(e.Value, s.now)
	}
	return s.machine.Rests()
}

// step hands an event to the machine and does what it asks for.
func (s *simulator) step(e machine.Event) (more bool) {
	budget := chunk
	if s.options.MaxSteps > 0 {
		budget = min(budget, s.options.MaxSteps-s.steps())
	}
	commands, more := s.machine.Step(e, budget)
	for i := range commands {
		c := &commands[i]
		switch c.Kind {
		case machine.Invoke:
			s.invoke(c)
		case machine.Access:
			s.access(c)
		case machine.CancelCall:
			s.cancelCall(c)
		case machine.Settled:
			s.landed(machine.Event{Kind: machine.Answer, ID: c.ID, Value: c.Result})
		case machine.Produce:
			s.result.Produced = append(s.result.Produced, c.Result)
		case machine.SetTimer:
			s.schedule.add(c.At, timersRank, machine.Event{Kind: machine.TimerFired, ID: c.ID})
		case machine.CancelTimer:
			s.schedule.drop(c.ID)
		}
	}
	if s.options.swap != nil {
		s.machine = s.options.swap(s.machine)
		s.machine.Observe(s.options.Observe)
		s.machine.Measure(s.options.Measure)
		s.machine.LimitData(s.options.MaxData)
		s.machine.Configure(s.options.Settings)
	}
	return more
}

// since is the virtual time since the workflow began.
func (s *simulator) since() time.Duration { return s.now.Sub(s.result.Start) }

// beyond reports whether an instant lies after the time limit.
func (s *simulator) beyond(at time.Time) bool {
	return !s.options.MaxTime.IsZero() && at.After(s.options.MaxTime.AddTo(s.options.Start))
}

// waitsLong reports whether what happens next is the end of a wait of more than the time limit of a run: until then, only something
// from outside moves the run.
func (s *simulator) waitsLong(e *entry) bool {
	return e.event.Kind == machine.TimerFired && s.processes == 0 && e.at.After(s.options.MaxTime.AddTo(s.now)) && len(s.machine.Awaited()) > 0
}

func (s *simulator) abort(name, cause string) {
	s.result.Status = Aborted
	s.result.Error = &machine.Error{Name: name, Cause: cause}
	s.machine.Record(s.now, machine.Trace{Kind: machine.RunEnded, Error: s.result.Error})
	for id, f := range s.calls {
		if f.cancel != nil {
			f.cancel()
		}
		call := &s.result.Calls[f.call]
		call.Took = s.since() - call.At
		call.Error = &machine.Error{Name: machine.Cancelled}
		delete(s.calls, id)
	}
}
