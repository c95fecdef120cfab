package convert_test

import (
	"context"
	"testing"

	"github.com/flowglot/flowglot/pkg/convert"
	"github.com/flowglot/flowglot/pkg/convert/verify"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/dialects/all"
	"github.com/flowglot/flowglot/pkg/source"
)

// onceDifferentToday are machines in today's asl that are among those of TestOnceDifferent.
var onceDifferentToday = []once{
	{"a list of the results of branches, which is the document, merged with an answer", "x.asl.json", `{"QueryLanguage": "JSONata", "StartAt": "Both", "States": {
  "Both": {"Type": "Parallel", "Next": "Add", "Branches": [{"StartAt": "Weigh", "States": {"Weigh": {"Type": "Task", "Resource": "urn:task:weigh", "End": true}}},
    {"StartAt": "Look", "States": {"Look": {"Type": "Task", "Resource": "urn:task:look", "End": true}}}]},
  "Add": {"Type": "Task", "Resource": "urn:task:add", "Output": "{% $merge([$states.input, $states.result]) %}", "Next": "Note"},
  "Note": {"Type": "Task", "Resource": "urn:task:note", "End": true}}}`, "sw step arrow fsm", "convert/list-members"},
	{"an output with a member that the document had before the branches, of which one has a member of that name", "x.asl.json", `{"QueryLanguage": "JSONata", "StartAt": "Both", "States": {
  "Both": {"Type": "Parallel", "Output": {"order": "{% $states.input.order %}", "size": "{% $states.result[0].size %}"}, "Next": "Note", "Branches": [
    {"StartAt": "Weigh", "States": {"Weigh": {"Type": "Task", "Resource": "urn:task:weigh", "Output": {"order": "{% $states.result.number %}"}, "Next": "Pack"}, "Pack": {"Type": "Task", "Resource": "urn:task:pack", "Output": {"order": "{% $states.input.order %}", "size": "{% $states.result.order %}"}, "End": true}}},
    {"StartAt": "Look", "States": {"Look": {"Type": "Task", "Resource": "urn:task:look", "End": true}}}]},
  "Note": {"Type": "Task", "Resource": "urn:task:note", "Arguments": {"order": "{% $states.input.order %}"}, "End": true}}}`, "sw arrow fsm", ""},
	{"a member of the list of the results of branches, which is the document, also after a task that keeps it", "x.asl.json", `{"QueryLanguage": "JSONata", "StartAt": "Both", "States": {
  "Both": {"Type": "Parallel", "Next": "Tell", "Branches": [{"StartAt": "Weigh", "States": {"Weigh": {"Type": "Task", "Resource": "urn:task:weigh", "Output": {"size": "{% $states.result.size %}"}, "End": true}}},
    {"StartAt": "Look", "States": {"Look": {"Type": "Task", "Resource": "urn:task:look", "Output": {"size": "{% $states.result.size %}"}, "End": true}}}]},
  "Tell": {"Type": "Task", "Resource": "urn:task:tell", "Arguments": {"sizes": "{% $states.input.size %}"}, "Output": "{% $states.input %}", "Next": "Note"},
  "Note": {"Type": "Task", "Resource": "urn:task:note", "Arguments": {"sizes": "{% $states.input.size %}"}, "Output": {"noted": "{% $states.input.size %}"}, "End": true}}}`, "sw arrow fsm", "convert/list-members"},
	{"a condition on a member of what an error handler passes over", "x.asl.json", `{"StartAt": "Weigh", "States": {
  "Weigh": {"Type": "Task", "Resource": "urn:task:weigh", "ResultPath": "$.weight", "Catch": [{"ErrorEquals": ["Odd"], "ResultPath": "$.error", "Next": "Noted?"}], "Next": "Noted?"},
  "Noted?": {"Type": "Choice", "Choices": [{"Variable": "$.weight.note", "IsPresent": true, "Next": "Tell"}], "Default": "Done"},
  "Tell": {"Type": "Task", "Resource": "urn:task:tell", "ResultPath": "$.told", "Next": "Done"}, "Done": {"Type": "Succeed"}}}`, "step sw arrow fsm", ""},
	{"parts whose results are dropped, and that add to their document", "x.asl.json", `{"QueryLanguage": "JSONata", "StartAt": "Both", "States": {
  "Both": {"Type": "Parallel", "Output": "{% $states.input %}", "Next": "Tell", "Branches": [
    {"StartAt": "Wash", "States": {"Wash": {"Type": "Task", "Resource": "urn:task:wash", "Output": "{% $merge([$states.input, {'washed': $states.result}]) %}", "Next": "Dry"},
      "Dry": {"Type": "Task", "Resource": "urn:task:dry", "Output": "{% $merge([$states.input, {'dried': $states.result}]) %}", "End": true}}},
    {"StartAt": "Weigh", "States": {"Weigh": {"Type": "Task", "Resource": "urn:task:weigh", "End": true}}}]},
  "Tell": {"Type": "Task", "Resource": "urn:task:tell", "Output": "{% $merge([$states.input, {'told': $states.result}]) %}", "End": true}}}`, "step", "convert/branch-data"},
	{"a handler of errors of a task that puts its answer where an earlier one was", "x.asl.json", `{"StartAt": "Each", "States": {
  "Each": {"Type": "Map", "ItemsPath": "$.shirts", "ResultPath": "$.done", "Next": "Iron", "ItemProcessor": {"StartAt": "Wash", "States": {"Wash": {"Type": "Task", "Resource": "urn:task:wash", "End": true}}}},
  "Iron": {"Type": "Task", "Resource": "urn:task:iron", "ResultPath": "$.ironed", "Next": "Tell", "Catch": [{"ErrorEquals": ["Cold"], "ResultPath": "$.error", "Next": "Tell"}]},
  "Tell": {"Type": "Task", "Resource": "urn:task:tell", "ResultPath": "$.done", "Next": "Done",
    "Catch": [{"ErrorEquals": ["Odd"], "ResultPath": "$.error", "Next": "Lost"}, {"ErrorEquals": ["States.ALL"], "ResultPath": "$.error", "Next": "Done"}]},
  "Lost": {"Type": "Fail", "Error": "Lost", "Cause": "made up"}, "Done": {"Type": "Succeed"}}}`, "step arrow fsm", ""},
	{"an item in which a handler puts an error, and that an answer replaces", "x.asl.json", `{"QueryLanguage": "JSONata", "StartAt": "Each", "States": {
  "Each": {"Type": "Map", "MaxConcurrency": 1, "Items": "{% $states.input.shirts %}", "ItemSelector": {"shirt": "{% $states.context.Map.Item.Value %}", "hall": "{% $states.input.hall %}"}, "Output": "{% $states.input %}", "End": true,
    "ItemProcessor": {"StartAt": "Wash", "States": {
      "Wash": {"Type": "Task", "Resource": "urn:task:wash", "Output": {"shirt": "{% $states.input.shirt %}", "grams": "{% $states.result.grams %}"},
        "Catch": [{"ErrorEquals": ["Odd"], "Output": "{% $merge([$states.input, {'error': $states.errorOutput}]) %}", "Next": "Dry"}], "Next": "Dry"},
      "Dry": {"Type": "Task", "Resource": "urn:task:dry", "Output": "{% $states.input %}", "End": true}}}}}}`, "step", "convert/merged-result"},
	{"parts whose results take the place of an answer, which a handler keeps", "x.asl.json", `{"StartAt": "Weigh", "States": {
  "Weigh": {"Type": "Task", "Resource": "urn:task:weigh", "ResultPath": "$.result", "Next": "Both"},
  "Both": {"Type": "Parallel", "ResultPath": "$.result", "Catch": [{"ErrorEquals": ["States.ALL"], "ResultPath": "$.error", "Next": "Tell"}], "Next": "Tell", "Branches": [
    {"StartAt": "Wash", "States": {"Wash": {"Type": "Task", "Resource": "urn:task:wash", "ResultPath": "$.washed", "End": true}}},
    {"StartAt": "Dry", "States": {"Dry": {"Type": "Task", "Resource": "urn:task:dry", "End": true}}}]},
  "Tell": {"Type": "Task", "Resource": "urn:task:tell", "ResultPath": "$.told", "End": true}}}`, "sw arrow fsm", ""},
	{"a handler that puts an error into the document, before one that ignores the others", "x.asl.json", `{"StartAt": "Wash", "States": {
  "Wash": {"Type": "Task", "Resource": "urn:task:wash", "ResultPath": null, "Next": "Dry",
    "Catch": [{"ErrorEquals": ["Odd"], "ResultPath": "$.error", "Next": "Dry"}, {"ErrorEquals": ["States.ALL"], "ResultPath": null, "Next": "Dry"}]},
  "Dry": {"Type": "Task", "Resource": "urn:task:dry", "ResultPath": "$.dried", "End": true}}}`, "step arrow fsm sw", ""},
	{"a handler that passes over what it handles, without a mark", "x.asl.json", `{"StartAt": "Wash", "States": {
  "Wash": {"Type": "Task", "Resource": "urn:task:wash", "ResultPath": "$.washed", "Next": "Dry", "Catch": [{"ErrorEquals": ["Odd"], "ResultPath": null, "Next": "Dry"}]},
  "Dry": {"Type": "Task", "Resource": "urn:task:dry", "ResultPath": "$.dried", "End": true}}}`, "step", ""},
	{"a function of the name of its state, which is given the document and a token", "x.asl.json", `{"StartAt": "Ask owner", "States": {
  "Ask owner": {"Type": "Task", "Resource": "arn:aws:states:::lambda:invoke.waitForTaskToken", "ResultPath": "$.answer", "TimeoutSeconds": 3600, "Next": "Tell",
    "Parameters": {"FunctionName": "ask-owner", "Payload": {"input.$": "$", "token.$": "$$.Task.Token"}}, "Catch": [{"ErrorEquals": ["States.Timeout"], "ResultPath": "$.late", "Next": "Tell"}]},
  "Tell": {"Type": "Task", "Resource": "urn:task:tell", "ResultPath": "$.told", "End": true}}}`, "sw step fsm arrow", ""},
	{"workers that carry out parts at the same time, one of which fails", "x.asl.json", `{"QueryLanguage": "JSONata", "StartAt": "Each", "States": {
  "Each": {"Type": "Map", "Items": "{% $states.input.shirts %}", "ItemSelector": {"shirt": "{% $states.context.Map.Item.Value %}", "hall": "{% $states.input.hall %}"}, "Output": "{% $merge([$states.input, {'clean': $states.result}]) %}", "End": true,
    "ItemProcessor": {"StartAt": "Wash", "States": {
      "Wash": {"Type": "Task", "Resource": "urn:task:wash", "Arguments": {"hall": "{% $states.input.hall %}"}, "Output": {"shirt": "{% $states.input.shirt %}", "grams": "{% $states.result.grams %}"},
        "Catch": [{"ErrorEquals": ["States.ALL"], "Output": "{% $states.input %}", "Next": "Dry"}], "Next": "Dry"},
      "Dry": {"Type": "Task", "Resource": "urn:task:dry", "Output": "{% $merge([$states.input, {'dried': $states.result}]) %}", "End": true}}}}}}`, "sw", ""},
}

