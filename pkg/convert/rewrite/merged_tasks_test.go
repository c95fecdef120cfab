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
		{"retries", busyCharge, "calls charge with `$.order`, for at most 9 s, again after Busy up to 3 times, after 2 s, 4 s, 8 s, and answers the same under charge",
			[][]string{{`1 {"id": 1}`}, {"0 fail Busy", "1 fail Busy", `3 {"id": 1}`}, {"0 fail Busy"}, {"0 fail Other"}, {"20 {}"}}},
		{"a handler", declinedCharge, "calls charge, again after Busy once, after 2 s, and answers {}; after Declined, {\"problem\": {\"Error\": \"Declined\", …}}",
			[][]string{{`1 {"id": 1}`}, {"0 fail Busy", "1 fail Declined"}, {"1 fail Declined"}, {"0 fail Other"}}},
		{"parts of the answer", pickedCharge, "calls charge, and answers `{\"id\": $.id, \"sum\": $.total.sum}` under order.charge",
			[][]string{{`1 {"id": 1, "total": {"sum": 5, "net": 4}}`}}},
	} {
		t.Run(x.name, func(t *testing.T) {
			t.Parallel()
			p := lowered(t, "charge.asl.json", x.text)
			c := rewritten(t, p, plainMerging(), plainData, mergedTasks, errorHandlers)
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
	if c := rewritten(t, lowered(t, "charge.asl.json", text), able, plainData, mergedTasks); len(c.Raised.StandIns) > 0 {
		t.Errorf("the stand-ins are %+v", c.Raised.StandIns)
	}
}
