package rewrite

import (
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/workflow"
)

const waitsForApproval = `{"version": "1", "name": "order", "initialState": "Approval", "active": true, "states": {
  "Approval": {"transitions": [{"name": "approve", "next": "Booked", "manual": true}, {"name": "escalate after PT48H", "next": "Escalated", "manual": true}]},
  "Booked": {}, "Escalated": {}}}`

// TestRequestsAreTimersAgain has a timer take the place of a request that is made after a time. Where a scheduler makes the request at that
// time, the run ends alike.
func TestRequestsAreTimersAgain(t *testing.T) {
	t.Parallel()
	p := lowered(t, "x.fsm.json", waitsForApproval)
	c := rewritten(t, p, dialects.Abilities{Timers: dialects.TimerVisit}, statesOfEntity, requestsAgain)
	want := "Approval await, choice Booked, timer Escalated\nBooked end\nEscalated end\n"
	if got := drawn(c.Program.Start()); got != want {
		t.Errorf("the net is\n%s\nwant\n%s", got, want)
	}
	if got := lost(c); len(got) != 1 {
		t.Errorf("the losses are %q, want one", got)
	}
	for _, o := range c.Raised.Occurrences {
		if strings.Contains(o.From.Name, "escalate") {
			t.Errorf("the request for the timer arrives as %+v", o.To)
		}
	}
	n := c.Program.Start().Root.Start
	if len(n.Timers) != 1 || n.Timers[0].Counts != workflow.PerVisit || !n.Timers[0].Interrupting {
		t.Errorf("the timers are %+v", n.Timers)
	}
	if got := observed(t, c.Program, play{input: `{"n": 1}`}); got != `succeeded after 48h0m0s {"n":1}` {
		t.Errorf("without a request it does\n%s", got)
	}
	approved := play{input: `{"n": 1}`, happens: []run.Occurrence{{Kind: "event", Value: parsed(t, `{"type": "approve", "source": "order", "data": {"by": "Ada"}}`)}}}
	if got := observed(t, c.Program, approved); got != `succeeded after 0s {"n":1,"by":"Ada"}` {
		t.Errorf("with a request it does\n%s", got)
	}
}

// TestWhatATimerDoesIsNamedWithoutTheTime names the call that a request made after the request, and not after its time.
func TestWhatATimerDoesIsNamedWithoutTheTime(t *testing.T) {
	t.Parallel()
	text := strings.Replace(waitsForApproval, `"next": "Escalated", "manual": true`,
		`"next": "Escalated", "manual": true, "processors": [{"type": "EXTERNAL", "name": "call-boss", "executionMode": "SYNC"}]`, 1)
	c := rewritten(t, lowered(t, "x.fsm.json", text), dialects.Abilities{Timers: dialects.TimerVisit}, statesOfEntity, requestsAgain)
	if got, want := drawn(c.Program.Start()), "Approval await, choice Booked, timer escalate\n"; !strings.HasPrefix(got, want) {
		t.Errorf("the net is\n%s\nwant it to begin\n%s", got, want)
	}
}

// TestRequestsByAuthorsStay leaves requests with other names, and the only request of a wait.
func TestRequestsByAuthorsStay(t *testing.T) {
	t.Parallel()
	for from, to := range map[string]string{
		"escalate after PT48H": "escalate after lunch",
		"PT48H":                "PT0S",
		" after ":              "-",
		`"approve"`:            `"approve after PT1H"`,
	} {
		p := lowered(t, "x.fsm.json", strings.ReplaceAll(waitsForApproval, from, to))
		if c := rewritten(t, p, dialects.Abilities{Timers: dialects.TimerVisit}, statesOfEntity, requestsAgain); len(lost(c)) > 0 {
			t.Errorf("with %s in place of %s the net is\n%s", to, from, drawn(c.Program.Start()))
		}
	}
	if c := rewritten(t, lowered(t, "x.fsm.json", waitsForApproval), dialects.Abilities{}, statesOfEntity, requestsAgain); len(lost(c)) > 0 {
		t.Error("a target without timers needs the request")
	}
}

// TestCompleteStatesDoNotRest has a state whose automated transitions take every entity wait for nothing.
func TestCompleteStatesDoNotRest(t *testing.T) {
	t.Parallel()
	const text = `{"version": "1", "name": "order", "initialState": "Size", "active": true, "states": {
  "Size": {"transitions": [{"name": "small", "next": "Small", "manual": false, "criterion": {"type": "simple", "jsonPath": "$.n", "operatorType": "LESS_THAN", "value": 5}},
    {"name": "large", "next": "Large", "manual": false, "criterion": {"type": "simple", "jsonPath": "$.n", "operatorType": "GREATER_OR_EQUAL", "value": 5}}]},
  "Small": {}, "Large": {}}}`
	c := rewritten(t, lowered(t, "x.fsm.json", text), dialects.Abilities{}, statesOfEntity)
	if got, want := drawn(c.Program.Start()), "Size choice, choice Small, default Large\nSmall end\nLarge end\n"; got != want {
		t.Errorf("the net is\n%s\nwant\n%s", got, want)
	}
	c = rewritten(t, lowered(t, "x.fsm.json", strings.Replace(text, "GREATER_OR_EQUAL", "GREATER_THAN", 1)), dialects.Abilities{}, statesOfEntity)
	if got := drawn(c.Program.Start()); !strings.Contains(got, "Size waiting await") {
		t.Errorf("an entity with 5 rests, but the net is\n%s", got)
	}
}
