package rewrite

import (
	"slices"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// halfDone has a task and a wait that nothing follows.
const halfDone = `{"id": "claims::half", "name": "Half", "steps": [
  {"id": "kind", "name": "Kind", "type": "DECISION", "conditionalNextSteps": {"old": "file", "true": "paid"}},
  {"id": "file", "name": "File", "type": "SERVICE_TASK", "jobType": "file"},
  {"id": "paid", "name": "Paid", "type": "USER_TASK"}]}`

// TestDeadEndsWait has an entity wait for a request that is never sent where a run of the source stops.
func TestDeadEndsWait(t *testing.T) {
	t.Parallel()
	able := dialects.Abilities{Kinds: dialects.Kinds(workflow.State, workflow.Task, workflow.Choice, workflow.Pass, workflow.Await, workflow.End),
		Documents: workflow.ObjectDocument, Awaits: []string{"event"}, Default: true, Cycles: true}
	source := lowered(t, "half.step.json", halfDone)
	c := rewritten(t, source, able, toEntity)
	wantLost := []string{`convert/dead-end-waits: "file" is a dead end`, `convert/dead-end-waits: "paid" is a dead end`}
	if got := lost(c); !slices.Equal(got, wantLost) {
		t.Errorf("lost is %q, want %q", got, wantLost)
	}
	want := `state kind; if old -> kind; -> paid
scope kind; -> file rests
state paid; -> paid rests
state file rests; -> file rests
state paid rests; -> paid rests
`
	if got := sketch(c.Program.Workflows[0]); got != want {
		t.Errorf("the net is\n%swant\n%s", got, want)
	}
	for _, n := range c.Program.Workflows[0].Root.Nodes {
		if e := n.Out[0]; n.Kind == workflow.State && e.To == n && e.Kind != workflow.Manual {
			t.Errorf("%q is left without a request", n.Name())
		}
	}
	o := run.Options{Input: value.ObjectOf(value.Member{Key: "old", Value: true})}
	if got, want := played(t, source, o), `file({"old":true}, null) waiting`; got != want {
		t.Errorf("the source comes to %s, want %s", got, want)
	}
	if got, want := played(t, c.Program, o), `file({"old":true}, null) resting`; got != want {
		t.Errorf("the entity comes to %s, want %s", got, want)
	}
}

// TestRequestsKeepTheirConditions has a transition that somebody requests keep its condition and its processor, where both were steps of
// their own in between: an entity refuses the request by itself if the condition does not hold.
func TestRequestsKeepTheirConditions(t *testing.T) {
	t.Parallel()
	able := dialects.Abilities{Kinds: dialects.Kinds(workflow.State, workflow.Task, workflow.Choice, workflow.Pass, workflow.Await, workflow.End),
		Documents: workflow.ObjectDocument, Awaits: []string{"event"}, Default: true, Cycles: true}
	const text = `{"version": "1", "name": "ticket", "initialState": "ISSUED", "active": true, "states": {
  "ISSUED": {"transitions": [
    {"name": "REFUND", "next": "REFUNDED", "manual": true, "criterion": {"type": "simple", "jsonPath": "$.paid", "operatorType": "EQUALS", "value": true},
      "processors": [{"type": "EXTERNAL", "name": "refund-card", "executionMode": "SYNC", "config": {"attachEntity": true}}]},
    {"name": "SHOW", "next": "USED", "manual": true}]},
  "REFUNDED": {}, "USED": {}}}`
	plain := rewritten(t, lowered(t, "x.fsm.json", text), dialects.Abilities{}, statesOfEntity)
	c := rewritten(t, plain.Program, able, noMatch, failAsTask, toEntity)
	want := "state ISSUED; if $.paid == true -> ISSUED; -> USED\nscope ISSUED; -> REFUNDED\nstate REFUNDED\nstate USED\n"
	if got := sketch(c.Program.Workflows[0]); got != want || len(c.Raised.StandIns) > 0 {
		t.Errorf("the net is\n%swant\n%s", got, want)
	}
	noStates := able
	noStates.Kinds = dialects.Kinds(workflow.Task, workflow.Choice, workflow.Await, workflow.End, workflow.Fail)
	c = rewritten(t, plain.Program, noStates, noMatch)
	if got := drawn(c.Program.Start()); !strings.Contains(got, "default REFUND allowed unmatched") {
		t.Errorf("without states the net is\n%s", got)
	}
}
