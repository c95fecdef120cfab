package verify_test

import (
	"context"
	"testing"

	"github.com/flowglot/flowglot/pkg/convert/verify"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/value/valuetest"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// serves reports whether a run can show that a program and its copy differ.
func serves(t *testing.T, p *workflow.Program, o run.Options, losses ...*dialects.Loss) bool {
	t.Helper()
	ok, err := (&verify.Pair{Source: p, Target: workflow.Clone(p), Raised: &dialects.Raised{Losses: losses}, Domain: whole}).Serves(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	return ok
}

// TestConditionsOnVariables takes a variable that a condition compares for what was assigned: a run in which it has the right type serves.
func TestConditionsOnVariables(t *testing.T) {
	t.Parallel()
	p := programAt(t, "current", "x.asl.json", `{"QueryLanguage": "JSONata", "StartAt": "Weigh", "States": {
  "Weigh": {"Type": "Task", "Resource": "arn:aws:lambda:eu-west-1:123456789012:function:weigh", "Assign": {"size": "{% $states.result.size %}"}, "Next": "Big?"},
  "Big?": {"Type": "Choice", "Choices": [{"Condition": "{% $size > 40 %}", "Next": "Van"}], "Default": "Bicycle"},
  "Van": {"Type": "Succeed"}, "Bicycle": {"Type": "Succeed"}}}`)
	for size, want := range map[any]bool{int64(50): true, "large": false} {
		o := options()
		o.Stubs = []run.Stub{{Name: "arn:aws:lambda:eu-west-1:123456789012:function:weigh", Replies: []run.Reply{{Return: valuetest.Object("size", size)}}}}
		if got := serves(t, p, o); got != want {
			t.Errorf("%v: %v", size, got)
		}
	}
}

// TestAnswersInTurn has two tasks answer the same member differently: at the same time, that is not what a conversion assumes; one after
// the other, it is, also where the second begins as the first ends.
func TestAnswersInTurn(t *testing.T) {
	t.Parallel()
	inTurn := program(t, "x.step.json", `{"id": "x", "name": "x", "steps": [
  {"id": "a", "name": "a", "type": "SERVICE_TASK", "jobType": "a", "nextStep": "b"},
  {"id": "b", "name": "b", "type": "SERVICE_TASK", "jobType": "b", "nextStep": "end"}, {"id": "end", "name": "end", "type": "END"}]}`)
	for name, c := range map[string]struct {
		p    *workflow.Program
		want bool
	}{"in turn": {inTurn, true}, "at the same time": {program(t, "y.step.json", both("a", "b")), false}} {
		o := options()
		o.Stubs = []run.Stub{{Name: "a", Replies: []run.Reply{{Return: valuetest.Object("n", int64(1))}}}, {Name: "b", Replies: []run.Reply{{Return: valuetest.Object("n", int64(2))}}}}
		if got := serves(t, c.p, o); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// TestCancelledCallsHaveNoCause has a call be cancelled while another one fails whose error a handler puts into the data: only that error
// is in the data, and has a cause.
func TestCancelledCallsHaveNoCause(t *testing.T) {
	t.Parallel()
	p := programAt(t, "current", "x.asl.json", `{"StartAt": "Both", "States": {"Both": {"Type": "Parallel", "End": true, "Catch": [{"ErrorEquals": ["States.ALL"], "Next": "Undo"}], "Branches": [
  {"StartAt": "A", "States": {"A": {"Type": "Task", "Resource": "arn:aws:lambda:eu-west-1:123456789012:function:a", "End": true}}},
  {"StartAt": "B", "States": {"B": {"Type": "Task", "Resource": "arn:aws:lambda:eu-west-1:123456789012:function:b", "End": true}}}]}, "Undo": {"Type": "Succeed"}}}`)
	o := options()
	o.Stubs = []run.Stub{{Name: "arn:aws:lambda:eu-west-1:123456789012:function:a", Replies: []run.Reply{{Fail: &machine.Error{Name: "Busy", Cause: "full"}}}},
		{Name: "arn:aws:lambda:eu-west-1:123456789012:function:b", Replies: []run.Reply{{Never: true}}}}
	if !serves(t, p, o) {
		t.Error("the run does not serve")
	}
}

// TestNullsInCalls has what a part of an iteration reads be missing in the items, which shows in the call alone: it is null there.
func TestNullsInCalls(t *testing.T) {
	t.Parallel()
	p := program(t, "x.sw.json", `{"id": "x", "name": "x", "version": "1", "functions": [{"name": "send", "resource": "urn:send"}], "states": [
  {"name": "Each", "type": "foreach", "start": {"kind": "default"}, "inputCollection": "{{ $.orders }}", "iterationParam": "order",
   "actions": [{"functionRef": {"refName": "send", "parameters": {"to": "{{ $.order.email }}"}}}], "end": {"kind": "default"}}]}`)
	for key, want := range map[string]bool{"email": true, "address": false} {
		o := options()
		o.Input = valuetest.Object("orders", []any{valuetest.Object(key, "ann@example.com")})
		if got := serves(t, p, o); got != want {
			t.Errorf("%s: %v", key, got)
		}
	}
}

// TestChosenRuns takes the runs whose data is as the conversion assumes, and others only where these are too few. Where there are losses, a
// run without any data is taken as well.
func TestChosenRuns(t *testing.T) {
	t.Parallel()
	p := program(t, "x.asl.json", chain)
	given := func(n any) run.Options {
		o := options()
		o.Input = valuetest.Object("n", n)
		o.Stubs = []run.Stub{{Name: "urn:task:a", Replies: []run.Reply{{Return: o.Input}}}}
		return o
	}
	empty := options()
	empty.Stubs = []run.Stub{{Name: "urn:task:a", Replies: []run.Reply{{Return: valuetest.Object()}}}}
	fits, other, last := given(int64(7)), given("many"), given(int64(2))
	made := []run.Options{other, empty, fits, last}
	is := func(o run.Options, of ...run.Options) bool {
		for _, x := range of {
			if x.Input == o.Input {
				return true
			}
		}
		return false
	}
	pair := &verify.Pair{Source: p, Target: workflow.Clone(p), Raised: &dialects.Raised{}, Domain: whole}
	for _, c := range []struct {
		runs   int
		losses []*dialects.Loss
		want   []run.Options
	}{
		{runs: 2, want: []run.Options{fits, last}},
		{runs: 1, want: []run.Options{fits}},
		{runs: 3, want: []run.Options{fits, last, other}},
		{runs: 2, losses: []*dialects.Loss{{Rule: &dialects.LossRule{ID: "convert/test"}}}, want: []run.Options{empty, fits}},
	} {
		pair.Raised.Losses = c.losses
		chosen, rest, err := pair.Choose(context.Background(), made, c.runs)
		if err != nil || len(chosen) != len(c.want) || len(chosen)+len(rest) != len(made) {
			t.Fatalf("%d runs: %d and %d, %v", c.runs, len(chosen), len(rest), err)
		}
		for i, o := range chosen {
			if !is(o, c.want[i]) || is(o, rest...) {
				t.Errorf("%d runs: run %d is another one", c.runs, i)
			}
		}
	}
}
