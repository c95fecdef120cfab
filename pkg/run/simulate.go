package run

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// Options say how a workflow is played.
type Options struct {
	Input any
	// Start is the virtual instant at which the run begins.
	Start time.Time
	// Stubs answer tasks; see [Stub]. The first that fits best is taken.
	Stubs []Stub
	// Answer, if it is not nil, is asked for the answer to each call, at its instant, before the stubs are; it reports false
	// to leave the call to them.
	Answer func(call *machine.Command, at time.Time) (Reply, bool)
	// Unstubbed says what becomes of a task that no stub answers.
	Unstubbed Unstubbed
	// Commands is the folder with an executable for each task, asked for what no stub answers; empty: there is none.
	Commands string
	// Exists reports whether a path is an executable file; it is asked about paths in Commands.
	Exists func(path string) bool
	// Execute carries out a call as a process of its own. It is called in goroutines, and returns soon after its context
	// ends. Nil: no process is ever started, and a task that asks for one fails.
	Execute func(ctx context.Context, p Process) ProcessResult
	// Occurrences are what happens from outside.
	Occurrences []Occurrence
	// Occur, if it is not nil, is asked what happens from outside whenever something is awaited and nothing is due at this instant. It
	// reports false to let time pass.
	Occur func(now time.Time, waiting []machine.Awaited) (Occurrence, bool)
	// Fetch answers a call whose task is an address on the network and that nothing else answers. Nil: none is asked.
	Fetch func(ctx context.Context, p Process) ProcessResult
	// Access reads a file that a definition names, or stores a value in it, and returns what was read or stored. Nil: none
	// may be accessed.
	Access func(definition *source.File, file *workflow.File, v any) (any, error)
	// Store is where readers of items and writers of results find their files. Nil: they fail.
	Store workflow.Store
	// Settings are what the machine is given beside its input: the seed of what is random, parts of the context, and whether the
	// limits of the workflow hold.
	Settings machine.Settings
	// MaxSteps bounds how many elements are entered, and how many calls and retries are made; 0 is no bound.
	MaxSteps int
	// Jobs bounds how many processes run at once, those that Fetch stands for among them; others wait for their turn, while
	// their time limits run. 0 is no bound.
	Jobs int
	// MaxData bounds how many bytes any data of the run has as JSON; 0 is no bound.
	MaxData int
	// MaxTime bounds the virtual time; zero is no bound.
	MaxTime iso8601.Duration
	// Clock is asked while processes run, and for every delay if RealTime is set. Nil where neither can be.
	Clock    Clock
	RealTime bool
	// Progress, if it is not nil, is told from time to time how many elements were entered.
	Progress func(steps int)
	// Observe is given every trace event; the event is valid only during the call.
	Observe func(*machine.Trace)
	// Measure is told of every part of a node that the run uses; nil: nobody measures.
	Measure func(n *workflow.Node, part machine.Part, index int)

	// swap, if it is not nil, is given the machine after every step and returns the one to go on with. For tests.
	swap func(*machine.Machine) *machine.Machine
}

// A Clock tells real time.
type Clock interface {
	Now() time.Time
	After(d time.Duration) <-chan time.Time
}

// Unstubbed says what becomes of a task that nothing answers.
type Unstubbed uint8

// What becomes of it.
const (
	Echo  Unstubbed = iota // its result is its input
	Empty                  // its result is {}
	Fails                  // it fails
)

// ParseUnstubbed reads "echo", "empty" or "fail".
func ParseUnstubbed(s string) (Unstubbed, bool) {
	for u, name := range [...]string{"echo", "empty", "fail"} {
		if s == name {
			return Unstubbed(u), true
		}
	}
	return 0, false
}

// An Occurrence is something that happens outside a run and reaches whatever waits for it.
type Occurrence struct {
	// Kind is how a user said it: "complete", "signal", "event", "transition", "update" or "taskToken".
	Kind string
	// Node is the element that it reaches; empty for one that names none.
	Node string
	// Value is what comes with it; an event is its Value, a CloudEvent. With a task token it is the result of the task.
	Value any
	// Fail, with a task token, is the error that the task fails with; Heartbeat is a sign of life instead of an answer.
	Fail      *machine.Error
	Heartbeat bool
	// After is when it happens, counted from the start of the run; nil: as soon as something awaits it, those without
	// a time in their order. One that comes when nothing awaits it is lost.
	After *iso8601.Duration
}

// Event is the occurrence as the machine is told of it, without its instant.
func (o *Occurrence) Event() machine.Event {
	e := machine.Event{Kind: machine.Occurred, Name: o.Node, Value: o.Value}
	switch o.Kind {
	case "event":
		e.Kind = machine.Received
	case "transition":
		e.Kind = machine.Request
	case "update":
		e.Kind = machine.Update
	case "taskToken":
		switch {
		case o.Heartbeat:
			e.Kind = machine.Heartbeat
		case o.Fail != nil:
			e.Kind, e.Error = machine.Failure, o.Fail
		default:
			e.Kind = machine.Answer
		}
	}
	return e
}

// nameOf is what an occurrence is called in a note: the element that it names, or the type of an event.
func nameOf(e machine.Event) string {
	if o, ok := e.Value.(*value.Object); ok && e.Kind == machine.Received {
		s, _ := o.Get("type").(string)
		return s
	}
	return e.Name
}

// String is the occurrence in a note: "signal approve".
func (o Occurrence) String() string {
	s := strings.TrimSpace(o.Kind + " " + nameOf(o.Event()))
	if o.After != nil {
		s += " after " + o.After.String()
	}
	return s
}

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
