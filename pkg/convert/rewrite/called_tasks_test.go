package rewrite

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

const guardedCharge = `{"StartAt": "Charge card", "States": {
  "Charge card": {"Type": "Task", "Resource": "arn:aws:lambda:eu-west-1:1:function:charge", "TimeoutSeconds": 9, "InputPath": "$.order", "ResultPath": "$.charge",
    "Retry": [{"ErrorEquals": ["Busy"], "IntervalSeconds": 2, "MaxAttempts": 2}],
    "Catch": [{"ErrorEquals": ["Declined"], "ResultPath": "$.problem", "Next": "Refund"}, {"ErrorEquals": ["States.ALL"], "ResultPath": null, "Next": "Alert"}], "Next": "Ship"},
  "Ship": {"Type": "Task", "Resource": "arn:aws:lambda:eu-west-1:1:function:ship", "End": true},
  "Refund": {"Type": "Task", "Resource": "arn:aws:lambda:eu-west-1:1:function:refund", "End": true},
  "Alert": {"Type": "Task", "Resource": "arn:aws:lambda:eu-west-1:1:function:alert", "End": true}}}`

// plainReplacing is a target whose tasks replace the document, and that has nothing beside.
func plainReplacing() dialects.Abilities {
	return dialects.Abilities{Answers: dialects.AnswerReplaces, Kinds: dialects.Kinds(workflow.Task, workflow.Choice, workflow.Pass, workflow.End), Default: true}
}

// TestTaskIsCalledByAnother has a task retry, limit and place what another one answers, and a choice take the place of its handlers.
func TestTaskIsCalledByAnother(t *testing.T) {
	t.Parallel()
	p := lowered(t, "x.asl.json", guardedCharge)
	c := rewritten(t, p, plainReplacing(), plainData, callingTasks(callTasks))
	want := `Charge card task, next Charge card failed?
Charge card failed? choice, choice Without chargeCardDeclined, choice Without chargeCardFailed, default Ship
`
	if got := drawn(c.Program.Start()); !strings.HasPrefix(got, want) {
		t.Errorf("it became\n%s", got)
	}
	what := "calls charge with `$.order`, for at most 9 s, retried up to 2 times on Busy, after 2 s, 4 s, and answers its input with its answer at `$.charge`; " +
		"after Declined its input with the error at `$.problem`, with {\"chargeCardDeclined\": true}; after States.ALL its input, with {\"chargeCardFailed\": true}"
	if s := c.Raised.StandIns; len(s) != 2 || s[0].Task != "call-charge-card" || s[0].What != what {
		t.Errorf("the stand-ins are %+v", s)
	}
	if l := lost(c); len(l) > 0 {
		t.Errorf("lost is %q", l)
	}
	const charge = "arn:aws:lambda:eu-west-1:1:function:charge"
	for _, answers := range [][]string{
		{`1 {"id": "c-1"}`},
		{"0 fail Busy", "1 fail Busy", `3 {"id": "c-1"}`},
		{"0 fail Busy", "0 fail Busy", "0 fail Busy"},
		{"2 fail Declined"},
		{"0 fail Busy", "0 fail Declined"},
		{"20 {}"},
	} {
		x := play{input: `{"order": {"n": 1}}`, answers: map[string][]string{charge: answers}}
		if was, is := observed(t, p, x), observedWorking(t, c, x); was != is {
			t.Errorf("with %q it did\n%s\nand does\n%s", answers, was, is)
		}
	}
}

// TestTokenIsThatOfTheCall: a task that is answered by whoever has its token is called by another one, whose call has a token too, in a
// target that replaces the document and in one that merges answers.
func TestTokenIsThatOfTheCall(t *testing.T) {
	t.Parallel()
	const send = "arn:aws:states:::sqs:sendMessage.waitForTaskToken"
	p := lowered(t, "x.asl.json", `{"StartAt": "Approve", "States": {"Approve": {"Type": "Task", "Resource": "`+send+`",
  "Parameters": {"QueueUrl": "https://sqs.eu-west-1.amazonaws.com/1/q", "MessageBody": {"token.$": "$$.Task.Token"}}, "ResultPath": "$.approval", "End": true}}}`)
	for _, c := range []*Conversion{rewritten(t, p, plainReplacing(), plainData, callingTasks(callTasks)), rewritten(t, p, plainMerging(), plainData, callingTasks(callTasks))} {
		if s := c.Raised.StandIns; len(s) != 1 || s[0].Task != "call-approve" {
			t.Fatalf("the stand-ins are %+v", s)
		}
		for _, answer := range []string{`9 {"by": "Ines"}`, "9 fail Lost"} {
			x := play{input: `{"order": {"n": 1}}`, answers: map[string][]string{send: {answer}}}
			if was, is := observed(t, p, x), observedWorking(t, c, x); was != is {
				t.Errorf("with %q it did\n%s\nand does\n%s", answer, was, is)
			}
		}
	}
}

