package rewrite

import (
	"slices"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// waitingAgain waits, reminds, waits again, tells and reminds, waits once more, and gives up.
const waitingAgain = `{"id": "approval", "name": "Approval", "steps": [
  {"id": "ask", "name": "Ask", "type": "USER_TASK", "nextStep": "book", "boundaryEvents": [
    {"type": "TIMER", "duration": "P1D", "interrupting": true, "targetStepId": "remind"}]},
  {"id": "remind", "name": "Remind", "type": "SERVICE_TASK", "jobType": "remind", "nextStep": "ask-2"},
  {"id": "ask-2", "name": "Ask", "type": "USER_TASK", "nextStep": "book", "boundaryEvents": [
    {"type": "TIMER", "duration": "PT36H", "interrupting": true, "targetStepId": "tell"}]},
  {"id": "tell", "name": "Tell", "type": "SERVICE_TASK", "jobType": "tell", "nextStep": "press"},
  {"id": "press", "name": "Press", "type": "SERVICE_TASK", "jobType": "press", "nextStep": "ask-3"},
  {"id": "ask-3", "name": "Ask", "type": "USER_TASK", "nextStep": "book", "boundaryEvents": [
    {"type": "TIMER", "duration": "P2D", "interrupting": true, "targetStepId": "late"}]},
  {"id": "late", "name": "Late", "type": "SERVICE_TASK", "jobType": "late", "nextStep": "end"},
  {"id": "book", "name": "Book", "type": "SERVICE_TASK", "jobType": "book", "nextStep": "end"},
  {"id": "end", "name": "End", "type": "END"}]}`

// TestRemindersAreBesideTheWaitAgain makes one wait of three. What completed one of them completes it, and does the same at any time.
func TestRemindersAreBesideTheWaitAgain(t *testing.T) {
	t.Parallel()
	p := lowered(t, "approval.step.json", waitingAgain)
	c := rewritten(t, p, dialects.Abilities{Timers: dialects.TimerVisit | dialects.TimerBeside}, remindersAgain)
	var waits []string
	for _, n := range c.Program.Start().Nodes {
		if n.Kind == workflow.Await {
			for _, timer := range n.Timers {
				length, _ := fixedLength(&timer.Length)
				what := map[bool]string{true: "instead", false: "also"}[timer.Interrupting]
				waits = append(waits, n.Name()+" after "+length.String()+" "+what+" "+timer.Edge.To.Name())
			}
		}
	}
	if want := []string{"ask after 24h0m0s also remind", "ask after 60h0m0s also tell", "ask after 108h0m0s instead late"}; !slices.Equal(waits, want) {
		t.Errorf("%q became of the timers in\n%s", waits, drawn(c.Program.Start()))
	}
	if got, want := promptly(c), []string{"press", "remind", "tell"}; !slices.Equal(got, want) {
		t.Errorf("%q must answer at once", got)
	}
	for after, at := range map[string]string{"PT23H": "ask", "PT25H": "ask-2", "PT59H": "ask-2", "PT61H": "ask-3", "PT107H": "ask-3", "": ""} {
		before := play{input: `{"order": 1}`, answers: map[string][]string{"remind": {`{"reminded": 1}`}, "tell": {`{"told": true}`}, "press": {`{"pressed": true}`},
			"book": {`5 {"booked": true}`}, "late": {`5 {"late": true}`}}}
		then := before
		if after != "" {
			d, err := iso8601.ParseDuration(after)
			if err != nil {
				t.Fatal(err)
			}
			before.happens = []run.Occurrence{{Kind: "complete", Node: at, After: &d, Value: parsed(t, `{"yes": true}`)}}
			then.happens = []run.Occurrence{{Kind: "complete", Node: "ask", After: &d, Value: parsed(t, `{"yes": true}`)}}
		}
		if was, is := observed(t, p, before), observed(t, c.Program, then); was != is {
			t.Errorf("answered after %s, it did\n%s\nand does\n%s", after, was, is)
		}
	}
}

// TestOtherWaitsStayApart leaves waits that are not parts of one: what is between them would not be the same beside them.
func TestOtherWaitsStayApart(t *testing.T) {
	t.Parallel()
	able := dialects.Abilities{Timers: dialects.TimerVisit | dialects.TimerBeside}
	for what, change := range map[string]*strings.Replacer{
		"a name of its own":                     strings.NewReplacer("ask-2", "wait"),
		"another way on":                        strings.NewReplacer(`"ask-2", "name": "Ask", "type": "USER_TASK", "nextStep": "book"`, `"ask-2", "name": "Ask", "type": "USER_TASK", "nextStep": "late"`),
		"another kind":                          strings.NewReplacer(`"ask-2", "name": "Ask", "type": "USER_TASK"`, `"ask-2", "name": "Ask", "type": "WAIT"`),
		"another path to the wait":              strings.NewReplacer(`"jobType": "late", "nextStep": "end"`, `"jobType": "late", "nextStep": "ask-2"`),
		"another path to the steps between":     strings.NewReplacer(`"jobType": "late", "nextStep": "end"`, `"jobType": "late", "nextStep": "remind"`),
		"a wait between":                        strings.NewReplacer(`"type": "SERVICE_TASK", "jobType": "remind"`, `"type": "WAIT"`),
		"a time limit of the steps between":     strings.NewReplacer(`"jobType": "remind",`, `"jobType": "remind", "boundaryEvents": [{"type": "TIMER", "duration": "PT1H", "interrupting": true, "targetStepId": "late"}],`),
		"a condition before the wait":           strings.NewReplacer(`"type": "SERVICE_TASK", "jobType": "remind", "nextStep": "ask-2"`, `"type": "DECISION", "conditionalNextSteps": {"order == 1": "ask-2", "order != 1": "late"}`),
		"steps between that lead elsewhere too": strings.NewReplacer(`"type": "SERVICE_TASK", "jobType": "remind", "nextStep": "ask-2"`, `"type": "DECISION", "conditionalNextSteps": {"order == 1": "late", "order != 1": "press"}`),
	} {
		text := change.Replace(waitingAgain)
		if text == waitingAgain {
			t.Fatalf("%s changes nothing", what)
		}
		c := rewritten(t, lowered(t, "approval.step.json", text), able, remindersAgain)
		for _, n := range c.Program.Start().Nodes {
			if n.Name() == "ask" && (len(n.Timers) != 1 || !n.Timers[0].Interrupting) {
				t.Errorf("%s: the waits became one in\n%s", what, drawn(c.Program.Start()))
			}
		}
	}
	slow := lowered(t, "approval.step.json", waitingAgain)
	for _, n := range slow.Start().Nodes {
		if n.Name() == "remind" {
			n.Retry = []workflow.Retrier{{Limit: 2, Interval: 5}}
		}
	}
	if c := rewritten(t, slow, able, remindersAgain); slices.Contains(promptly(c), "remind") {
		t.Errorf("a retry after some time is beside the wait in\n%s", drawn(c.Program.Start()))
	}
}
