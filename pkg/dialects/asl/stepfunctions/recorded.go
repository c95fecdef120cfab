package stepfunctions

import (
	"fmt"
	"strings"
	"time"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
)

// InvalidHistory is the id of the findings about a history that cannot be replayed.
const InvalidHistory = "replay/invalid"

// A Recorded is an execution as its history has it.
type Recorded struct {
	File  *source.File
	Start time.Time
	Input any
	// Visits are the states that were entered, in order.
	Visits []Visit
	// Calls are the attempts of tasks, in the order in which they were scheduled.
	Calls []*RecordedCall
	// Status is the type of the last event if that ends the execution, such as "ExecutionFailed"; empty if it was running.
	Status    string
	Output    any
	HasOutput bool
	Error     *machine.Error
	End       source.Span // the event that ended it
}

// Succeeded reports whether the execution succeeded.
func (r *Recorded) Succeeded() bool { return r.Status == "ExecutionSucceeded" }

// Failed reports whether the execution failed, or ran out of time. One that was aborted did neither.
func (r *Recorded) Failed() bool {
	return r.Status == "ExecutionFailed" || r.Status == "ExecutionTimedOut"
}

// A Visit is one entry of a state. Lane is the branch or iteration in which it lies, such as "/Pack[1]"; empty for the
// execution itself.
type Visit struct {
	State, Lane string
	Span        source.Span
}

// A RecordedCall is an attempt of a task.
type RecordedCall struct {
	State string
	Input any
	Reply run.Reply
	Span  source.Span

	scheduled time.Time
	ended     bool
}

// ReadHistory reads a history as the API call GetExecutionHistory returns it, in either order of its events, from a text that was
// parsed: one page, or a list of all. If it returns errors, the history cannot be replayed; warnings name what the history does not
// contain, in the place of which an empty object counts.
func ReadHistory(f *source.File) (*Recorded, []diag.Diagnostic) {
	r := &historyReader{file: f, recorded: &Recorded{File: f}, at: map[int64]place{}, open: map[string]*openVisit{}}
	events := r.events()
	for i := range events {
		r.event(&events[i], i == len(events)-1)
	}
	for _, c := range r.recorded.Calls {
		if !c.ended {
			c.Reply.Never = true
		}
	}
	r.reportMissing()
	return r.recorded, r.findings
}

// A place is where an event lies: its lane, the state there, and the attempt of a task that it is part of.
type place struct {
	lane, state string
	call        *RecordedCall
}

// An openVisit is the state that a lane is in.
type openVisit struct {
	state, kind string
	failed      bool
}

type historyReader struct {
	file     *source.File
	recorded *Recorded
	at       map[int64]place
	open     map[string]*openVisit
	findings []diag.Diagnostic
	// What is missing of the data of events, and how much there is.
	missing []missingData
	present int
}

// A missingData is data that an event should have.
type missingData struct {
	event *recordedEvent
	key   string
	why   string // "is missing", or what is wrong with it
}

func (r *historyReader) fault(at source.Span, severity diag.Severity, message, help string) {
	r.findings = append(r.findings, diag.Diagnostic{Rule: InvalidHistory, Severity: severity, File: r.file, Span: at, Message: message, Help: help})
}

// event takes one event into the recording.
func (r *historyReader) event(e *recordedEvent, last bool) {
	p := r.at[e.previous]
	switch {
	case e.kind == "ExecutionStarted":
		r.recorded.Start = e.at
		r.recorded.Input, _ = r.json(e, "input")
	case strings.HasPrefix(e.kind, "Execution") && last:
		r.end(e)
	case e.kind == "MapIterationStarted":
		p = place{lane: r.iteration(e, p)}
	case strings.HasSuffix(e.kind, "StateEntered"):
		p = r.enter(e, p)
	case strings.HasSuffix(e.kind, "StateExited"):
		p = r.exit(e, p)
	case scopeEvent(e.kind, "Started"), scopeEvent(e.kind, "Failed"):
		p = r.scope(e, p)
	case e.kind == "MapRunStarted":
		r.fault(e.span, diag.Warning, fmt.Sprintf("the children of the distributed Map %q have histories of their own: their tasks have no answers here", p.state), "")
	case strings.HasSuffix(e.kind, "Scheduled"):
		p.call = r.call(e, p)
	case p.call != nil && !p.call.ended:
		r.ended(e, p.call)
	}
	r.at[e.id] = p
}

// scopeEvent reports whether a type of event is one of a Parallel or a Map state.
func scopeEvent(kind, what string) bool {
	return kind == "ParallelState"+what || kind == "MapState"+what
}

// enter makes a lane enter a state. What follows the start of a Parallel state is a branch, which goes by its first state.
func (r *historyReader) enter(e *recordedEvent, p place) place {
	name, _ := e.detail("name")
	kind := strings.TrimSuffix(e.kind, "StateEntered")
	if o := r.open[p.lane]; o != nil && o.kind == "Parallel" && o.state == p.state {
		p.lane += "/" + p.state + "[" + name + "]"
	}
	p = place{lane: p.lane, state: name}
	r.open[p.lane] = &openVisit{state: name, kind: kind}
	r.recorded.Visits = append(r.recorded.Visits, Visit{State: name, Lane: p.lane, Span: e.span})
	return p
}

