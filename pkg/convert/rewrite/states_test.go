package rewrite_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A stateCase is a definition of states with actions, and what its net is once it is plain: each node with where it leads.
type stateCase struct {
	name, states, more string
	input              string
	answers            answers
	events             []string // "5 Approved {…}": seconds, type, data
	target             func(*dialects.Abilities)
	net                []string
	losses             []string
}

const call = `{"functionRef": {"refName": %q}}`

func action(task, more string) string {
	return strings.Replace(fmt.Sprintf(call, task), "{", "{"+more, 1)
}

// stateCases are constructs that only states with actions have.
func stateCases() []stateCase {
	events := `"events": [{"name": "Approved", "type": "approved", "source": "s"}, {"name": "Rejected", "type": "rejected", "source": "s"}, {"name": "Shipped", "type": "shipped", "kind": "produced"}], `
	return []stateCase{
		{name: "one action with parameters and filters", input: `{"order": {"id": 7}, "rest": 1}`,
			states: `{"name": "Ship", "type": "operation", "start": {"kind": "default"}, "actions": [` +
				`{"functionRef": {"refName": "ship", "parameters": {"id": "{{ $.order.id }}"}}, "actionDataFilter": {"dataResultsPath": "{{ $.parcel }}"}}], ` +
				`"stateDataFilter": {"dataOutputPath": "{{ $.parcel }}"}, "end": {"kind": "default"}}`,
			answers: answers{"ship": {map[string]any{"parcel": "p1", "cost": int64(3)}}},
			net:     []string{"Ship task → end"}},
		{name: "actions after one another, with a handler", input: `{}`,
			states: `{"name": "Ship", "type": "operation", "start": {"kind": "default"}, "actions": [` + action("pack", "") + `, ` + action("send", `"name": "post", `) + `], ` +
				`"onError": [{"expression": "{{ $.error }}", "transition": {"nextState": "Alert"}}], "end": {"kind": "default"}}, ` +
				`{"name": "Alert", "type": "operation", "actions": [` + action("alert", "") + `], "end": {"kind": "default"}}`,
			answers: answers{"pack": {map[string]any{"box": int64(1)}}, "send": {"!Lost"}},
			net:     []string{"Ship task → error Alert, Ship: post", "Ship: post task → end, error Alert", "Alert task → end"}},
		{name: "actions that are retried together", input: `{}`,
			states: `{"name": "Ship", "type": "operation", "start": {"kind": "default"}, "actions": [` + action("pack", "") + `, ` + action("send", "") + `], ` +
				`"retry": [{"expression": "{{ $.errors[?(@.name == 'Lost')] }}", "interval": "PT5S", "multiplier": "PT5S", "maxAttempts": 2}], "end": {"kind": "default"}}`,
			answers: answers{"pack": {map[string]any{"box": int64(1)}, map[string]any{"box": int64(2)}}, "send": {"!Lost", map[string]any{"sent": true}}},
			net:     []string{"Ship scope → end", "pack task → send", "send task → end"}},
		{name: "a time limit after which the state goes on", input: `{}`,
			states: `{"name": "Ask", "type": "operation", "start": {"kind": "default"}, "actions": [` + action("ask", `"timeout": "PT10S", `) + `], ` +
				`"transition": {"nextState": "Ship"}}, {"name": "Ship", "type": "operation", "actions": [` + action("ship", "") + `], "end": {"kind": "default"}}`,
			answers: answers{"ask": {"!never"}},
			net:     []string{"Ask task → Ship, error Ship", "Ship task → end"}},
		{name: "parallel branches", input: `{"a": 1}`,
			states: `{"name": "Check", "type": "parallel", "start": {"kind": "default"}, "completionType": "and", "branches": [` +
				`{"name": "Credit", "actions": [` + action("credit", "") + `]}, {"name": "Fraud", "actions": [` + action("fraud", `"name": "rate", `) + `]}], "end": {"kind": "default"}}`,
			answers: answers{"credit": {map[string]any{"score": int64(700)}}, "fraud": {map[string]any{"risk": int64(2)}}},
			net:     []string{"Check scope → end", "credit task → end", "rate task → end"}},
		{name: "a transition that is refused", input: `{"paid": false}`,
			states: `{"name": "Bill", "type": "inject", "start": {"kind": "default"}, "data": {"billed": true}, "transition": {"nextState": "Ship", "expression": "{{ $.paid }}"}}, ` +
				`{"name": "Ship", "type": "operation", "actions": [` + action("ship", "") + `], "end": {"kind": "default"}}`,
			net: []string{"Bill pass → Ship allowed?", "Ship allowed? choice → choice Ship, default Ship refused", "Ship task → end", "Ship refused fail"}},
		{name: "events that are produced", input: `{"id": 7}`, more: events,
			states: `{"name": "Ship", "type": "operation", "start": {"kind": "default"}, "actions": [` + action("ship", "") + `], ` +
				`"end": {"kind": "event", "produceEvent": {"eventRef": "Shipped", "data": "{{ $.id }}"}}}`,
			answers: answers{"ship": {map[string]any{"ok": true}}},
			net:     []string{"Ship task → Shipped", "Shipped emit → end"}},
		{name: "a state that waits for one of some events", input: `{}`, more: events, events: []string{`5 rejected {"by": "Ada"}`},
			states: `{"name": "Open", "type": "inject", "start": {"kind": "default"}, "transition": {"nextState": "Review"}}, ` +
				`{"name": "Review", "type": "event", "eventsActions": [{"eventRefs": ["Approved"], "actions": [` + action("book", "") + `, ` + action("tell", "") + `]}, ` +
				`{"eventRefs": ["Rejected"], "actions": [` + action("refuse", "") + `]}], "timeout": "PT1H", "end": {"kind": "default"}}`,
			answers: answers{"refuse": {map[string]any{"refused": true}}},
			net: []string{"Open pass → Review", "Review await → timer end, Review: book, Review: refuse", "Review: book task → Review: tell", "Review: tell task → end",
				"Review: refuse task → end"}},
		{name: "a state that waits for all events", input: `{}`, more: events, events: []string{`5 rejected {"by": "Ada"}`, `9 approved {"ok": true}`},
			states: `{"name": "Open", "type": "inject", "start": {"kind": "default"}, "transition": {"nextState": "Review"}}, ` +
				`{"name": "Review", "type": "event", "exclusive": false, "eventsActions": [{"eventRefs": ["Approved"], "actions": [` + action("book", "") + `]}, ` +
				`{"eventRefs": ["Rejected"], "actions": []}], "end": {"kind": "default"}}`,
			answers: answers{"book": {map[string]any{"booked": true}}},
			net:     []string{"Open pass → Review", "Review await → Review: book", "Review: book task → end"}},
		{name: "a state that acts and waits", input: `{}`, more: events, events: []string{`5 approved {"by": "Ada"}`},
			states:  `{"name": "Ask", "type": "callback", "start": {"kind": "default"}, "action": ` + action("ask", "") + `, "eventRef": "Approved", "end": {"kind": "default"}}`,
			answers: answers{"ask": {map[string]any{"asked": true}}},
			net:     []string{"Ask scope → end", "ask task → end", "Ask: Approved await → end"}},
		{name: "the same with a time limit, where no task can do that", input: `{}`, more: events, events: []string{`5 approved {"by": "Ada"}`},
			states:  `{"name": "Ask", "type": "callback", "start": {"kind": "default"}, "action": ` + action("ask", "") + `, "eventRef": "Approved", "timeout": "PT1H", "end": {"kind": "default"}}`,
			answers: answers{"ask": {map[string]any{"asked": true}}},
			target:  func(a *dialects.Abilities) { a.Answers = dialects.AnswerAt | dialects.AnswerDropped },
			net:     []string{"Ask task → Ask: Approved", "Ask: Approved await → end, timer end"}, losses: []string{"convert/early-event"}},
		{name: "an iteration", input: `{"orders": [1, 2]}`,
			states: `{"name": "Each", "type": "foreach", "start": {"kind": "default"}, "inputCollection": "{{ $.orders }}", "iterationParam": "order", ` +
				`"outputCollection": "{{ $.shipped }}", "actions": [` + action("ship", "") + `], "end": {"kind": "default"}}`,
			answers: answers{"ship": {map[string]any{"n": int64(1)}, map[string]any{"n": int64(2)}}},
			net:     []string{"Each scope → end", "ship task → end"}},
		{name: "errors but some, and others before", input: `{}`,
			states: `{"name": "Charge", "type": "operation", "start": {"kind": "default"}, "actions": [` + action("charge", "") + `], ` +
				`"retry": [{"expression": "{{ $.errors[?(@.name != 'Declined')] }}", "interval": "PT2S", "maxAttempts": 1}], ` +
				`"onError": [{"expression": "{{ $.errors[?(@.name == 'Declined')] }}", "transition": {"nextState": "Refuse"}}, ` +
				`{"expression": "{{ $.errors[?(@.name != 'Declined' && @.name != 'Busy')] }}", "errorDataFilter": {"dataOutputPath": "{{ $.none }}"}, "transition": {"nextState": "Alert"}}], "end": {"kind": "default"}}, ` +
				`{"name": "Refuse", "type": "operation", "actions": [` + action("refuse", "") + `], "end": {"kind": "default"}}, ` +
				`{"name": "Alert", "type": "operation", "actions": [` + action("alert", "") + `], "end": {"kind": "default"}}`,
			answers: answers{"charge": {"!Declined"}, "refuse": {map[string]any{"refused": true}}},
			net: []string{"Charge task → end, error Refuse, error Charge failed: Busy, error Alert", "Refuse task → end", "Alert task → end",
				"Charge failed: Busy fail"}},
		{name: "a filter of what comes to a state", input: `{"order": {"id": 7}, "rest": 1}`,
			states:  `{"name": "Ship", "type": "operation", "start": {"kind": "default"}, "stateDataFilter": {"dataInputPath": "{{ $.order }}"}, "actions": [` + action("ship", "") + `], "end": {"kind": "default"}}`,
			answers: answers{"ship": {map[string]any{"ok": true}}},
			net:     []string{"Input of Ship pass → Ship", "Ship task → end"}},
	}
}

