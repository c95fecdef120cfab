package verify_test

import (
	"context"
	"testing"

	"github.com/flowglot/flowglot/pkg/convert/verify"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/value/valuetest"
)

// TestRequestsTakeTurns has events, which wait until a state takes them, reach an entity as requests in the order in which they were taken.
func TestRequestsTakeTurns(t *testing.T) {
	t.Parallel()
	from := program(t, "x.sw.json", `{"id": "x", "name": "X", "version": "1",
  "events": [{"name": "ordered", "type": "shop.ordered", "source": "shop"}, {"name": "paid", "type": "shop.paid", "source": "shop"}],
  "states": [
    {"name": "order", "type": "event", "start": {"kind": "default"}, "eventsActions": [{"eventRefs": ["ordered"], "actions": []}], "transition": {"nextState": "pay"}},
    {"name": "pay", "type": "event", "eventsActions": [{"eventRefs": ["paid"], "actions": []}], "end": {"kind": "default"}}]}`)
	to := program(t, "y.fsm.json", `{"version": "1", "name": "y", "desc": "Y", "initialState": "order", "active": true, "states": {
  "order": {"transitions": [{"name": "ordered", "next": "pay", "manual": true}]},
  "pay": {"transitions": [{"name": "paid", "next": "done", "manual": true}]},
  "done": {}}}`)
	passage := func(name, at string) dialects.Passage {
		return dialects.Passage{From: dialects.Occurrence{Kind: "event", Name: "shop." + name, At: at, Source: "shop"}, To: dialects.Occurrence{Kind: "transition", Name: name}}
	}
	r := &dialects.Raised{Occurrences: []dialects.Passage{passage("ordered", "order"), passage("paid", "pay")}}
	sent := func(name string) run.Occurrence {
		return run.Occurrence{Kind: "event", Value: valuetest.Object("specversion", "1.0", "id", "1", "type", "shop."+name, "source", "shop", "data", valuetest.Object())}
	}
	o := options()
	o.Input = valuetest.Object()
	o.Occurrences = []run.Occurrence{sent("paid"), sent("ordered"), sent("paid")}
	v, err := (&verify.Pair{Source: from, Target: to, Raised: r}).Verify(context.Background(), []run.Options{o})
	if err != nil || v.Failed() || v.Equal != 1 {
		t.Errorf("%+v, %v", v, err)
		if v != nil && v.Difference != nil {
			t.Log(*v.Difference)
		}
	}
}

// TestTasksThatHang has a task that never answers be called by an element of another name in the target: it is compared as a call. What
// waits for something else in place of it differs.
func TestTasksThatHang(t *testing.T) {
	t.Parallel()
	const definition = `{"StartAt": "Pick", "States": {"Pick": {"Type": "Task", "Resource": "urn:pick", "End": true}}}`
	from := program(t, "x.asl.json", definition)
	for name, c := range map[string]struct {
		target  string
		differs bool
	}{
		"the same task":    {`{"StartAt": "Take", "States": {"Take": {"Type": "Task", "Resource": "urn:pick", "End": true}}}`, false},
		"another task":     {`{"StartAt": "Take", "States": {"Take": {"Type": "Task", "Resource": "urn:take", "End": true}}}`, true},
		"for another time": {`{"StartAt": "Take", "States": {"Take": {"Type": "Task", "Resource": "urn:pick", "TimeoutSeconds": 5, "End": true}}}`, true},
	} {
		o := options()
		o.Stubs = []run.Stub{{Name: "urn:pick", Replies: []run.Reply{{Never: true}}}, {Name: "urn:take", Replies: []run.Reply{{Never: true}}}}
		v, err := (&verify.Pair{Source: from, Target: program(t, "y.asl.json", c.target), Raised: &dialects.Raised{}}).Verify(context.Background(), []run.Options{o})
		if err != nil || v.Failed() != c.differs {
			t.Errorf("%s: %+v, %v", name, v, err)
			if v != nil && v.Difference != nil {
				t.Log(*v.Difference)
			}
		}
	}
}
