package rewrite

import (
	"fmt"
	"slices"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/run"
)

const approval = `{"id": "approval", "name": "Approval", "steps": [
  {"id": "ask", "name": "Ask", "type": "USER_TASK", "nextStep": "end", "boundaryEvents": [
    {"type": "TIMER", "duration": "PT24H", "interrupting": false, "targetStepId": "%"}]},
  {"id": "tell", "name": "Tell", "type": "SERVICE_TASK", "jobType": "tell", "nextStep": "end"},
  {"id": "remind", "name": "Remind", "type": "SERVICE_TASK", "jobType": "remind"},
  {"id": "end", "name": "End", "type": "END"}]}`

// TestTimerBesideInterrupts has the run of a timer that comes to the end be the only one from then on.
func TestTimerBesideInterrupts(t *testing.T) {
	t.Parallel()
	p := read(t, "approval.step.json", replaced(approval, "tell")).Lower()
	c := rewritten(t, p, dialects.Abilities{}, besideTimers, nestedForks, unsharedVariables)
	if got, want := lost(c), []string{`convert/timer-interrupts: the timer of "ask" starts "tell" in parallel`}; !slices.Equal(got, want) {
		t.Errorf("lost %q", got)
	}
	answered := run.Occurrence{Kind: "complete", Node: "ask", Value: parsed(t, `{"yes": true}`)}
	alike(t, p, c, play{input: `{}`, answers: map[string][]string{"tell": {`3 {"told": true}`}}},
		play{input: `{}`, answers: map[string][]string{"tell": {`3 {"told": true}`}}, happens: []run.Occurrence{answered}})
}

// TestTimerAfterAnInterruptingOne is left out: the node is not there any more. One whose length only looks longer stays.
func TestTimerAfterAnInterruptingOne(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		first, second string
		timers        int
	}{{"P2D", "P5D", 1}, {"P5D", "P2D", 1}, {"P30D", "P1M", 2}, {"P1M", "P32D", 1}} {
		p := read(t, "ask.step.json", fmt.Sprintf(`{"id": "ask", "name": "Ask", "steps": [
  {"id": "ask", "name": "Ask", "type": "USER_TASK", "nextStep": "done", "boundaryEvents": [
    {"type": "TIMER", "duration": %q, "interrupting": false, "targetStepId": "tell"}, {"type": "TIMER", "duration": %q, "interrupting": true, "targetStepId": "done"}]},
  {"id": "tell", "name": "Tell", "type": "SERVICE_TASK", "jobType": "tell", "nextStep": "done"}, {"id": "done", "name": "Done", "type": "END"}]}`, x.first, x.second)).Lower()
		c := rewritten(t, p, dialects.Abilities{}, besideTimers)
		if got := len(c.Program.Start().Root.Start.Timers); got != x.timers {
			t.Errorf("after %s and %s: %d timers are left", x.first, x.second, got)
		}
	}
}

// TestReminderIsDropped drops a timer that starts what comes to no end.
func TestReminderIsDropped(t *testing.T) {
	t.Parallel()
	p := read(t, "approval.step.json", replaced(approval, "remind")).Lower()
	c := rewritten(t, p, dialects.Abilities{}, besideTimers)
	want := []string{`convert/timeout: the timer of "ask", which starts "remind" in parallel, is dropped; left out with it, as nothing else leads there: "remind"`,
		`convert/unreached-elements: "tell" is left out, as nothing leads there any more`}
	if got := lost(c); !slices.Equal(got, want) {
		t.Errorf("lost %q", got)
	}
	if kept := rewritten(t, p, dialects.Abilities{Timers: dialects.TimerBeside}, besideTimers); len(kept.Applied) > 0 {
		t.Error("a target with such timers does not need the rewrite")
	}
}

func replaced(text, target string) string {
	at := slices.Index([]byte(text), '%')
	return text[:at] + target + text[at+1:]
}

