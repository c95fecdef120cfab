package rewrite

import (
	"strings"
	"testing"
)

// TestHandlerThatJoins: a handler that leads to where a task goes on otherwise needs no choice, whatever it does with the error, since the
// answer is the document after both. One that leads elsewhere does.
func TestHandlerThatJoins(t *testing.T) {
	t.Parallel()
	for _, x := range []struct{ catch, drawn string }{
		{`{"ErrorEquals": ["States.ALL"], "ResultPath": null, "Next": "Ship"}`, "Mail task, next Ship\n"},
		{`{"ErrorEquals": ["Bounced"], "ResultPath": "$.problem", "Next": "Ship"}`, "Mail task, next Ship\n"},
		{`{"ErrorEquals": ["Bounced"], "ResultPath": null, "Next": "Alert"}, {"ErrorEquals": ["States.ALL"], "ResultPath": null, "Next": "Ship"}`,
			"Mail task, next Mail failed?\nMail failed? choice, choice Without mailBounced, default Ship\n"},
		{`{"ErrorEquals": ["States.ALL"], "ResultPath": null, "Next": "Alert"}`, "Mail task, next Mail failed?\nMail failed? choice, choice Without mailFailed, default Ship\n"},
	} {
		p := lowered(t, "x.asl.json", `{"StartAt": "Mail", "States": {
  "Mail": {"Type": "Task", "Resource": "urn:task:mail", "ResultPath": null, "Catch": [`+x.catch+`], "Next": "Ship"},
  "Ship": {"Type": "Task", "Resource": "urn:task:ship", "End": true},
  "Alert": {"Type": "Task", "Resource": "urn:task:alert", "Next": "Ship"}}}`)
		c := rewritten(t, p, plainReplacing(), plainData, callingTasks(callTasks))
		if got := drawn(c.Program.Start()); !strings.HasPrefix(got, x.drawn) {
			t.Errorf("with %s it became\n%s", x.catch, got)
		}
		for _, answer := range []string{`1 {"id": "m-1"}`, "2 fail Bounced", "0 fail Lost"} {
			x := play{input: `{"n": 1}`, answers: map[string][]string{"urn:task:mail": {answer}, "urn:task:ship": {`{"ok": true}`}, "urn:task:alert": {`{"n": 1}`}}}
			if was, is := observed(t, p, x), observedWorking(t, c, x); was != is {
				t.Errorf("with %q it did\n%s\nand does\n%s", answer, was, is)
			}
		}
	}
}

// TestTimerThatJoins: the same of a time limit of a wait that leads to where the wait goes on otherwise.
func TestTimerThatJoins(t *testing.T) {
	t.Parallel()
	p := lowered(t, "x.step.json", strings.Replace(guardedApproval, `"targetStepId": "escalate"`, `"targetStepId": "ship"`, 1))
	c := rewritten(t, p, plainReplacing(), limitedAwaits)
	if got := drawn(c.Program.Start()); !strings.HasPrefix(got, "approve task, next ship\n") || len(c.Raised.StandIns) != 1 {
		t.Errorf("it became\n%s with %+v", got, c.Raised.StandIns)
	}
	late := play{input: `{"n": 1}`, answers: map[string][]string{"approve": {"200000 {}"}, "ship": {"{}"}}}
	if got := observedWorking(t, c, late); !strings.Contains(got, `48h0m0s ship #1 {"n":1}`) {
		t.Errorf("it does\n%s", got)
	}
}