// TestStatesBecomePlain rewrites states, and plays both nets with the same answers.
func TestStatesBecomePlain(t *testing.T) {
	t.Parallel()
	for _, c := range stateCases() {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			f := &fakeTarget{able: everything()}
			if c.target != nil {
				c.target(&f.able)
			}
			source, converted := applied(t, "x.sw.json", `{"id": "x", "name": "x", `+c.more+`"functions": [], "states": [`+c.states+`]}`, f)
			w := converted.Program.Start()
			if got := netOf(w); !slices.Equal(got, c.net) {
				t.Errorf("the net is\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(c.net, "\n"))
			}
			want, got := watch(t, source, &c), watch(t, converted.Program, &c)
			if got != want {
				t.Errorf("the source does\n%s\nand what it became\n%s", want, got)
			}
			var losses []string
			for _, l := range converted.Losses() {
				losses = append(losses, l.Rule.ID)
			}
			if !slices.Equal(losses, c.losses) {
				t.Errorf("losses %q, want %q", losses, c.losses)
			}
			for _, n := range w.Nodes {
				if n.Role != workflow.Primary && n.Role != workflow.Ending || n.Role == workflow.Primary && n.Element.Primary != n || n.Element.Whole != nil {
					t.Errorf("%s %q is not the primary node of an element of its own", n.Kind, n.Element.Name)
				}
			}
		})
	}
}

