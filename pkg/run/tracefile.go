package run

import (
	"bufio"
	"io"
	"strconv"
	"time"

	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A TraceWriter writes trace events as JSON Lines: one object a line, with the members that the kind of event has.
//
//	seq      counts from 1
//	at       virtual seconds since the start
//	kind     started entered skipped called answered cancelled failed retrying waiting waited awaiting arrived produced noted assigned
//	         given-up timer joined
//	         parked rested abandoned took branch-ended ended stalled opened staged
//	workflow of started, if it is known by then; missing: of joined, how many branches have not come; items: of opened; stage: of staged
//	node     the element; path: the branches that it lies in, the outermost first
//	number   of the node, and toNumber of the next, where names are not unique
//	to, by   of took: the element that comes next (null: the end), and the kind of edge; name: that of the transition
//	attempt, limit, until, took, data, note, error
type TraceWriter struct {
	out   *bufio.Writer
	start time.Time
	begun bool
	line  []byte
	err   error
}

// NewTraceWriter returns a writer of events to w. Flush has to be called at the end.
func NewTraceWriter(w io.Writer) *TraceWriter {
	return &TraceWriter{out: bufio.NewWriterSize(w, 64<<10)}
}

// StartAt is when a resumed run began. It is written before the first of its events.
func (w *TraceWriter) StartAt(t time.Time) { w.begun, w.start = true, t }

// Write writes one event. An error is kept for Flush.
func (w *TraceWriter) Write(t *machine.Trace) {
	if !w.begun {
		w.begun, w.start = true, t.At
	}
	b := append(w.line[:0], `{"seq":`...)
	b = strconv.AppendInt(b, int64(t.Seq), 10)
	b = append(b, `,"at":`...)
	b = value.Append(b, t.At.Sub(w.start).Seconds())
	b = append(b, `,"kind":"`...)
	b = append(b, t.Kind.String()...)
	b = append(b, '"')
	if t.Kind == machine.RunStarted && t.Workflow != "" {
		b = text(b, "workflow", t.Workflow)
	}
	if t.Kind == machine.Joined {
		b = append(b, `,"missing":`...)
		b = strconv.AppendInt(b, int64(t.Count), 10)
	}
	if t.Node != nil {
		b = text(b, "node", t.Node.Name())
		if t.Node.Number > 0 {
			b = append(b, `,"number":`...)
			b = strconv.AppendInt(b, int64(t.Node.Number), 10)
		}
	}
	if len(t.Path) > 0 {
		b = append(b, `,"path":[`...)
		for i, p := range t.Path {
			if i > 0 {
				b = append(b, ',')
			}
			b = append(b, `{"node":`...)
			b = value.Append(b, p.Scope.Name)
			b = append(b, `,"branch":`...)
			b = strconv.AppendInt(b, int64(p.Index), 10)
			b = append(b, '}')
		}
		b = append(b, ']')
	}
	b = w.details(b, t)
	b = append(b, '}', '\n')
	w.line = b
	if _, err := w.out.Write(b); err != nil && w.err == nil {
		w.err = err
	}
}

// details appends what only some kinds of events have.
func (w *TraceWriter) details(b []byte, t *machine.Trace) []byte {
	switch t.Kind {
	case machine.Called, machine.Answered, machine.CallCancelled, machine.Retrying:
		b = append(b, `,"attempt":`...)
		b = strconv.AppendInt(b, int64(t.Attempt), 10)
	case machine.Took, machine.TimedOut:
		if to := t.Edge.Target(); to.Role == workflow.Primary {
			b = text(b, "to", to.Name())
			if to.Number > 0 {
				b = append(b, `,"toNumber":`...)
				b = strconv.AppendInt(b, int64(to.Number), 10)
			}
		} else {
			b = append(b, `,"to":null`...)
		}
		b = text(b, "by", t.Edge.Kind.String())
		if t.Edge.Name != "" {
			b = text(b, "name", t.Edge.Name)
		}
	case machine.Opened:
		b = append(b, `,"items":`...)
		b = strconv.AppendInt(b, int64(t.Count), 10)
	case machine.RegionEnded:
		b = append(b, `,"branch":`...)
		b = strconv.AppendInt(b, int64(t.Index), 10)
	}
	if t.Kind == machine.Answered {
		b = append(b, `,"took":`...)
		b = value.Append(b, t.Took.Seconds())
	}
	if t.Limit > 0 {
		b = append(b, `,"limit":`...)
		b = strconv.AppendInt(b, int64(t.Limit), 10)
	}
	if !t.Until.IsZero() {
		b = text(b, "until", t.Until.UTC().Format(time.RFC3339Nano))
	}
	switch t.Kind {
	case machine.RunStarted, machine.Entered, machine.Called, machine.Answered, machine.Arrived, machine.Produced, machine.Took, machine.Rested, machine.RegionEnded,
		machine.Assigned, machine.Staged:
		b = append(b, `,"data":`...)
		b = value.Append(b, t.Data)
	case machine.RunEnded:
		if t.Error == nil {
			b = append(b, `,"data":`...)
			b = value.Append(b, t.Data)
		}
	}
	if t.Kind == machine.Staged {
		b = text(b, "stage", string(t.Stage))
	}
	if t.Kind == machine.Noted {
		b = text(b, "note", t.Note)
	}
	if t.Error != nil {
		b = append(b, `,"error":`...)
		b = value.Append(b, t.Error.Object())
	}
	return b
}

// text appends a member whose value is a string.
func text(b []byte, key, s string) []byte {
	b = append(b, ',', '"')
	b = append(b, key...)
	b = append(b, '"', ':')
	return value.Append(b, s)
}

// Flush writes what is still held back, and returns the first error that writing met.
func (w *TraceWriter) Flush() error {
	if err := w.out.Flush(); err != nil && w.err == nil {
		w.err = err
	}
	return w.err
}
