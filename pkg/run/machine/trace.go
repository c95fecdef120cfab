package machine

import (
	"time"

	"github.com/flowglot/flowglot/pkg/workflow"
)

// TraceKind describes what happened.
type TraceKind uint8

// The kinds of trace events.
const (
	RunStarted    TraceKind = iota // Workflow, Data: the input
	Entered                        // Node, Data: the raw input of the node
	Skipped                        // Node: its guard does not hold; Data: of what it was asked
	Called                         // Node, Call, Attempt, Data: what the task gets
	Answered                       // Node, Call, Attempt, Data: the result, Printed: lines that the task printed besides it
	CallCancelled                  // Node, Attempt, Error: why
	Raised                         // Node, Error: the node fails with it
	Retrying                       // Node, Attempt: the next one, Until, Error, Count of Limit
	WaitStarted                    // Node, Until
	WaitEnded                      // Node
	Awaiting                       // Node: it waits for an occurrence
	Arrived                        // Node, Data: an occurrence it waits for came, Count: how many more it waits for, Index: in which of the groups that it collects
	Produced                       // Node, Data: an event that the run produces
	Noted                          // Node, Note: what the author should know, such as a parameter that selects nothing
	Assigned                       // Node, Data: an object of the variables that it gives values
	GaveUp                         // Node: its time is over, and its state goes on with what it has
	TimedOut                       // Node, Edge: one of its timers has run down
	Joined                         // Node: a branch came to it, Count: how many more it waits for
	Parked                         // Node: a token stays there for good
	Rested                         // Node: an entity stays in this state until somebody asks for something, Data: its data
	Abandoned                      // Node: what waited there is given up
	Took                           // Node, Edge, Data: what goes along it
	RegionEnded                    // Node: the scope, Index: which region, Data: its result
	RunEnded                       // Node: where it ended, if that is one; Data: the output, Error
	RunStalled                     // nothing that could still happen would move a token
	Opened                         // Node: a scope has read its items, Count: how many
	Staged                         // Node, Stage, Data: the data after a stage, if [Settings.Stages] asks for it
)

// String returns the name of the kind in the trace file.
func (k TraceKind) String() string {
	return [...]string{"started", "entered", "skipped", "called", "answered", "cancelled", "failed", "retrying", "waiting", "waited",
		"awaiting", "arrived", "produced", "noted", "assigned", "given-up", "timer", "joined", "parked", "rested", "abandoned",
		"took", "branch-ended", "ended", "stalled", "opened", "staged"}[k]
}

// A Trace is one thing that happened during a run. Which fields are set depends on the kind.
type Trace struct {
	Seq  int       // counts from 1
	At   time.Time // the virtual instant
	Kind TraceKind
	// Workflow is the id of the one that starts.
	Workflow string
	Node     *workflow.Node
	Call     *workflow.Call
	Edge     *workflow.Edge
	Index    int
	Path     []Place // the regions that the node lies in, the outermost first
	Attempt  int
	Count    int
	Limit    int
	Until    time.Time
	Took     time.Duration
	Data     any
	Error    *Error
	Note     string
	Stage    Stage
	Printed  []string
	Retrier  *workflow.Retrier // Retrying: the one that is used

	frame int32
}

// A Stage is a part of what a node, or an edge, does to the data.
type Stage string

// The stages, in their order.
const (
	SelectStage  Stage = "selected" // what the node works on
	PayloadStage Stage = "payload"  // what its body gets
	ResultStage  Stage = "result"   // what replaces the answer of the body
	CombineStage Stage = "combined" // the document with the answer in it
	OutputStage  Stage = "output"   // what goes on
)

// staged traces the data after a stage of the node at which expressions are evaluated.
func (m *Machine) staged(s Stage, v any) {
	if m.settings.Stages && m.observe != nil && m.here.node != nil {
		m.emit(Trace{Kind: Staged, Node: m.here.node, Stage: s, Data: v, frame: m.here.frame})
	}
}

// A Place is one region of a scope that a run is in: which scope, and which of its regions, from 0.
type Place struct {
	Scope *workflow.Element
	Index int
}

// emit hands an event to the observer.
func (m *Machine) emit(t Trace) {
	m.seq++
	t.Seq, t.At = m.seq, m.now
	if t.Node != nil && int(t.frame) < len(m.frames) && m.frames[t.frame].visit != none {
		t.Path = m.path(t.frame)
	}
	if m.event == nil {
		m.event = new(Trace)
	}
	*m.event = t
	m.observe(m.event)
}

// Record adds an event of the host, such as the abort of the run, to the stream of the machine, which numbers it.
func (m *Machine) Record(at time.Time, t Trace) {
	m.now = at
	if m.observe != nil {
		m.emit(t)
	}
}

// path lists the regions that a frame lies in, except for mere sequences of actions. Of more than anybody reads, as those of
// workflows that call themselves, it lists the innermost.
func (m *Machine) path(f int32) []Place {
	const most = 40
	var places []Place
	for m.frames[f].visit != none && len(places) < most {
		v := &m.visits[m.frames[f].visit]
		if !isSequence(v.node) {
			places = append(places, Place{v.node.Element, int(m.frames[f].index)})
		}
		f = v.frame
	}
	for i, j := 0, len(places)-1; i < j; i, j = i+1, j-1 {
		places[i], places[j] = places[j], places[i]
	}
	return places
}
