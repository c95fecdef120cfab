package rewrite

import (
	"slices"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// countsRounds has two loops that close at one step, and one in which somebody is asked.
const countsRounds = `{"id": "till", "name": "Till", "steps": [
  {"id": "count", "name": "Count", "type": "SERVICE_TASK", "jobType": "count", "nextStep": "right"},
  {"id": "right", "name": "Right?", "type": "DECISION", "conditionalNextSteps": {"difference == 0": "done", "difference == 1": "count", "true": "doubt"}},
  {"id": "doubt", "name": "Doubt?", "type": "DECISION", "conditionalNextSteps": {"difference == 2": "count", "true": "ask"}},
  {"id": "ask", "name": "Ask", "type": "USER_TASK", "nextStep": "count"},
  {"id": "done", "name": "Done", "type": "END"}]}`

// TestRoundsAreRequested has an entity wait where a loop closes, for a request that a worker makes at once, unless it waits in the loop anyway.
func TestRoundsAreRequested(t *testing.T) {
	t.Parallel()
	p := lowered(t, "till.step.json", countsRounds)
	c := rewrittenWith(t, p, entities(), dialects.Raising{Prefer: dialects.PreferExact}, toEntity)
	want := `state count; -> count
scope count; -> right
state right; if difference == 0 -> done; if difference == 1 -> count again; -> doubt
state count again; -> count
state doubt; if difference == 2 -> count again; -> ask
state ask; -> count
state done
`
	if got := sketch(c.Program.Start()); got != want || len(lost(c)) > 0 {
		t.Errorf("with the losses %q the net is\n%swant\n%s", lost(c), got, want)
	}
	for _, n := range c.Program.Start().Root.Nodes {
		if waits := n.Name() == "count again" || n.Name() == "ask"; n.Kind == workflow.State && waits != slices.ContainsFunc(n.Out, func(e *workflow.Edge) bool { return e.Kind == workflow.Manual }) {
			t.Errorf("%q waits for a request: %v", n.Name(), !waits)
		}
	}
	passage := func(o dialects.Passage) bool {
		return o.AtOnce && o.To.Name == "count at once" && o.By == "request-count-at-once"
	}
	if !slices.ContainsFunc(c.Raised.Occurrences, passage) || len(c.Raised.Near) != 1 {
		t.Errorf("the occurrences are %+v, near is %+v", c.Raised.Occurrences, c.Raised.Near)
	}

	c = rewrittenWith(t, p, entities(), dialects.Raising{Prefer: dialects.PreferNative}, toEntity)
	if got := lost(c); len(got) != 1 || !strings.HasPrefix(got[0], "convert/cascade-limit") || len(c.Raised.StandIns) > 0 {
		t.Errorf("the loop itself has the losses %q and the stand-ins %+v", got, c.Raised.StandIns)
	}
}

// TestRoundIsLoopAgain has a state go that only waits for the next round, and stay if it is named otherwise.
func TestRoundIsLoopAgain(t *testing.T) {
	t.Parallel()
	const text = `{"version": "1", "name": "till", "initialState": "Count", "active": true, "states": {
  "Count": {"transitions": [{"name": "count", "next": "Right?", "manual": false, "processors": [{"type": "EXTERNAL", "name": "count", "executionMode": "SYNC", "config": {"attachEntity": true}}]}]},
  "Right?": {"transitions": [{"name": "done", "next": "Done", "criterion": {"type": "simple", "jsonPath": "$.difference", "operatorType": "EQUALS", "value": 0}}, {"name": "again", "next": "Count again"}]},
  "Count again": {"transitions": [{"name": "Count at once", "next": "Count", "manual": true}]}, "Done": {}}}`
	for name, x := range map[string]struct {
		text  string
		loops bool
	}{
		"as it is written":  {text, true},
		"another request":   {strings.ReplaceAll(text, "Count at once", "Count on"), false},
		"another state":     {strings.ReplaceAll(text, "Count again", "Rest"), false},
		"a further request": {strings.Replace(text, `[{"name": "Count at once"`, `[{"name": "stop", "next": "Done", "manual": true}, {"name": "Count at once"`, 1), false},
	} {
		c := rewritten(t, lowered(t, "x.fsm.json", x.text), dialects.Abilities{}, statesOfEntity, requestsAgain)
		w := c.Program.Start()
		if loops := !strings.Contains(drawn(w), "await"); loops != x.loops || loops != (len(w.Events) == 0) || loops != (len(lost(c)) == 1) {
			t.Errorf("%s: with the losses %q and %d events the net is\n%s", name, lost(c), len(w.Events), drawn(w))
		}
	}
}
