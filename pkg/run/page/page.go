// Package page writes what happened in a run as one page of HTML that needs nothing else: the drawing with what was visited, a bar
// for each call on a line of time, and every step with its data.
package page

import (
	"fmt"
	"html/template"
	"io"
	"strings"
	"time"

	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// mostEvents bounds the events of a page, and mostData how much of a value each of them shows.
const (
	mostEvents = 5000
	mostData   = 20_000
)

// A Recorder keeps what a page shows of a run.
type Recorder struct {
	start  time.Time
	begun  bool
	events []event
	left   int
}

// An event is a row of the page.
type event struct {
	At, Mark, Class, Name, What, Data string
	Depth                             int
}

// Observe takes one event of a run.
func (r *Recorder) Observe(t *machine.Trace) {
	if !r.begun {
		r.begun, r.start = true, t.At
	}
	e := describe(t)
	if e.Mark == "" {
		return
	}
	if len(r.events) == mostEvents {
		r.left++
		return
	}
	e.At, e.Depth = iso8601.Human(t.At.Sub(r.start)), len(t.Path)
	if t.Data != nil {
		e.Data = text(t.Data)
	}
	r.events = append(r.events, e)
}

// text is a value as the page shows it.
func text(v any) string {
	s := string(value.AppendIndent(nil, v, "", "  "))
	if len(s) > mostData {
		return strings.ToValidUTF8(s[:mostData], "") + "\n…"
	}
	return s
}

// describe is the row of an event; without a mark there is none.
func describe(t *machine.Trace) event {
	name := ""
	if t.Node != nil {
		name = t.Node.Name()
	}
	switch t.Kind {
	case machine.RunStarted:
		return event{Mark: "▶", Name: t.Workflow, What: "starts with"}
	case machine.Entered:
		return event{Mark: "●", Class: "enter", Name: name, What: t.Node.Element.Kind}
	case machine.Skipped:
		return event{Mark: "○", Name: name, What: "skipped: its guard is false"}
	case machine.Called:
		return event{Mark: "→", Name: name, What: fmt.Sprintf("calls %s, attempt %d", t.Call.Task, t.Attempt)}
	case machine.Answered:
		return event{Mark: "←", Class: "good", Name: name, What: "answer"}
	case machine.Raised:
		return event{Mark: "✗", Class: "bad", Name: name, What: strings.TrimSuffix(t.Error.Name+": "+t.Error.Cause, ": ")}
	case machine.Retrying:
		return event{Mark: "↻", Class: "wait", Name: name, What: fmt.Sprintf("retry %d of %d in %s", t.Count, t.Limit, iso8601.Human(t.Until.Sub(t.At)))}
	case machine.WaitStarted:
		return event{Mark: "⏱", Class: "wait", Name: name, What: "waits " + iso8601.Human(max(0, t.Until.Sub(t.At)))}
	case machine.Awaiting:
		return event{Mark: "…", Class: "wait", Name: name, What: "waits for what comes from outside"}
	case machine.Arrived:
		return event{Mark: "✉", Class: "good", Name: name, What: "what it waits for comes"}
	case machine.Produced:
		return event{Mark: "✉", Class: "good", Name: name, What: "produces an event"}
	case machine.Assigned:
		return event{Mark: "=", Name: name, What: "variables"}
	case machine.Noted:
		return event{Mark: "!", Class: "wait", Name: name, What: t.Note}
	case machine.TimedOut:
		return event{Mark: "⏱", Class: "wait", Name: name, What: "its timer fires"}
	case machine.Took:
		return event{Mark: "⤷", Name: name, What: "goes on to " + target(t.Edge)}
	case machine.RegionEnded:
		return event{Mark: "✓", Name: name, What: fmt.Sprintf("branch %d is done", t.Index+1)}
	}
	return event{}
}

func target(e *workflow.Edge) string {
	if n := e.Target(); n.Role == workflow.Primary {
		return n.Name()
	}
	return "the end"
}

// A bar is a call on the line of time, in parts of a thousand of the run.
type bar struct {
	Name, Class, Text string
	From, Length      float64
}

// Write writes the page of a run. The drawing is an SVG picture, or empty.
func (r *Recorder) Write(w io.Writer, title string, result *run.Result, drawing []byte) error {
	last := result
	if n := len(result.Chain); n > 0 {
		last = result.Chain[n-1]
	}
	data := struct {
		Title, Status, Class, Error, Elapsed, Input, Output string
		Steps, Left                                         int
		Bars                                                []bar
		Events                                              []event
		Drawing                                             template.HTML
	}{Title: title, Status: string(last.Status), Class: "bad", Elapsed: iso8601.Human(last.End.Sub(result.Start)), Output: text(last.Output),
		Steps: result.Steps, Left: r.left, Bars: bars(result), Events: r.events, Drawing: template.HTML(drawing)} // our own drawing, which escapes what it shows
	switch last.Status {
	case run.Succeeded, run.Resting:
		data.Class = "good"
	case run.Waiting:
		data.Class = "wait"
	}
	if last.Error != nil {
		data.Error = strings.TrimSuffix(last.Error.Name+": "+last.Error.Cause, ": ")
	}
	page, err := layout()
	if err != nil {
		return err
	}
	return page.Execute(w, data)
}

// bars are the calls of a run and of those that followed.
func bars(first *run.Result) []bar {
	whole := first.End
	for _, r := range first.Chain {
		whole = r.End
	}
	length := whole.Sub(first.Start)
	var out []bar
	for _, r := range append([]*run.Result{first}, first.Chain...) {
		for i := range r.Calls {
			c := &r.Calls[i]
			b := bar{Name: c.Node, Class: "good", Text: fmt.Sprintf("%s, attempt %d, at %s, took %s", c.Task, c.Attempt, iso8601.Human(c.At), iso8601.Human(c.Took)),
				From: share(r.Start.Sub(first.Start)+c.At, length), Length: max(4, share(c.Took, length))}
			if c.Error != nil {
				b.Class = "bad"
				b.Text += ", " + c.Error.Name
			}
			if out = append(out, b); len(out) == mostBars {
				return out
			}
		}
	}
	return out
}

// mostBars bounds the calls on the line of time.
const mostBars = 500

// share is a part of a length in thousandths.
func share(part, of time.Duration) float64 {
	if of <= 0 {
		return 0
	}
	return 1000 * float64(part) / float64(of)
}
