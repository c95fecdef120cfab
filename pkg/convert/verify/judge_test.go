package verify_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/flowglot/flowglot/pkg/convert/verify"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/value/valuetest"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// note is a workflow of one task, whose answer is merged into the variables.
const note = `{"id": "note", "name": "Note", "steps": [
  {"id": "note", "name": "Note", "type": "SERVICE_TASK", "jobType": "note", "nextStep": "end"}, {"id": "end", "name": "End", "type": "END"}]}`

// answering returns a run in which every task gives an answer.
func answering(input, answer any) run.Options {
	o := options()
	o.Input = input
	o.Stubs = []run.Stub{{Name: "*", Replies: []run.Reply{{Return: answer}}}}
	return o
}

// TestNestedMembers has merging that does not look into objects differ from one that does: generated answers overlap nested members, unless
// they are assumed not to.
func TestNestedMembers(t *testing.T) {
	t.Parallel()
	from, to := program(t, "x.step.json", note), program(t, "y.step.json", note)
	if c := to.Start().Nodes[0].Data.Combine; c.Mode != workflow.MergeDeep {
		t.Fatalf("the answer is combined by %v", c.Mode)
	}
	to.Start().Nodes[0].Data.Combine = &workflow.Combine{Mode: workflow.MergeShallow}
	for _, disjoint := range []bool{false, true} {
		d := dialects.Domain{Objects: true, Typed: true, Disjoint: disjoint}
		v, err := (&verify.Pair{Source: from, Target: to, Raised: &dialects.Raised{}, Domain: d}).Verify(context.Background(), verify.InventWithin(d, from, options(), 20, chance(2)))
		if err != nil {
			t.Fatal(err)
		}
		if v.Failed() == disjoint {
			t.Errorf("disjoint %v: %v", disjoint, v)
		}
	}
}

// TestOutsideOfTheDomain has a given run with data outside of the domain be a loss, and a generated one be left out.
func TestOutsideOfTheDomain(t *testing.T) {
	t.Parallel()
	from := program(t, "x.asl.json", `{"StartAt": "A", "States": {"A": {"Type": "Succeed"}}}`)
	to := program(t, "y.asl.json", `{"StartAt": "A", "States": {"A": {"Type": "Pass", "Result": {"x": 1}, "End": true}}}`)
	o := answering([]any{int64(1)}, []any{int64(2)})
	for _, given := range []bool{true, false} {
		pair := &verify.Pair{Source: from, Target: to, Raised: &dialects.Raised{}, Domain: dialects.Domain{Objects: true}}
		var list, made []run.Options
		if given {
			list = []run.Options{o}
		} else {
			made = []run.Options{o}
		}
		v, err := pair.Compare(context.Background(), list, made)
		if err != nil {
			t.Fatal(err)
		}
		lost := len(pair.Raised.Losses) == 1 && strings.Contains(pair.Raised.Losses[0].Message, "array as its input")
		if v.Failed() || given != lost || given != (v.Excused == 1) || !given && v.Runs != 0 {
			t.Errorf("given %v: %v, %d losses", given, v, len(pair.Raised.Losses))
		}
	}
}

// TestEqualOutsideOfTheDomain has a generated run with data outside of the domain count for nothing where both sides are alike, but that the
// conversion can work.
func TestEqualOutsideOfTheDomain(t *testing.T) {
	t.Parallel()
	const ends = `{"StartAt": "A", "States": {"A": {"Type": "Succeed"}}}`
	same, later := program(t, "y.asl.json", ends), program(t, "z.asl.json", `{"StartAt": "W", "States": {"W": {"Type": "Wait", "Seconds": 5, "Next": "A"}, "A": {"Type": "Succeed"}}}`)
	inside, outside := answering(valuetest.Object(), valuetest.Object()), answering([]any{int64(1)}, valuetest.Object())
	rule := &dialects.LossRule{ID: "convert/test", Affects: dialects.Time}
	for _, x := range []struct {
		name              string
		target            *workflow.Program
		losses            []*dialects.Loss
		runs              []run.Options
		equal, leftOut    int
		excused, unproven bool
	}{
		{"outside", same, nil, []run.Options{outside}, 0, 1, false, false},
		{"outside and inside", same, nil, []run.Options{outside, inside}, 1, 1, false, false},
		{"outside with a loss", later, []*dialects.Loss{{Rule: rule}}, []run.Options{outside}, 0, 1, false, false},
		{"inside with a loss", later, []*dialects.Loss{{Rule: rule}}, []run.Options{inside}, 0, 0, true, true},
	} {
		pair := &verify.Pair{Source: program(t, "x.asl.json", ends), Target: x.target, Raised: &dialects.Raised{Losses: x.losses}, Domain: dialects.Domain{Objects: true}}
		v, err := pair.Compare(context.Background(), nil, x.runs)
		if err != nil || v.Failed() || v.Equal != x.equal || v.Excused > 0 != x.excused || v.LeftOut != x.leftOut || v.Unproven() != x.unproven {
			t.Errorf("%s: %v, %d left out, unproven %v, %v", x.name, v, v.LeftOut, v.Unproven(), err)
		}
	}
}

