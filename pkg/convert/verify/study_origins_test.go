package verify_test

import (
	"context"
	"slices"
	"testing"

	"github.com/flowglot/flowglot/pkg/convert/verify"
	"github.com/flowglot/flowglot/pkg/run"
)

// TestOrigins puts what is read where it comes from, through the stages of the nodes before it, so that the runs get to every element.
func TestOrigins(t *testing.T) {
	t.Parallel()
	const task = `"Type": "Task", "Resource": "arn:aws:lambda:eu-west-1:123456789012:function:`
	for name, c := range map[string]struct{ file, level, text, reach string }{
		"another member of the input": {"x.asl.json", "current", `{"StartAt": "Sort", "States": {
  "Sort": {"Type": "Pass", "Parameters": {"parcel": {"size.$": "$.order.lines.size"}}, "Next": "Big?"},
  "Big?": {"Type": "Choice", "Choices": [{"Variable": "$.parcel.size", "NumericGreaterThan": 40, "Next": "Van"}], "Default": "Bicycle"},
  "Van": {"Type": "Succeed"}, "Bicycle": {"Type": "Succeed"}}}`, "Van"},
		"a part of an answer": {"x.asl.json", "current", `{"QueryLanguage": "JSONata", "StartAt": "Weigh", "States": {
  "Weigh": {` + task + `weigh", "Output": {"parcel": {"size": "{% $states.result.scales.size %}"}}, "Next": "Keep"},
  "Keep": {"Type": "Pass", "Output": {"of": "{% $states.input.parcel %}"}, "Next": "Big?"},
  "Big?": {"Type": "Choice", "Choices": [{"Condition": "{% $states.input.of.size > 40 %}", "Next": "Van"}], "Default": "Bicycle"},
  "Van": {"Type": "Succeed"}, "Bicycle": {"Type": "Succeed"}}}`, "Van"},
		"a part of an answer that is merged": {"x.asl.json", "current", `{"QueryLanguage": "JSONata", "StartAt": "Weigh", "States": {
  "Weigh": {` + task + `weigh", "Output": "{% $merge([$states.input, {'weighed': $states.result}]) %}", "Next": "Label"},
  "Label": {` + task + `label", "Arguments": {"of": "{% $states.input.weighed.scales.size %}"}, "Next": "Stick"},
  "Stick": {"Type": "Succeed"}}}`, "Stick"},
		"what a variable is given on the way": {"x.asl.json", "current", `{"StartAt": "Keep", "States": {
  "Keep": {"Type": "Pass", "Assign": {"size.$": "$.order.size"}, "Next": "Big?"},
  "Big?": {"Type": "Choice", "Choices": [{"Variable": "$size", "NumericGreaterThan": 40, "Next": "Van"}], "Default": "Bicycle"},
  "Van": {"Type": "Succeed"}, "Bicycle": {"Type": "Succeed"}}}`, "Van"},
		"an item": {"x.asl.json", "current", `{"QueryLanguage": "JSONata", "StartAt": "Each", "States": {
  "Each": {"Type": "Map", "Items": "{% $states.input.articles %}", "ItemSelector": {"article": "{% $states.context.Map.Item.Value %}"}, "Next": "Done",
   "ItemProcessor": {"StartAt": "Big?", "States": {
     "Big?": {"Type": "Choice", "Choices": [{"Condition": "{% $states.input.article.size > 40 %}", "Next": "Van"}], "Default": "Bicycle"},
     "Van": {` + task + `van", "End": true}, "Bicycle": {` + task + `bicycle", "End": true}}}},
  "Done": {"Type": "Succeed"}}}`, "Van"},
		"what is added to a list": {"x.sw.json", "", `{"id": "x", "name": "x", "version": "1", "functions": [{"name": "load", "resource": "urn:load"}], "states": [
  {"name": "Load", "type": "foreach", "start": {"kind": "default"}, "inputCollection": "{{ $.files }}", "iterationParam": "file", "outputCollection": "{{ $.loads }}",
   "actions": [{"functionRef": {"refName": "load", "parameters": {"file": "{{ $.file.name }}"}}}], "transition": {"nextState": "Report"}},
  {"name": "Report", "type": "operation", "actions": [{"functionRef": {"refName": "load", "parameters": {"loads": "{{ $.loads }}"}}}], "end": {"kind": "default"}}]}`, "Report"},
		"the data of an event": {"x.sw.json", "", `{"id": "x", "name": "x", "version": "1", "events": [{"name": "Paid", "type": "paid", "source": "shop"}], "functions": [{"name": "load", "resource": "urn:load"}],
 "states": [{"name": "Wait", "type": "event", "start": {"kind": "default"}, "eventsActions": [{"eventRefs": ["Paid"], "eventDataFilter": {"dataInputPath": "{{ $.payment }}"},
    "actions": [{"functionRef": {"refName": "load", "parameters": {"by": "{{ $.card }}"}}}]}], "transition": {"nextState": "Much"}},
  {"name": "Much", "type": "switch", "dataConditions": [{"condition": "{{ $[?(@.amount > 40)] }}", "transition": {"nextState": "Thank"}}], "default": {"nextState": "Note"}},
  {"name": "Thank", "type": "inject", "data": {"a": 1}, "end": {"kind": "default"}}, {"name": "Note", "type": "inject", "data": {"a": 1}, "end": {"kind": "default"}}]}`, "Thank"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			level := c.level
			if level == "" {
				level = "2016"
			}
			p := programAt(t, level, c.file, c.text)
			reached, succeeded := 0, 0
			for _, o := range verify.InventWithin(whole, p, options(), 30, chance(3)) {
				r, err := run.Simulate(context.Background(), p, o)
				if err != nil {
					t.Fatal(err)
				}
				if r.Status == run.Succeeded {
					succeeded++
				}
				if slices.Contains(r.Visited, c.reach) {
					reached++
				}
			}
			if reached < 5 || succeeded < 12 {
				t.Errorf("%d runs reach %s, %d succeed", reached, c.reach, succeeded)
			}
		})
	}
}

// TestAnswersAtOnePlace has the answers of two tasks, which are put at one member of the document, have the same members: the second
// overwrites no part of the first.
func TestAnswersAtOnePlace(t *testing.T) {
	t.Parallel()
	const task = `"Type": "Task", "Resource": "arn:aws:lambda:eu-west-1:123456789012:function:`
	p := programAt(t, "current", "x.asl.json", `{"StartAt": "First", "States": {
  "First": {`+task+`first", "ResultPath": "$.next", "Next": "Second"}, "Second": {`+task+`second", "ResultPath": "$.next", "Next": "Done?"},
  "Done?": {"Type": "Choice", "Choices": [{"Variable": "$.next.done", "BooleanEquals": true, "Next": "Done"}], "Default": "Rest"}, "Done": {"Type": "Succeed"}, "Rest": {"Type": "Succeed"}}}`)
	served := 0
	for _, o := range verify.InventWithin(whole, p, options(), 30, chance(3)) {
		if serves(t, p, o) {
			served++
		}
	}
	if served < 24 {
		t.Errorf("only %d runs have data as it is assumed", served)
	}
}
