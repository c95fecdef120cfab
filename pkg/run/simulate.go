package run

import (
	"context"
	"fmt"
	"time"

	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// Simulate plays the workflow that a program starts with, and those that follow it, until all have ended, one waits for
// something that will never come, or a limit is reached. It returns an error only if a workflow cannot be run at all.
// When the context ends, the run is aborted and its processes are killed.
func Simulate(ctx context.Context, p *workflow.Program, o Options) (*Result, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s := &simulator{
		options:  o,
		answers:  newAnswers(o),
		now:      o.Start,
		calls:    map[int64]*flight{},
		schedule: schedule{byID: map[int64]*entry{}},
		results:  make(chan finished),
	}
	for i := range o.Occurrences {
		if at := o.Occurrences[i].After; at != nil {
			s.schedule.add(at.AddTo(o.Start), occurrencesRank, o.Occurrences[i].Event())
		} else {
			s.pending = append(s.pending, &o.Occurrences[i])
		}
	}
	s.answers.strangers(p)
	s.unknown = unknownNodes(p, o.Occurrences)
	s.program = p
	first, err := s.chain(ctx, p)
	cancel()
	for s.processes > 0 { // each has been told to stop
		<-s.results
		s.processes--
	}
	if err != nil {
		return nil, err
	}
	first.Notes = append(first.Notes, s.notes()...)
	return first, nil
}

// chain plays a workflow, and then the one that follows it, as long as they succeed. The result is that of the first, with
// those of the others in it.
func (s *simulator) chain(ctx context.Context, p *workflow.Program) (*Result, error) {
	w, input := p.Start(), s.options.Input
	if len(p.Select) > 0 {
		return s.with(ctx, machine.NewEntity(p), w, input), nil
	}
	var first *Result
	for {
		r, err := s.one(ctx, w, input)
		if err != nil {
			return nil, err
		}
		if first == nil {
			first = r
		} else {
			first.Chain = append(first.Chain, r)
		}
		s.entered += r.Steps
		if r.Status != Succeeded || w.Then == nil {
			return first, nil
		}
		next := p.Find(w.Then.ID)
		if next == nil {
			first.Notes = append(first.Notes, fmt.Sprintf("%s starts %s next, but no file defines it", w.ID, w.Then.ID))
			return first, nil
		}
		w, input = next, r.Output
	}
}

// one plays a single workflow.
func (s *simulator) one(ctx context.Context, w *workflow.Workflow, input any) (*Result, error) {
	m, err := machine.New(w, s.program)
	if err != nil {
		return nil, err
	}
	return s.with(ctx, m, w, input), nil
}

// with plays a workflow, or the life of an entity, by its machine.
func (s *simulator) with(ctx context.Context, m *machine.Machine, w *workflow.Workflow, input any) *Result {
	m.Observe(s.options.Observe)
	m.Measure(s.options.Measure)
	m.ContinueFrom(s.numbers)
	m.LimitData(s.options.MaxData)
	settings := s.options.Settings
	settings.Answered = s.answers.has
	m.Configure(settings)
	s.machine = m
	s.result = &Result{Workflow: w.ID, Dialect: w.Dialect, Start: s.now}
	s.play(ctx, input)
	s.numbers = s.machine.Numbers()
	s.report()
	return s.result
}

// simulator is the host that plays a run.
type simulator struct {
	options Options
	program *workflow.Program
	machine *machine.Machine
	answers *answers
	result  *Result
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
}

// chunk is how many tokens move between two looks at the limits and at the context: so few that a run ends soon after it is
// told to, however long its expressions take.
const chunk = 100

// progressEvery is how many elements are entered between two reports of progress.
const progressEvery = 10_000

func (s *simulator) play(ctx context.Context, input any) {
	s.settle()
	more := s.step(machine.Event{Kind: machine.Start, At: s.now, Value: input})
	for !s.machine.Outcome().Done && s.result.Status == "" {
		switch {
		case ctx.Err() != nil:
			s.abort("Interrupted", "the run was interrupted")
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
			e, ok := s.next(ctx)
			switch {
			case ctx.Err() != nil:
			case !ok:
				s.result.Status = Waiting
				if state := s.machine.State(); state != nil {
					s.result.Status = standing(state)
				}
				s.machine.Record(s.now, machine.Trace{Kind: machine.RunStalled})
			case s.beyond(e.at) && s.waitsLong(e):
				s.result.Status = Waiting
				s.machine.Record(s.now, machine.Trace{Kind: machine.RunStalled})
			case s.beyond(e.at):
				s.abort("MaxTime", "the next event is after the time limit of "+s.options.MaxTime.String())
			default:
				s.now = e.at
				s.settle()
				s.loop = loop{}
				e.event.At = e.at
				more = s.happen(e.event)
			}
		}
	}
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

// happen has the next event happen.
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

// beyond reports whether an instant lies behind the time limit.
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
