package rewrite

import (
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// timedTarget is a target with timers that leave tasks.
func timedTarget() dialects.Abilities {
	return dialects.Abilities{Timers: dialects.TimerVisit, Kinds: dialects.Kinds(workflow.Choice)}
}

// TestLimitsAreReadBack gives the task in the place of a wait with a timer the time of that, and makes it a task with the timer again.
func TestLimitsAreReadBack(t *testing.T) {
	t.Parallel()
	for _, x := range []struct{ target, want string }{
		{"escalate", "approve task, next ship, timer escalate\nship task, next end\nescalate task, next end\nend end\n"},
		{"ship", "approve task, next ship, timer ship\nship task, next end\n"},
	} {
		p := lowered(t, "x.step.json", strings.Replace(guardedApproval, `"targetStepId": "escalate"`, `"targetStepId": "`+x.target+`"`, 1))
		there := rewritten(t, p, planningTarget(), limitedAwaits, plannedLimits)
		if got := strings.Join(plansOf(there), ""); got != `{"do":"approve","within":"PT48H"}` {
			t.Fatalf("the plan is %s", got)
		}
		c := rewritten(t, there.Program, timedTarget(), limitsAgain)
		if got := drawn(c.Program.Start()); !strings.HasPrefix(got, x.want) {
			t.Errorf("the net is\n%s\nwant\n%s", got, x.want)
		}
		if list := lost(c); len(list) != 1 {
			t.Errorf("the losses are %q, want one: the task is not called", list)
		}
		for _, answer := range []string{`9 {"by": "Ines"}`, `200000 {"by": "Ines"}`} {
			x := play{input: `{"n": 1}`, answers: map[string][]string{"approve": {answer}, "ship": {`{"sent": true}`}, "escalate": {`{"told": true}`}}}
			if was, is := observedWorking(t, there, x), observed(t, c.Program, x); was != is {
				t.Errorf("it did\n%s\nand does\n%s", was, is)
			}
		}
	}
}

// TestLimitsOfPlacedAnswers has the plan of a task whose answer is put at a place have that place.
func TestLimitsOfPlacedAnswers(t *testing.T) {
	t.Parallel()
	p := lowered(t, "x.step.json", guardedApproval)
	for _, x := range []struct {
		combine *workflow.Combine
		want    string
	}{
		{nil, `{"do":"approve","within":"PT48H","results":"$"}`},
		{&workflow.Combine{Mode: workflow.SetAt, Path: expr.NewPath(expr.RootInput, "decision")}, `{"do":"approve","within":"PT48H","results":"$.decision"}`},
		{&workflow.Combine{Mode: workflow.Drop}, ""},
	} {
		set := Rewrite{Apply: func(_ *Conversion, w *workflow.Workflow) bool {
			w.Root.Start.Kind, w.Root.Start.Call, w.Root.Start.Awaits = workflow.Task, &workflow.Call{Task: "approve"}, nil
			w.Root.Start.Data.Combine = x.combine
			return true
		}}
		there := rewritten(t, p, planningTarget(), set, callingTasks(callTasks), plannedLimits)
		if got := strings.Join(plansOf(there), ""); got != x.want {
			t.Errorf("the plan is %s, want %s", got, x.want)
		}
		if x.want == "" {
			continue
		}
		c := rewritten(t, there.Program, timedTarget(), limitsAgain)
		for _, answer := range []string{`9 {"by": "Ines"}`, `200000 {"by": "Ines"}`} {
			x := play{input: `{"n": 1}`, answers: map[string][]string{"approve": {answer}, "ship": {`{"sent": true}`}, "escalate": {`{"told": true}`}}}
			if was, is := observedWorking(t, there, x), observed(t, c.Program, x); was != is {
				t.Errorf("it did\n%s\nand does\n%s", was, is)
			}
		}
	}
}

// TestLimitsByAuthorsStay leaves tasks with other parameters or names alone, those with a choice by something else, and targets without
// timers.
func TestLimitsByAuthorsStay(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		task, given, member string
		limit               bool
	}{
		{"call-approve", `{"do": "approve", "within": "PT48H"}`, "approveTimedOut", true},
		{"call-approve", `{"do": "approve", "within": 90}`, "approveTimedOut", true},
		{"call-approve", `{"do": "approve", "within": "PT48H"}`, "approveFailed", false},
		{"call-approve", `{"do": "approve", "within": "PT48H"}`, "late", false},
		{"ask", `{"do": "approve", "within": "PT48H"}`, "approveTimedOut", false},
		{"call-approve", `{"do": "approve"}`, "approveTimedOut", false},
		{"call-approve", `{"do": "approve", "within": "soon"}`, "approveTimedOut", false},
		{"call-approve", `{"do": "approve", "within": "PT0S"}`, "approveTimedOut", false},
		{"call-approve", `{"do": "approve", "within": 0}`, "approveTimedOut", false},
		{"call-approve", `{"do": "approve", "within": true}`, "approveTimedOut", false},
		{"call-approve", `{"do": ["approve", "ask"], "within": "PT48H"}`, "approveTimedOut", false},
		{"call-approve", `{"do": "approve", "within": "PT48H", "ifFails": {"Busy": "ask"}}`, "approveTimedOut", false},
		{"call-approve", `{"do": {"do": "approve", "within": "PT48H"}, "within": "PT48H"}`, "approveTimedOut", false},
		{"call-approve", `{"within": "PT48H"}`, "approveTimedOut", false},
		{"call-approve", `{"do": "approve", "answers": {"value": "$.by"}, "within": "PT48H"}`, "approveTimedOut", true},
		{"call-approve", `{"do": "approve", "answers": "$.by", "within": "PT48H"}`, "approveTimedOut", false},
		{"call-approve", `{"do": "approve", "answers": {"value": "$.by"}}`, "approveTimedOut", false},
		{"call-approve", `{"do": "approve", "answeredBy": {"event": "said", "correlation": ["by"]}, "within": "PT48H"}`, "approveTimedOut", true},
		{"call-approve", `{"do": "approve", "answeredBy": {"event": "said", "correlation": []}, "within": "PT48H"}`, "approveTimedOut", false},
		{"call-approve", `{"do": "approve", "answeredBy": {"event": "said", "correlation": [1]}, "within": "PT48H"}`, "approveTimedOut", false},
	} {
		p := lowered(t, "x.asl.json", `{"StartAt": "approve", "States": {
  "approve": {"Type": "Task", "Resource": "urn:task:`+x.task+`", "Next": "approve failed?"},
  "approve failed?": {"Type": "Choice", "Choices": [{"Variable": "$.`+x.member+`", "IsPresent": true, "Next": "escalate"}], "Default": "ship"},
  "ship": {"Type": "Task", "Resource": "urn:task:ship", "End": true}, "escalate": {"Type": "Task", "Resource": "urn:task:escalate", "End": true}}}`)
		p.Start().Root.Start.Call.Task = x.task
		p.Start().Root.Start.Call.Parameters = &expr.Literal{Value: parsed(t, x.given)}
		if c := rewritten(t, p, timedTarget(), limitsAgain); len(c.Applied) > 0 != x.limit {
			t.Errorf("%s with %s and a choice by %s becomes a task with a timer: %v", x.task, x.given, x.member, !x.limit)
		}
		if c := rewritten(t, p, dialects.Abilities{Timers: dialects.TimerAttempt}, limitsAgain); len(c.Applied) > 0 {
			t.Errorf("%s gets a timer that the target does not have", x.given)
		}
	}
}

