package page

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// mostEvents bounds the events of a run on a page, mostRunText the bytes of the data that they show, and mostPrinted those of the
// data that is looked at: large data that stays the same is shown once, and is printed for each event.
const (
	mostEvents  = 100_000
	mostRunText = 32 << 20
	mostPrinted = 256 << 20
)

// A Recorder keeps what a page shows of a run. The zero value records a run that begins.
type Recorder struct {
	start    time.Time
	begun    bool
	texts    []string
	known    map[string]int
	size     int // of the texts
	printed  int // bytes of all data that was printed
	events   []event
	elements []*workflow.Element // of the events
	bars     []bar
	open     map[place]int // the bars that have not ended
	left     int
}

// An event is a row of the steps. Name, What, Data and Box are indexes into the texts, of which the first is empty.
type event struct {
	At                    string
	Mark, Class           string
	Name, What, Data, Box int
	Depth                 int
}

// MarshalJSON writes an event as a list, as there are many.
func (e event) MarshalJSON() ([]byte, error) {
	return json.Marshal([]any{e.At, e.Mark, e.Class, e.Name, e.What, e.Data, e.Depth, e.Box})
}

// A bar is a call, a wait or a retry on the time line. From and To are virtual seconds.
type bar struct {
	Class      string
	Name, What int
	From, To   float64
	Event      int // with which it began
}

// MarshalJSON writes a bar as a list.
func (b bar) MarshalJSON() ([]byte, error) {
	return json.Marshal([]any{b.Class, b.Name, b.What, b.From, b.To, b.Event})
}

// A place is a node in one of its regions, where one bar at most is open.
type place struct {
	node *workflow.Node
	path string
}

// Observe takes one event of a run.
func (r *Recorder) Observe(t *machine.Trace) {
	if !r.begun {
		r.begun, r.start = true, t.At
		r.known, r.open = map[string]int{}, map[place]int{}
		r.text("")
	}
	d := describe(t)
	if d.mark != "" && len(r.events) == mostEvents {
		r.left++
		d.mark = ""
	}
	if d.mark != "" {
		e := event{At: iso8601.Human(t.At.Sub(r.start)), Mark: d.mark, Class: d.class, Name: r.text(d.name), What: r.text(d.what), Depth: len(t.Path)}
		if d.data && r.size < mostRunText && r.printed < mostPrinted {
			data := text(t.Data)
			r.printed += len(data)
			e.Data = r.text(data)
		}
		r.events = append(r.events, e)
		var element *workflow.Element
		if t.Node != nil {
			element = t.Node.Element
		}
		r.elements = append(r.elements, element)
	}
	r.measure(t)
}

// text returns the index of a text.
func (r *Recorder) text(s string) int {
	if i, known := r.known[s]; known {
		return i
	}
	r.size += len(s)
	r.known[s] = len(r.texts)
	r.texts = append(r.texts, s)
	return len(r.texts) - 1
}

// measure begins and ends the bars of the time line.
func (r *Recorder) measure(t *machine.Trace) {
	switch t.Kind {
	case machine.Called:
		r.begin(t, "call", fmt.Sprintf("call of %s, attempt %d", t.Call.Task, t.Attempt))
	case machine.WaitStarted:
		r.begin(t, "wait", "wait")
	case machine.Awaiting:
		r.begin(t, "wait", "waits for an event from outside")
	case machine.Retrying:
		r.end(t, "bad")
		r.begin(t, "retry", fmt.Sprintf("waits to retry, %d of %d", t.Count, t.Limit))
	case machine.Entered:
		r.end(t, "")
	case machine.Answered, machine.WaitEnded, machine.Arrived, machine.TimedOut, machine.GaveUp:
		r.end(t, "")
	case machine.Raised:
		r.end(t, "bad")
	case machine.CallCancelled, machine.Abandoned:
		r.end(t, "cut")
	}
}

func placeOf(t *machine.Trace) place {
	path := []byte(nil)
	for _, p := range t.Path {
		path = fmt.Appendf(path, "%p.%d/", p.Scope, p.Index)
	}
	return place{t.Node, string(path)}
}

// begin begins a bar; one that is open at the same place ends.
func (r *Recorder) begin(t *machine.Trace, class, what string) {
	r.end(t, "")
	if len(r.bars) == mostEvents {
		return
	}
	at := t.At.Sub(r.start).Seconds()
	r.open[placeOf(t)] = len(r.bars)
	r.bars = append(r.bars, bar{Class: class, Name: r.text(t.Node.Name()), What: r.text(what), From: at, To: at, Event: len(r.events) - 1})
}

// end ends the bar that is open at a place, if there is one.
func (r *Recorder) end(t *machine.Trace, class string) {
	if len(r.open) == 0 || t.Node == nil {
		return
	}
	at := placeOf(t)
	i, open := r.open[at]
	if !open {
		return
	}
	delete(r.open, at)
	b := &r.bars[i]
	b.To = t.At.Sub(r.start).Seconds()
	if class == "bad" && b.Class == "call" || class == "cut" {
		b.Class = class
	}
}

// finish ends the bars that are open at the end of the run.
func (r *Recorder) finish(end time.Time) {
	if !r.begun {
		r.known = map[string]int{}
		r.text("")
	}
	for _, i := range r.open {
		r.bars[i].To = max(r.bars[i].From, end.Sub(r.start).Seconds())
	}
	r.open = nil
}
