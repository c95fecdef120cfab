package rewrite

import (
	"strings"
	"testing"
	"time"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/workflow"
)

const parcel = `{"id": "both", "name": "Both", "functions": [{"name": "ship", "resource": "urn:ship"}],
	  "events": [{"name": "Packed", "type": "packed", "source": "s", "correlation": [{"contextAttributeName": "order"}]}, {"name": "Labelled", "type": "labelled", "source": "s"}],
	  "states": [{"name": "Begin", "type": "inject", "start": {"kind": "default"}, "data": {"shop": 7}, "transition": {"nextState": "Both"}},
	    {"name": "Both", "type": "event", "exclusive": false, "timeout": "PT10M", "end": {"kind": "default"},
	      "eventsActions": [{"eventRefs": ["Packed", "Labelled"], "eventDataFilter": {"dataOutputPath": "{{ $.data.label }}"}, "actions": [{"functionRef": {"refName": "ship"}}]}]}]}`

// TestEventsAreCollected has a worker collect the events of a state that needs all of them, whose answer the state waits for.
func TestEventsAreCollected(t *testing.T) {
	t.Parallel()
	text := strings.Replace(parcel, `"eventDataFilter": {"dataOutputPath": "{{ $.data.label }}"}, `, "", 1)
	p := lowered(t, "both.sw.json", text)
	able := dialects.Abilities{Awaits: []string{"userTask"}, Timers: dialects.TimerVisit}
	c := rewritten(t, p, able, listening, actions, plainData, allEvents, collectedEvents)
	if got, want := drawn(c.Program.Start()), `Begin pass, next Both
Both await, timer ., next Both: ship
Both: ship task, end .
. end
`; got != want {
		t.Errorf("it became\n%s", got)
	}
	at := func(after time.Duration, o run.Occurrence) run.Occurrence {
		o.After = &iso8601.Duration{Clock: after}
		return o
	}
	event := func(kind, data string) run.Occurrence {
		return run.Occurrence{Kind: "event", Value: parsed(t, `{"type": "`+kind+`", "source": "s", "order": 4, "data": `+data+`}`)}
	}
	answers := map[string][]string{"ship": {`1 {"shipped": true}`}}
	for _, x := range []struct {
		events  []run.Occurrence
		answers []run.Occurrence
	}{
		{[]run.Occurrence{at(2*time.Minute, event("labelled", `{"label": 1}`)), at(9*time.Minute, event("packed", `{"box": 2}`))},
			[]run.Occurrence{at(9*time.Minute, run.Occurrence{Kind: "complete", Node: "Both", Value: parsed(t, `{"label": 1, "box": 2, "order": 4}`)})}},
		{[]run.Occurrence{at(2*time.Minute, event("packed", `{"box": 2}`))}, nil},
	} {
		was := observed(t, p, play{input: `{}`, answers: answers, happens: x.events})
		if is := observed(t, c.Program, play{input: `{}`, answers: answers, happens: x.answers}); was != is {
			t.Errorf("with the events, the run is\n%s\nwith what is collected\n%s", was, is)
		}
	}
}

// TestCollectorsAreDescribed names the events, their attributes and their data, and what a worker does that collects them.
func TestCollectorsAreDescribed(t *testing.T) {
	t.Parallel()
	starting := strings.Replace(parcel, `{"name": "Begin", "type": "inject", "start": {"kind": "default"}, "data": {"shop": 7}, "transition": {"nextState": "Both"}},`, "", 1)
	starting = strings.Replace(starting, `"type": "event", "exclusive"`, `"type": "event", "start": {"kind": "default"}, "exclusive"`, 1)
	for _, x := range []struct{ text, kind, want string }{
		{parcel, "userTask", `completes "Both" once the events "packed" and "labelled" have arrived, if their attributes are those that the run waits for, with ` +
			"`{{ $.data.label }}` of \"packed\" and `{{ $.data.label }}` of \"labelled\" merged"},
		{starting, "signal", `signals "Both" once the events "packed" and "labelled" have arrived, each at most 600 s after the one before, if their attributes are those that the run waits for, with ` +
			"`{{ $.data.label }}` of \"packed\" and `{{ $.data.label }}` of \"labelled\" merged"},
	} {
		c := rewritten(t, lowered(t, "both.sw.json", x.text), dialects.Abilities{Awaits: []string{x.kind}}, listening, actions, plainData, collectedEvents)
		if s := c.Raised.StandIns; len(s) != 1 || s[0].What != x.want {
			t.Errorf("the stand-ins are %+v, want\n%s", s, x.want)
		}
	}
	for _, kept := range []dialects.Abilities{{}, {Awaits: []string{"event"}}} {
		c := rewritten(t, lowered(t, "both.sw.json", parcel), kept, listening, actions, plainData, collectedEvents)
		if n := c.Program.Start().Root.Start.Out[0].To; n.Kind != workflow.Await || !n.Awaits.All {
			t.Errorf("%v was changed", n.Awaits)
		}
	}
}