// limitedCharge is a task that is retried at once within the time of all attempts.
const limitedCharge = `{"id": "x", "name": "X", "steps": [
  {"id": "charge", "name": "Charge", "type": "SERVICE_TASK", "jobType": "charge", "retryCount": 2, "nextStep": "ship",
   "boundaryEvents": [{"type": "TIMER", "duration": "PT30S", "interrupting": true, "targetStepId": "release"}]},
  {"id": "ship", "name": "Ship", "type": "SERVICE_TASK", "jobType": "ship", "nextStep": "end"},
  {"id": "release", "name": "Release", "type": "SERVICE_TASK", "jobType": "release", "nextStep": "end"}, {"id": "end", "name": "End", "type": "END"}]}`

// limitedPlays are runs of it: the first attempt succeeds, the second, none, and the second is out of time.
func limitedPlays() []play {
	var out []play
	for _, answers := range [][]string{{`9 {"id": 1}`}, {"9 fail Busy", `9 {"id": 1}`}, {"1 fail Busy", "1 fail Busy", "1 fail Busy"}, {"20 fail Busy", `20 {"id": 1}`}} {
		out = append(out, play{input: `{"n": 1}`, answers: map[string][]string{"charge": answers, "ship": {`{"sent": true}`}, "release": {`{"free": true}`}}})
	}
	return out
}

