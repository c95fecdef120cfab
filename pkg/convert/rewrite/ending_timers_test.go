package rewrite

import (
	"slices"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// endedByEscalation has a step after the one that the timer leads away from.
func endedByEscalation(target string) string {
	return strings.NewReplacer(`"type": "USER_TASK", "nextStep": "end"`, `"type": "USER_TASK", "nextStep": "book"`,
		`{"id": "end", "name"`, `{"id": "book", "name": "Book", "type": "SERVICE_TASK", "jobType": "book", "nextStep": "end"}, {"id": "end", "name"`).Replace(escalating(target))
}

// TestEndingTimers has a timer that ends the run interrupt its node, with workers that answer at once, and do the same then.
func TestEndingTimers(t *testing.T) {
	t.Parallel()
	for _, target := range []string{"say", "tell"} {
		p := read(t, "approval.step.json", endedByEscalation(target)).Lower()
		c := rewritten(t, p, dialects.Abilities{Timers: dialects.TimerVisit}, endingTimers)
		if got := promptly(c); !slices.Equal(got, []string{"tell"}) || len(lost(c)) > 0 || len(c.Raised.StandIns) > 0 {
			t.Errorf("%q must answer at once, %q is lost", got, lost(c))
		}
		if !interrupted(c.Program.Start()) {
			t.Errorf("it became\n%s", drawn(c.Program.Start()))
		}
		for _, hours := range []string{"3", "23", "25", "60"} {
			play := answeredAfter(t, hours, `{"told": true}`)
			if was, is := observed(t, p, play), observed(t, c.Program, play); was != is {
				t.Errorf("answered after %s h, it did\n%s\nand does\n%s", hours, was, is)
			}
		}
	}
}

// TestTimersThatDoNotEndStay leaves timers alone beside which a run goes on, or after which a step that only another timer leads to is not left out.
func TestTimersThatDoNotEndStay(t *testing.T) {
	t.Parallel()
	for what, x := range map[string][2]string{
		"goes nowhere":         {`"jobType": "tell", "nextStep": "said"`, `"jobType": "tell"`},
		"has a timer":          {`"jobType": "tell", "nextStep": "said"`, `"jobType": "tell", "nextStep": "said", "boundaryEvents": [{"type": "TIMER", "duration": "PT1H", "interrupting": true, "targetStepId": "end"}]`},
		"is not last":          {`"targetStepId": "say"}`, `"targetStepId": "say"}, {"type": "TIMER", "duration": "P9D", "interrupting": true, "targetStepId": "remind"}`},
		"is exact by a worker": {`"type": "USER_TASK", "nextStep": "book"`, `"type": "USER_TASK", "nextStep": "end"`},
		"is unordered":         {`"targetStepId": "say"}`, `"targetStepId": "say"}, {"type": "TIMER", "duration": "PT24H", "interrupting": true, "targetStepId": "end"}`},
	} {
		text := endedByEscalation("say")
		if !strings.Contains(text, x[0]) {
			t.Fatalf("%s is not in\n%s", x[0], text)
		}
		c := rewritten(t, read(t, "approval.step.json", strings.Replace(text, x[0], x[1], 1)).Lower(), dialects.Abilities{Timers: dialects.TimerVisit}, endingTimers)
		if len(promptly(c)) > 0 {
			t.Errorf("one that %s became\n%s", what, drawn(c.Program.Start()))
		}
	}
}

// interrupted reports whether all timers of a workflow interrupt their nodes.
func interrupted(w *workflow.Workflow) bool {
	return !slices.ContainsFunc(w.Nodes, func(n *workflow.Node) bool {
		return slices.ContainsFunc(n.Timers, func(t workflow.Timer) bool { return !t.Interrupting })
	})
}
