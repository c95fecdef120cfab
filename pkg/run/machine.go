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
	forks      []fork

	calls  map[int64]int32 // a call in flight → its visit
	timers map[int64]timer // a timer that runs → what it is for
	lastID int64
	opened int64 // how many visits were
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
	from  branch
	data  any // unless the tokens of the region share a document
}

// branch tells which branch of which fork a token is. The zero value is none.
type branch struct {
	fork  int32 // counts from 1 in the machine's forks
	index int32
}

// fork is a split that was made, and the join that collects its tokens again.
type fork struct {
	node    *workflow.Node
	frame   int32
	life    uint32
	outer   branch // of the token that was split
	open    int    // how many branches have not come to the join
	arrived bool   // whether any has
}

// frame is a region that is being run.
type frame struct {
	region   *workflow.Region
	document any    // where the tokens of the region share one
	visit    int32  // the visit of the scope it was opened by; none for the root
	index    int32  // its place among the results of that visit
	life     uint32 // counts how often the slot was used, so that what belongs to an earlier use is recognised
	visits   []int32
}

// visit is a token that rests at a node.
type visit struct {
	node           *workflow.Node
	frame          int32
	place          int32 // in the frame's visits
	from           branch
	order          int64 // counts the visits of the run
	raw, effective any
	attempt        int
	retries        []int   // how often each retrier of the node was used
	call           int64   // 0: none is in flight
	timers         []int64 // of the attempt
	lasting        []int64 // timers of the visit
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
	of     *workflow.Timer // leads
}

type timerUse uint8

const (
	limits timerUse = iota // it raises an error
	waits                  // a wait is over
	delays                 // the next attempt begins
	leads                  // a token takes the timer's edge
)

// New returns a machine for a workflow, which must be one that can be run: see [workflow.Workflow.Unsupported].
func New(w *workflow.Workflow) (*Machine, error) {
	if w == nil || w.Root == nil || w.Root.Start == nil {
		return nil, errors.New("the workflow has no start")
	}
	if len(w.Unsupported) > 0 {
		return nil, errors.New(w.Unsupported[0].Message("run"))
	}
	return &Machine{flow: w, calls: map[int64]int32{}, timers: map[int64]timer{}}, nil
}

// number has the ids that the machine gives begin behind those that another gave.
func (m *Machine) number(last int64) { m.lastID = last }