// TestRetriesWithinLimitsAreReadBack gives the task in the place of one with a timer and retries how often that is retried, and makes it
// the task with both again.
func TestRetriesWithinLimitsAreReadBack(t *testing.T) {
	t.Parallel()
	p := lowered(t, "x.step.json", limitedCharge)
	there := rewritten(t, p, planningTarget(), plainData, callingTasks(callTasks), plannedLimits)
	if got := strings.Join(plansOf(there), ""); got != `{"do":"charge","within":"PT30S","retries":2}` {
		t.Fatalf("the plan is %s", got)
	}
	c := rewritten(t, there.Program, timedTarget(), limitsAgain)
	if n := c.Program.Start().Root.Start; len(n.Retry) != 1 || n.Retry[0].Limit != 2 || len(n.Timers) != 1 {
		t.Errorf("the task has the retries %+v and the timers %+v", n.Retry, n.Timers)
	}
	for _, x := range limitedPlays() {
		if was, is := observedWorking(t, there, x), observed(t, c.Program, x); was != is {
			t.Errorf("it did\n%s\nand does\n%s", was, is)
		}
	}
}

// TestOtherRetriesAreNotPlanned leaves a task without a plan that is retried with delays, or after some errors only.
func TestOtherRetriesAreNotPlanned(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*workflow.Retrier){
		"a delay":      func(r *workflow.Retrier) { r.Interval = 2 },
		"one error":    func(r *workflow.Retrier) { r.On = workflow.Matcher{{Name: "Busy"}} },
		"but one":      func(r *workflow.Retrier) { r.On = workflow.Matcher{{All: true, Except: []string{"Busy"}}} },
		"set by data":  func(r *workflow.Retrier) { r.Most = expr.NewPath(expr.RootInput, "most") },
		"another kind": func(r *workflow.Retrier) { r.Delay = &workflow.Length{Expr: &expr.Literal{Value: int64(1)}} },
	} {
		retry := Rewrite{Apply: func(_ *Conversion, w *workflow.Workflow) bool {
			change(&w.Root.Start.Retry[0])
			return true
		}}
		there := rewritten(t, lowered(t, "x.step.json", limitedCharge), planningTarget(), retry, plainData, callingTasks(callTasks), plannedLimits)
		if got := plansOf(there); len(got) > 0 {
			t.Errorf("%s: the plans are %s", name, got)
		}
	}
}

// TestLimitsOfAllAttempts has a worker make all attempts where the target can limit the time of each attempt only.
func TestLimitsOfAllAttempts(t *testing.T) {
	t.Parallel()
	able := dialects.Abilities{Answers: dialects.AnswerMergesDeep, Kinds: dialects.Kinds(workflow.Task, workflow.End), Computes: true,
		Retries: dialects.RetryTasks | dialects.RetryAtOnce, Timers: dialects.TimerVisit}
	all := able
	all.Timers |= dialects.TimerAttempts
	p := lowered(t, "x.step.json", limitedCharge)
	for _, x := range []struct {
		able   dialects.Abilities
		prefer dialects.Preference
		worker string
	}{
		{able, dialects.PreferExact, "calls charge, retried up to 2 times on any error, immediately, and answers the same"},
		{able, dialects.PreferNative, ""},
		{all, dialects.PreferExact, ""},
	} {
		c := rewrittenWith(t, p, x.able, dialects.Raising{Prefer: x.prefer}, plainData, callingTasks(callTasks))
		worker := ""
		for _, s := range c.Raised.StandIns {
			worker += s.What
		}
		if worker != x.worker || len(c.Raised.Near) > 0 != (worker != "") {
			t.Errorf("the worker %q, and nearly %+v", worker, c.Raised.Near)
		}
		for _, a := range limitedPlays() {
			if was, is := observed(t, p, a), observedWorking(t, c, a); was != is {
				t.Errorf("it did\n%s\nand does\n%s", was, is)
			}
		}
	}
}
