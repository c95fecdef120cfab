package rewrite

import (
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
)

const limitedExport = `{"TimeoutSeconds": 60, "StartAt": "Export", "States": {
  "Export": {"Type": "Task", "Resource": "urn:task:export", "ResultPath": "$.file", "TimeoutSeconds": 40, "Next": "Send"},
  "Send": {"Type": "Task", "Resource": "urn:task:send", "ResultPath": "$.sent", "TimeoutSeconds": 40, "End": true}}}`

// waitingBeside is a target whose timers start paths beside a node, and that waits for signals.
func waitingBeside() dialects.Abilities {
	return dialects.Abilities{Timers: dialects.TimerVisit | dialects.TimerBeside, Awaits: []string{"userTask", "signal"}}
}

// TestRunLimit has a wait bound the time of a run, which begins beside it, and become that limit again.
func TestRunLimit(t *testing.T) {
	t.Parallel()
	p := lowered(t, "x.asl.json", limitedExport)
	c := rewritten(t, p, waitingBeside(), boundaryTimers, timeLimits)
	want := "time-limit await, next timed-out, timer Export, timer timed-out\nExport task, next Send, timer timed-out\nSend task, end ., timer timed-out\n"
	if got := drawn(c.Program.Start()); !strings.HasPrefix(got, want) || len(lost(c)) > 0 {
		t.Errorf("it became\n%s, lost is %q", got, lost(c))
	}
	plays := []play{
		{input: `{"n": 1}`, answers: map[string][]string{"urn:task:export": {`20 {"id": 7}`}, "urn:task:send": {`30 {}`}}},
		{input: `{"n": 1}`, answers: map[string][]string{"urn:task:export": {`35 {"id": 7}`}, "urn:task:send": {`30 {}`}}},
		{input: `{"n": 1}`, answers: map[string][]string{"urn:task:export": {`50 {"id": 7}`}, "urn:task:send": {`1 {}`}}},
		{input: `{"n": 1}`, answers: map[string][]string{"urn:task:export": {`2 fail Busy`}}},
	}
	alike(t, p, c, plays...)
	again := rewritten(t, c.Program, dialects.Abilities{Timeout: true}, runLimitAgain)
	if w := again.Program.Start(); w.Timeout == nil || w.Root.Start.Name() != "Export" || strings.Contains(drawn(w), "time-limit") {
		t.Errorf("it became\n%s", drawn(w))
	}
	alike(t, p, again, plays...)
}

// TestRunLimitStays leaves waits alone that look like one that bounds a run.
func TestRunLimitStays(t *testing.T) {
	t.Parallel()
	const text = `{"id": "x", "name": "X", "steps": [
  {"id": "time-limit", "name": "Limit", "type": "WAIT", "nextStep": "timed-out", "boundaryEvents": [
    {"type": "TIMER", "duration": "PT0S", "interrupting": false, "targetStepId": "work"}, {"type": "TIMER", "duration": "PT1H", "interrupting": true, "targetStepId": "timed-out"}]},
  {"id": "work", "name": "Work", "type": "SERVICE_TASK", "jobType": "work", "nextStep": "end"},
  {"id": "timed-out", "name": "Out", "type": "DECISION", "conditionalNextSteps": {"false": "end"}}, {"id": "end", "name": "End", "type": "END"}]}`
	for name, x := range map[string]struct {
		old, text string
		applied   bool
	}{
		"as it is written":    {"", "", true},
		"another name":        {`"id": "time-limit"`, `"id": "wait"`, false},
		"a later start":       {"PT0S", "PT1S", false},
		"another kind":        {"WAIT", "USER_TASK", false},
		"a start of its own":  {`"nextStep": "end"`, `"nextStep": "time-limit"`, false},
		"a signal goes on":    {`"nextStep": "timed-out"`, `"nextStep": "work"`, false},
		"the run stays alive": {`"false": "end"`, `"true": "end"`, false},
		"one timer is beside": {"true, \"targetStepId\"", "false, \"targetStepId\"", false},
	} {
		p := read(t, "x.step.json", strings.Replace(text, x.old, x.text, 1)).Lower()
		if c := rewritten(t, p, dialects.Abilities{Timeout: true}, constantGuards, runLimitAgain); (c.Program.Start().Timeout != nil) != x.applied {
			t.Errorf("%s: it became\n%s", name, drawn(c.Program.Start()))
		}
	}
}
