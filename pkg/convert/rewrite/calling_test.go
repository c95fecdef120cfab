package rewrite

import (
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

const (
	busyCharge = `{"StartAt": "Charge", "States": {"Charge": {"Type": "Task", "Resource": "urn:x:charge", "TimeoutSeconds": 9, "InputPath": "$.order", "ResultPath": "$.charge",
  "Retry": [{"ErrorEquals": ["Busy"], "IntervalSeconds": 2, "MaxAttempts": 3}], "End": true}}}`
	declinedCharge = `{"StartAt": "Charge", "States": {"Charge": {"Type": "Task", "Resource": "urn:x:charge", "ResultPath": null,
  "Retry": [{"ErrorEquals": ["Busy"], "IntervalSeconds": 2, "MaxAttempts": 1}], "Catch": [{"ErrorEquals": ["Declined"], "ResultPath": "$.problem", "Next": "Refund"}], "End": true},
 "Refund": {"Type": "Task", "Resource": "urn:x:refund", "ResultPath": "$.refund", "End": true}}}`
	pickedCharge = `{"StartAt": "Charge", "States": {"Charge": {"Type": "Task", "Resource": "urn:x:charge",
  "ResultSelector": {"id.$": "$.id", "sum.$": "$.total.sum"}, "ResultPath": "$.order.charge", "End": true}}}`
)

// plainMerging is a target that merges answers, retries at once, and has nothing beside.
func plainMerging() dialects.Abilities {
	return dialects.Abilities{Answers: dialects.AnswerMergesDeep, Kinds: dialects.Kinds(workflow.Task, workflow.Choice, workflow.Pass, workflow.End),
		Retries: dialects.RetryTasks | dialects.RetryAtOnce, Timers: dialects.TimerVisit, Computes: true, Default: true}
}

// TestTaskAnswersWhatIsMerged has a task retry, limit and place what another one answers, and answer its errors.
func TestTaskAnswersWhatIsMerged(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		name, text, what string
		answers          [][]string
	}{
		{"retries", busyCharge, "calls charge with `$.order`, for at most 9 s, retried up to 3 times on Busy, after 2 s, 4 s, 8 s, and answers the same under charge",
			[][]string{{`1 {"id": 1}`}, {"0 fail Busy", "1 fail Busy", `3 {"id": 1}`}, {"0 fail Busy"}, {"0 fail Other"}, {"20 {}"}}},
		{"a handler", declinedCharge, "calls charge, retried once on Busy, after 2 s, and answers {}; after Declined, {\"problem\": {\"Error\": \"Declined\", …}}",
			[][]string{{`1 {"id": 1}`}, {"0 fail Busy", "1 fail Declined"}, {"1 fail Declined"}, {"0 fail Other"}}},
		{"parts of the answer", pickedCharge, "calls charge, and answers `{\"id\": $.id, \"sum\": $.total.sum}` under order.charge",
			[][]string{{`1 {"id": 1, "total": {"sum": 5, "net": 4}}`}}},
	} {
		t.Run(x.name, func(t *testing.T) {
			t.Parallel()
			p := lowered(t, "charge.asl.json", x.text)
			c := rewritten(t, p, plainMerging(), plainData, callingTasks(callTasks), errorHandlers)
			if s := c.Raised.StandIns; len(s) == 0 || s[0].Task != "call-charge" || s[0].What != x.what {
				t.Errorf("the stand-ins are %+v", s)
			}
			if l := lost(c); len(l) > 0 {
				t.Errorf("lost is %q", l)
			}
			for _, list := range x.answers {
				with := play{input: `{"order": {"n": 1}}`, answers: map[string][]string{"urn:x:charge": list, "urn:x:refund": {`1 {"done": true}`}}}
				if was, is := observed(t, p, with), observedWorking(t, c, with); was != is {
					t.Errorf("with %q it did\n%s\nand does\n%s", list, was, is)
				}
			}
		})
	}
}