// Observe has every trace event given to f from now on; a nil f has none. The event is valid only during the call.
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
	case Occurred:
		m.occurred(e.Name, e.Value)
	}
	limit := m.steps + budget
	for len(m.ready) > 0 && !m.outcome.Done {
		if m.steps >= limit {
			return m.commands, true
		}
		t := m.ready[len(m.ready)-1]
		m.ready = m.ready[:len(m.ready)-1]
		if m.frames[t.frame].life == t.life {
			m.enter(t)
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
	m.openFrame(m.flow.Root, none, 0, input)
	m.push(rootFrame, m.flow.Root.Start, branch{}, input)
}

// push makes a token that will enter a node next.
func (m *Machine) push(f int32, n *workflow.Node, from branch, data any) {
	m.ready = append(m.ready, token{node: n, frame: f, life: m.frames[f].life, from: from, data: data})
}

// enter has a token come to a node.
func (m *Machine) enter(t token) {
	n := t.node
	if n.Join == workflow.JoinFork && !m.join(&t) {
		return
	}
	if n.Region.Shared {
		t.data = m.frames[t.frame].document
	}
	if n.Role == workflow.Primary {
		m.steps++
		if len(m.visited) < maxVisited {
			m.visited = append(m.visited, int32(n.Element.ID))
		}
		if m.observe != nil {
			m.emit(Trace{Kind: Entered, Node: n, Data: t.data, frame: t.frame})
		}
	}
	switch n.Kind {
	case workflow.Task, workflow.Wait, workflow.Await, workflow.Scope:
		m.begin(m.openVisit(t))
	default:
		effective, fault := m.selected(n, t.data)
		if fault != nil {
			m.fail(t, none, fault)
			return
		}
		m.pass(t, effective)
	}
}

// maxVisited bounds the record of what was visited in a run without a limit of steps.
const maxVisited = 10_000_000

// pass has a token go through a node at which none ever rests.
func (m *Machine) pass(t token, effective any) {
	n := t.node
	switch n.Kind {
	case workflow.Pass:
		m.leave(t, none, effective, effective)
	case workflow.Choice:
		m.choose(t, effective)
	case workflow.Table:
		answer, fault := m.decide(n, effective)
		if fault != nil {
			m.fail(t, none, fault)
			return
		}
		m.leave(t, none, effective, answer)
	case workflow.End:
		out, fault := m.output(n, effective)
		if fault != nil {
			m.fail(t, none, fault)
			return
		}
		m.end(t.frame, n, out)
	case workflow.Fail:
		m.fail(t, none, m.raised(n, effective))
	}
}

// begin makes an attempt at a node at which tokens rest.
func (m *Machine) begin(vi int32) {
	v := &m.visits[vi]
	n := v.node
	v.attempt++
	v.began = m.now
	effective, fault := m.selected(n, m.document(v.frame, v.raw))
	if fault == nil && v.attempt == 1 {
		fault = m.arm(vi, workflow.PerVisit, effective)
	}
	if fault == nil {
		fault = m.arm(vi, workflow.PerAttempt, effective)
	}
	var until time.Time
	if fault == nil && n.Kind == workflow.Wait {
		until, fault = m.instant(*n.Until, effective)
	}
	v = &m.visits[vi]
	if fault != nil {
		m.fail(m.token(vi), vi, fault)
		return
	}
	v.effective = effective
	switch n.Kind {
	case workflow.Task:
		m.call(vi)
	case workflow.Wait:
		if m.observe != nil {
			m.emit(Trace{Kind: WaitStarted, Node: n, Until: until, frame: v.frame})
		}
		v.timers = append(v.timers, m.setTimer(until, timer{visit: vi, use: waits}))
	case workflow.Await:
		if m.observe != nil {
			m.emit(Trace{Kind: Awaiting, Node: n, frame: v.frame})
		}
	case workflow.Scope:
		m.openScope(vi)
	}
}

// arm sets the timers of a node that count from now.
func (m *Machine) arm(vi int32, counts workflow.Counting, effective any) *Error {
	v := &m.visits[vi]
	for i := range v.node.Timers {
		t := &v.node.Timers[i]
		if t.Counts != counts {
			continue
		}
		at, fault := m.instant(t.Length, effective)
		if fault != nil {
			return fault
		}
		to := timer{visit: vi, raises: t.Raises}
		if t.Edge != nil {
			to.use, to.of = leads, t
		}
		id := m.setTimer(at, to)
		if counts == workflow.PerVisit {
			v.lasting = append(v.lasting, id)
		} else {
			v.timers = append(v.timers, id)
		}
	}
	return nil
}

// token is the one that rests in a visit.
func (m *Machine) token(vi int32) token {
	v := &m.visits[vi]
	return token{node: v.node, frame: v.frame, life: m.frames[v.frame].life, from: v.from, data: v.raw}
}

// call calls the task of a node.
func (m *Machine) call(vi int32) {
	v := &m.visits[vi]
	m.lastID++
	v.call = m.lastID
	m.calls[v.call] = vi
	m.commands = append(m.commands, Command{Kind: Invoke, ID: v.call, Node: v.node, Attempt: v.attempt, Input: v.effective})
	if m.observe != nil {
		m.emit(Trace{Kind: Called, Node: v.node, Attempt: v.attempt, Data: v.effective, frame: v.frame})
	}
}

func (m *Machine) answered(vi int32, result any) {
	v := &m.visits[vi]
	if m.observe != nil {
		m.emit(Trace{Kind: Answered, Node: v.node, Attempt: v.attempt, Data: result, Took: m.now.Sub(v.began), frame: v.frame})
	}
	delete(m.calls, v.call)
	v.call = 0
	m.leave(m.token(vi), vi, v.effective, result)
}

func (m *Machine) callFailed(vi int32, e *Error) {
	v := &m.visits[vi]
	delete(m.calls, v.call)
	v.call = 0
	m.fail(m.token(vi), vi, m.taskError(e))
}

func (m *Machine) fired(id int64, t timer) {
	delete(m.timers, id)
	if t.visit == none {
		m.finish(Outcome{Output: m.Standing(), Error: m.named(m.flow.Errors.Expired, t.raises, "the workflow ran longer than its time limit")})
		return
	}
	v := &m.visits[t.visit]
	gone := func(x int64) bool { return x == id }
	v.timers, v.lasting = slices.DeleteFunc(v.timers, gone), slices.DeleteFunc(v.lasting, gone)
	switch t.use {
	case waits:
		if m.observe != nil {
			m.emit(Trace{Kind: WaitEnded, Node: v.node, frame: v.frame})
		}
		m.leave(m.token(t.visit), t.visit, v.effective, v.effective)
	case delays:
		m.begin(t.visit)
	case limits:
		m.fail(m.token(t.visit), t.visit, m.limitError(v.node, t.raises))
	case leads:
		m.lead(t.visit, t.of)
	}
}

// lead has a token take the edge of a timer: the one that rests there, or a further one, which is of no branch.
func (m *Machine) lead(vi int32, t *workflow.Timer) {
	at := m.token(vi)
	if m.observe != nil {
		m.emit(Trace{Kind: TimedOut, Node: at.node, Edge: t.Edge, frame: at.frame})
	}
	if t.Interrupting {
		m.closeVisit(vi)
	} else {
		at.from = branch{}
	}
	m.follow(at, t.Edge, at.data)
}

// occurred has what happened outside answer the await node that waits for it longest.
func (m *Machine) occurred(name string, value any) {
	vi := m.awaiting(name)
	if vi == none {
		return
	}
	v := &m.visits[vi]
	if m.observe != nil {
		m.emit(Trace{Kind: Arrived, Node: v.node, Data: value, frame: v.frame})
	}
	m.leave(m.token(vi), vi, v.effective, value)
}

// Awaits reports whether an occurrence that names an element would be taken now.
func (m *Machine) Awaits(name string) bool { return m.awaiting(name) != none }

func (m *Machine) awaiting(name string) int32 {
	found := none
	for i := range m.visits {
		v := &m.visits[i]
		if v.node != nil && v.node.Kind == workflow.Await && v.node.Name() == name && (found == none || v.order < m.visits[found].order) {
			found = int32(i)
		}
	}
	return found
}

// choose takes the first edge of a choice whose guard holds.
func (m *Machine) choose(t token, effective any) {
	n := t.node
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
			m.fail(t, none, m.dataError(m.flow.Errors.Path, err))
			return
		}
		if holds {
			way = e
			break
		}
	}
	if way == nil {
		if n.NoMatch == workflow.MatchOrStay {
			m.park(t)
			return
		}
		m.fail(t, none, m.named(m.flow.Errors.NoMatch, workflow.ClassNoMatch, "no rule matches and there is no default"))
		return
	}
	out, fault := m.output(n, effective)
	if fault != nil {
		m.fail(t, none, fault)
		return
	}
	m.follow(t, way, out)
}

