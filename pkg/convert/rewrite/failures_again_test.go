package rewrite

import (
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
)

const choosesFailure = `{"StartAt": "Charge card", "States": {
  "Charge card": {"Type": "Task", "Resource": "urn:task:TASK", "Next": "Charge card failed?"},
  "Charge card failed?": {"Type": "Choice", "Default": "Ship", "Choices": [
    {"Variable": "$.chargeCardDeclined", "IsPresent": true, "Next": "Without chargeCardDeclined"},
    {"Variable": "$.chargeCardFailed", "IsPresent": true, "Next": "Alert"}]},
  "Without chargeCardDeclined": {"Type": "Task", "Resource": "urn:task:without-chargecarddeclined", "Next": "Refund"},
  "Ship": {"Type": "Task", "Resource": "urn:task:ship", "End": true},
  "Refund": {"Type": "Task", "Resource": "urn:task:refund", "End": true},
  "Alert": {"Type": "Task", "Resource": "urn:task:alert", "End": true}}}`

// handling is a target that has error handlers, and can make the cause of an error the document.
func handling() dialects.Abilities {
	return dialects.Abilities{Handlers: dialects.HandleTasks | dialects.HandleByError | dialects.HandleData, ErrorData: true, Answers: dialects.AnswerReplaces}
}

// TestFailuresAreHandledAgain has a choice on what a task answers in place of failing be handlers of a task that fails, with the same calls
// and the same document after it.
func TestFailuresAreHandledAgain(t *testing.T) {
	t.Parallel()
	p := lowered(t, "x.asl.json", strings.Replace(choosesFailure, "TASK", "call-charge-card", 1))
	c := rewritten(t, p, handling(), failuresAgain)
	want := `Charge card task, next Ship, error Refund, error Alert
Ship task, end .
Refund task, end .
Alert task, end .
. end
. end
. end
`
	if got := drawn(c.Program.Start()); got != want {
		t.Errorf("the net is\n%s\nwant\n%s", got, want)
	}
	what := "calls call-charge-card, and fails with ChargeCardDeclined if `$.chargeCardDeclined is there`, for which it calls without-chargecarddeclined, " +
		"with ChargeCardFailed if `$.chargeCardFailed is there`, with the document then as JSON for the cause; and answers the same"
	if s := c.Raised.StandIns; len(s) != 1 || s[0].Task != "charge-card" || s[0].What != what {
		t.Errorf("the stand-ins are %+v", s)
	}
	for _, answer := range []string{`3 {"id": "c-1"}`, `2 {"chargeCardFailed": true, "reason": "late"}`, `2 {"chargeCardDeclined": true, "n": 1}`, `1 fail Lost`} {
		x := play{input: `{"n": 1}`, answers: map[string][]string{"urn:task:call-charge-card": {answer}, "urn:task:without-chargecarddeclined": {`1 {"n": 2}`}}}
		if was, is := observed(t, p, x), observedWorking(t, c, x); was != is {
			t.Errorf("with %s it did\n%s\nand does\n%s", answer, was, is)
		}
	}
}

// TestGuardedFailuresAreHandledAgain has the guards of a flow be handlers, each of which excludes the others before it.
func TestGuardedFailuresAreHandledAgain(t *testing.T) {
	t.Parallel()
	const text = `@task charge-card = call-charge-card ;
charge-card → {
  ? ` + "`$[?(@.chargeCardDeclined != null)]`" + ` { without-chargecarddeclined → refund }
  ? ` + "`$[?(@.chargeCardFailed != null && !(@.chargeCardDeclined != null))]`" + ` { without-chargecarddeclined → alert }
  ? ` + "`$[?(!(@.chargeCardDeclined != null) && !(@.chargeCardFailed != null))]`" + ` ship
}
`
	for _, name := range []string{"charge-card", "pay-card"} {
		p := lowered(t, "x.flow", strings.ReplaceAll(text, "@task charge-card = call-charge-card ;\ncharge-card", "@task "+name+" = call-"+name+" ;\n"+name))
		for _, e := range p.Start().Elements {
			if e.Given != "" {
				e.Name = e.Given
			}
		}
		c := rewritten(t, p, handling(), edgeJoins, subflows, exclusiveGuards, conditionalSteps, subflows, failuresAgain)
		got, want := drawn(c.Program.Start()), "charge-card task, next ship, error refund, error alert\nrefund task, end .\nalert task, end .\nship task, end .\n. end\n"
		if (got == want) != (name == "charge-card") {
			t.Errorf("after %s the net is\n%s", name, got)
		}
		for _, answer := range []string{`3 {"id": "c-1"}`, `2 {"chargeCardFailed": true, "reason": "late"}`, `2 {"chargeCardDeclined": true, "n": 1}`, `1 fail Lost`} {
			x := play{input: `{"n": 1}`, answers: map[string][]string{"call-" + name: {answer}, "without-chargecarddeclined": {`1 {"n": 2}`}}}
			if was, is := observed(t, p, x), observedWorking(t, c, x); was != is {
				t.Errorf("with %s it did\n%s\nand does\n%s", answer, was, is)
			}
		}
	}
}

// TestChoicesByAuthorsStay leaves a choice by what a task answers that an author made.
func TestChoicesByAuthorsStay(t *testing.T) {
	t.Parallel()
	for from, to := range map[string]string{
		"TASK":                "charge-card",
		`Charge card failed?`: "Charged?",
		`"Default": "Ship", `: ``,
		`{"Variable": "$.chargeCardFailed", "IsPresent": true`: `{"Not": {"Variable": "$.id", "StringEquals": "c-1"}`,
		`"Next": "Charge card f`:                               `"Retry": [{"ErrorEquals": ["States.ALL"]}], "Next": "Charge card f`,
	} {
		text := strings.ReplaceAll(choosesFailure, from, to)
		p := lowered(t, "x.asl.json", strings.Replace(text, "TASK", "call-charge-card", 1))
		before := drawn(p.Start())
		if c := rewritten(t, p, handling(), failuresAgain); drawn(c.Program.Start()) != before {
			t.Errorf("with %s in place of %s the net is\n%s", to, from, drawn(c.Program.Start()))
		}
	}
	p := lowered(t, "x.asl.json", strings.Replace(choosesFailure, "TASK", "call-charge-card", 1))
	if c := rewritten(t, p, dialects.Abilities{}, failuresAgain); len(c.Raised.StandIns) > 0 {
		t.Error("a target without handlers needs the choice")
	}
}
