package rewrite

import (
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

const pollsExport = `{"StartAt": "Start", "States": {
  "Start": {"Type": "Wait", "Seconds": 5, "Next": "Pause"},
  "Pause": {"Type": "Wait", "Seconds": 60, "Next": "Look"},
  "Look": {"Type": "Task", "Resource": "urn:task:look", "TimeoutSeconds": 99, "Next": "Done?"},
  "Done?": {"Type": "Choice", "Choices": [{"Variable": "$.done", "BooleanEquals": true, "Next": "Finish"}], "Default": "Pause"},
  "Finish": {"Type": "Succeed"}}}`

// entities is a target with states of an entity, which wait for requests alone.
func entities() dialects.Abilities {
	return dialects.Abilities{Kinds: dialects.Kinds(workflow.State, workflow.Task, workflow.Choice, workflow.Pass, workflow.Await, workflow.End), Documents: workflow.ObjectDocument,
		Answers: dialects.AnswerReplaces, Awaits: []string{"signal", "event"}, Default: true, Cycles: true, Timers: dialects.TimerAttempt | dialects.TimerRequest}
}

// TestWaitsOfRoundsAreRequested has a request end a wait on a cycle, and a task wait elsewhere.
func TestWaitsOfRoundsAreRequested(t *testing.T) {
	t.Parallel()
	p := lowered(t, "x.asl.json", pollsExport)
	c := rewritten(t, p, entities(), requestedWaits)
	if got, want := drawn(c.Program.Start()), "Start wait, next Pause\nPause await, timer Look\n"; !strings.HasPrefix(got, want) {
		t.Errorf("it became\n%s", got)
	}
	looks := []string{`1 {"done": false}`, `1 {"done": false}`, `2 {"done": true}`}
	alike(t, p, c, play{input: `{}`, answers: map[string][]string{"urn:task:look": looks}}, play{input: `{}`, answers: map[string][]string{"urn:task:look": {"3 fail Busy"}}})

	c = rewritten(t, p, entities(), requestedWaits, waitAsTask, toEntity)
	if got := lost(c); len(got) > 0 {
		t.Errorf("lost is %q", got)
	}
	wants := `requests the transition "Pause after PT1M" 60 s after the entity began to wait at "Pause", if it still does`
	if s := c.Raised.StandIns; len(s) != 2 || s[0].Element != "Start" || s[1].What != wants {
		t.Errorf("the stand-ins are %+v", s)
	}
	passage := dialects.Passage{From: dialects.Occurrence{Kind: "timer", At: "Pause"}, To: dialects.Occurrence{Kind: "transition", Name: "Pause after PT1M"}, By: "request-pause-after-pt1m"}
	if o := c.Raised.Occurrences; len(o) != 1 || o[0].From != passage.From || o[0].To != passage.To || o[0].By != passage.By {
		t.Errorf("the occurrences are %+v", o)
	}
}

// TestOtherWaitsStay leaves waits alone whose time is not fixed, or whose round takes a request anyway, and those of targets that wait.
func TestOtherWaitsStay(t *testing.T) {
	t.Parallel()
	waiting := entities()
	waiting.Kinds |= dialects.Kinds(workflow.Wait)
	for name, x := range map[string]struct {
		text string
		able dialects.Abilities
	}{
		"the time is in the data":    {strings.Replace(pollsExport, `"Seconds": 60`, `"SecondsPath": "$.seconds"`, 1), entities()},
		"no time":                    {strings.Replace(pollsExport, `"Seconds": 60`, `"Seconds": 0`, 1), entities()},
		"an instant":                 {strings.Replace(pollsExport, `"Seconds": 60`, `"Timestamp": "2030-01-01T00:00:00Z"`, 1), entities()},
		"a part goes on":             {strings.Replace(pollsExport, `"Seconds": 60`, `"Seconds": 60, "InputPath": "$.part"`, 1), entities()},
		"no cycle":                   {strings.Replace(pollsExport, `"Default": "Pause"`, `"Default": "Finish"`, 1), entities()},
		"the target waits by itself": {pollsExport, waiting},
	} {
		c := rewritten(t, lowered(t, "x.asl.json", x.text), x.able, requestedWaits)
		if got := drawn(c.Program.Start()); strings.Contains(got, "await") {
			t.Errorf("%s: it became\n%s", name, got)
		}
	}
	const asks = `{"id": "x", "name": "x", "steps": [{"id": "ask", "name": "Ask", "type": "USER_TASK", "nextStep": "wait"},
  {"id": "wait", "name": "Wait", "type": "WAIT", "nextStep": "ask", "boundaryEvents": [{"type": "TIMER", "duration": "PT5S", "interrupting": true, "targetStepId": "ask"}]}]}`
	if c := rewritten(t, lowered(t, "x.step.json", asks), entities(), requestedWaits); len(c.Applied) > 0 {
		t.Errorf("it became\n%s", drawn(c.Program.Start()))
	}
}

// TestRequestIsWaitAgain has a state wait whose only request is named after it and a time, where the target can wait.
func TestRequestIsWaitAgain(t *testing.T) {
	t.Parallel()
	const text = `{"version": "1", "name": "poll", "initialState": "Pause", "active": true, "states": {
  "Pause": {"transitions": [{"name": "Pause after PT1M", "next": "Done", "manual": true}]}, "Done": {}}}`
	waits := dialects.Abilities{Kinds: dialects.Kinds(workflow.Wait)}
	for name, x := range map[string]struct {
		text string
		able dialects.Abilities
		want string
	}{
		"as it is written": {text, waits, "Pause wait, next Done\nDone end\n"},
		"another name":     {strings.Replace(text, "Pause after", "Go on after", 1), waits, "Pause await, choice Done\nDone end\n"},
		"no time":          {strings.Replace(text, "PT1M", "lunch", 1), waits, "Pause await, choice Done\nDone end\n"},
		"another request":  {strings.Replace(text, `[{`, `[{"name": "stop", "next": "Done", "manual": true}, {`, 1), waits, "Pause await, choice Done, choice Done\nDone end\n"},
		"no waits":         {text, dialects.Abilities{}, "Pause await, choice Done\nDone end\n"},
	} {
		c := rewritten(t, lowered(t, "x.fsm.json", x.text), x.able, statesOfEntity, requestsAgain)
		if got := drawn(c.Program.Start()); got != x.want {
			t.Errorf("%s: the net is\n%s\nwant\n%s", name, got, x.want)
		}
		if waited := strings.HasPrefix(x.want, "Pause wait"); waited != (len(lost(c)) == 1) || waited != (len(c.Raised.Occurrences) == 0) {
			t.Errorf("%s: the losses are %q, and the occurrences %+v", name, lost(c), c.Raised.Occurrences)
		}
	}
}
