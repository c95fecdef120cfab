package verify_test

import (
	"context"
	"testing"
	"time"

	"github.com/flowglot/flowglot/pkg/convert/verify"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/value/valuetest"
)

// TestIgnoredEvents has an event that the source tells apart from those it waits for reach a target that does not: another path is taken,
// which needs an excuse. Without such an event both sides are equal, and so they are where it comes before anything awaits it.
func TestIgnoredEvents(t *testing.T) {
	t.Parallel()
	from := program(t, "x.sw.json", `{"id": "x", "name": "X", "version": "1",
  "events": [{"name": "arrived", "type": "parcel.arrived", "source": "depot", "kind": "consumed",
    "correlation": [{"contextAttributeName": "hall", "contextAttributeValue": "north"}]}],
  "states": [
    {"name": "rest", "type": "delay", "timeDelay": "PT10S", "start": {"kind": "default"}, "transition": {"nextState": "wait"}},
    {"name": "wait", "type": "event", "eventsActions": [{"eventRefs": ["arrived"], "actions": []}], "end": {"kind": "default"}}]}`)
	to := program(t, "y.asl.json", `{"StartAt": "rest", "States": {"rest": {"Type": "Wait", "Seconds": 10, "Next": "wait"},
  "wait": {"Type": "Task", "Resource": "urn:task:wait", "TimeoutSeconds": 99999999, "End": true}}}`)
	passage := dialects.Passage{From: dialects.Occurrence{Kind: "event", Name: "parcel.arrived", At: "wait", Source: "depot"},
		To: dialects.Occurrence{Kind: "task", Name: "urn:task:wait"}}
	arrives := func(hall string, after time.Duration) run.Occurrence {
		data := valuetest.Object("hall", hall)
		e := valuetest.Object("specversion", "1.0", "id", "1", "type", "parcel.arrived", "source", "depot", "hall", hall, "data", data)
		return run.Occurrence{Kind: "event", Value: e, After: &iso8601.Duration{Clock: after}}
	}
	for _, c := range []struct {
		name    string
		others  []run.Occurrence
		differs bool
	}{
		{"none", nil, false},
		{"before it is awaited", []run.Occurrence{arrives("south", time.Second)}, false},
		{"while it is awaited", []run.Occurrence{arrives("south", 20*time.Second)}, true},
	} {
		o := options()
		o.Occurrences = append(c.others, arrives("north", time.Minute))
		r := &dialects.Raised{Substitutes: []string{"urn:task:wait"}, Occurrences: []dialects.Passage{passage}}
		v, err := (&verify.Pair{Source: from, Target: to, Raised: r}).Verify(context.Background(), []run.Options{o})
		if err != nil || v.Failed() != c.differs || v.Runs != 1 || v.NotComparable > 0 {
			t.Errorf("%s: %v, %v", c.name, v, err)
			if v != nil && v.Difference != nil {
				t.Log(*v.Difference)
			}
		}
	}
}

// TestEventsHaveTheirAttributes has made-up events have the attributes that the definition fixes.
func TestEventsHaveTheirAttributes(t *testing.T) {
	t.Parallel()
	p := program(t, "x.sw.json", `{"id": "x", "name": "X", "version": "1",
  "events": [{"name": "arrived", "type": "parcel.arrived", "source": "depot", "kind": "consumed",
    "correlation": [{"contextAttributeName": "parcel"}, {"contextAttributeName": "hall", "contextAttributeValue": "north"}]}],
  "states": [{"name": "wait", "type": "event", "start": {"kind": "default"}, "eventsActions": [{"eventRefs": ["arrived"], "actions": []}], "end": {"kind": "default"}}]}`)
	events := 0
	for _, o := range verify.Invent(p, options(), 10, chance(2)) {
		for _, x := range o.Occurrences {
			events++
			if e, ok := x.Value.(*value.Object); !ok || e.Get("hall") != "north" {
				t.Errorf("an event is %v", x.Value)
			}
		}
	}
	if events == 0 {
		t.Error("there is no event")
	}
}

// TestWaitsForEver has a source wait for what never comes, and a target that has to limit the time in which a worker answers: they are equal,
// unless the limit is one that a run gets to.
func TestWaitsForEver(t *testing.T) {
	t.Parallel()
	from := program(t, "x.sw.json", `{"id": "x", "name": "X", "version": "1", "events": [{"name": "arrived", "type": "parcel.arrived", "source": "depot", "kind": "consumed"}],
  "states": [{"name": "wait", "type": "event", "start": {"kind": "default"}, "eventsActions": [{"eventRefs": ["arrived"], "actions": []}], "end": {"kind": "default"}}]}`)
	for _, c := range []struct {
		seconds string
		differs bool
	}{{"99999999", false}, {"86400", true}} {
		to := program(t, "y.asl.json", `{"StartAt": "wait", "States": {"wait": {"Type": "Task", "Resource": "urn:task:wait", "TimeoutSeconds": `+c.seconds+`, "End": true}}}`)
		r := &dialects.Raised{Substitutes: []string{"urn:task:wait"}, Occurrences: []dialects.Passage{{
			From: dialects.Occurrence{Kind: "event", Name: "parcel.arrived", At: "wait", Source: "depot"}, To: dialects.Occurrence{Kind: "task", Name: "urn:task:wait"}}}}
		o := options()
		o.MaxTime = iso8601.Duration{Years: 10}
		v, err := (&verify.Pair{Source: from, Target: to, Raised: r}).Verify(context.Background(), []run.Options{o})
		if err != nil || v.Failed() != c.differs || v.NotComparable > 0 {
			t.Errorf("after %s s: %v, %v", c.seconds, v, err)
		}
	}
}
