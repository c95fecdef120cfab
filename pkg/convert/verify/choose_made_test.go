package verify_test

import (
	"context"
	"testing"

	"github.com/flowglot/flowglot/pkg/convert/verify"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// TestMadeRunsServe makes runs up of which most can show a difference and go past the first task: their data is as a conversion assumes,
// for a target without variables too.
func TestMadeRunsServe(t *testing.T) {
	t.Parallel()
	plain := program(t, "y.asl.json", `{"StartAt": "A", "States": {"A": {"Type": "Succeed"}}}`)
	for _, c := range []struct{ name, file, text string }{
		{"variables that later tasks are given", "x.asl.json", `{"QueryLanguage": "JSONata", "StartAt": "Reserve", "States": {
  "Reserve": {"Type": "Task", "Resource": "arn:aws:lambda:eu-west-1:111122223333:function:reserve", "Assign": {"days": "{% $states.input.days %}"}, "Next": "Lend"},
  "Lend": {"Type": "Task", "Resource": "arn:aws:lambda:eu-west-1:111122223333:function:lend", "Arguments": {"days": "{% $days %}"}, "Output": {"days": "{% $days %}"}, "End": true}}}`},
		{"the data of an event", "x.sw.json", `{"id": "x", "name": "x", "version": "1", "functions": [{"name": "weigh", "resource": "urn:weigh"}, {"name": "store", "resource": "urn:store"}],
  "events": [{"name": "weighed", "type": "box.weighed", "kind": "produced"}], "states": [
  {"name": "weigh", "type": "operation", "start": {"kind": "default"}, "actions": [{"functionRef": {"refName": "weigh"}}],
   "transition": {"nextState": "store", "produceEvent": {"eventRef": "weighed", "data": "{{ $.weight }}"}}},
  {"name": "store", "type": "operation", "actions": [{"functionRef": {"refName": "store"}}], "end": {"kind": "default"}}]}`},
		{"the cause of a failure", "x.asl.json", `{"StartAt": "Look", "States": {
  "Look": {"Type": "Task", "Resource": "arn:aws:lambda:eu-west-1:111122223333:function:look", "ResultPath": "$.look", "Next": "Tell"},
  "Tell": {"Type": "Task", "Resource": "arn:aws:lambda:eu-west-1:111122223333:function:tell", "Parameters": {"box.$": "$.box"}, "ResultPath": null, "Next": "Give up"},
  "Give up": {"Type": "Fail", "Error": "Lost", "CausePath": "$.box"}}}`},
		{"an item of a list", "x.step.json", `{"id": "x", "name": "x", "steps": [
  {"id": "look", "name": "Look", "type": "SERVICE_TASK", "jobType": "look", "nextStep": "staff"},
  {"id": "staff", "name": "Staff", "type": "DECISION", "conditionalNextSteps": {"contains(visitor.badges, 'STAFF')": "open", "true": "ring"}},
  {"id": "open", "name": "Open", "type": "SERVICE_TASK", "jobType": "open", "nextStep": "end"}, {"id": "ring", "name": "Ring", "type": "SERVICE_TASK", "jobType": "ring", "nextStep": "end"},
  {"id": "end", "name": "End", "type": "END"}]}`},
	} {
		p := programAt(t, "current", c.file, c.text)
		pair := &verify.Pair{Source: p, Target: workflow.Clone(plain), Raised: &dialects.Raised{}, Domain: whole}
		far := 0
		for _, o := range verify.InventWithin(whole, p, options(), 40, chance(3)) {
			serves, err := pair.Serves(context.Background(), o)
			if err != nil {
				t.Fatal(err)
			}
			r, err := run.Simulate(context.Background(), p, o)
			if err != nil {
				t.Fatal(err)
			}
			if serves && len(r.Calls) > 1 {
				far++
			}
		}
		if far < 10 {
			t.Errorf("%s: only %d of 40 runs can show a difference after the first task", c.name, far)
		}
	}
}