// TestResultsBesideMembers leaves out a run in which an object that is made of results takes the place of one with other members.
func TestResultsBesideMembers(t *testing.T) {
	t.Parallel()
	from := programAt(t, "current", "x.asl.json", `{"StartAt": "Ask", "States": {"Ask": {"Type": "Map", "ItemsPath": "$.services", "ResultSelector": {"offers.$": "$"},
  "ResultPath": "$.prices", "ItemProcessor": {"StartAt": "One", "States": {"One": {"Type": "Succeed"}}}, "End": true}}}`)
	to := programAt(t, "current", "y.asl.json", `{"StartAt": "Ask", "QueryLanguage": "JSONata", "States": {"Ask": {"Type": "Pass", "End": true,
  "Output": "{% $merge([$states.input, {'prices': $merge([$states.input.prices, {'offers': []}])}]) %}"}}}`)
	for _, x := range []struct {
		there         *value.Object
		disjoint      bool
		runs, outside int
	}{
		{valuetest.Object("lowest", int64(1)), true, 0, 1},
		{valuetest.Object("lowest", int64(1)), false, 1, 0},
		{valuetest.Object("offers", int64(1)), true, 1, 0},
	} {
		o := options()
		o.Input = valuetest.Object("services", []any{}, "prices", x.there)
		pair := &verify.Pair{Source: from, Target: to, Raised: &dialects.Raised{}, Domain: dialects.Domain{Objects: true, Disjoint: x.disjoint}}
		v, err := pair.Compare(context.Background(), nil, []run.Options{o})
		if err != nil || v.Runs != x.runs || v.LeftOut != x.outside || v.Failed() == x.disjoint {
			t.Errorf("%v, disjoint %v: %+v, %v", x.there, x.disjoint, v, err)
		}
	}
}

// TestUnproven has a verdict know that the source succeeds and no run is equal.
func TestUnproven(t *testing.T) {
	t.Parallel()
	const ends = `{"StartAt": "A", "States": {"A": {"Type": "Succeed"}}}`
	from := program(t, "x.asl.json", ends)
	to := program(t, "y.asl.json", `{"StartAt": "W", "States": {"W": {"Type": "Wait", "Seconds": 5, "Next": "A"}, "A": {"Type": "Succeed"}}}`)
	rule := &dialects.LossRule{ID: "convert/test", Affects: dialects.Time | dialects.Outcome}
	for _, want := range []bool{true, false} {
		r := &dialects.Raised{Losses: []*dialects.Loss{{Rule: rule}}}
		x := to
		if !want {
			x = program(t, "z.asl.json", ends)
		}
		v, err := (&verify.Pair{Source: from, Target: x, Raised: r}).Verify(context.Background(), []run.Options{answering(valuetest.Object(), valuetest.Object("ok", true))})
		if err != nil || v.Failed() || v.Unproven() != want {
			t.Errorf("%v, %v", v, err)
		}
	}
}

// TestFailingSelection has the task fail that selects the workflow of an entity.
func TestFailingSelection(t *testing.T) {
	t.Parallel()
	const entity = `{"workflows": [
 {"name": "vip", "initialState": "A", "active": true, "criterion": {"type": "function", "function": {"name": "is-vip"}},
  "states": {"A": {"transitions": [{"name": "go", "next": "B", "manual": false}]}, "B": {"transitions": []}}},
 {"name": "plain", "initialState": "A", "active": true, "states": {"A": {"transitions": [{"name": "go", "next": "B", "manual": false}]}, "B": {"transitions": []}}}]}`
	from, to := program(t, "x.fsm.json", entity), program(t, "y.fsm.json", entity)
	o := options()
	o.Stubs = []run.Stub{{Name: "is-vip", Replies: []run.Reply{{Fail: &machine.Error{Name: "Busy"}}}}}
	v, err := (&verify.Pair{Source: from, Target: to, Raised: &dialects.Raised{}}).Verify(context.Background(), []run.Options{o})
	if err != nil || v.Equal != 1 {
		t.Errorf("%v, %v", v, err)
	}
}

