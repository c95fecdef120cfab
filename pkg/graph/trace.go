package graph

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/flowglot/flowglot/pkg/workflow"
)

// An event is a line of a trace: what drawings need of it. docs/run.md has all members.
type event struct {
	At     float64 `json:"at"` // virtual seconds
	Kind   string  `json:"kind"`
	Node   string  `json:"node"`
	Number int     `json:"number"` // where names are not unique
	Path   []struct {
		Node string `json:"node"`
	} `json:"path"`
	Attempt  int     `json:"attempt"`
	To       *string `json:"to"`
	ToNumber int     `json:"toNumber"`
	By       string  `json:"by"`
	Name     string  `json:"name"`
	Error    *struct {
		Name string `json:"name"`
	} `json:"error"`
}

// mostEvent is how long a line of a trace may be.
const mostEvent = 64 << 20

// Trace reads what happened in a run, a trace as JSON Lines, and returns it as an overlay of the workflows of a program: which
// elements were reached, how long they took, which edges were taken, and what failed. It is an error if a line is not an event,
// or if nothing in the trace is in the program.
func Trace(r io.Reader, p *workflow.Program, o Options) (*Overlay, error) {
	t := tracer{texts: texts{symbolsOf(o.ASCII)}, names: namesOf(p), edges: leaving(p), visits: map[*workflow.Element]*visits{}, taken: map[*workflow.Edge]bool{}}
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, mostEvent)
	for number := 1; lines.Scan(); number++ {
		if len(bytes.TrimSpace(lines.Bytes())) == 0 {
			continue
		}
		var e event
		if err := json.Unmarshal(lines.Bytes(), &e); err != nil || e.Kind == "" {
			return nil, fmt.Errorf("line %d is not an event of a trace: an object with \"kind\" is needed", number)
		}
		t.happens(&e)
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	if t.events == 0 {
		return nil, errors.New("the trace is empty")
	}
	if len(t.order) == 0 && t.unknown != "" {
		return nil, fmt.Errorf("the trace is of another definition: this one has no %q", t.unknown)
	}
	return t.overlay(), nil
}

// A tracer follows a run.
type tracer struct {
	texts
	names   map[string][]*workflow.Element
	edges   map[*workflow.Element][]*workflow.Edge
	visits  map[*workflow.Element]*visits
	order   []*workflow.Element // in which they were reached
	taken   map[*workflow.Edge]bool
	title   string
	unknown string // the first name that the program does not have
	events  int
}

// visits are all visits of an element in a run.
type visits struct {
	count    int
	attempts int // the most in one visit
	since    []float64
	spent    float64
	failure  string  // the last error, if the last visit ended with it
	failedAt float64 // when it came, or when the visit was cut short
	waiting  bool
	cut      bool // the last visit was cut short, because what it was part of ended
	skipped  bool
}

// namesOf returns the elements of a program by the names that a run gives them.
func namesOf(p *workflow.Program) map[string][]*workflow.Element {
	names := map[string][]*workflow.Element{}
	for _, w := range p.Workflows {
		for _, e := range w.Elements {
			if e.Whole == nil && e.Primary != nil {
				names[e.Name] = append(names[e.Name], e)
			}
		}
	}
	return names
}

// leaving returns the edges of a program by the elements that they come from.
func leaving(p *workflow.Program) map[*workflow.Element][]*workflow.Edge {
	edges := map[*workflow.Element][]*workflow.Edge{}
	for _, w := range p.Workflows {
		for _, e := range w.Edges {
			from := e.From.Element
			if from != nil && from.Whole != nil {
				from = from.Whole
			}
			edges[from] = append(edges[from], e)
		}
	}
	return edges
}

// find returns the element that an event is about: of those with its name, the one with its number, or in the scope that the
// path ends with.
func (t *tracer) find(e *event) *workflow.Element {
	all := t.names[e.Node]
	if len(all) == 0 {
		if t.unknown == "" {
			t.unknown = e.Node
		}
		return nil
	}
	scope := ""
	if len(e.Path) > 0 {
		scope = e.Path[len(e.Path)-1].Node
	}
	for _, x := range all {
		in := ""
		if s := x.Primary.Region.Scope; s != nil {
			in = s.Element.Name
		}
		if e.Number > 0 && x.Primary.Number == e.Number || e.Number == 0 && in == scope {
			return x
		}
	}
	return all[0]
}

