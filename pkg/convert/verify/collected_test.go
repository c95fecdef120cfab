package verify_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/flowglot/flowglot/pkg/convert/verify"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/value/valuetest"
)

const collecting = `{"id": "x", "name": "X", "version": "1",
  "events": [{"name": "a", "type": "a", "source": "s", "kind": "consumed"}, {"name": "b", "type": "b", "source": "s", "kind": "consumed"}],
  "states": [
    {"name": "rest", "type": "delay", "timeDelay": "PT10S", "start": {"kind": "default"}, "transition": {"nextState": "wait"}},
    {"name": "wait", "type": "event", "exclusive": false, "timeout": "PT5S", "eventsActions": [{"eventRefs": ["a", "b"], "actions": []}], "transition": {"nextState": "done"}},
    {"name": "done", "type": "switch", "dataConditions": [{"condition": "{{ $[?(@.n >= 1)] }}", "transition": {"nextState": "end"}}], "default": {"nextState": "rest"}},
    {"name": "end", "type": "inject", "data": {}, "end": {"kind": "default"}}]}`

const collected = `{"id": "x", "name": "X", "steps": [
  {"id": "rest", "name": "rest", "type": "WAIT", "nextStep": "wait", "boundaryEvents": [{"type": "TIMER", "duration": "PT10S", "interrupting": true, "targetStepId": "wait"}]},
  {"id": "wait", "name": "wait", "type": "USER_TASK", "nextStep": "done", "boundaryEvents": [{"type": "TIMER", "duration": "PT5S", "interrupting": true, "targetStepId": "done"}]},
  {"id": "done", "name": "done", "type": "DECISION", "conditionalNextSteps": {"$env.n != nil && $env.n >= 1": "end", "true": "rest"}},
  {"id": "end", "name": "end", "type": "END"}]}`

// TestCollectedEvents has a worker answer once all events came: what came of those before a time limit is not in the answer of the visit
// after it, and an event that came alone has no answer.
func TestCollectedEvents(t *testing.T) {
	t.Parallel()
	all := dialects.Occurrence{Kind: "events", At: "wait"}
	r := &dialects.Raised{StandIns: []dialects.StandIn{{Element: "wait", Task: "answer-wait"}}, Substitutes: []string{"answer-wait"}, Occurrences: []dialects.Passage{
		{From: dialects.Occurrence{Kind: "event", Name: "a", At: "wait", Source: "s"}, To: all, By: "answer-wait"},
		{From: dialects.Occurrence{Kind: "event", Name: "b", At: "wait", Source: "s"}, To: all, By: "answer-wait"},
		{From: all, To: dialects.Occurrence{Kind: "complete", Name: "wait"}, By: "answer-wait"}}}
	event := func(kind string, n int64, after time.Duration) run.Occurrence {
		e := valuetest.Object("specversion", "1.0", "id", "1", "type", kind, "source", "s", "data", valuetest.Object(kind, n, "n", n))
		return run.Occurrence{Kind: "event", Value: e, After: &iso8601.Duration{Clock: after}}
	}
	o := options()
	o.Occurrences = []run.Occurrence{event("a", 7, 12*time.Second), event("b", 2, 26*time.Second), event("a", 3, 29*time.Second)}
	for _, x := range []struct {
		target  string
		differs bool
	}{
		{collected, false},
		{strings.Replace(collected, `"duration": "PT5S"`, `"duration": "PT3S"`, 1), true},
		{strings.Replace(collected, "n >= 1", "n >= 9", 1), true},
	} {
		p := &verify.Pair{Source: program(t, "x.sw.json", collecting), Target: program(t, "x.step.json", x.target), Raised: r}
		v, err := p.Verify(context.Background(), []run.Options{o})
		if err != nil || v.Failed() != x.differs || v.Runs != 1 || v.NotComparable > 0 {
			t.Errorf("%v, %v, want a difference: %t", v, err, x.differs)
			if v != nil && v.Difference != nil {
				t.Log(*v.Difference)
			}
		}
	}
}
