package stepfunctions

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// Dialect is the name of the dialect whose executions have histories.
const Dialect = "asl"

// The role and the region of what a local run is taken for.
const (
	localRole   = "arn:aws:iam::123456789012:role/local"
	localRegion = "us-east-1"
)

// A HistoryWriter writes a run as the history of an execution, in the form of the API call GetExecutionHistory: an object
// with the list "events" (asl today: "Events"). It holds the events until Flush.
//
// Left out is what a run does not know: credentials, and the answer of a service to a call that waits for a token or a job.
type HistoryWriter struct {
	out    io.Writer
	events []any
	root   *lane
	// failed is the lane in which the last error came up; nil after anything else.
	failed *lane
	raised bool // the last thing that happened was an error
}

// A lane is a sequence of states: the execution, a branch or an iteration.
type lane struct {
	last  int64 // the id of its last event
	open  *openState
	index int
}

// An openState is a state that was entered and not left.
type openState struct {
	node   *workflow.Node
	called bool // its task has not been answered
	// assigned are the variables that it gives values; nil if it does not.
	assigned *value.Object
	// Of a Parallel or Map state: whether its work began, the event of that, its lanes by index,
	// and the last event in them.
	started bool
	begin   int64
	lanes   map[int]*lane
	order   []int // the indexes of the lanes, as they began
	inner   int64
}

// NewHistoryWriter returns a writer of a history to out. Flush has to be called at the end.
func NewHistoryWriter(out io.Writer) *HistoryWriter {
	return &HistoryWriter{out: out, root: &lane{}}
}

// Flush writes the history.
func (h *HistoryWriter) Flush() error {
	events := h.events
	if events == nil {
		events = []any{}
	}
	text := value.AppendIndent(nil, object("events", events), "", "  ")
	_, err := h.out.Write(append(text, '\n'))
	return err
}

// object makes an object of keys and values in turn.
func object(pairs ...any) *value.Object {
	o := value.NewObject(len(pairs) / 2)
	for i := 0; i+1 < len(pairs); i += 2 {
		o.Set(pairs[i].(string), pairs[i+1])
	}
	return o
}

// text is a value as events have it: JSON in a string.
func text(v any) string { return string(value.Append(nil, v)) }

var whole = object("truncated", false)

// add appends an event that follows another, and returns its id. Key names the member with the details; nil details are none.
func (h *HistoryWriter) add(at time.Time, previous int64, kind, key string, details *value.Object) int64 {
	id := int64(len(h.events) + 1)
	e := object("timestamp", at.UTC().Format("2006-01-02T15:04:05.000Z07:00"), "type", kind, "id", id, "previousEventId", previous)
	if details != nil {
		e.Set(key+"EventDetails", details)
	}
	h.events = append(h.events, e)
	return id
}

// follow appends an event to a lane.
func (h *HistoryWriter) follow(l *lane, at time.Time, kind, key string, details *value.Object) {
	l.last = h.add(at, l.last, kind, key, details)
}

// Write records what happened in a run.
func (h *HistoryWriter) Write(t *machine.Trace) {
	raised := h.raised
	switch t.Kind {
	case machine.CallCancelled, machine.Abandoned: // a consequence of the error
	default:
		h.raised = t.Kind == machine.Raised
	}
	switch t.Kind {
	case machine.RunStarted:
		h.add(t.At, 0, "ExecutionStarted", "executionStarted", object("input", text(t.Data), "inputDetails", whole, "roleArn", localRole))
		return // the first state follows nothing
	case machine.RunEnded:
		h.end(t, raised)
		return
	}
	if t.Node == nil || t.Node.Role != workflow.Primary {
		return
	}
	l := h.lane(t)
	if l == nil {
		return
	}
	switch t.Kind {
	case machine.Entered:
		h.enter(l, t)
	case machine.Opened:
		h.openItems(l, t)
	case machine.Assigned:
		if l.open != nil && l.open.node == t.Node {
			l.open.assigned, _ = t.Data.(*value.Object)
		}
	case machine.Called:
		h.call(l, t)
	case machine.Answered:
		h.answer(l, t)
	case machine.Raised:
		h.fail(l, t)
	case machine.RegionEnded:
		h.endLane(l, t)
	case machine.Took:
		h.leave(l, t)
	}
	if !h.raised {
		h.failed = nil
	}
}

// lane is where something happened. It is nil inside of a distributed Map, whose children have histories of their own, and
// where what happened is the end of something that was aborted.
func (h *HistoryWriter) lane(t *machine.Trace) *lane {
	l := h.root
	for _, p := range t.Path {
		s := l.open
		if s == nil || s.node.Element != p.Scope || distributed(s.node) {
			return nil
		}
		inner := s.lanes[p.Index]
		switch {
		case inner == nil && t.Kind != machine.Entered: // it was aborted
			return nil
		case inner == nil:
			inner = h.openLane(l, t.At, p.Index)
		}
		l = inner
	}
	return l
}

func distributed(n *workflow.Node) bool {
	return n.Body != nil && n.Body.Items != nil && n.Body.Items.Runs
}