// iteration is the lane of an iteration. Its event may follow one in an earlier iteration of the same state.
func (r *historyReader) iteration(e *recordedEvent, p place) string {
	name, _ := e.detail("name")
	lane := p.lane
	for o := r.open[lane]; lane != "" && (o == nil || o.kind != "Map" || o.state != name); o = r.open[lane] {
		lane = outer(lane)
	}
	index := ""
	if e.details != nil && e.details.Get("index") != nil {
		index = e.details.Get("index").Text
	}
	return lane + "/" + name + "[" + index + "]"
}

// outer is the lane around a lane.
func outer(lane string) string { return lane[:max(0, strings.LastIndexByte(lane, '/'))] }

// exit makes a lane leave a state, the event of which may follow one in a branch or an iteration.
func (r *historyReader) exit(e *recordedEvent, p place) place {
	name, _ := e.detail("name")
	lane := p.lane
	for o := r.open[lane]; lane != "" && (o == nil || o.state != name); o = r.open[lane] {
		lane = outer(lane)
	}
	delete(r.open, lane)
	return place{lane: lane, state: name}
}

// scope makes a Parallel or Map state begin its work, or fail with one of its branches or iterations.
func (r *historyReader) scope(e *recordedEvent, p place) place {
	kind := e.kind[:strings.Index(e.kind, "State")]
	fails := strings.HasSuffix(e.kind, "Failed")
	lane := p.lane
	for o := r.open[lane]; lane != "" && (o == nil || o.kind != kind || fails && o.failed); o = r.open[lane] {
		lane = outer(lane)
	}
	o := r.open[lane]
	if o == nil {
		return p
	}
	o.failed = fails
	return place{lane: lane, state: o.state}
}

// call takes an attempt of a task into the recording.
func (r *historyReader) call(e *recordedEvent, p place) *RecordedCall {
	c := &RecordedCall{State: p.state, scheduled: e.at, Span: e.span}
	if _, ok := e.detail("parameters"); ok {
		c.Input, _ = r.json(e, "parameters")
	} else {
		c.Input, _ = r.json(e, "input")
	}
	r.recorded.Calls = append(r.recorded.Calls, c)
	return c
}

// ended takes the end of an attempt into the recording, if an event is one.
func (r *historyReader) ended(e *recordedEvent, c *RecordedCall) {
	c.Reply.After = iso8601.Duration{Clock: max(0, e.at.Sub(c.scheduled))}
	switch {
	case strings.HasSuffix(e.kind, "TimedOut"):
		c.Reply.Never, c.Reply.After, c.ended = true, iso8601.Duration{}, true
	case strings.HasSuffix(e.kind, "Succeeded"):
		c.Reply.Return, _ = r.json(e, "output")
		c.ended = true
	case strings.HasSuffix(e.kind, "Failed"): // ScheduleFailed, StartFailed and SubmitFailed too
		c.Reply.Fail, c.ended = failureOf(e), true
	default:
		c.Reply.After = iso8601.Duration{}
	}
}

func failureOf(e *recordedEvent) *machine.Error {
	name, _ := e.detail("error")
	cause, _ := e.detail("cause")
	return &machine.Error{Name: name, Cause: cause}
}

// end takes how the execution ended.
func (r *historyReader) end(e *recordedEvent) {
	r.recorded.Status, r.recorded.End = e.kind, e.span
	if e.kind == "ExecutionSucceeded" {
		r.recorded.Output, r.recorded.HasOutput = r.json(e, "output")
		return
	}
	r.recorded.Error = failureOf(e)
}

// json reads JSON in a string of the details. What is missing or cut off is noted, and an empty object counts in its place.
func (r *historyReader) json(e *recordedEvent, key string) (any, bool) {
	s, ok := e.detail(key)
	if !ok {
		r.missing = append(r.missing, missingData{e, key, "is missing"})
		return value.NewObject(0), false
	}
	v, err := value.Parse([]byte(s))
	if err == nil && !e.truncated(key) {
		r.present++
		return v, true
	}
	why := "is truncated"
	if !e.truncated(key) {
		why = "is not valid JSON, and may be truncated: " + err.Error()
	}
	r.missing = append(r.missing, missingData{e, key, why})
	return value.NewObject(0), false
}

// reportMissing reports the data that is missing: of all events at once, if there is none at all, or else of each.
func (r *historyReader) reportMissing() {
	const most = 20
	if len(r.missing) == 0 {
		return
	}
	first := r.missing[0]
	if r.present == 0 && len(r.missing) > 1 {
		r.fault(first.event.span, diag.Warning, fmt.Sprintf("the history was exported without its data: {} replaces the input and %d other values", len(r.missing)-1),
			"export it with --include-execution-data, or replace the data of the scenario by your own")
		return
	}
	for i, m := range r.missing {
		if i == most {
			r.fault(m.event.span, diag.Warning, fmt.Sprintf("the data of %d further events is missing or truncated", len(r.missing)-most), "")
			return
		}
		r.fault(m.event.span, diag.Warning, fmt.Sprintf("the %s of event %d (%s) %s; {} replaces it", m.key, m.event.id, m.event.kind, m.why),
			"replace it in the scenario")
	}
}