// stopping is the work of a task that stands in for a step which fails: it fails, under a name.
type stopping string

func (s stopping) Answer(any, time.Time) (any, error) { return nil, &dialects.Failure{Name: string(s)} }

// TestFailuresWithoutName has a task fail in place of a step: what it calls its error is no difference where the step names none.
func TestFailuresWithoutName(t *testing.T) {
	t.Parallel()
	to := program(t, "y.asl.json", `{"StartAt": "Stop", "States": {"Stop": {"Type": "Task", "Resource": "urn:task:stop", "TimeoutSeconds": 60, "End": true}}}`)
	for _, c := range []struct {
		fail    string
		name    stopping
		differs bool
	}{{`"Error": "", "Cause": "no stock"`, "Stop", false}, {`"Error": "NoStock", "Cause": "no stock"`, "NoStock", false}, {`"Error": "NoStock", "Cause": "no stock"`, "Stop", true}} {
		from := program(t, "x.asl.json", `{"StartAt": "Stop", "States": {"Stop": {"Type": "Fail", `+c.fail+`}}}`)
		r := &dialects.Raised{Substitutes: []string{"urn:task:stop"}, StandIns: []dialects.StandIn{{Element: "Stop", Task: "urn:task:stop", By: c.name}}}
		v, err := (&verify.Pair{Source: from, Target: to, Raised: r}).Verify(context.Background(), []run.Options{answering(valuetest.Object(), valuetest.Object())})
		if err != nil || v.Failed() != c.differs || v.Runs != 1 {
			t.Errorf("%s, and %q: %v, %v", c.fail, c.name, v, err)
		}
	}
}

// TestAskedTasks has a task that decides about a path answer what is no document: a target that takes any document gets that answer.
func TestAskedTasks(t *testing.T) {
	t.Parallel()
	from := program(t, "x.fsm.json", `{"version": "1", "name": "x", "initialState": "A", "active": true, "states": {
  "A": {"transitions": [{"name": "go", "next": "B", "manual": false, "criterion": {"type": "function", "function": {"name": "urn:task:ask"}}}]}, "B": {"transitions": []}}}`)
	to := program(t, "y.asl.json", `{"StartAt": "A", "States": {
  "A": {"Type": "Task", "Resource": "urn:task:ask", "TimeoutSeconds": 60, "ResultPath": null, "Next": "B"}, "B": {"Type": "Succeed"}}}`)
	v, err := (&verify.Pair{Source: from, Target: to, Raised: &dialects.Raised{}, Domain: whole}).Compare(context.Background(), []run.Options{answering(valuetest.Object(), true)}, nil)
	if err != nil || v.Equal != 1 {
		t.Errorf("%v, %v", v, err)
	}
}

// TestNothingToGoOnWith has a task of which nothing is selected to go on be outside of the domain: sw goes on with an empty object, asl
// fails.
func TestNothingToGoOnWith(t *testing.T) {
	t.Parallel()
	from := program(t, "x.sw.json", `{"id": "x", "name": "x", "functions": [{"name": "arn:a", "resource": "arn:a"}], "states": [{"name": "A", "type": "operation", "start": {"kind": "default"},
  "actions": [{"functionRef": {"refName": "arn:a"}}], "stateDataFilter": {"dataOutputPath": "{{ $.made.whole }}"}, "end": {"kind": "default"}}]}`)
	to := programAt(t, "current", "y.asl.json", `{"StartAt": "A", "States": {"A": {"Type": "Task", "Resource": "arn:a", "OutputPath": "$.made.whole", "End": true}}}`)
	for _, selected := range []bool{true, false} {
		answer := valuetest.Object("other", int64(1))
		if selected {
			answer = valuetest.Object("made", valuetest.Object("whole", valuetest.Object("x", int64(1))))
		}
		pair := &verify.Pair{Source: from, Target: to, Raised: &dialects.Raised{}, Domain: dialects.Domain{Objects: true, Typed: true}}
		v, err := pair.Compare(context.Background(), nil, []run.Options{answering(valuetest.Object(), answer)})
		if err != nil {
			t.Fatal(err)
		}
		if v.Failed() || selected != (v.Equal == 1) || selected != (v.Runs == 1) {
			t.Errorf("selected %v: %v", selected, v)
		}
	}
}
