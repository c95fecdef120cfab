package run

import (
	"errors"
	"slices"
	"time"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A Machine is the state of one run of a workflow. It is plain data: frames, one for each region that is being run;
// visits, one for each node at which a token rests; and the tokens that can move.
//
// One token moves at a time, until it rests, ends or fails; the branches of a scope begin in the author's order. A
// Machine is not safe for use by several goroutines.
type Machine struct {
	flow *workflow.Workflow
	now  time.Time

	frames     []frame
	visits     []visit
	idleFrames []int32 // indexes in frames that are free
	idleVisits []int32
	ready      []token // the last one moves next

	calls  map[int64]int32 // a call in flight → its visit
	timers map[int64]timer // a timer that runs → what it is for
	lastID int64
	expiry int64 // the timer of the workflow's own limit; 0: there is none

	steps    int
	visited  []int32 // ids of the elements entered, in order
	commands []Command
	env      expr.Env
	outcome  Outcome
	parked   []token // those that no edge leads on from

	observe func(*Trace)
	seq     int
}

// Outcome is how a run ended, or that it has not.
type Outcome struct {
	Done   bool
	Output any            // what the workflow gave, or, if it failed, the document of the node that failed
	Error  *Error         // why it failed
	Ended  *workflow.Node // the node that ended it, if it did not fail
}

// token is one that can move: it is about to enter its node.
type token struct {
	node  *workflow.Node
	frame int32
	life  uint32 // of the frame, when the token was made; it is void if the frame has another by now
	data  any
}

// frame is a region that is being run.
type frame struct {
	region *workflow.Region
	visit  int32  // the visit of the scope it was opened by; none for the root
	index  int32  // its place among the results of that visit
	life   uint32 // counts how often the slot was used, so that what belongs to an earlier use is recognised
	visits []int32
}

// visit is a token that rests at a node.
type visit struct {
	node           *workflow.Node
	frame          int32
	place          int32 // in the frame's visits
	raw, effective any
	attempt        int
	retries        []int // how often each retrier of the node was used
	call           int64 // 0: none is in flight
	timers         []int64
	frames         []int32 // those that the scope opened
	open           int     // how many of them have not ended
	results        []any
	began          time.Time // when the attempt began
}

// none is the index of no frame and no visit; rootFrame is that of the frame of the whole workflow.
const (
	none      = int32(-1)
	rootFrame = int32(0)
)

// timer says what to do when a timer has run down.
type timer struct {
	visit  int32 // none: the time limit of the workflow
	use    timerUse
	raises workflow.Class
}

type timerUse uint8

const (
	limits timerUse = iota // it raises an error
	waits                  // a wait is over
	delays                 // the next attempt begins
)

// New returns a machine for the workflow that a program starts with. The program must be one that can be run: see
// [workflow.Workflow.Unsupported].
func New(p *workflow.Program) (*Machine, error) {
	w := p.Start()
	if w == nil || w.Root == nil || w.Root.Start == nil {
		return nil, errors.New("the workflow has no start")
	}
	if len(w.Unsupported) > 0 {
		return nil, errors.New(w.Unsupported[0].Message("run"))
	}
	return &Machine{flow: w, calls: map[int64]int32{}, timers: map[int64]timer{}}, nil
}

// Observe has every trace event given to f from now on. The event is valid only during the call.
func (m *Machine) Observe(f func(*Trace)) { m.observe = f }

// Outcome returns how the run ended, if it did.
func (m *Machine) Outcome() Outcome { return m.outcome }

// Steps returns how many elements were entered so far.
func (m *Machine) Steps() int { return m.steps }

// Visited returns the ids of the elements entered so far, in order.
func (m *Machine) Visited() []int32 { return m.visited }

// Step takes an event and moves tokens until none can move, or until budget elements were entered; more reports that
// some could still move, which a Resume event makes them do. The commands are valid until the next call. Events about
// calls and timers that were cancelled are ignored.
func (m *Machine) Step(e Event, budget int) (commands []Command, more bool) {
	m.commands = m.commands[:0]
	m.now = e.At
	if m.outcome.Done {
		return nil, false
	}
	switch e.Kind {
	case Start:
		m.start(e.Value)
	case Answer:
		if v, ok := m.calls[e.ID]; ok {
			m.answered(v, e.Value)
		}
	case Failure:
		if v, ok := m.calls[e.ID]; ok {
			m.callFailed(v, e.Error)
		}
	case TimerFired:
		if t, ok := m.timers[e.ID]; ok {
			m.fired(e.ID, t)
		}
	}
	limit := m.steps + budget
	for len(m.ready) > 0 && !m.outcome.Done {
		if m.steps >= limit {
			return m.commands, true
		}
		t := m.ready[len(m.ready)-1]
		m.ready = m.ready[:len(m.ready)-1]
		if m.frames[t.frame].life == t.life {
			m.enter(t.frame, t.node, t.data)
		}
	}
	return m.commands, false
}

func (m *Machine) start(input any) {
	if m.observe != nil {
		m.emit(Trace{Kind: RunStarted, Data: input})
	}
	if t := m.flow.Timeout; t != nil {
		if at, fault := m.instant(t.Length, nil); fault == nil {
			m.expiry = m.setTimer(at, timer{visit: none, raises: t.Raises})
		}
	}
	m.openFrame(m.flow.Root, none, 0)
	m.push(rootFrame, m.flow.Root.Start, input)
}

// push makes a token that will enter a node next.
func (m *Machine) push(f int32, n *workflow.Node, data any) {
	m.ready = append(m.ready, token{node: n, frame: f, life: m.frames[f].life, data: data})
}

// enter has a token come to a node.
func (m *Machine) enter(f int32, n *workflow.Node, raw any) {
	if n.Role == workflow.Primary {
		m.steps++
		if len(m.visited) < maxVisited {
			m.visited = append(m.visited, int32(n.Element.ID))
		}
		if m.observe != nil {
			m.emit(Trace{Kind: Entered, Node: n, Data: raw, frame: f})
		}
	}
	switch n.Kind {
	case workflow.Task, workflow.Wait, workflow.Scope:
		m.begin(m.openVisit(f, n, raw))
	default:
		effective, fault := m.selected(n, raw)
		if fault != nil {
			m.fail(f, n, none, raw, fault)
			return
		}
		m.pass(f, n, raw, effective)
	}
}

// maxVisited bounds the record of what was visited in a run without a limit of steps.
const maxVisited = 10_000_000

// pass has a token go through a node at which none ever rests.
func (m *Machine) pass(f int32, n *workflow.Node, raw, effective any) {
	switch n.Kind {
	case workflow.Pass:
		m.leave(f, n, none, raw, effective)
	case workflow.Choice:
		m.choose(f, n, raw, effective)
	case workflow.End:
		out, fault := m.output(n, effective)
		if fault != nil {
			m.fail(f, n, none, raw, fault)
			return
		}
		m.end(f, n, out)
	case workflow.Fail:
		m.fail(f, n, none, raw, m.raised(n, effective))
	}
}

// begin makes an attempt at a node at which tokens rest.
func (m *Machine) begin(vi int32) {
	v := &m.visits[vi]
	n := v.node
	v.attempt++
	v.began = m.now
	effective, fault := m.selected(n, v.raw)
	if fault != nil {
		m.fail(v.frame, n, vi, v.raw, fault)
		return
	}
	v.effective = effective
	switch n.Kind {
	case workflow.Task:
		m.call(vi)
	case workflow.Wait:
		at, fault := m.instant(*n.Until, effective)
		if fault != nil {
			m.fail(v.frame, n, vi, v.raw, fault)
			return
		}
		if m.observe != nil {
			m.emit(Trace{Kind: WaitStarted, Node: n, Until: at, frame: v.frame})
		}
		v.timers = append(v.timers, m.setTimer(at, timer{visit: vi, use: waits}))
	case workflow.Scope:
		m.openScope(vi)
	}
}

// call calls the task of a node and arms the limits of the attempt.
func (m *Machine) call(vi int32) {
	v := &m.visits[vi]
	n := v.node
	for i := range n.Timers {
		at, fault := m.instant(n.Timers[i].Length, v.effective)
		if fault != nil {
			m.fail(v.frame, n, vi, v.raw, fault)
			return
		}
		v.timers = append(v.timers, m.setTimer(at, timer{visit: vi, raises: n.Timers[i].Raises}))
	}
	m.lastID++
	v.call = m.lastID
	m.calls[v.call] = vi
	m.commands = append(m.commands, Command{Kind: Invoke, ID: v.call, Node: n, Attempt: v.attempt, Input: v.effective})
	if m.observe != nil {
		m.emit(Trace{Kind: Called, Node: n, Attempt: v.attempt, Data: v.effective, frame: v.frame})
	}
}

func (m *Machine) answered(vi int32, result any) {
	v := &m.visits[vi]
	if m.observe != nil {
		m.emit(Trace{Kind: Answered, Node: v.node, Attempt: v.attempt, Data: result, Took: m.now.Sub(v.began), frame: v.frame})
	}
	delete(m.calls, v.call)
	v.call = 0
	m.leave(v.frame, v.node, vi, v.raw, result)
}

func (m *Machine) callFailed(vi int32, e *Error) {
	v := &m.visits[vi]
	delete(m.calls, v.call)
	v.call = 0
	m.fail(v.frame, v.node, vi, v.raw, m.taskError(e))
}

func (m *Machine) fired(id int64, t timer) {
	delete(m.timers, id)
	if t.visit == none {
		m.finish(Outcome{Output: m.Standing(), Error: m.named(m.flow.Errors.Expired, t.raises, "the workflow ran longer than its time limit")})
		return
	}
	v := &m.visits[t.visit]
	v.timers = slices.DeleteFunc(v.timers, func(x int64) bool { return x == id })
	switch t.use {
	case waits:
		if m.observe != nil {
			m.emit(Trace{Kind: WaitEnded, Node: v.node, frame: v.frame})
		}
		m.leave(v.frame, v.node, t.visit, v.raw, v.effective)
	case delays:
		m.begin(t.visit)
	case limits:
		m.fail(v.frame, v.node, t.visit, v.raw, m.limitError(v.node, t.raises))
	}
}

// choose takes the first edge of a choice whose guard holds.
func (m *Machine) choose(f int32, n *workflow.Node, raw, effective any) {
	var way *workflow.Edge
	for _, e := range n.Out {
		if e.Kind == workflow.Default {
			if way == nil {
				way = e
			}
			continue
		}
		if e.Kind != workflow.Guarded {
			continue
		}
		holds, err := m.holds(e.Guard, effective)
		if err != nil {
			m.fail(f, n, none, raw, m.dataError(m.flow.Errors.Path, err))
			return
		}
		if holds {
			way = e
			break
		}
	}
	if way == nil {
		if n.NoMatch == workflow.MatchOrStay {
			m.park(f, n, effective)
			return
		}
		m.fail(f, n, none, raw, m.named(m.flow.Errors.NoMatch, workflow.ClassNoMatch, "no rule matches and there is no default"))
		return
	}
	out, fault := m.output(n, effective)
	if fault != nil {
		m.fail(f, n, none, raw, fault)
		return
	}
	m.follow(f, way, raw, out)
}

// leave has a token go on from a node whose body gave an answer. vi is the visit at which it rested, or none.
func (m *Machine) leave(f int32, n *workflow.Node, vi int32, raw, answer any) {
	out, fault := m.combined(&n.Data, raw, answer)
	if fault == nil {
		out, fault = m.output(n, out)
	}
	if fault != nil {
		m.fail(f, n, vi, raw, fault)
		return
	}
	if vi != none {
		m.closeVisit(vi)
	}
	for _, e := range n.Out {
		if e.Kind == workflow.Next || e.Kind == workflow.ToEnd {
			m.follow(f, e, raw, out)
			return
		}
	}
	m.park(f, n, out)
}

// park leaves a token where it is, for good.
func (m *Machine) park(f int32, n *workflow.Node, data any) {
	m.parked = append(m.parked, token{node: n, frame: f, life: m.frames[f].life, data: data})
}

// follow has a token take an edge.
func (m *Machine) follow(f int32, e *workflow.Edge, raw, data any) {
	if m.observe != nil {
		m.emit(Trace{Kind: Took, Node: e.From, Edge: e, Data: data, frame: f})
	}
	m.push(f, e.To, data)
}

// end has a token end its region.
func (m *Machine) end(f int32, n *workflow.Node, out any) {
	fr := &m.frames[f]
	if fr.visit == none {
		m.finish(Outcome{Output: out, Ended: n})
		return
	}
	vi, index := fr.visit, fr.index
	if m.observe != nil {
		m.emit(Trace{Kind: RegionEnded, Node: m.visits[vi].node, Index: int(index), Data: out, frame: m.visits[vi].frame})
	}
	m.closeFrame(f)
	v := &m.visits[vi]
	v.results[index] = out
	v.open--
	if v.open == 0 {
		results := v.results
		v.frames, v.results = nil, nil
		m.leave(v.frame, v.node, vi, v.raw, results)
	}
}

// finish ends the run; what was still going on is cancelled.
func (m *Machine) finish(o Outcome) {
	o.Done = true
	m.closeFrame(rootFrame)
	m.cancelTimer(m.expiry)
	m.outcome = o
	m.ready = m.ready[:0]
	m.commands = append(m.commands, Command{Kind: Finish})
	if m.observe != nil {
		m.emit(Trace{Kind: RunEnded, Node: o.Ended, Data: o.Output, Error: o.Error})
	}
}