// netOf is a line for each node but ends: its element, its kind and where its edges lead.
func netOf(w *workflow.Workflow) []string {
	var out []string
	var nodes []*workflow.Node
	for _, r := range w.Regions {
		nodes = append(nodes, r.Nodes...)
	}
	for _, n := range nodes {
		if n.Kind == workflow.End {
			continue
		}
		line := n.Element.Name + " " + n.Kind.String()
		var to []string
		for _, e := range n.Out {
			name := e.To.Element.Name
			if e.To.Kind == workflow.End {
				name = "end"
			}
			if e.Kind != workflow.Next && e.Kind != workflow.ToEnd {
				name = e.Kind.String() + " " + name
			}
			to = append(to, name)
		}
		if len(to) > 0 {
			line += " → " + strings.Join(to, ", ")
		}
		out = append(out, line)
	}
	return out
}

// watch plays a program with the answers and events of a case, and returns what can be observed.
func watch(t *testing.T, p *workflow.Program, c *stateCase) string {
	t.Helper()
	count := map[string]int{}
	var lines []string
	o := run.Options{Start: time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC), MaxSteps: 1000, MaxTime: iso8601.Duration{Years: 1}, Input: parsed(t, c.input)}
	o.Answer = func(k *machine.Command, at time.Time) (run.Reply, bool) {
		list := c.answers[k.Call.Task]
		lines = append(lines, fmt.Sprintf("%s at %v: %s", k.Call.Task, at.Sub(o.Start), value.AppendSorted(nil, k.Input)))
		if len(list) == 0 {
			return run.Reply{Return: value.NewObject(0)}, true
		}
		v := list[min(count[k.Call.Task], len(list)-1)]
		count[k.Call.Task]++
		switch v {
		case "!never":
			return run.Reply{Never: true}, true
		}
		if name, ok := v.(string); ok && strings.HasPrefix(name, "!") {
			return run.Reply{Fail: &machine.Error{Name: name[1:]}}, true
		}
		return run.Reply{Return: ordered(v)}, true
	}
	for _, e := range c.events {
		var after int
		var kind string
		if _, err := fmt.Sscanf(e, "%d %s", &after, &kind); err != nil {
			t.Fatal(err)
		}
		data := parsed(t, e[strings.Index(e, "{"):])
		o.Occurrences = append(o.Occurrences, run.Occurrence{Kind: "event", After: &iso8601.Duration{Clock: time.Duration(after) * time.Second},
			Value: value.ObjectOf(value.Member{Key: "type", Value: kind}, value.Member{Key: "source", Value: "s"}, value.Member{Key: "data", Value: data})})
	}
	r, err := run.Simulate(context.Background(), p, o)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range r.Produced {
		o, _ := e.(*value.Object)
		lines = append(lines, fmt.Sprintf("produced %v %s", o.Get("type"), value.AppendSorted(nil, o.Get("data"))))
	}
	end := fmt.Sprintf("%s after %v", r.Status, r.End.Sub(o.Start))
	if r.Status == run.Succeeded {
		end += " " + string(value.AppendSorted(nil, r.Output))
	} else if r.Error != nil {
		end += " " + r.Error.Name
	}
	return strings.Join(append(lines, end), "\n")
}
