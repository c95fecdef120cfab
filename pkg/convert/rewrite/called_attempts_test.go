package rewrite

import (
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// TestAttemptsAreMadeByAnother has a task make the calls of one that the target cannot call in this way: with the same calls and the same
// answer at the same time.
func TestAttemptsAreMadeByAnother(t *testing.T) {
	t.Parallel()
	kinds := dialects.Kinds(workflow.Task, workflow.Choice, workflow.Pass, workflow.End)
	placing := dialects.Abilities{Answers: dialects.AnswerReplaces | dialects.AnswerAt, Kinds: kinds, Computes: true, Retries: dialects.RetryTasks | dialects.RetryAtOnce, Timers: dialects.TimerVisit}
	whole := placing
	whole.Inputs, whole.Retries = dialects.InputObject|dialects.InputPath, dialects.RetryTasks|dialects.RetryAtOnce|dialects.RetryByError|dialects.RetryDelay
	asking := func(fields string) string {
		return `{"StartAt": "Ask", "States": {"Ask": {"Type": "Task", "Resource": "arn:aws:lambda:eu-west-1:1:function:ask", ` + fields + `, "ResultPath": "$.said", "End": true}}}`
	}
	const ask, busy = "arn:aws:lambda:eu-west-1:1:function:ask", `"Retry": [{"ErrorEquals": ["Busy"], "IntervalSeconds": 3, "MaxAttempts": 2, "BackoffRate": 1}]`
	for _, c := range []struct {
		name, file, text, task string
		able                   dialects.Abilities
		what                   string // empty: the task stays
		answers                [][]string
	}{
		{name: "retries after one error only", file: "x.asl.json", text: asking(busy), task: ask, able: placing,
			what:    "calls ask, retried up to 2 times on Busy, after 3 s each time, and answers the same",
			answers: [][]string{{`{"a": 1}`}, {"0 fail Busy", `1 {"a": 1}`}, {"1 fail Other"}, {"0 fail Busy", "0 fail Busy", "0 fail Busy"}}},
		{name: "a limit of each attempt", file: "x.asl.json", text: asking(`"TimeoutSeconds": 5, "Retry": [{"ErrorEquals": ["States.ALL"]}]`), task: ask, able: placing,
			what:    "calls ask, for at most 5 s, retried up to 3 times on States.ALL, after 1 s, 2 s, 4 s, and answers the same",
			answers: [][]string{{`{"a": 1}`}, {"9 {}", `1 {"a": 1}`}, {"9 {}"}}},
		{name: "a sign of life", file: "x.asl.json", text: asking(`"TimeoutSeconds": 50, "HeartbeatSeconds": 5`), task: ask, able: placing,
			what: "calls ask, for at most 50 s, for at most 5 s without a heartbeat, and answers the same", answers: [][]string{{`{"a": 1}`}, {"9 {}"}}},
		{name: "what is selected", file: "x.asl.json", text: asking(`"InputPath": "$.order", ` + busy), task: ask, able: placing,
			what: "calls ask with `$.order`, retried up to 2 times on Busy, after 3 s each time, and answers the same", answers: [][]string{{"0 fail Busy", `1 {"a": 1}`}}},
		{name: "parameters", file: "x.flow", text: `ask (- form: long -)`, task: "ask", able: placing,
			what: "calls ask with its input and the parameters `{\"form\":\"long\"}`, and answers the same", answers: [][]string{{`2 {"a": 1}`}}},
		{name: "parameters, where an input is computed", file: "x.flow", text: `ask (- form: long -)`, task: "ask", able: whole,
			what: "calls ask with its input and the parameters `{\"form\":\"long\"}`, and answers the same", answers: [][]string{{`2 {"a": 1}`}}},
		{name: "other delays", file: "x.asl.json", text: asking(`"Retry": [{"ErrorEquals": ["States.ALL"]}]`), task: ask, able: placing},
		{name: "one limit of a task without retries", file: "x.asl.json", text: asking(`"TimeoutSeconds": 5`), task: ask, able: placing},
		{name: "nothing is lacking", file: "x.asl.json", text: asking(busy), task: ask, able: whole},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			p := lowered(t, c.file, c.text)
			got := rewritten(t, p, c.able, plainData, callingTasks(callTasks))
			if c.what == "" {
				if len(got.Raised.StandIns) > 0 {
					t.Errorf("the stand-ins are %+v", got.Raised.StandIns)
				}
				return
			}
			if s := got.Raised.StandIns; len(s) != 1 || s[0].Task != "call-ask" || s[0].What != c.what {
				t.Fatalf("the stand-ins are %+v", s)
			}
			for _, answers := range c.answers {
				x := play{input: `{"order": {"n": 1}}`, answers: map[string][]string{c.task: answers}}
				was, is := observed(t, p, x), observedWorking(t, got, x)
				if was != is || !strings.Contains(was, " #1 ") {
					t.Errorf("with %q it did\n%s\nand does\n%s", answers, was, is)
				}
			}
		})
	}
}