// happens notes one event.
func (t *tracer) happens(e *event) {
	t.events++
	if e.Kind == "ended" || e.Kind == "stalled" {
		t.ends(e)
	}
	if e.Node == "" {
		return
	}
	x := t.find(e)
	if x == nil {
		return
	}
	v := t.visits[x]
	if v == nil {
		v = &visits{}
		t.visits[x] = v
		t.order = append(t.order, x)
	}
	v.attempts = max(v.attempts, e.Attempt)
	switch e.Kind {
	case "entered":
		v.count++
		v.failure, v.skipped, v.cut = "", false, false
		v.since = append(v.since, e.At)
	case "skipped":
		v.skipped = v.count == 0
	case "awaiting", "parked", "rested":
		v.waiting = true
	case "arrived":
		v.waiting = false
	case "failed":
		v.failedAt, v.waiting = e.At, false
		if e.Error != nil {
			v.failure = e.Error.Name
		}
	case "retrying":
		v.failure = ""
	case "cancelled", "abandoned":
		v.cut, v.waiting, v.failedAt = true, false, e.At
	case "called":
		v.cut = false
	case "given-up":
		v.leave(e.At)
	case "took":
		v.leave(e.At)
		v.cut = false
		if e.By != workflow.OnError.String() {
			v.failure = ""
		}
		t.takes(x, e)
	case "timer":
		t.takes(x, e)
	}
}

// leave ends a visit, the one that began first.
func (v *visits) leave(at float64) {
	v.waiting = false
	if len(v.since) > 0 {
		v.spent += at - v.since[0]
		v.since = v.since[1:]
	}
}

// takes notes the edges of the model that an event may mean: those of its kind to its target. Several lead to one target only
// where a drawing makes one arrow of them.
func (t *tracer) takes(from *workflow.Element, e *event) {
	for _, x := range t.edges[from] {
		if x.Kind.String() != e.By || e.Name != "" && x.Name != e.Name {
			continue
		}
		to := x.Target()
		ends := to.Role != workflow.Primary
		if e.To == nil && ends || e.To != nil && !ends && to.Name() == *e.To && (e.ToNumber == 0 || e.ToNumber == to.Number) {
			t.taken[x] = true
		}
	}
}

// ends notes how the run ended.
func (t *tracer) ends(e *event) {
	after := " after " + inSeconds(e.At)
	switch {
	case e.Kind == "stalled":
		t.title = "run stalled" + after
	case e.Error != nil:
		t.title = "run failed" + after + ": " + oneLine(e.Error.Name)
	default:
		t.title = "run ended" + after
	}
}

// overlay returns what was noted.
func (t *tracer) overlay() *Overlay {
	o := &Overlay{Title: t.title, Rest: StateIdle, Elements: map[*workflow.Element]Mark{}, Edges: map[*workflow.Edge]Mark{}}
	for _, x := range t.order {
		o.Elements[x] = t.mark(t.visits[x])
	}
	for e := range t.taken {
		state := StateDone
		if e.Kind == workflow.OnError {
			state = StateFailed
		}
		o.Edges[e] = Mark{State: state}
	}
	return o
}

// mark describes what happened at an element: "✓ 3.4 s, 2 attempts", "✗ States.Timeout after 30 s".
func (t *tracer) mark(v *visits) Mark {
	if v.failure != "" || v.cut {
		v.leave(v.failedAt)
	}
	if v.skipped {
		return Mark{State: StateIdle, Text: []string{"skipped"}}
	}
	var more []string
	if v.attempts > 1 {
		more = append(more, count(v.attempts, "attempt", "attempts"))
	}
	if v.count > 1 {
		more = append(more, count(v.count, "visit", "visits"))
	}
	took := ""
	if v.spent > 0 {
		took = inSeconds(v.spent)
	}
	m := Mark{State: StateDone}
	var parts []string
	switch {
	case v.failure != "":
		m.State = StateFailed
		what := t.cut(oneLine(v.failure), maxValue)
		if took != "" {
			what += " after " + took
		}
		parts = append(parts, t.bad+what)
	case v.cut:
		m.State = StateWarned
		what := "cancelled"
		if took != "" {
			what += " after " + took
		}
		parts = append(parts, t.off+what)
	case v.waiting:
		m.State = StateWaiting
		parts = append(parts, t.clock+"waiting")
	case took != "":
		parts = append(parts, t.good+took)
	default:
		parts = append(parts, strings.TrimSpace(t.good))
	}
	line := strings.Join(append(parts, more...), ", ")
	if len(parts) == 1 && parts[0] == strings.TrimSpace(t.good) && len(more) > 0 {
		line = t.good + strings.Join(more, ", ")
	}
	m.Text = []string{line}
	return m
}