// TestTaskThatTheTargetCanRetry stays as it is.
func TestTaskThatTheTargetCanRetry(t *testing.T) {
	t.Parallel()
	text := strings.NewReplacer(`"Busy"`, `"States.ALL"`, `"IntervalSeconds": 2, `, "", `"TimeoutSeconds": 9, `, "").Replace(busyCharge)
	able := plainMerging()
	able.Retries |= dialects.RetryDelay | dialects.RetryFactor
	if c := rewritten(t, lowered(t, "charge.asl.json", text), able, plainData, callingTasks(callTasks)); len(c.Raised.StandIns) > 0 {
		t.Errorf("the stand-ins are %+v", c.Raised.StandIns)
	}
}

// TestValueBesideTheAnswer has another task answer a value that is not made of the answer alone, in a target that reshapes nothing but
// answers.
func TestValueBesideTheAnswer(t *testing.T) {
	t.Parallel()
	able := plainMerging()
	able.ComputesDeep, able.OutputParts = true, true
	for output, what := range map[string]string{
		`{"customer": "{% $states.input.order.n %}", "referred": true}`: "calls refer, and answers `{\"customer\": $.order.n, \"referred\": true}` under result.document",
		`{"referred": true}`: "calls refer, and answers `{\"referred\":true}` under result.document",
	} {
		p := lowered(t, "refer.asl.json", `{"QueryLanguage": "JSONata", "StartAt": "Refer", "States": {"Refer": {"Type": "Task", "Resource": "urn:x:refer", "Output": `+output+`, "End": true}}}`)
		c := rewritten(t, p, able, plainData, commonTerms, callingTasks(callTasks))
		if s := c.Raised.StandIns; len(s) != 1 || s[0].What != what {
			t.Errorf("the stand-ins are %+v", s)
		}
		with := play{input: `{"order": {"n": 1}}`, answers: map[string][]string{"urn:x:refer": {`1 {"id": 1}`}}}
		if was, is := observed(t, p, with), observedWorking(t, c, with); was != is {
			t.Errorf("with %s it did\n%s\nand does\n%s", output, was, is)
		}
	}
}

const checkedLoan = `{"StartAt": "Checks", "States": {
  "Checks": {"Type": "Parallel", "ResultPath": "$.checks", "Branches": [
    {"StartAt": "Credit", "States": {"Credit": {"Type": "Task", "Resource": "urn:x:credit", "Retry": [{"ErrorEquals": ["Busy"], "IntervalSeconds": 1, "MaxAttempts": 1}], "End": true}}},
    {"StartAt": "Fraud", "States": {"Fraud": {"Type": "Task", "Resource": "urn:x:fraud", "End": true}}}],
   "Catch": [{"ErrorEquals": ["States.ALL"], "ResultPath": "$.problem", "Next": "Review"}], "End": true},
  "Review": {"Type": "Task", "Resource": "urn:x:review", "ResultPath": "$.review", "End": true}}}`

// TestPartsWithAHandlerAreCalled has a task carry out parallel parts, and answer their errors, where the target has forks alone.
func TestPartsWithAHandlerAreCalled(t *testing.T) {
	t.Parallel()
	p := lowered(t, "loan.asl.json", checkedLoan)
	c := rewritten(t, p, plainMerging(), plainData, callingTasks(callTasks), errorHandlers)
	what := "does what the parts of \"Checks\" do: calls credit (retried once on Busy, after 1 s); fraud, at the same time, and answers the list of their results under checks; after States.ALL, {\"problem\": {\"Error\": …, \"Cause\": …}}"
	if s := c.Raised.StandIns; len(s) != 1 || s[0].Task != "call-checks" || s[0].What != what {
		t.Errorf("the stand-ins are %+v", s)
	}
	if l := lost(c); len(l) > 0 {
		t.Errorf("lost is %q", l)
	}
	for _, credit := range [][]string{{`1 {"score": 700}`}, {"0 fail Busy", `1 {"score": 600}`}, {"0 fail Busy"}, {"3 fail Lost"}} {
		with := play{input: `{"n": 1}`, answers: map[string][]string{"urn:x:credit": credit, "urn:x:fraud": {`2 {"risk": 0.1}`}, "urn:x:review": {`1 {"ok": true}`}}}
		if was, is := observed(t, p, with), observedWorking(t, c, with); was != is {
			t.Errorf("with %q it did\n%s\nand does\n%s", credit, was, is)
		}
	}
}
