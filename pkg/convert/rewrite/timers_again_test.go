package rewrite

import (
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
)

const limitedSteps = `{"id": "order", "name": "Order", "steps": [
  {"id": "ask", "name": "Ask", "type": "SERVICE_TASK", "jobType": "ask", "nextStep": "book", "boundaryEvents": [
    {"type": "TIMER", "duration": "PT9S", "interrupting": true, "targetStepId": "LATE"}]},
  {"id": "book", "name": "Book", "type": "SERVICE_TASK", "jobType": "book", "nextStep": "end", "boundaryEvents": [
    {"type": "TIMER", "duration": "PT5S", "interrupting": true, "targetStepId": "FAILS"}]},
  {"id": "LATE", "name": "Late", "type": "TRANSFORMATION", "transformations": {"error": {"Error": "Timeout", "Cause": ""}}, "nextStep": "escalate"},
  {"id": "escalate", "name": "Escalate", "type": "SERVICE_TASK", "jobType": "escalate", "nextStep": "end"},
  {"id": "FAILS", "name": "Fails", "type": "DECISION", "conditionalNextSteps": {"false": "end"}},
  {"id": "end", "name": "END", "type": "END"}]}`

// TestTimersAreLimitsAgain has timers be limits that lead to steps which are named as those are that limits lead to, and leaves others.
func TestTimersAreLimitsAgain(t *testing.T) {
	t.Parallel()
	for _, x := range []struct{ late, fails, want string }{
		{"ask-timed-out", "timed-out", `ask task, next book, error escalate
book task, next end
escalate task, next end
end end
`},
		{"too-late", "late", `ask task, next book, timer too-late
book task, next end, timer late
too-late pass, next escalate
escalate task, next end
late fail
end end
`},
	} {
		p := lowered(t, "order.step.json", strings.NewReplacer("LATE", x.late, "FAILS", x.fails).Replace(limitedSteps))
		c := rewritten(t, p, dialects.Abilities{Timers: dialects.TimerAttempt, Handlers: dialects.HandleTasks | dialects.HandleData}, constantGuards, nestedForks, unsharedVariables, timersAgain)
		if got := drawn(c.Program.Start()); got != x.want {
			t.Errorf("with %s and %s the net is\n%s\nwant\n%s", x.late, x.fails, got, x.want)
		}
		alike(t, p, c, play{input: `{"n": 1}`, answers: map[string][]string{"ask": {`10 {"yes": true}`}, "escalate": {`1 {"told": true}`}}},
			play{input: `{"n": 1}`, answers: map[string][]string{"ask": {`2 {"yes": true}`}, "book": {`3 {"booked": true}`}}})
		if target := observed(t, c.Program, late); !strings.Contains(target, "failed") {
			t.Errorf("out of time it did %s", target)
		}
	}
	p := lowered(t, "order.step.json", strings.NewReplacer("LATE", "ask-timed-out", "FAILS", "timed-out").Replace(limitedSteps))
	c := rewritten(t, p, dialects.Abilities{Timers: dialects.TimerVisit}, constantGuards, timersAgain)
	if got := drawn(c.Program.Start()); !strings.Contains(got, "timer ask-timed-out") {
		t.Errorf("for a target without time limits the net is\n%s", got)
	}
}

var late = play{input: `{"n": 1}`, answers: map[string][]string{"ask": {`2 {"yes": true}`}, "book": {`30 {"booked": true}`}}}

// TestLimitsWithoutHandlers has timers that lead to a step which only fails be limits in a target that has time limits and no error
// handlers, if they are numbers of seconds, and leaves those to a step that has the error in the document.
func TestLimitsWithoutHandlers(t *testing.T) {
	t.Parallel()
	for duration, want := range map[string]string{
		"PT5S":   "ask task, next book, timer ask-timed-out\nbook task, next end\n",
		"PT1.5S": "ask task, next book, timer ask-timed-out\nbook task, next end\n",
		"P1M":    "ask task, next book, timer ask-timed-out\nbook task, next end, timer timed-out\n",
	} {
		p := lowered(t, "order.step.json", strings.NewReplacer("LATE", "ask-timed-out", "FAILS", "timed-out", "PT5S", duration).Replace(limitedSteps))
		c := rewritten(t, p, dialects.Abilities{Timers: dialects.TimerAttempt}, constantGuards, nestedForks, unsharedVariables, timersAgain)
		if got := drawn(c.Program.Start()); !strings.HasPrefix(got, want) {
			t.Errorf("with %s the net is\n%s\nwant\n%s", duration, got, want)
		}
	}
}