// TestTaskStaysWithoutNeed leaves a task alone of which the target has all.
func TestTaskStaysWithoutNeed(t *testing.T) {
	t.Parallel()
	p := lowered(t, "x.asl.json", `{"StartAt": "A", "States": {"A": {"Type": "Task", "Resource": "arn:aws:lambda:eu-west-1:1:function:a", "InputPath": "$.order", "End": true}}}`)
	if c := rewritten(t, p, plainReplacing(), plainData, callingTasks(callTasks)); len(c.Raised.StandIns) > 0 {
		t.Errorf("the stand-ins are %+v", c.Raised.StandIns)
	}
}

// TestTaskThatSelectsElse is called by another one where its worker would have to select another part than before.
func TestTaskThatSelectsElse(t *testing.T) {
	t.Parallel()
	p := lowered(t, "x.asl.json", `{"StartAt": "A", "States": {
	  "A": {"Type": "Task", "Resource": "urn:task:mail", "InputPath": "$.order", "Next": "B"}, "B": {"Type": "Task", "Resource": "urn:task:mail", "InputPath": "$.order", "Next": "C"},
	  "C": {"Type": "Task", "Resource": "urn:task:mail", "InputPath": "$.customer", "End": true}}}`)
	c := rewritten(t, p, plainReplacing(), plainData, callingTasks(callTasks))
	if s := c.Raised.StandIns; len(s) != 1 || s[0].Element != "C" || s[0].What != "calls mail with `$.customer`, and answers the same" {
		t.Errorf("the stand-ins are %+v", s)
	}
}

const guardedApproval = `{"id": "x", "name": "X", "steps": [
  {"id": "approve", "name": "Approve", "type": "USER_TASK", "nextStep": "ship", "boundaryEvents": [{"type": "TIMER", "duration": "PT48H", "interrupting": true, "targetStepId": "escalate"}]},
  {"id": "ship", "name": "Ship", "type": "SERVICE_TASK", "jobType": "ship", "nextStep": "end"},
  {"id": "escalate", "name": "Escalate", "type": "SERVICE_TASK", "jobType": "escalate", "nextStep": "end"}, {"id": "end", "name": "End", "type": "END"}]}`

// TestLimitedAwait has a task wait for a time for one that somebody answers.
func TestLimitedAwait(t *testing.T) {
	t.Parallel()
	p := lowered(t, "x.step.json", guardedApproval)
	c := rewritten(t, p, plainReplacing(), limitedAwaits)
	want := "approve task, next approve failed?\napprove failed? choice, choice Without approveTimedOut, default ship\n"
	if got := drawn(c.Program.Start()); !strings.HasPrefix(got, want) {
		t.Errorf("it became\n%s", got)
	}
	what := `calls approve, for at most 172800 s in all, and answers its input with its answer merged in; after that time its input, with {"approveTimedOut": true}`
	if s := c.Raised.StandIns; len(s) != 2 || s[0].What != what {
		t.Errorf("the stand-ins are %+v", s)
	}
	late := play{input: `{"n": 1}`, answers: map[string][]string{"approve": {"200000 {}"}, "escalate": {"{}"}}}
	got := observedWorking(t, c, late)
	if !strings.Contains(got, `48h0m0s escalate #1 {"n":1}`) || !strings.HasSuffix(got, `succeeded after 48h0m0s {"n":1}`) {
		t.Errorf("it does\n%s", got)
	}
}

