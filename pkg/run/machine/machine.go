package machine

import (
	"errors"
	"time"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A Machine is the state of one run of a workflow, and of those that it calls. It is plain data: frames, one for each region that is being run;
// visits, one for each node at which a token rests; and the tokens that can move.
//
// One token moves at a time, until it rests, ends or fails; the branches of a scope begin in the author's order. A
// Machine is not safe for use by several goroutines.
type Machine struct {
	flow    *workflow.Workflow
	program *workflow.Program // what may be called; nil is nothing
	began   time.Time
	now     time.Time

	frames     []frame
	visits     []visit
	idleFrames []int32 // indexes in frames that are free
	idleVisits []int32
	ready      []token // the last one moves next
	forks      []fork
	makings    []making
	sources    []*workflow.Node  // those whose values the end of the workflow took, if it joins edges
	meets      map[place][]token // tokens that wait for others at a node
	pushed     int64             // how many tokens were made

	calls  map[int64]int32 // a call in flight → its visit
	timers map[int64]timer // a timer that runs → what it is for
	lastID int64
	opened int64 // how many visits were
	expiry int64 // the timer of the workflow's own limit; 0: there is none

	steps    int
	visited  []*workflow.Element // those entered, in order
	entity   *entity             // of a machine that has one
	commands []Command
	env      expr.Env
	outcome  Outcome
	parked   []token // those that no edge leads on from

	groups   []group // events of a start that are not complete
	produced int     // how many events were
	retried  int     // how many attempts were not the first
	detached int     // how many frames are that nothing waits for

	observe func(*Trace)
	seq     int
}

// Outcome is how a run ended, or that it has not.
type Outcome struct {
	Done bool
	// Exceeded tells that the error is a limit of the workflow that was reached.
	Exceeded bool
	Output   any    // what the workflow gave, or, if it failed, the document of the node that failed
	Error    *Error // why it failed
	// Ended are the nodes that ended it, if it did not fail: the end, or, if that joins edges, those whose values it took.
	Ended []*workflow.Node
}

// token is one that can move: it is about to enter its node.
type token struct {
	node  *workflow.Node
	frame int32
	life  uint32 // of the frame, when the token was made; it is void if the frame has another by now
	from  branch
	via   *workflow.Edge // by which it comes; nil at the start of a region
	order int64          // counts the tokens of the run
	data  any            // unless the tokens of the region share a document
	origin
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
	visit    int32  // the visit of the scope it was opened by; none for the root, and for one that is detached
	index    int32  // its place among the results of that visit
	life     uint32 // counts how often the slot was used, so that what belongs to an earlier use is recognised
	visits   []int32
	detached bool
	changes  []any     // what was merged into its document, where the scope wants to know
	latest   time.Time // when the last of them was
	// correlated are attributes that the events of the workflow have to have, from those that were taken; where the frame
	// is that of a workflow.
	correlated map[string]any
}

// visit is a token that rests at a node.
type visit struct {
	node           *workflow.Node
	frame          int32
	place          int32 // in the frame's visits
	from           branch
	origin         origin
	order          int64 // counts the visits of the run
	raw, effective any
	payload        any // what the body gets
	attempt        int
	retries        []int   // how often each retrier of the node was used
	call           int64   // 0: none is in flight
	timers         []int64 // of the attempt
	lasting        []int64 // timers of the visit
	frames         []int32 // those that the scope opened
	regions        regions
	results        []any
	origins        []origin  // of the results
	endings        []ending  // the regions that have ended, where what they changed is gathered
	began          time.Time // when the attempt began
	heard          []heard   // what came of the events that the node, or one in its regions, waits for
}

// regions counts those of a scope: how many there are in all, were begun and have ended, how many run at once (0: any
// number), and how many have to end.
type regions struct {
	all, begun, ended, most, enough int
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
	group  int64           // expires
}

type timerUse uint8

const (
	limits    timerUse = iota // it raises an error
	waits                     // a wait is over
	wakes                     // a schedule begins
	delays                    // the next attempt begins
	leads                     // a token takes the timer's edge
	completes                 // the state goes on
	expires                   // a group of events is given up
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
	return &Machine{flow: w, program: p, calls: map[int64]int32{}, timers: map[int64]timer{}}, nil
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
func (m *Machine) Retries() int { return m.retried }

// Steps returns how many elements were entered so far.
func (m *Machine) Steps() int { return m.steps }

// Visited returns the elements entered so far, in order.
func (m *Machine) Visited() []*workflow.Element { return m.visited }

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
		if m.entity != nil {
			m.ask(e)
		} else {
			m.start(e.Value)
		}
	case Request, Update:
		if m.Rests() {
			m.ask(e)
		}
	case Answer:
		if v, ok := m.calls[e.ID]; ok {
			m.answered(v, e.Value)
		} else {
			m.told(e)
		}
	case Failure:
		if v, ok := m.calls[e.ID]; ok {
			m.callFailed(v, e.Error)
		} else {
			m.told(e)
		}
	case TimerFired:
		if t, ok := m.timers[e.ID]; ok {
			m.fired(e.ID, t)
		}
	case Occurred:
		m.occurred(e.Name, e.Value)
	case Received:
		m.received(e.Value)
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
	m.began = m.now
	if _, ok := input.(map[string]any); m.flow.Root.Shared && !ok {
		input = map[string]any{} // what tokens share are variables, which have names
	}
	if m.observe != nil {
		m.emit(Trace{Kind: RunStarted, Workflow: m.flow.ID, Data: input})
	}
	if t := m.flow.Timeout; t != nil {
		if at, fault := m.instant(t.Length, nil); fault == nil {
			m.expiry = m.setTimer(at, timer{visit: none, raises: t.Raises})
		}
	}
	m.openFrame(m.flow.Root, none, 0, input)
	if !m.active(m.flow) && !m.flow.Schedule.ByEvents {
		m.finish(Outcome{Output: input, Error: m.named(m.flow.Errors.Inactive, workflow.ClassFail,
			"the schedule of the workflow, "+m.flow.Schedule.Text+", does not allow a start at "+m.now.UTC().Format(time.RFC3339))})
		return
	}
	m.push(rootFrame, m.flow.Root.Start, branch{}, input)
}

// active reports whether the schedule of a workflow allows to start it now.
func (m *Machine) active(w *workflow.Workflow) bool {
	s := w.Schedule
	return s == nil || !s.Deny || s.Active(m.now, m.began)
}
