package run

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/value/valuetest"
	"github.com/flowglot/flowglot/pkg/workflow"
)

func duration(t *testing.T, text string) iso8601.Duration {
	t.Helper()
	d, err := iso8601.ParseDuration(text)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// comes is an event that comes after some time, or, without one, as soon as something waits for it.
func comes(t *testing.T, after, text string) Occurrence {
	t.Helper()
	v, err := value.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	o := Occurrence{Kind: "event", Value: v}
	if after != "" {
		d := duration(t, after)
		o.After = &d
	}
	return o
}

// defined adds the definitions of events of one source that correlate by an attribute.
func (n *net) defined(correlation string, names ...string) {
	for _, name := range names {
		e := &workflow.Event{Name: name, Type: name, Source: "s"}
		if correlation != "" {
			e.Correlations = []workflow.Correlation{{Attribute: correlation}}
		}
		n.Events = append(n.Events, e)
	}
}

// awaitEvents adds a node that waits for events, each of which leads to an end of its name, or, if all have to come, to one
// end.
func (n *net) awaitEvents(all bool, names ...string) *workflow.Node {
	x := n.add(n.Root, "w", workflow.Await)
	x.Awaits = &workflow.Awaits{Kind: "event", All: all}
	for _, name := range names {
		t := workflow.Trigger{Name: name, Event: n.EventNamed(name)}
		if !all {
			n.add(n.Root, name, workflow.End)
			t.Edge = n.connect("w", name, workflow.Guarded)
		}
		x.Awaits.For = append(x.Awaits.For, t)
	}
	if all {
		n.add(n.Root, "end", workflow.End)
		n.connect("w", "end", workflow.ToEnd)
	}
	return x
}

func TestAwaitEvents(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		all    bool
		events []string // at seconds of their index, from 1
		want   string
	}{
		"the first decides":  {false, []string{`{"type":"b","source":"s","k":1,"data":{"x":1}}`, `{"type":"a","source":"s","k":1}`}, `succeeded after PT1S: w b {"x":1,"k":1}`},
		"type and source":    {false, []string{`{"type":"b","source":"other","k":1}`, `{"type":"c","source":"s","k":1}`, `{"source":"s","k":1}`}, `waiting after PT3S: w, w waits (event), w waits (event) {}`},
		"without attribute":  {false, []string{`{"type":"a","source":"s"}`}, `waiting after PT1S: w, w waits (event), w waits (event) {}`},
		"all of them":        {true, []string{`{"type":"b","source":"s","k":1,"data":{"x":1}}`, `{"type":"a","source":"s","k":1,"data":{"x":2}}`}, `succeeded after PT2S: w end {"x":2,"k":1}`},
		"one is missing":     {true, []string{`{"type":"b","source":"s","k":1}`, `{"type":"b","source":"s","k":1}`}, `waiting after PT2S: w, w waits (event) {}`},
		"they correlate":     {true, []string{`{"type":"b","source":"s","k":1}`, `{"type":"a","source":"s","k":2}`, `{"type":"a","source":"s","k":"1"}`}, `succeeded after PT3S: w end {"k":"1"}`},
		"payload of no type": {false, []string{`{"type":"a","source":"s","k":1,"data":[1]}`}, `succeeded after PT1S: w a {"k":1}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			n := newNet()
			n.defined("k", "a", "b")
			n.awaitEvents(test.all, "a", "b")
			o := Options{}
			for i, e := range test.events {
				o.Occurrences = append(o.Occurrences, comes(t, iso8601.Format(time.Duration(i+1)*time.Second), e))
			}
			expect(t, simulate(t, n, o), test.want)
		})
	}
}

// TestGroupsOfEvents starts a run with the first group that is complete.
func TestGroupsOfEvents(t *testing.T) {
	t.Parallel()
	const a1, a2, b1, b2 = `{"type":"a","source":"s","k":1}`, `{"type":"a","source":"s","k":2}`, `{"type":"b","source":"s","k":1}`, `{"type":"b","source":"s","k":2}`
	for name, test := range map[string]struct {
		events [][2]string
		want   string
	}{
		"the first complete one":           {[][2]string{{"PT1S", a1}, {"PT2S", a2}, {"PT3S", b2}, {"PT4S", b1}}, `succeeded after PT3S: w end {"k":2}`},
		"the same twice begins another":    {[][2]string{{"PT1S", a1}, {"PT2S", a1}, {"PT3S", b1}}, `succeeded after PT3S: w end {"k":1}`},
		"a gap that is too long":           {[][2]string{{"PT1S", a1}, {"PT12S", b1}}, `waiting after PT22S: w, w waits (event), w waits (event) {}`},
		"the event in the last instant":    {[][2]string{{"PT1S", a1}, {"PT11S", b1}}, `succeeded after PT11S: w end {"k":1}`},
		"what comes too late may go on":    {[][2]string{{"PT1S", a1}, {"PT12S", b1}, {"PT20S", a1}}, `succeeded after PT20S: w end {"k":1}`},
		"somebody says so, event by event": {[][2]string{{"", "w"}, {"", "w"}}, `succeeded after PT0S: w end {}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			n := newNet()
			n.defined("k", "a", "b")
			x := n.awaitEvents(true, "a", "b")
			x.Awaits.Groups = true
			x.Timers = []workflow.Timer{{Length: lengthOf("PT10S"), Counts: workflow.PerArrival}}
			o := Options{}
			for _, e := range test.events {
				if e[0] == "" {
					o.Occurrences = append(o.Occurrences, Occurrence{Kind: "signal", Node: e[1]})
				} else {
					o.Occurrences = append(o.Occurrences, comes(t, e[0], e[1]))
				}
			}
			expect(t, simulate(t, n, o), test.want)
		})
	}
}

