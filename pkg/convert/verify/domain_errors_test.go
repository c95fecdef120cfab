package verify_test

import (
	"context"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/convert/verify"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/value/valuetest"
)

// TestCauselessErrors has a task fail whose error a handler puts into the data: without a cause, sw has no message there, and asl an empty
// one, which is outside of the domain. An error with a cause is not.
func TestCauselessErrors(t *testing.T) {
	t.Parallel()
	from := program(t, "x.sw.json", `{"id": "x", "name": "x", "version": "1", "functions": [{"name": "pay", "resource": "urn:pay"}], "states": [
  {"name": "Pay", "type": "operation", "start": {"kind": "default"}, "actions": [{"functionRef": {"refName": "pay"}}],
   "onError": [{"expression": "{{ $.error }}", "transition": {"nextState": "Undo"}}], "end": {"kind": "default"}},
  {"name": "Undo", "type": "inject", "data": {"undone": true}, "end": {"kind": "default"}}]}`)
	to := programAt(t, "current", "y.asl.json", `{"QueryLanguage": "JSONata", "StartAt": "Pay", "States": {"Pay": {"Type": "Task",
  "Resource": "arn:aws:lambda:eu-west-1:1:function:pay", "Output": "{% $merge([$states.input, $states.result]) %}", "End": true,
  "Catch": [{"ErrorEquals": ["States.ALL"], "Next": "Undo",
    "Output": "{% $merge([$states.input, {'error': {'name': $states.errorOutput.Error, 'message': $states.errorOutput.Cause}}]) %}"}]},
  "Undo": {"Type": "Pass", "Output": "{% $merge([$states.input, {'undone': true}]) %}", "End": true}}}`)
	r := &dialects.Raised{Tasks: []dialects.Renaming{{From: "pay", To: "arn:aws:lambda:eu-west-1:1:function:pay"}}}
	for cause, outside := range map[string]bool{"": true, "no money": false} {
		o := options()
		o.Input = valuetest.Object("amount", int64(4))
		o.Stubs = []run.Stub{{Name: "pay", Replies: []run.Reply{{Fail: &machine.Error{Name: "Declined", Cause: cause}}}}}
		v, err := (&verify.Pair{Source: from, Target: to, Raised: r, Domain: dialects.Domain{Typed: true}}).Compare(context.Background(), []run.Options{o}, nil)
		if err != nil || v.Difference != nil || (len(v.Outside) == 1) != outside || (v.Equal == 1) == outside {
			t.Fatalf("%q: %+v, %v", cause, v, err)
		}
		if outside && !strings.Contains(v.Outside[0].What, `no cause of the error "Declined" of "pay"`) {
			t.Errorf("outside is %q", v.Outside[0].What)
		}
	}
}

// TestAnswersWithErrors has a task answer a member in which its error would be, if it failed, or the input have that member: that is outside of
// the domain. An answer with another member, or to a task whose errors are put elsewhere, is not.
func TestAnswersWithErrors(t *testing.T) {
	t.Parallel()
	const text = `{"StartAt": "Pay", "States": {"Pay": {"Type": "Task", "Resource": "urn:task:pay", "Catch": [{"ErrorEquals": ["States.ALL"], "ResultPath": "$.%s", "Next": "Undo"}],
	  "End": true}, "Undo": {"Type": "Succeed"}}}`
	for _, test := range []struct {
		place, member, input string
		outside              bool
	}{{"error", "error", "amount", true}, {"error", "paid", "amount", false}, {"trouble", "error", "amount", false}, {"error", "paid", "error", true}, {"trouble", "paid", "error", false}} {
		p := program(t, "x.asl.json", strings.Replace(text, "%s", test.place, 1))
		o := options()
		o.Input = valuetest.Object(test.input, int64(4))
		o.Stubs = []run.Stub{{Name: "urn:task:pay", Replies: []run.Reply{{Return: valuetest.Object(test.member, int64(1))}}}}
		serves, err := (&verify.Pair{Source: p, Target: p, Raised: &dialects.Raised{}, Domain: dialects.Domain{Disjoint: true}}).Serves(context.Background(), o)
		if err != nil || serves == test.outside {
			t.Errorf("%+v: it serves: %t, %v", test, serves, err)
		}
	}
}