// observedWorking is [observed] of a program in which stand-ins call tasks: their calls show in place of those of the stand-ins.
func observedWorking(t *testing.T, c *Conversion, x play) string {
	t.Helper()
	start := time.Date(2025, 3, 1, 0, 0, 0, 0, time.UTC)
	answered := map[string]int{}
	tasks := func(k *machine.Command, _ time.Time) (run.Reply, bool) {
		list := x.answers[k.Call.Task]
		if len(list) == 0 {
			return run.Reply{}, false
		}
		i := min(answered[k.Call.Task], len(list)-1)
		answered[k.Call.Task]++
		return reply(t, list[i]), true
	}
	var calls []run.Call
	stands := func(k *machine.Command, at time.Time) (run.Reply, bool) {
		s := c.standIn(k.Call.Task)
		if s == nil {
			return tasks(k, at)
		}
		var took time.Duration
		v, err := s.By.Answer(k.Input, at)
		if by, ok := s.By.(dialects.Worker); ok {
			v, err = by.Work(k.Input, at, start, func(part *workflow.Program, input any) (any, error) {
				r, err := run.Simulate(context.Background(), part, run.Options{Input: input, Start: at, Answer: tasks, Occurrences: since(x.happens, at.Sub(start))})
				if err != nil {
					return nil, err
				}
				for _, call := range r.Calls {
					call.At += at.Sub(start)
					calls = append(calls, call)
				}
				took = r.Elapsed()
				if r.Status == run.Waiting {
					return nil, dialects.ErrUnanswered
				}
				if r.Status != run.Succeeded {
					return nil, &dialects.Failure{Name: r.Error.Name, Cause: r.Error.Cause}
				}
				return r.Output, nil
			})
		}
		var failure *dialects.Failure
		if errors.As(err, &failure) {
			return run.Reply{Fail: &machine.Error{Name: failure.Name, Cause: failure.Cause, Class: workflow.ClassTask}, After: iso8601.Duration{Clock: took}}, true
		}
		if errors.Is(err, dialects.ErrUnanswered) {
			return run.Reply{Never: true}, true
		}
		if err != nil {
			t.Fatal(err)
		}
		return run.Reply{Return: v, After: iso8601.Duration{Clock: took}}, true
	}
	r, err := run.Simulate(context.Background(), c.Program, run.Options{Input: parsed(t, x.input), Start: start, MaxSteps: 10_000, Answer: stands})
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, k := range append(calls, r.Calls...) {
		if c.standIn(k.Task) == nil {
			lines = append(lines, fmt.Sprintf("%v %s #%d %s", k.At, k.Task, k.Attempt, value.Append(nil, k.Input)))
		}
	}
	slices.Sort(lines)
	end := fmt.Sprintf("%s after %v", r.Status, r.Elapsed())
	if r.Status == run.Succeeded {
		end += " " + string(value.Append(nil, r.Output))
	}
	return strings.Join(append(lines, end), "\n")
}

// TestNothingIsGiven has a task that gets an empty object be called with it: nothing could be selected of the document.
func TestNothingIsGiven(t *testing.T) {
	t.Parallel()
	p := lowered(t, "x.asl.json", `{"StartAt": "Work", "States": {"Work": {"Type": "Task", "Resource": "urn:task:work", "InputPath": null, "End": true}}}`)
	x := play{input: `{"a": 1}`, answers: map[string][]string{"urn:task:work": {`{"r": 1}`}}}
	c := rewritten(t, p, plainReplacing(), plainData, callingTasks(callTasks))
	if was, is := observed(t, p, x), observedWorking(t, c, x); was != is || len(c.Raised.StandIns) != 1 {
		t.Errorf("it did\n%s\nand does\n%s", was, is)
	}
	able := plainReplacing()
	able.Inputs |= dialects.InputNothing
	if c := rewritten(t, p, able, plainData, callingTasks(callTasks)); len(c.Raised.StandIns) > 0 {
		t.Errorf("with a target that gives nothing, the stand-ins are %+v", c.Raised.StandIns)
	}
}

// since are occurrences from some time on, counted from then.
func since(happens []run.Occurrence, from time.Duration) []run.Occurrence {
	var out []run.Occurrence
	for _, o := range happens {
		if o.After != nil && o.After.Clock >= from {
			o.After = &iso8601.Duration{Clock: o.After.Clock - from}
			out = append(out, o)
		}
	}
	return out
}

// TestTaskAnswersWhatIsSelected has a task answer the part of the document that goes on after another one, in a target that cannot select.
func TestTaskAnswersWhatIsSelected(t *testing.T) {
	t.Parallel()
	p := lowered(t, "x.asl.json", `{"StartAt": "Book", "States": {
	  "Book": {"Type": "Task", "Resource": "urn:task:book", "ResultPath": "$.booking", "OutputPath": "$.booking", "Next": "Tell"},
	  "Tell": {"Type": "Task", "Resource": "urn:task:tell", "OutputPath": "$.by", "End": true}}}`)
	c := rewritten(t, p, plainReplacing(), plainData, callingTasks(callTasks), wholeTasks)
	if got, want := drawn(c.Program.Start()), "Book task, next Tell\nTell task, end .\n. end\n"; got != want {
		t.Errorf("it became\n%s", got)
	}
	what := "calls book, and answers its input with its answer at `$.booking`, and of that `$.booking`"
	if s := c.Raised.StandIns; len(s) != 2 || s[0].Task != "call-book" || s[0].What != what {
		t.Errorf("the stand-ins are %+v", s)
	}
	x := play{input: `{"n": 1}`, answers: map[string][]string{"urn:task:book": {`2 {"id": "b-1"}`}, "urn:task:tell": {`1 {"by": "mail"}`}}}
	if was, is := observed(t, p, x), observedWorking(t, c, x); was != is {
		t.Errorf("it did\n%s\nand does\n%s", was, is)
	}
}