// TestLimitsBecomeTimers has limits of asl become timers with edges: to the handler, or to a node that fails.
func TestLimitsBecomeTimers(t *testing.T) {
	t.Parallel()
	p := lowered(t, "x.asl.json", `{"StartAt": "Ask", "States": {
	  "Ask": {"Type": "Task", "Resource": "urn:task:ask", "TimeoutSeconds": 9, "ResultPath": "$.answer", "Next": "Book",
	    "Catch": [{"ErrorEquals": ["States.Timeout"], "ResultPath": "$.error", "Next": "Escalate"}]},
	  "Escalate": {"Type": "Task", "Resource": "urn:task:escalate", "End": true},
	  "Book": {"Type": "Task", "Resource": "urn:task:book", "TimeoutSeconds": 5, "ResultPath": "$.booking", "End": true}}}`)
	c := rewritten(t, p, dialects.Abilities{Timers: dialects.TimerVisit}, boundaryTimers)
	want := `Ask task, next Book, timer Ask timed out
Ask timed out pass, next Escalate
Escalate task, end .
Book task, end ., timer timed-out
. end
. end
timed-out fail
`
	if got := drawn(c.Program.Start()); got != want {
		t.Errorf("it became\n%s", got)
	}
	if got := lost(c); len(got) > 0 {
		t.Errorf("lost %q", got)
	}
	alike(t, p, c,
		play{input: `{"a": 1}`, answers: map[string][]string{"urn:task:ask": {`8 {"b": 2}`}, "urn:task:book": {`3 {"c": 3}`}}},
		play{input: `{"a": 1}`, answers: map[string][]string{"urn:task:ask": {`8 {"b": 2}`}, "urn:task:book": {`6 {"c": 3}`}}},
		play{input: `{"a": 1}`, answers: map[string][]string{"urn:task:ask": {`10 {"b": 2}`}, "urn:task:escalate": {`{"d": 4}`}}},
		play{input: `{"a": 1}`, answers: map[string][]string{"urn:task:ask": {`2 fail Busy`}}})
}

func TestLimitOfAttemptsCoversAll(t *testing.T) {
	t.Parallel()
	p := lowered(t, "x.asl.json", `{"StartAt": "Book", "States": {"Book": {"Type": "Task", "Resource": "urn:task:book", "TimeoutSeconds": 5, "End": true,
	  "Retry": [{"ErrorEquals": ["Busy"]}]}}}`)
	c := rewritten(t, p, dialects.Abilities{Timers: dialects.TimerVisit}, boundaryTimers)
	if got, want := lost(c), []string{`convert/time-limit: each attempt of "Book" has its own time limit`}; !slices.Equal(got, want) {
		t.Errorf("lost %q", got)
	}
}

// TestTimerBecomesLimit takes the same way back.
func TestTimerBecomesLimit(t *testing.T) {
	t.Parallel()
	p := lowered(t, "x.step.json", `{"id": "x", "name": "X", "steps": [
	  {"id": "book", "name": "Book", "type": "SERVICE_TASK", "jobType": "book", "nextStep": "end", "boundaryEvents": [
	    {"type": "TIMER", "duration": "PT5S", "interrupting": true, "targetStepId": "tell"}]},
	  {"id": "tell", "name": "Tell", "type": "SERVICE_TASK", "jobType": "tell", "nextStep": "end"},
	  {"id": "end", "name": "End", "type": "END"}]}`)
	able := dialects.Abilities{Timers: dialects.TimerAttempt, Handlers: dialects.HandleTasks | dialects.HandleByError}
	c := rewritten(t, p, able, besideTimers, nestedForks, unsharedVariables, visitTimers)
	if n := c.Program.Start().Root.Start; len(n.Timers) != 1 || n.Timers[0].Edge != nil {
		t.Errorf("the task has the timers %+v", n.Timers)
	}
	alike(t, p, c, play{input: `{"a": 1}`, answers: map[string][]string{"book": {`8 {"b": 2}`}, "tell": {`{"c": 3}`}}},
		play{input: `{"a": 1}`, answers: map[string][]string{"book": {`3 {"b": 2}`}}})
}