// TestResultsOverAnObject has the input have an object where the results of branches get, which is outside of the domain: in a target that merges
// them, its members would stay. Another value there is replaced.
func TestResultsOverAnObject(t *testing.T) {
	t.Parallel()
	p := program(t, "x.asl.json", `{"StartAt": "Checks", "States": {"Checks": {"Type": "Parallel", "ResultPath": "$.checks", "End": true, "Branches": [
	  {"StartAt": "A", "States": {"A": {"Type": "Task", "Resource": "urn:task:a", "End": true}}}, {"StartAt": "B", "States": {"B": {"Type": "Task", "Resource": "urn:task:b", "End": true}}}]}}}`)
	for _, test := range []struct {
		there   any
		outside bool
	}{{nil, false}, {int64(4), false}, {valuetest.Object("old", int64(1)), true}} {
		o := options()
		o.Input = valuetest.Object("checks", test.there)
		serves, err := (&verify.Pair{Source: p, Target: p, Raised: &dialects.Raised{}, Domain: dialects.Domain{Disjoint: true}}).Serves(context.Background(), o)
		if err != nil || serves == test.outside {
			t.Errorf("%v: it serves: %t, %v", test.there, serves, err)
		}
	}
}

// TestResultsOverAPart has a member of what is made of the results of branches be an object in the input, of which they have another part: that
// is outside of the domain, and no run that is made up has such an input, though what is there is read later.
func TestResultsOverAPart(t *testing.T) {
	t.Parallel()
	const task = `"Type": "Task", "Resource": "arn:aws:lambda:eu-west-1:123456789012:function:`
	p := programAt(t, "current", "x.asl.json", `{"StartAt": "Checks", "States": {"Checks": {"Type": "Parallel", "ResultPath": "$.checks", "ResultSelector": {"a.$": "$[0]"}, "Next": "Tell",
	  "Branches": [{"StartAt": "A", "States": {"A": {`+task+`a", "End": true}}}, {"StartAt": "B", "States": {"B": {`+task+`b", "End": true}}}]},
	  "Tell": {`+task+`tell", "Parameters": {"of.$": "$.checks.a"}, "End": true}}}`)
	pair := &verify.Pair{Source: p, Target: p, Raised: &dialects.Raised{}, Domain: whole}
	for _, test := range []struct {
		there   any
		outside bool
	}{{nil, false}, {valuetest.Object("old", int64(1)), true}} {
		o := options()
		o.Input = valuetest.Object("checks", valuetest.Object("a", test.there))
		serves, err := pair.Serves(context.Background(), o)
		if err != nil || serves == test.outside {
			t.Errorf("%v: it serves: %t, %v", test.there, serves, err)
		}
	}
	for i, o := range verify.InventWithin(whole, p, options(), 20, chance(1)) {
		if _, there := o.Input.(*value.Object).Get("checks").(*value.Object); there {
			t.Errorf("run %d has the input %s", i, value.Short(o.Input))
		}
	}
}

// TestMadeUpDataHasNoErrors has neither the input nor the answers of made-up runs have the member in which a handler puts its errors, though
// it is read, where the domain has data like that.
func TestMadeUpDataHasNoErrors(t *testing.T) {
	t.Parallel()
	p := program(t, "x.sw.json", `{"id": "x", "name": "x", "version": "1", "functions": [{"name": "pay", "resource": "urn:pay"}, {"name": "tell", "resource": "urn:tell"}], "states": [
  {"name": "Pay", "type": "operation", "start": {"kind": "default"}, "actions": [{"functionRef": {"refName": "pay"}}],
   "onError": [{"expression": "{{ $.error }}", "transition": {"nextState": "Tell"}}], "end": {"kind": "default"}},
  {"name": "Tell", "type": "operation", "actions": [{"functionRef": {"refName": "tell", "parameters": {"why": "{{ $.error.message }}"}}}], "end": {"kind": "default"}}]}`)
	for _, disjoint := range []bool{true, false} {
		there := false
		for _, o := range verify.InventWithin(dialects.Domain{Disjoint: disjoint}, p, options(), 40, chance(1)) {
			all := []any{o.Input}
			for _, s := range o.Stubs {
				for _, r := range s.Replies {
					all = append(all, r.Return)
				}
			}
			for _, x := range all {
				data, ok := x.(*value.Object)
				there = there || ok && data.Has("error")
			}
		}
		if there == disjoint {
			t.Errorf("data is disjoint: %t; an error is in it: %t", disjoint, there)
		}
	}
}