// TestListenFromScope has an event come while something else is done in the scope, and counts it for later attempts.
func TestListenFromScope(t *testing.T) {
	t.Parallel()
	build := func() *net {
		n := newNet()
		n.defined("", "e")
		s := n.scope("s", []string{"a"})
		r := s.Body.Regions[0]
		w := n.AddNode(r, s.Element, workflow.Await, workflow.Acting)
		w.Awaits = &workflow.Awaits{Kind: "event", FromScope: true, For: []workflow.Trigger{{Name: "e", Event: n.Events[0]}}}
		w.Timers = []workflow.Timer{{Length: lengthOf("PT1H"), Counts: workflow.PerVisit, Completes: true}}
		s.Body.Listens = w
		n.sequenceBehind(w, "z")
		e := n.nodes["a"].Out[0]
		e.To, e.Kind = w, workflow.Next
		w.In = append(w.In, e)
		delay := lengthOf("PT1M")
		s.Retry = []workflow.Retrier{{On: workflow.Matcher{{All: true}}, Limit: 2, Delay: &delay}}
		return n
	}
	once := func(name string) Stub {
		return Stub{Name: name, Replies: []Reply{{Fail: &machine.Error{Name: "Broken"}}, {Return: valuetest.Object(name, int64(1)), After: duration(t, "PT1M")}}}
	}
	for name, test := range map[string]struct {
		at    string
		stubs []Stub
		want  string
	}{
		"during the action":     {"PT10S", []Stub{answering(t, "a", `{"a":1}`, "PT1M")}, `succeeded after PT1M: s s end {"a":1,"e":1,"z":1}`},
		"before the retry":      {"PT10S", []Stub{once("a")}, `succeeded after PT2M: s s end {"a":1,"e":1,"z":1}`},
		"it is not asked again": {"PT10S", []Stub{answering(t, "a", `{"a":1}`, ""), once("z")}, `succeeded after PT2M10S: s s end {"a":1,"e":1,"z":1}`},
		"too late":              {"PT2H", []Stub{answering(t, "a", `{"a":1}`, "")}, `succeeded after PT1H: s s end {"a":1}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			stubs := append(test.stubs, answering(t, "z", `{"z":1}`, ""))
			expect(t, simulate(t, build(), Options{Stubs: stubs, Occurrences: []Occurrence{comes(t, test.at, `{"type":"e","source":"s","data":{"e":1}}`)}}), test.want)
		})
	}
}

// sequenceBehind adds a task behind a node inside of a scope, and an end behind that.
func (n *net) sequenceBehind(w *workflow.Node, task string) {
	e := n.AddElement(task, "action", source.Span{}, source.Span{})
	e.Whole = w.Element
	x := n.AddNode(w.Region, e, workflow.Task, workflow.Acting)
	x.Call = &workflow.Call{Task: task}
	x.Data.Combine = &workflow.Combine{Mode: workflow.MergeDeep, Effective: true}
	end := n.AddNode(w.Region, w.Element, workflow.End, workflow.Ending)
	n.Connect(w, x, workflow.Next, source.Span{})
	n.Connect(x, end, workflow.ToEnd, source.Span{})
}

// TestCallsByEvents has a task be called by an event and answered by another.
func TestCallsByEvents(t *testing.T) {
	t.Parallel()
	for at, want := range map[string]string{
		"PT1M": `succeeded after PT1M: s s end {"answer":1}, produces ask {"q":1}`,
		"PT3M": `succeeded after PT2M: s s end {}, produces ask {"q":1}`,
	} {
		n := newNet()
		n.defined("", "reply")
		n.scope("s", []string{"ask"})
		x := n.nodes["ask"]
		x.Emits = &workflow.Emission{Name: "ask", Data: fixed(valuetest.Object("q", int64(1)))}
		x.Awaits = &workflow.Awaits{Kind: "event", For: []workflow.Trigger{{Name: "reply", Event: n.Events[0]}}}
		x.Timers = []workflow.Timer{{Length: lengthOf("PT2M"), Completes: true}}
		r := simulate(t, n, Options{Occurrences: []Occurrence{comes(t, at, `{"type":"reply","source":"s","data":{"answer":1}}`)}})
		expect(t, r, want)
		if c := r.Calls[0]; len(r.Calls) != 1 || c.Task != "ask" || string(value.Append(nil, c.Input)) != `{"q":1}` || c.Answered == (c.Error != nil) {
			t.Errorf("calls %+v", r.Calls)
		}
	}
}

// TestEventsWhileOpen takes events only while a schedule is active, and has those that may come at any time come then.
func TestEventsWhileOpen(t *testing.T) {
	t.Parallel()
	for at, want := range map[string]string{
		"PT1M": `waiting after PT1H: w, w waits (event) {}`,
		"PT1H": `succeeded after PT1H: w e {}`,
		"PT2H": `succeeded after PT2H: w e {}`,
		"":     `succeeded after PT1H: w e {}`,
	} {
		n := newNet()
		n.defined("", "e")
		n.awaitEvents(false, "e").Awaits.While = &workflow.Schedule{From: epoch.Add(time.Hour), Text: "later",
			Active: func(at, _ time.Time) bool { return !at.Before(epoch.Add(time.Hour)) }}
		expect(t, simulate(t, n, Options{Occurrences: []Occurrence{comes(t, at, `{"type":"e","source":"s"}`)}}), want)
	}
}

// TestCorrelationValue asks for the value that an expression has on the document.
func TestCorrelationValue(t *testing.T) {
	t.Parallel()
	n := newNet()
	n.Events = []*workflow.Event{{Name: "e", Type: "e", Correlations: []workflow.Correlation{{Attribute: "to", Value: computed(func(env *expr.Env) any {
		return env.Input.(*value.Object).Get("me")
	})}}}}
	n.awaitEvents(false, "e")
	expect(t, simulate(t, n, Options{Input: valuetest.Object("me", int64(4)), Occurrences: []Occurrence{
		comes(t, "PT1S", `{"type":"e","to":"5"}`), comes(t, "PT2S", `{"type":"e","to":"4"}`)}}), `succeeded after PT2S: w e {"me":4,"to":"4"}`)
}

// TestCorrelationValueOfInput asks for a value of the input, also where the document has lost or changed it, or else of the
// document.
func TestCorrelationValueOfInput(t *testing.T) {
	t.Parallel()
	for attribute, want := range map[string]string{
		"same": "1", "lost": "2", "changed": "3", "later": "4",
	} {
		n := newNet()
		n.Events = []*workflow.Event{{Name: "e", Type: "e", Correlations: []workflow.Correlation{{Attribute: "to", Value: memberOf(attribute)}}}}
		x := n.add(n.Root, "x", workflow.Pass)
		x.Data.Output = fixed(valuetest.Object("same", int64(1), "changed", int64(0), "later", int64(4)))
		n.awaitEvents(false, "e")
		n.connect("x", "w", workflow.Next)
		r := simulate(t, n, Options{Input: valuetest.Object("same", int64(1), "lost", int64(2), "changed", int64(3)),
			Occurrences: []Occurrence{comes(t, "PT1S", `{"type":"e","to":"0"}`), comes(t, "PT2S", `{"type":"e","to":"`+want+`"}`)}})
		if r.Status != Succeeded {
			t.Errorf("%s: %s", attribute, summary(r))
		}
	}
}

// awaitEvent adds a node that waits for an event, whatever comes next.
func (n *net) awaitEvent(node, event string) *workflow.Node {
	x := n.add(n.Root, node, workflow.Await)
	x.Awaits = &workflow.Awaits{Kind: "event", For: []workflow.Trigger{{Name: event, Event: n.EventNamed(event)}}}
	return x
}

// TestCorrelationOfCalls has workflows that are called side by side be about different orders, each about that of its first
// event, or about the order of their caller where it has one.
func TestCorrelationOfCalls(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		detached bool
		events   string // what comes, second by second: an event and its order
		want     string // and how many of them were taken
	}{
		"side by side":                {false, "asked 1, asked 2, sent 2, sent 1", "succeeded, 4"},
		"the order of another":        {false, "asked 1, asked 1, sent 1, sent 2", "waiting, 3"},
		"the order of the caller":     {false, "begun 3, asked 3, asked 3, sent 3, sent 3", "succeeded, 5"},
		"not the order of the caller": {false, "begun 3, asked 1, asked 3, sent 1, sent 3", "waiting, 3"},
		"nobody waits for them":       {true, "begun 3, asked 1, asked 3, last 1, last 3", "succeeded, 3"},
		"the caller learns its order": {false, "asked 1, asked 1, sent 1, sent 1, last 2, last 1", "succeeded, 5"},
	} {
		called := newNet()
		called.ID = "called"
		called.defined("order", "asked", "sent")
		called.awaitEvent("w", "asked")
		called.awaitEvent("v", "sent")
		called.add(called.Root, "end", workflow.End)
		called.connect("w", "v", workflow.Next)
		called.connect("v", "end", workflow.ToEnd)

		n := newNet()
		n.ID = "caller"
		n.defined("order", "begun", "last")
		begins, ends := strings.Contains(test.events, "begun"), strings.Contains(test.events, "last")
		if begins {
			n.awaitEvent("w", "begun")
		}
		s := n.scope("s", []string{"called"}, []string{"called"})
		s.Body.Detached = test.detached
		for _, x := range n.Nodes {
			if x.Kind == workflow.Task {
				x.Call.Workflow = true
			}
		}
		if begins {
			n.connect("w", "s", workflow.Next)
		}
		if ends {
			n.awaitEvent("v", "last")
			n.connect("v", "s end", workflow.ToEnd)
			s.Out[0].To = n.nodes["v"]
		}
		var o Options
		for i, e := range strings.Split(test.events, ", ") {
			kind, order, _ := strings.Cut(e, " ")
			o.Occurrences = append(o.Occurrences, comes(t, fmt.Sprintf("PT%dS", i+1), fmt.Sprintf(`{"type":%q,"source":"s","order":%q}`, kind, order)))
		}
		r, err := Simulate(context.Background(), program(n, called), o)
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprintf("%s, %d", r.Status, len(r.Delivered)); got != test.want {
			t.Errorf("%s: %s: %s", name, got, summary(r))
		}
	}
}

func TestScheduledRuns(t *testing.T) {
	t.Parallel()
	n := newNet()
	n.add(n.Root, "end", workflow.End)
	p := &workflow.Program{Workflows: []*workflow.Workflow{n.Workflow}}
	if _, err := SimulateSchedule(context.Background(), p, Options{Start: epoch}, 2); err == nil {
		t.Error("a workflow without a schedule is started by it")
	}
	n.Schedule = &workflow.Schedule{Text: "daily", Active: func(_, _ time.Time) bool { return true }, Next: func(after time.Time) (time.Time, bool) {
		next := after.Truncate(24 * time.Hour).Add(24 * time.Hour)
		return next, next.Before(epoch.AddDate(0, 0, 3))
	}}
	var seqs []int
	r, err := SimulateSchedule(context.Background(), p, Options{Start: epoch, Observe: func(x *machine.Trace) { seqs = append(seqs, x.Seq) }}, 9)
	if err != nil || len(r.Chain) != 2 || !r.Start.Equal(epoch) || !r.Chain[1].Start.Equal(epoch.AddDate(0, 0, 2)) {
		t.Fatalf("%v: %+v", err, r)
	}
	for i, s := range seqs {
		if s != i+1 {
			t.Fatalf("the events are numbered %v", seqs)
		}
	}
}