// overwrittenParcel computes the document with an object in it where an answer was, of which a merge would leave members.
const overwrittenParcel = `{"QueryLanguage": "JSONata", "StartAt": "Weigh", "States": {
  "Weigh": {"Type": "Task", "Resource": "urn:task:weigh", "Output": "{% $merge([$states.input, {'parcel': $states.result}]) %}", "Next": "Mark"},
  "Mark": {"Type": "Pass", "Output": "{% $merge([$states.input, {'parcel': {'marked': true, 'number': $states.input.order.number + 1}}]) %}", "Next": "Send"},
  "Send": {"Type": "Task", "Resource": "urn:task:send", "Output": "{% $merge([$states.input, {'sent': $states.result}]) %}", "End": true}}}`

// TestOverwrittenByAPass leaves out runs in which data that a step computes takes the place of an object with other members: the conversion
// assumes that there are none.
func TestOverwrittenByAPass(t *testing.T) {
	t.Parallel()
	p, to := today(t, authored{name: "x.asl.json", text: overwrittenParcel}), dialects.Named(all.Dialects(), "sw")
	raised := convert.Raise(all.Dialects(), to, p, written(to))
	if len(raised.Definitions) == 0 || len(raised.Losses) > 0 {
		t.Fatal(raised.Reason, lost(raised.Losses))
	}
	target, err := convert.Read(to, raised.Definitions, source.JSON, dialects.Options{})
	if err != nil {
		t.Fatal(err)
	}
	v, err := (&verify.Pair{Source: p, Target: target, Raised: raised, Domain: written(to).Domain}).Verify(context.Background(),
		verify.InventWithin(written(to).Domain, p, options(), 50, chance(1)))
	if err != nil || v.Failed() || v.LeftOut == 0 || v.Equal == 0 {
		t.Errorf("%v, %v, %d left out", v, err, v.LeftOut)
	}
}
