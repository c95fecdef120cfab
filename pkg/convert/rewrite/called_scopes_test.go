package rewrite

import (
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

const guardedChecks = `{"StartAt": "Checks", "States": {
  "Checks": {"Type": "Parallel", "ResultPath": "$.checks", "Retry": [{"ErrorEquals": ["Busy"], "IntervalSeconds": 2, "MaxAttempts": 1}],
    "Catch": [{"ErrorEquals": ["States.ALL"], "ResultPath": "$.problem", "Next": "Review"}], "Next": "Pay", "Branches": [
    {"StartAt": "Credit", "States": {"Credit": {"Type": "Task", "Resource": "urn:task:credit", "Next": "Limit"}, "Limit": {"Type": "Task", "Resource": "urn:task:limit", "End": true}}},
    {"StartAt": "Fraud", "States": {"Fraud": {"Type": "Task", "Resource": "urn:task:fraud", "End": true}}}]},
  "Pay": {"Type": "Task", "Resource": "urn:task:pay", "End": true}, "Review": {"Type": "Task", "Resource": "urn:task:review", "End": true}}}`

// TestPartsAreDoneByTask has a task do what parallel parts do, retry them together, and answer which error ended them.
func TestPartsAreDoneByTask(t *testing.T) {
	t.Parallel()
	p := lowered(t, "x.asl.json", guardedChecks)
	able := plainReplacing()
	able.Kinds |= dialects.Kinds(workflow.Scope)
	c := rewritten(t, p, able, callingTasks(callScopes))
	if got := drawn(c.Program.Start()); !strings.HasPrefix(got, "Checks task, next Checks failed?\nChecks failed? choice, choice Without checksFailed, default Pay\n") {
		t.Errorf("it became\n%s", got)
	}
	what := `does what the parts of "Checks" do: calls credit and then limit; fraud, at the same time, retried once on Busy, after 2 s, and answers its input with ` +
		"the list of their results at `$.checks`; after States.ALL its input with the error at `$.problem`, with {\"checksFailed\": true}"
	if s := c.Raised.StandIns; len(s) != 2 || s[0].What != what {
		t.Errorf("the stand-ins are %+v", s)
	}
	for _, answers := range []map[string][]string{
		{"urn:task:credit": {`1 {"score": 7}`}, "urn:task:limit": {"{}"}, "urn:task:fraud": {`3 {"risk": 1}`}},
		{"urn:task:credit": {`0 fail Busy`, `2 {"score": 7}`}, "urn:task:limit": {`{"limit": 1}`}, "urn:task:fraud": {`3 {"risk": 1}`}},
		{"urn:task:credit": {`5 {"score": 7}`}, "urn:task:fraud": {"1 fail Suspicious"}},
	} {
		x := play{input: `{"order": 1}`, answers: answers}
		if was, is := observed(t, p, x), observedWorking(t, c, x); was != is {
			t.Errorf("with %q it did\n%s\nand does\n%s", answers, was, is)
		}
	}
}

// TestPartsStayWithoutNeed leaves parallel parts alone where the target has them.
func TestPartsStayWithoutNeed(t *testing.T) {
	t.Parallel()
	p := lowered(t, "x.asl.json", strings.NewReplacer(`"Retry": [{"ErrorEquals": ["Busy"], "IntervalSeconds": 2, "MaxAttempts": 1}],`, "",
		`"Catch": [{"ErrorEquals": ["States.ALL"], "ResultPath": "$.problem", "Next": "Review"}],`, "").Replace(guardedChecks))
	able := plainReplacing()
	able.Joins = dialects.JoinScopes
	if c := rewritten(t, p, able, callingTasks(callScopes)); len(c.Raised.StandIns) > 0 {
		t.Errorf("the stand-ins are %+v", c.Raised.StandIns)
	}
	if c := rewritten(t, p, plainReplacing(), callingTasks(callScopes)); len(c.Raised.StandIns) != 1 {
		t.Errorf("the stand-ins are %+v", c.Raised.StandIns)
	}
}
