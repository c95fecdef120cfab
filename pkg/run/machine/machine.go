package machine

import (
	"errors"
	"time"

	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// New returns a machine for a workflow, which must be one that can be run: see [workflow.Workflow.Unsupported]. What it
// calls is looked for in the program, which may be nil.
func New(w *workflow.Workflow, p *workflow.Program) (*Machine, error) {
	if w == nil || w.Root == nil || w.Root.Start == nil {
		return nil, errors.New("the workflow has no start")
	}
	if len(w.Unsupported) > 0 {
		return nil, errors.New(w.Unsupported[0].Message("run"))
	}
	return &Machine{flow: w, program: p, calls: map[int64]int32{}, timers: map[int64]timer{}, here: here{visit: none}}, nil
}

// Numbers are the last numbers that a machine gave: an ID to a call or a timer, a Seq to a trace event.
type Numbers struct {
	ID  int64
	Seq int
}

// Numbers returns the last numbers that the machine gave.
func (m *Machine) Numbers() Numbers { return Numbers{m.lastID, m.seq} }

// ContinueFrom makes a new machine number its calls, timers and trace events after those of another, so that a host that
// runs several workflows in turn can tell them apart and gets one stream of events.
func (m *Machine) ContinueFrom(n Numbers) { m.lastID, m.seq = n.ID, n.Seq }

// Observe has every trace event given to f from now on; a nil f has none. The event is valid only during the call.
func (m *Machine) Observe(f func(*Trace)) { m.observe = f }

// Outcome returns how the run ended, if it did.
func (m *Machine) Outcome() Outcome { return m.outcome }

// Workflow returns the workflow that the machine runs. Of an entity, it is the one that was chosen last.
func (m *Machine) Workflow() *workflow.Workflow { return m.flow }

// Retries returns how many attempts so far were not the first of their visit.
func (m *Machine) Retries() int { return m.retries }

// Steps returns how many elements were entered so far.
func (m *Machine) Steps() int { return m.steps }

// Visited returns the elements entered so far, in order.
func (m *Machine) Visited() []*workflow.Element { return m.visited.list() }

// Step takes an event and moves tokens until none can move, or until budget tokens were moved. A token enters one element at
// most when it is moved, and asks for few commands, so that the budget bounds the work of a step. more reports that some could
// still move, which a [Resume] event makes them do. The commands are valid until the next call. Events about calls and timers
// that were cancelled are ignored.
func (m *Machine) Step(e Event, budget int) (commands []Command, more bool) {
	m.commands = m.commands[:0]
	m.now = e.At
	if m.outcome.Done {
		return nil, false
	}
	switch e.Kind {
	case Start:
		if m.entity != nil {
			m.handleRequest(e)
		} else {
			m.start(e.Value)
		}
	case Request, Update:
		if m.Rests() {
			m.handleRequest(e)
		}
	case Answer:
		if v, ok := m.calls[e.ID]; ok {
			m.handleAnswer(v, e.Value, e.Printed)
		} else {
			m.answerQuestion(e)
		}
	case Failure:
		if v, ok := m.calls[e.ID]; ok {
			m.handleFailure(v, e.Error)
		} else {
			m.answerQuestion(e)
		}
	case TimerFired:
		if t, ok := m.timers[e.ID]; ok {
			m.handleTimer(e.ID, t)
		}
	case Heartbeat:
		if v, ok := m.calls[e.ID]; ok {
			m.handleHeartbeat(v)
		}
	case Occurred:
		m.deliverOccurrence(e.Name, e.Value)
	case Received:
		m.deliverEvent(e.Value)
	case Arrives:
		m.arrive(e)
	}
	for moves := 0; len(m.ready) > 0 && !m.outcome.Done; moves++ {
		if moves >= budget {
			return m.commands, true
		}
		t := m.ready[len(m.ready)-1]
		m.ready = m.ready[:len(m.ready)-1]
		switch {
		case m.frames[t.frame].generation != t.generation: // it is void
		case t.starts != 0:
			m.startFurther(t)
		default:
			m.enter(&t)
		}
	}
	return m.commands, false
}

func (m *Machine) start(input any) {
	m.startedAt, m.random = m.now, m.settings.Seed
	if _, ok := input.(*value.Object); m.flow.Root.Shared && !ok {
		input = value.NewObject(0) // what tokens share are variables, which have names
	}
	if m.observe != nil {
		m.emit(Trace{Kind: RunStarted, Workflow: m.flow.ID, Data: input})
	}
	if t := m.flow.Timeout; t != nil {
		if at, fault := m.dueAt(t.Length, nil); fault == nil {
			m.expiryTimer = m.setTimer(at, timer{visit: none, raises: t.Raises})
		}
	}
	m.beginRun(m.openFrame(m.flow.Root, none, 0, input), input)
	if !m.active(m.flow) && !m.flow.Schedule.ByEvents {
		m.finish(Outcome{Output: input, Error: m.newError(m.flow.Errors.Inactive, workflow.ClassFail,
			"the schedule of the workflow, "+m.flow.Schedule.Text+", does not allow a start at "+m.now.UTC().Format(time.RFC3339))})
		return
	}
	m.push(rootFrame, m.flow.Root.Start, branch{}, input)
}

// active reports whether the schedule of a workflow allows to start it now.
func (m *Machine) active(w *workflow.Workflow) bool {
	s := w.Schedule
	return s == nil || m.oracle != nil || !s.Deny || s.Active(m.now, m.startedAt)
}
