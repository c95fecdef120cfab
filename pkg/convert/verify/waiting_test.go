package verify_test

import (
	"context"
	"testing"
	"time"

	"github.com/flowglot/flowglot/pkg/convert/verify"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/iso8601"
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

// TestTasksOfOnePlatform has two elements of the target call one task, which is answered by another occurrence for each: the answer that
// the first never gets is not that of the second.
func TestTasksOfOnePlatform(t *testing.T) {
	t.Parallel()
	from := program(t, "x.step.json", `{"id": "x", "name": "x", "steps": [
  {"id": "first", "name": "first", "type": "WAIT", "nextStep": "end", "boundaryEvents": [{"type": "TIMER", "duration": "PT10S", "interrupting": true, "targetStepId": "second"}]},
  {"id": "second", "name": "second", "type": "WAIT", "nextStep": "end"}, {"id": "end", "name": "end", "type": "END"}]}`)
	const wait = `"Type": "Task", "Resource": "arn:aws:states:::sqs:sendMessage.waitForTaskToken", "Arguments": {"QueueUrl": "q", "MessageBody": "{% $states.context.Task.Token %}"},
    "Output": "{% $merge([$states.input, $states.result]) %}"`
	to := programAt(t, "current", "y.asl.json", `{"QueryLanguage": "JSONata", "StartAt": "first", "States": {
  "first": {`+wait+`, "TimeoutSeconds": 10, "Catch": [{"ErrorEquals": ["States.Timeout"], "Output": "{% $states.input %}", "Next": "second"}], "End": true},
  "second": {`+wait+`, "End": true}}}`)
	const task = "arn:aws:states:::sqs:sendMessage.waitForTaskToken"
	r := &dialects.Raised{Substitutes: []string{task}}
	for _, name := range []string{"first", "second"} {
		r.Occurrences = append(r.Occurrences, dialects.Passage{From: dialects.Occurrence{Kind: "signal", Name: name}, To: dialects.Occurrence{Kind: "task", Name: task, At: name}})
	}
	late := iso8601.Duration{Clock: 20 * time.Second}
	o := options()
	o.Input = valuetest.Object()
	o.Occurrences = []run.Occurrence{{Kind: "signal", Node: "second", Value: valuetest.Object("late", true), After: &late}}
	v, err := (&verify.Pair{Source: from, Target: to, Raised: r}).Verify(context.Background(), []run.Options{o})
	if err != nil || v.Failed() || v.Equal != 1 {
		t.Errorf("%+v, %v", v, err)
	}
}

// TestWaitsAgain has a task that somebody answers be out of time at first: the answer is that of the call during which it comes.
func TestWaitsAgain(t *testing.T) {
	t.Parallel()
	from := program(t, "x.step.json", `{"id": "x", "name": "X", "steps": [
  {"id": "ask", "name": "Ask", "type": "USER_TASK", "nextStep": "end"}, {"id": "end", "name": "End", "type": "END"}]}`)
	to := program(t, "x.asl.json", `{"StartAt": "ask", "States": {
  "ask": {"Type": "Task", "Resource": "urn:task:ask", "TimeoutSeconds": 3600, "Catch": [{"ErrorEquals": ["States.Timeout"], "ResultPath": null, "Next": "again"}], "End": true},
  "again": {"Type": "Task", "Resource": "urn:task:ask", "TimeoutSeconds": 36000, "End": true}}}`)
	r := &dialects.Raised{Substitutes: []string{"urn:task:ask"}, Occurrences: []dialects.Passage{
		{From: dialects.Occurrence{Kind: "complete", Name: "ask"}, To: dialects.Occurrence{Kind: "task", Name: "urn:task:ask"}}}}
	for _, hours := range []time.Duration{0, 2} {
		after := iso8601.Duration{Clock: hours * time.Hour}
		o := options()
		o.Input = valuetest.Object()
		o.Occurrences = []run.Occurrence{{Kind: "complete", Node: "ask", After: &after, Value: valuetest.Object("yes", true)}}
		v, err := (&verify.Pair{Source: from, Target: to, Raised: r}).Verify(context.Background(), []run.Options{o})
		if err != nil || v.Failed() || v.Equal != 1 {
			t.Errorf("answered after %d h: %+v, %v", hours, v, err)
		}
	}
}