// leave has a token go on from a node whose body gave an answer. vi is the visit at which it rested, or none.
func (m *Machine) leave(t token, vi int32, effective, answer any) {
	n := t.node
	out, fault := m.replaced(&n.Data, effective, answer)
	if fault == nil {
		out, fault = m.combined(&n.Data, m.document(t.frame, t.data), out)
	}
	if fault == nil {
		out, fault = m.output(n, out)
	}
	if fault != nil {
		m.fail(t, vi, fault)
		return
	}
	if vi != none {
		m.closeVisit(vi)
	}
	if n.Region.Shared {
		m.frames[t.frame].document = out
	}
	if n.Split == workflow.SplitFork {
		m.fork(t, out)
		return
	}
	for _, e := range n.Out {
		if e.Kind == workflow.Next || e.Kind == workflow.ToEnd {
			m.follow(t, e, out)
			return
		}
	}
	t.data = out
	m.park(t)
}

// document is what a token of a frame works on: its own document, or the one that all tokens there share, as it is now.
func (m *Machine) document(f int32, own any) any {
	if m.frames[f].region.Shared {
		return m.frames[f].document
	}
	return own
}

// park leaves a token where it is, for good.
func (m *Machine) park(t token) {
	if m.observe != nil {
		m.emit(Trace{Kind: Parked, Node: t.node, frame: t.frame})
	}
	m.parked = append(m.parked, t)
}

// follow has a token take an edge.
func (m *Machine) follow(t token, e *workflow.Edge, data any) {
	if m.observe != nil {
		m.emit(Trace{Kind: Took, Node: e.From, Edge: e, Data: data, frame: t.frame})
	}
	m.push(t.frame, e.To, t.from, data)
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
		m.leave(m.token(vi), vi, v.effective, results)
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