// openLane begins a branch or an iteration of the state that a lane is in.
func (h *HistoryWriter) openLane(l *lane, at time.Time, index int) *lane {
	s := l.open
	if !s.started {
		h.begin(l, at, nil)
	}
	if s.lanes == nil {
		s.lanes = map[int]*lane{}
	}
	inner := &lane{last: s.begin, index: index}
	if s.node.Body.Items != nil {
		previous := s.begin
		if len(s.lanes) == 0 && s.inner != 0 { // the iterations run one after another
			previous = s.inner
		}
		inner.last = h.add(at, previous, "MapIterationStarted", "mapIterationStarted", iteration(s.node, index))
	}
	s.lanes[index] = inner
	s.order = append(s.order, index)
	return inner
}

func iteration(n *workflow.Node, index int) *value.Object {
	return object("name", n.Name(), "index", int64(index))
}

// begin makes the work of a Parallel or Map state begin.
func (h *HistoryWriter) begin(l *lane, at time.Time, details *value.Object) {
	s := l.open
	kind := s.node.Element.Kind
	h.follow(l, at, kind+"StateStarted", lower(kind)+"StateStarted", details)
	s.started, s.begin = true, l.last
}

// lower is a name with its first letter in lower case.
func lower(s string) string { return strings.ToLower(s[:1]) + s[1:] }

// enter makes a lane enter a state.
func (h *HistoryWriter) enter(l *lane, t *machine.Trace) {
	l.open = &openState{node: t.Node}
	h.follow(l, t.At, t.Node.Element.Kind+"StateEntered", "stateEntered",
		object("name", t.Node.Name(), "input", text(t.Data), "inputDetails", whole))
}

// openItems makes a Map state begin, whose items are known now.
func (h *HistoryWriter) openItems(l *lane, t *machine.Trace) {
	s := l.open
	if s == nil || s.node != t.Node {
		return
	}
	h.begin(l, t.At, object("length", int64(t.Count)))
	if distributed(s.node) {
		h.follow(l, t.At, "MapRunStarted", "mapRunStarted", object("mapRunArn", fmt.Sprintf("arn:aws:states:%s:123456789012:mapRun:local/%s:%d",
			localRegion, strings.ReplaceAll(s.node.Name(), " ", ""), l.last)))
		s.begin = l.last
	}
}

// leave makes a lane leave a state. A Parallel or Map state that succeeded does so first; both events follow the last one of
// the branches or iterations.
func (h *HistoryWriter) leave(l *lane, t *machine.Trace) {
	s := l.open
	if s == nil || s.node != t.Node {
		return
	}
	kind := s.node.Element.Kind
	if s.started && t.Edge.Kind != workflow.OnError {
		if distributed(s.node) {
			h.follow(l, t.At, "MapRunSucceeded", "", nil)
			s.inner = l.last
		}
		if s.inner == 0 {
			s.inner = s.begin
		}
		h.add(t.At, s.inner, kind+"StateSucceeded", "", nil)
		l.last = s.inner
	}
	h.exit(l, t.At, t.Data)
}

// exit ends the state that a lane is in.
func (h *HistoryWriter) exit(l *lane, at time.Time, output any) {
	n := l.open.node
	details := object("name", n.Name(), "output", text(output), "outputDetails", whole)
	if assigned := l.open.assigned; assigned != nil {
		texts := value.NewObject(assigned.Len())
		for name, v := range assigned.All() {
			texts.Set(name, text(v))
		}
		details.Set("assignedVariables", texts)
		details.Set("assignedVariablesDetails", whole)
	}
	h.follow(l, at, n.Element.Kind+"StateExited", "stateExited", details)
	l.open = nil
}

// succeeds reports whether a lane is in a Succeed state, which is left when its region ends.
func (l *lane) succeeds() bool { return l.open != nil && l.open.node.Kind == workflow.End }

// endLane ends a branch or an iteration of the state that a lane is in.
func (h *HistoryWriter) endLane(l *lane, t *machine.Trace) {
	s := l.open
	if s == nil || s.node != t.Node {
		return
	}
	inner := s.lanes[t.Index]
	if inner == nil {
		return
	}
	if inner.succeeds() {
		h.exit(inner, t.At, t.Data)
	}
	s.inner = inner.last
	if s.node.Body.Items != nil {
		h.add(t.At, inner.last, "MapIterationSucceeded", "mapIterationSucceeded", iteration(s.node, t.Index))
	}
	delete(s.lanes, t.Index)
}

// end ends the execution.
func (h *HistoryWriter) end(t *machine.Trace, raised bool) {
	l := h.root
	switch e := t.Error; {
	case e == nil:
		if l.succeeds() {
			h.exit(l, t.At, t.Data)
		}
		h.follow(l, t.At, "ExecutionSucceeded", "executionSucceeded", object("output", text(t.Data), "outputDetails", whole))
	case raised:
		h.follow(l, t.At, "ExecutionFailed", "executionFailed", failure(e))
	case e.Class&workflow.ClassTimeout != 0:
		h.follow(l, t.At, "ExecutionTimedOut", "executionTimedOut", failure(e))
	default:
		h.follow(l, t.At, "ExecutionAborted", "executionAborted", failure(e))
	}
}

// failure is an error as events have it.
func failure(e *machine.Error) *value.Object {
	o := value.NewObject(2)
	if e.Name != "" {
		o.Set("error", e.Name)
	}
	if e.Cause != "" {
		o.Set("cause", e.Cause)
	}
	return o
}
