package convert_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/convert"
	"github.com/flowglot/flowglot/pkg/convert/verify"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/dialects/all"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// TestOnceDifferent converts small definitions whose conversions once differed from them without a loss that explains it: in each run both
// sides do the same, or a loss says what differs. Some runs are compared, and no more excuses are made than those that are named.
func TestOnceDifferent(t *testing.T) {
	t.Parallel()
	for _, x := range slices.Concat(onceDifferent, onceDifferentVariables, onceDifferentHandlers, onceDifferentMerged, onceDifferentParts, onceDifferentToday) {
		for _, name := range strings.Fields(x.to) {
			t.Run(x.what+" to "+name, func(t *testing.T) {
				t.Parallel()
				sameOrLost(t, today(t, authored{name: x.file, text: x.text}), dialects.Named(all.Dialects(), name), x.lost)
			})
		}
	}
}

// sameOrLost converts a program, back, too, and compares the runs of both sides: some are compared, none differs, and the losses are those
// that are named.
func sameOrLost(t *testing.T, p *workflow.Program, to dialects.Dialect, want string) {
	t.Helper()
	raised := convert.Raise(all.Dialects(), to, p, written(to))
	if len(raised.Definitions) == 0 {
		t.Fatal(raised.Reason)
	}
	target, err := convert.Read(to, raised.Definitions, source.JSON, dialects.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if fault := spreadBack(t, "and back", p, target, raised); fault != "" {
		t.Fatal(fault)
	}
	v, err := (&verify.Pair{Source: p, Target: target, Raised: raised, Domain: written(to).Domain}).Verify(context.Background(),
		verify.InventWithin(written(to).Domain, p, options(), 50, chance(1)))
	switch {
	case err != nil:
		t.Fatal(err)
	case v.Failed():
		t.Fatalf("%s\n%s\n%s", *v.Difference, cameOut(raised), lost(raised.Losses))
	case v.Runs < 10:
		t.Errorf("%d runs are compared", v.Runs)
	}
	if got := lost(raised.Losses); want == "" && got != "" || !strings.Contains(got, want) {
		t.Errorf("lost is %q", got)
	}
}

// A once is a definition whose conversion once differed.
type once struct {
	what, file, text, to string
	lost                 string // a part of the losses; empty: there are none
}

var onceDifferent = []once{
	{"an answer that is dropped before the document is the output", "x.asl.json", `{"StartAt": "Rate", "States": {
  "Rate": {"Type": "Task", "Resource": "urn:task:rate", "ResultPath": "$.rating", "Next": "Tell"},
  "Tell": {"Type": "Task", "Resource": "urn:task:tell", "ResultPath": null, "Next": "Book"},
  "Book": {"Type": "Task", "Resource": "urn:task:book", "ResultPath": "$.booking", "End": true}}}`, "step", ""},
	{"parts that answer an object of which the document has another one, and whose results are kept after an error", "x.sw.json", `{"id": "x", "name": "x", "version": "1",
  "functions": [{"name": "visa", "resource": "v"}, {"name": "fly", "resource": "f"}, {"name": "sleep", "resource": "s"}, {"name": "ask", "resource": "a"}],
  "states": [
    {"name": "Visa", "type": "switch", "start": {"kind": "default"},
      "dataConditions": [{"condition": "{{ $.trip[?(@.visa == true)] }}", "transition": {"nextState": "Apply"}}], "default": {"nextState": "Book"}},
    {"name": "Apply", "type": "operation", "transition": {"nextState": "Book"},
      "actions": [{"functionRef": {"refName": "visa", "parameters": {"to": "{{ $.trip.country }}"}}}]},
    {"name": "Book", "type": "parallel", "onError": [{"expression": "{{ $.error }}", "transition": {"nextState": "Ask"}}], "end": {"kind": "default"},
      "branches": [
        {"name": "Flight", "actions": [{"functionRef": {"refName": "fly", "parameters": {"to": "{{ $.trip.city }}"}}}]},
        {"name": "Hotel", "actions": [{"functionRef": {"refName": "sleep", "parameters": {"at": "{{ $.trip.city }}"}}}]}]},
    {"name": "Ask", "type": "operation", "actions": [{"functionRef": {"refName": "ask", "parameters": {"to": "{{ $.trip.city }}"}}}], "end": {"kind": "default"}}]}`,
		"asl", ""},
	{"a loop of waits that may last for years, with a field that comes from its rounds", "x.asl.json", `{"StartAt": "Rest", "States": {
  "Rest": {"Type": "Wait", "Seconds": 1209600, "Next": "Look"},
  "Look": {"Type": "Task", "Resource": "urn:task:look", "ResultPath": "$.bill", "Next": "Paid?"},
  "Paid?": {"Type": "Choice", "Choices": [{"Variable": "$.bill.open", "NumericEquals": 0, "Next": "Book"},
    {"And": [{"Variable": "$.bill.open", "NumericGreaterThan": 0}, {"Variable": "$.letter.sent", "BooleanEquals": true}], "Next": "Sue"}], "Default": "Remind"},
  "Remind": {"Type": "Task", "Resource": "urn:task:remind", "ResultPath": "$.letter", "Next": "Rest"},
  "Book": {"Type": "Task", "Resource": "urn:task:book", "ResultPath": "$.booking", "End": true},
  "Sue": {"Type": "Task", "Resource": "urn:task:sue", "ResultPath": "$.case", "End": true}}}`, "fsm step", ""},
	{"parts whose results are dropped, after parts of which the document is the list", "x.asl.json", `{"StartAt": "Weigh", "States": {
  "Weigh": {"Type": "Parallel", "Next": "Rest", "Branches": [
    {"StartAt": "Box", "States": {"Box": {"Type": "Task", "Resource": "urn:task:box", "End": true}}},
    {"StartAt": "Lid", "States": {"Lid": {"Type": "Task", "Resource": "urn:task:lid", "End": true}}}]},
  "Rest": {"Type": "Wait", "Seconds": 5, "Next": "Tell"},
  "Tell": {"Type": "Parallel", "ResultPath": null, "Next": "Store", "Branches": [
    {"StartAt": "Mail", "States": {"Mail": {"Type": "Task", "Resource": "urn:task:mail", "End": true}}}]},
  "Store": {"Type": "Task", "Resource": "urn:task:store", "End": true}}}`, "arrow fsm", ""},
	{"a task in two branches, in one of them after another task", "x.step.json", `{"id": "x", "name": "x", "steps": [
  {"id": "both", "name": "both", "type": "PARALLEL_GATEWAY", "parallelNextSteps": ["wash", "fetch"], "joinStep": "ready"},
  {"id": "wash", "name": "wash", "type": "SERVICE_TASK", "jobType": "wash", "nextStep": "carry"},
  {"id": "carry", "name": "carry", "type": "SERVICE_TASK", "jobType": "carry", "nextStep": "ready"},
  {"id": "fetch", "name": "fetch", "type": "SERVICE_TASK", "jobType": "carry", "nextStep": "ready"},
  {"id": "ready", "name": "ready", "type": "JOIN_GATEWAY", "nextStep": "end"}, {"id": "end", "name": "end", "type": "END"}]}`, "asl arrow",
		"convert/shared-variables"},
	{"a document that is a number", "x.asl.json", `{"StartAt": "Five", "States": {"Five": {"Type": "Pass", "Result": 5, "Next": "Count"},
  "Count": {"Type": "Task", "Resource": "urn:task:count", "End": true}}}`, "arrow fsm", "convert/scalar-document"},
	{"a condition on what a branch computes and another one answers", "x.step.json", `{"id": "x", "name": "x", "steps": [
  {"id": "both", "name": "both", "type": "PARALLEL_GATEWAY", "parallelNextSteps": ["ask", "assume"], "joinStep": "asked"},
  {"id": "ask", "name": "ask", "type": "SERVICE_TASK", "jobType": "ask", "nextStep": "asked"},
  {"id": "assume", "name": "assume", "type": "TRANSFORMATION", "transformations": {"agreed": 5}, "nextStep": "asked"},
  {"id": "asked", "name": "asked", "type": "JOIN_GATEWAY", "nextStep": "then"},
  {"id": "then", "name": "then", "type": "PARALLEL_GATEWAY", "parallelNextSteps": ["agreed?", "note"], "joinStep": "noted"},
  {"id": "agreed?", "name": "agreed?", "type": "DECISION", "conditionalNextSteps": {"agreed != true": "noted"}},
  {"id": "note", "name": "note", "type": "SERVICE_TASK", "jobType": "note", "nextStep": "noted"},
  {"id": "noted", "name": "noted", "type": "JOIN_GATEWAY", "nextStep": "end"}, {"id": "end", "name": "end", "type": "END"}]}`, "asl",
		"convert/merge-order"},
	{"a value that is computed of what another branch computes", "x.step.json", `{"id": "x", "name": "x", "steps": [
  {"id": "both", "name": "both", "type": "PARALLEL_GATEWAY", "parallelNextSteps": ["price", "copy"], "joinStep": "done"},
  {"id": "price", "name": "price", "type": "TRANSFORMATION", "transformations": {"price": 5}, "nextStep": "done"},
  {"id": "copy", "name": "copy", "type": "TRANSFORMATION", "transformations": {"total": "${price}"}, "nextStep": "done"},
  {"id": "done", "name": "done", "type": "JOIN_GATEWAY", "nextStep": "end"}, {"id": "end", "name": "end", "type": "END"}]}`, "sw", "convert/shared-reads"},
	{"a task before branches, and again beside a branch that waits", "x.step.json", `{"id": "x", "name": "x", "steps": [
  {"id": "weigh", "name": "weigh", "type": "SERVICE_TASK", "jobType": "weigh", "nextStep": "both"},
  {"id": "both", "name": "both", "type": "PARALLEL_GATEWAY", "parallelNextSteps": ["pack", "offer"], "joinStep": "done"},
  {"id": "pack", "name": "pack", "type": "SERVICE_TASK", "jobType": "pack", "nextStep": "weigh again"},
  {"id": "weigh again", "name": "weigh again", "type": "SERVICE_TASK", "jobType": "weigh", "nextStep": "done"},
  {"id": "offer", "name": "offer", "type": "SERVICE_TASK", "jobType": "offer", "nextStep": "sign"},
  {"id": "sign", "name": "sign", "type": "USER_TASK", "nextStep": "done"},
  {"id": "done", "name": "done", "type": "JOIN_GATEWAY", "nextStep": "end"}, {"id": "end", "name": "end", "type": "END"}]}`, "sw", "convert/branch-workflow"},
	{"a choice without a match in parallel parts that handle all errors", "x.asl.json", `{"StartAt": "Check", "States": {
  "Check": {"Type": "Parallel", "Branches": [{"StartAt": "Ready?", "States": {
    "Ready?": {"Type": "Choice", "Choices": [{"Variable": "$.ready", "BooleanEquals": true, "Next": "Yes"}]}, "Yes": {"Type": "Succeed"}}}],
   "Catch": [{"ErrorEquals": ["States.ALL"], "Next": "Tell"}], "Next": "Tell"},
  "Tell": {"Type": "Task", "Resource": "urn:task:tell", "End": true}}}`, "sw", ""},
	{"a task in parts of a branch and in another branch", "x.asl.json", `{"StartAt": "Both", "States": {"Both": {"Type": "Parallel", "End": true, "Branches": [
  {"StartAt": "Parts", "States": {"Parts": {"Type": "Parallel", "End": true, "Branches": [
    {"StartAt": "Rest", "States": {"Rest": {"Type": "Wait", "Seconds": 65, "End": true}}},
    {"StartAt": "Call", "States": {"Call": {"Type": "Task", "Resource": "urn:task:call", "End": true}}}]}}},
  {"StartAt": "Call first", "States": {"Call first": {"Type": "Task", "Resource": "urn:task:call", "Next": "Note"},
    "Note": {"Type": "Task", "Resource": "urn:task:note", "End": true}}}]}}}`, "step", "convert/order"},
	{"a branch that fails at once beside a task", "x.step.json", `{"id": "x", "name": "x", "steps": [
  {"id": "both", "name": "both", "type": "PARALLEL_GATEWAY", "parallelNextSteps": ["large?", "pack"], "joinStep": "done"},
  {"id": "large?", "name": "large?", "type": "DECISION", "conditionalNextSteps": {"size > 5": "done"}},
  {"id": "pack", "name": "pack", "type": "SERVICE_TASK", "jobType": "pack", "nextStep": "done"},
  {"id": "done", "name": "done", "type": "JOIN_GATEWAY", "nextStep": "end"}, {"id": "end", "name": "end", "type": "END"}]}`, "arrow asl", ""},
	{"a wait that a choice leads to beside a task", "x.step.json", `{"id": "x", "name": "x", "steps": [
  {"id": "large?", "name": "large?", "type": "DECISION", "conditionalNextSteps": {"size <= 5": "pack", "size > 5": "pay"}},
  {"id": "pack", "name": "pack", "type": "SERVICE_TASK", "jobType": "pack", "nextStep": "pay"},
  {"id": "pay", "name": "pay", "type": "USER_TASK", "nextStep": "end"}, {"id": "end", "name": "end", "type": "END"}]}`, "fsm", ""},
	{"a conditional step that is all of a task in brackets beside another branch", "x.flow", "@task thank {\n  ?`$[?(@.paid == true)]` write\n} ;\n" +
		"{\n  pack\n  ?`$[?(!(@.size == 2))]` thank\n} → ship\n", "asl", ""},
	{"a task that is called twice, the second time for the items of an iteration", "x.flow", "weigh → count → count → * ship\n", "step", "convert/order"},
	{"a task that gets nothing after an event, and the document beside another part", "x.sw.json", `{"id": "x", "name": "x",
  "events": [{"name": "rain", "source": "sky", "type": "sky.rain"}], "functions": [{"name": "cover", "resource": "urn:cover"}], "states": [
  {"name": "Rain", "type": "event", "start": {"kind": "default"}, "transition": {"nextState": "Both"},
    "eventsActions": [{"eventRefs": ["rain"], "actions": [{"functionRef": {"refName": "cover", "parameters": {}}}]}]},
  {"name": "Both", "type": "parallel", "end": {"kind": "default"}, "branches": [
    {"name": "again", "actions": [{"functionRef": {"refName": "cover"}}]}, {"name": "nothing", "actions": []}]}]}`, "arrow", ""},
	{"steps of an iteration that are repeated, in some runs without an end, and cut short by another item that fails", "x.asl.json", `{"StartAt": "Each", "States": {
  "Each": {"Type": "Map", "ItemsPath": "$.files", "ResultPath": "$.loaded", "Next": "Note", "ItemProcessor": {"StartAt": "Rest", "States": {
    "Rest": {"Type": "Wait", "Seconds": 60, "Next": "Look"}, "Look": {"Type": "Task", "Resource": "urn:task:look", "ResultPath": "$.look", "Next": "There"},
    "There": {"Type": "Choice", "Choices": [{"Variable": "$.look.state", "StringEquals": "READY", "Next": "Fetch"}], "Default": "Rest"},
    "Fetch": {"Type": "Task", "Resource": "urn:task:fetch", "End": true}}}},
  "Note": {"Type": "Task", "Resource": "urn:task:note", "End": true}}}`, "arrow", ""},
	{"several actions that are retried, in runs that are cut short because the steps come round again", "x.sw.json", `{"id": "x", "name": "x",
  "functions": [{"name": "weigh", "resource": "urn:weigh"}, {"name": "pack", "resource": "urn:pack"}], "states": [
  {"name": "Prepare", "type": "operation", "start": {"kind": "default"}, "transition": {"nextState": "Ready?"},
    "actions": [{"functionRef": {"refName": "weigh"}, "timeout": "PT20S"}, {"functionRef": {"refName": "pack"}}],
    "retry": [{"expression": "{{ $.errors[?(@.name == 'Odd')] }}", "interval": "PT2S", "maxAttempts": 2}]},
  {"name": "Ready?", "type": "switch", "default": {"nextState": "Prepare"}, "dataConditions": [
    {"condition": "{{ $.[?(@.weight == 4)] }}", "transition": {"nextState": "Done"}}]},
  {"name": "Done", "type": "inject", "data": {}, "end": {"kind": "default"}}]}`, "asl step fsm", ""},
	{"actions after an event with time limits, in runs that are cut short because the steps come round again", "x.sw.json", `{"id": "x", "name": "x",
  "events": [{"name": "rain", "source": "sky", "type": "sky.rain"}],
  "functions": [{"name": "cover", "resource": "urn:cover"}, {"name": "look", "resource": "urn:look"}], "states": [
  {"name": "Day", "type": "inject", "data": {"day": true}, "start": {"kind": "default"}, "transition": {"nextState": "Rain"}},
  {"name": "Rain", "type": "event", "transition": {"nextState": "Dry?"}, "eventsActions": [{"eventRefs": ["rain"], "actions": [
    {"functionRef": {"refName": "cover"}, "timeout": "PT20S"}, {"functionRef": {"refName": "look"}, "timeout": "PT20S"}]}]},
  {"name": "Dry?", "type": "switch", "default": {"nextState": "Done"}, "dataConditions": [
    {"condition": "{{ $.[?(@.wet > 0)] }}", "transition": {"nextState": "Dry?"}}]},
  {"name": "Done", "type": "inject", "data": {}, "end": {"kind": "default"}}]}`, "fsm", ""},
	{"a single branch with tasks, whose result is dropped", "x.asl.json", `{"StartAt": "Weigh", "States": {
  "Weigh": {"Type": "Task", "Resource": "urn:task:weigh", "Next": "Part"},
  "Part": {"Type": "Parallel", "ResultPath": null, "Next": "Done", "Branches": [{"StartAt": "Inner", "States": {
    "Inner": {"Type": "Parallel", "Next": "Inside", "Branches": [{"StartAt": "Wash", "States": {
      "Wash": {"Type": "Task", "Resource": "urn:task:wash", "Next": "Dry"}, "Dry": {"Type": "Task", "Resource": "urn:task:dry", "End": true}}}]},
    "Inside": {"Type": "Succeed"}}}]},
  "Done": {"Type": "Succeed"}}}`, "fsm", "convert/joined-data"},
	{"a single branch with a task, whose result has a place", "x.asl.json", `{"StartAt": "Weigh", "States": {
  "Weigh": {"Type": "Task", "Resource": "urn:task:weigh", "Next": "Part"},
  "Part": {"Type": "Parallel", "ResultPath": "$.part", "Next": "Done", "Branches": [{"StartAt": "Wash", "States": {
    "Wash": {"Type": "Task", "Resource": "urn:task:wash", "End": true}}}]},
  "Done": {"Type": "Succeed"}}}`, "fsm", "convert/joined-data"},
	{"a document with more than in the source that becomes the item of a list", "x.asl.json", `{"StartAt": "Weigh", "States": {
  "Weigh": {"Type": "Task", "Resource": "urn:task:weigh", "Next": "Part"},
  "Part": {"Type": "Parallel", "ResultPath": "$.part", "Next": "Ready?", "Catch": [{"ErrorEquals": ["States.ALL"], "Next": "Ready?"}],
    "Branches": [{"StartAt": "Nothing", "States": {"Nothing": {"Type": "Succeed"}}}]},
  "Ready?": {"Type": "Choice", "Choices": [{"Variable": "$.ready", "BooleanEquals": true, "Next": "Done"}]},
  "Done": {"Type": "Succeed"}}}`, "step", "convert/merged-result"},
	{"a task that is tried again after a list of results", "x.asl.json", `{"StartAt": "Ask", "States": {
  "Ask": {"Type": "Parallel", "Next": "Tell", "Branches": [{"StartAt": "Much", "States": {
    "Much": {"Type": "Choice", "Choices": [{"Variable": "$.much", "NumericEquals": 4, "Next": "Count"}], "Default": "Count"},
    "Count": {"Type": "Task", "Resource": "urn:task:count", "End": true}}}]},
  "Tell": {"Type": "Task", "Resource": "urn:task:tell", "Retry": [{"ErrorEquals": ["Odd"], "IntervalSeconds": 2, "BackoffRate": 1.5, "MaxAttempts": 1}], "End": true}}}`,
		"step", "convert/merged-result"},
	{"a branch of two conditional steps", "x.flow", "{\n  count\n  ?`$[?(@.a > 6)]` wash → ?`$[?(@.b == 't1')]` carry\n} → > store", "asl sw", "convert/skipped-branch"},
	{"a list of results from which a task makes the items of an iteration", "x.flow", "{\n  count\n  wash\n} → list → * pack → send", "fsm", ""},
	{"a task that answers for its branch, and for a step", "x.step.json", `{"id": "x", "name": "x", "steps": [
  {"id": "both", "name": "both", "type": "PARALLEL_GATEWAY", "parallelNextSteps": ["wash", "fetch"], "joinStep": "ready"},
  {"id": "wash", "name": "wash", "type": "SERVICE_TASK", "jobType": "carry", "retryCount": 1, "nextStep": "ready"},
  {"id": "fetch", "name": "fetch", "type": "SERVICE_TASK", "jobType": "fetch", "nextStep": "ready",
   "boundaryEvents": [{"type": "TIMER", "duration": "PT9S", "interrupting": true, "targetStepId": "ready"}]},
  {"id": "ready", "name": "ready", "type": "JOIN_GATEWAY", "nextStep": "carry"},
  {"id": "carry", "name": "carry", "type": "SERVICE_TASK", "jobType": "carry", "nextStep": "end"}, {"id": "end", "name": "end", "type": "END"}]}`, "sw", ""},
	{"a part of the document after a task that is handled", "x.asl.json", `{"StartAt": "Count", "States": {
  "Count": {"Type": "Task", "Resource": "urn:task:count", "OutputPath": "$.r", "Next": "Many", "Catch": [{"ErrorEquals": ["Odd"], "Next": "Done"}]},
  "Many": {"Type": "Choice", "Choices": [{"Variable": "$.b", "NumericGreaterThan": 4, "Next": "Tell"}], "Default": "Done"},
  "Tell": {"Type": "Task", "Resource": "urn:task:tell", "Next": "Done"}, "Done": {"Type": "Succeed"}}}`, "step", "convert/output-selection: "},
	{"a call beside a branch that fails, of a task that is called before", "x.asl.json", `{"StartAt": "Wash", "States": {
  "Wash": {"Type": "Task", "Resource": "urn:task:wash", "ResultPath": null, "Next": "Both"},
  "Both": {"Type": "Parallel", "End": true, "Branches": [
    {"StartAt": "Again", "States": {"Again": {"Type": "Task", "Resource": "urn:task:wash", "End": true}}},
    {"StartAt": "Much", "States": {"Much": {"Type": "Choice", "Choices": [{"Variable": "$.much", "NumericGreaterThan": 4, "Next": "Done"}]}, "Done": {"Type": "Succeed"}}}]}}}`,
		"sw", ""},
	{"a part of the state data that becomes the data", "x.sw.json", `{"id": "x", "name": "x", "version": "1",
  "functions": [{"name": "wash", "resource": "urn:wash"}, {"name": "dry", "resource": "urn:dry"}], "states": [
  {"name": "Wash", "type": "operation", "start": {"kind": "default"}, "actions": [{"functionRef": {"refName": "wash"}}],
   "stateDataFilter": {"dataOutputPath": "{{ $.plate }}"}, "transition": {"nextState": "Dry"}},
  {"name": "Dry", "type": "operation", "actions": [{"functionRef": {"refName": "dry"}}], "end": {"kind": "default"}}]}`, "asl", ""},
	{"an iteration over one or many, whose results are read", "x.asl.json", `{"QueryLanguage": "JSONata", "StartAt": "Wash", "States": {
  "Wash": {"Type": "Map", "Items": "{% $type($states.input.plates) = 'array' ? $states.input.plates : [$states.input.plates] %}",
    "ItemSelector": {"plate": "{% $states.context.Map.Item.Value %}"}, "Output": "{% $merge([$states.input, {'washed': $states.result}]) %}", "Next": "Stack",
    "ItemProcessor": {"StartAt": "Rinse", "States": {"Rinse": {"Type": "Task", "Resource": "urn:task:rinse", "End": true}}}},
  "Stack": {"Type": "Task", "Resource": "urn:task:stack", "Arguments": {"plates": "{% $states.input.washed %}"},
    "Output": "{% $merge([$states.input, $states.result]) %}", "End": true}}}`, "sw", ""},
	{"two calls with tokens, and a variable in place of a member of an answer", "x.asl.json", `{"QueryLanguage": "JSONata", "StartAt": "Ask", "States": {
  "Ask": {"Type": "Task", "Resource": "arn:aws:states:::lambda:invoke.waitForTaskToken", "TimeoutSeconds": 600,
    "Arguments": {"FunctionName": "ask", "Payload": {"token": "{% $states.context.Task.Token %}", "input": "{% $states.input %}"}},
    "Assign": {"choice": "{% $states.result.choice %}"}, "Output": "{% $merge([$states.input, ($states.result) ~> |$|{}, 'choice'|]) %}", "Next": "Tea?"},
  "Tea?": {"Type": "Choice", "Choices": [{"Condition": "{% $choice = 'tea' %}", "Next": "Pour"}], "Default": "Pay"},
  "Pour": {"Type": "Task", "Resource": "urn:task:pour", "Output": "{% $merge([$states.input, $states.result]) %}", "Next": "Pay"},
  "Pay": {"Type": "Task", "Resource": "arn:aws:states:::lambda:invoke.waitForTaskToken",
    "Arguments": {"FunctionName": "pay", "Payload": {"token": "{% $states.context.Task.Token %}", "input": "{% $states.input %}"}},
    "Output": "{% $merge([$states.input, $states.result]) %}", "End": true}}}`, "arrow", ""},
	{"results that are joined as one value", "x.asl.json", `{"QueryLanguage": "JSONata", "StartAt": "Both", "States": {
  "Both": {"Type": "Parallel", "Output": "{% ($joined := $states.result[$ != {}]; $exists($joined) ? $joined : {}) %}", "Next": "Weigh", "Branches": [
    {"StartAt": "Wash", "States": {"Wash": {"Type": "Task", "Resource": "urn:task:wash", "End": true}}},
    {"StartAt": "Peel", "States": {"Peel": {"Type": "Task", "Resource": "urn:task:peel", "End": true}}}]},
  "Weigh": {"Type": "Task", "Resource": "urn:task:weigh", "End": true}}}`, "fsm", ""},
	{"a decision that answers a user task", "x.step.json", `{"id": "x", "name": "x", "steps": [
  {"id": "ask", "name": "Ask", "type": "USER_TASK", "nextStep": "ask-decision"},
  {"id": "ask-decision", "name": "Ask decision", "type": "DECISION", "conditionalNextSteps": {"decision == 'YES'": "do", "decision == 'NO'": "end"}},
  {"id": "do", "name": "Do", "type": "SERVICE_TASK", "jobType": "do", "nextStep": "end"}, {"id": "end", "name": "End", "type": "END"}]}`, "sw", ""},
	{"branches that fail on purpose, each with an error of its own", "x.asl.json", `{"StartAt": "Both", "States": {
  "Both": {"Type": "Parallel", "ResultPath": "$.checks", "Next": "Serve",
    "Catch": [{"ErrorEquals": ["Stale"], "ResultPath": "$.error", "Next": "Bake again"}, {"ErrorEquals": ["NoChair"], "ResultPath": "$.error", "Next": "Fetch chair"}],
    "Branches": [
    {"StartAt": "Look", "States": {"Look": {"Type": "Task", "Resource": "urn:task:look", "ResultPath": "$.cake", "Next": "Fresh?"},
      "Fresh?": {"Type": "Choice", "Choices": [{"Variable": "$.cake.fresh", "BooleanEquals": false, "Next": "Stale"}], "Default": "Good"},
      "Good": {"Type": "Succeed"}, "Stale": {"Type": "Fail", "Error": "Stale", "Cause": "of yesterday"}}},
    {"StartAt": "Count", "States": {"Count": {"Type": "Task", "Resource": "urn:task:count", "ResultPath": "$.chairs", "Next": "Enough?"},
      "Enough?": {"Type": "Choice", "Choices": [{"Variable": "$.chairs.free", "NumericLessThan": 1, "Next": "No chair"}], "Default": "Sit"},
      "Sit": {"Type": "Succeed"}, "No chair": {"Type": "Fail", "Error": "NoChair", "Cause": "all are taken"}}}]},
  "Serve": {"Type": "Task", "Resource": "urn:task:serve", "ResultPath": null, "End": true},
  "Bake again": {"Type": "Task", "Resource": "urn:task:bake", "ResultPath": null, "End": true},
  "Fetch chair": {"Type": "Task", "Resource": "urn:task:fetch", "ResultPath": null, "End": true}}}`, "sw", ""},
	{"parts in a part whose result is dropped", "x.asl.json", `{"StartAt": "Outer", "States": {
  "Outer": {"Type": "Parallel", "ResultPath": null, "Next": "Last", "Branches": [{"StartAt": "Inner", "States": {
    "Inner": {"Type": "Parallel", "End": true, "Branches": [
      {"StartAt": "A", "States": {"A": {"Type": "Task", "Resource": "urn:task:a", "End": true}}},
      {"StartAt": "B", "States": {"B": {"Type": "Task", "Resource": "urn:task:b", "End": true,
        "Retry": [{"ErrorEquals": ["Odd"], "MaxAttempts": 0}]}}}]}}}]},
  "Last": {"Type": "Task", "Resource": "urn:task:last", "End": true}}}`, "fsm", "convert/scalar-document"},
	{"an answer that is dropped, where the document is a list", "x.asl.json", `{"StartAt": "Both", "States": {
  "Both": {"Type": "Parallel", "Next": "Tell", "Branches": [
    {"StartAt": "A", "States": {"A": {"Type": "Task", "Resource": "urn:task:a", "End": true}}},
    {"StartAt": "B", "States": {"B": {"Type": "Task", "Resource": "urn:task:b", "End": true, "TimeoutSeconds": 9,
      "Catch": [{"ErrorEquals": ["States.ALL"], "ResultPath": "$.error", "Next": "Over"}]}, "Over": {"Type": "Succeed"}}}]},
  "Tell": {"Type": "Task", "Resource": "urn:task:tell", "ResultPath": null, "End": true}}}`, "arrow", ""},
	{"a condition in a branch on what another one answers, where they run one after the other", "x.flow", "first → {\n  wash\n  {\n  peel\n" +
		"  ?`$[?(@.d == 't1')]` cut → stack\n}\n}\n", "step", "convert/shared-conditions: cut"},
	{"a task after one that is skipped, in a branch", "x.flow", "{\n  wash → dry\n  ?`$[?(@.b == 't1')]` peel\n  {\n  count → weigh\n" +
		"  ?`$[?(!(@.d == 2))]` cut\n  ?`$[?(@.b == 't1')]` weigh → stack\n}\n} → tell\n", "step", "convert/shared-document"},
	{"branches of which one waits for an answer that never comes", "x.step.json", `{"id": "x", "name": "x", "steps": [
  {"id": "wash", "name": "wash", "type": "SERVICE_TASK", "jobType": "wash", "nextStep": "both",
   "boundaryEvents": [{"type": "TIMER", "duration": "PT23S", "interrupting": true, "targetStepId": "both"}]},
  {"id": "both", "name": "both", "type": "PARALLEL_GATEWAY", "parallelNextSteps": ["again", "fetch", "more"], "joinStep": "ready"},
  {"id": "again", "name": "again", "type": "SERVICE_TASK", "jobType": "wash", "nextStep": "ready"},
  {"id": "fetch", "name": "fetch", "type": "SERVICE_TASK", "jobType": "fetch", "nextStep": "ready"},
  {"id": "more", "name": "more", "type": "SERVICE_TASK", "jobType": "wash", "nextStep": "sign"},
  {"id": "sign", "name": "sign", "type": "USER_TASK", "nextStep": "ready"},
  {"id": "ready", "name": "ready", "type": "JOIN_GATEWAY", "nextStep": "end"}, {"id": "end", "name": "end", "type": "END"}]}`, "fsm", "convert/order"},
	{"an input that is selected of a part of the document", "x.asl.json", `{"StartAt": "Count", "States": {
  "Count": {"Type": "Task", "Resource": "urn:task:count", "OutputPath": "$.r", "Next": "Tell",
    "Catch": [{"ErrorEquals": ["Odd", "States.Timeout"], "ResultPath": "$.trouble", "Next": "Tell"}]},
  "Tell": {"Type": "Task", "Resource": "urn:task:tell", "InputPath": "$.n", "Next": "Five",
    "Catch": [{"ErrorEquals": ["States.ALL"], "ResultPath": "$.trouble", "Next": "Done"}]},
  "Five": {"Type": "Pass", "Result": 5, "ResultPath": "$", "Next": "Done"}, "Done": {"Type": "Succeed"}}}`, "step", "convert/output-selection"},
	{"a step with a time limit for all attempts, before another one that calls the same task", "x.step.json", `{"id": "x", "name": "x", "steps": [
  {"id": "wash", "name": "wash", "type": "SERVICE_TASK", "jobType": "wash", "retryCount": 2, "nextStep": "again",
   "boundaryEvents": [{"type": "TIMER", "duration": "PT18S", "interrupting": true, "targetStepId": "again"}]},
  {"id": "again", "name": "again", "type": "SERVICE_TASK", "jobType": "wash", "nextStep": "end",
   "boundaryEvents": [{"type": "TIMER", "duration": "PT13S", "interrupting": true, "targetStepId": "end"}]}, {"id": "end", "name": "end", "type": "END"}]}`,
		"sw", ""},
	{"a run that ends at no time, and produces events until it is cut off", "x.sw.json", `{"id": "x", "name": "x", "version": "1",
  "events": [{"kind": "produced", "name": "told", "type": "made.told"}], "states": [
  {"name": "Tell", "type": "inject", "start": {"kind": "default"}, "data": {"made": 1}, "transition": {"nextState": "More?", "produceEvent": {"eventRef": "told"}}},
  {"name": "More?", "type": "switch", "dataConditions": [{"condition": "{{ $.[?(@.c <= 5)] }}", "transition": {"nextState": "Tell"}}], "default": {"nextState": "Done"}},
  {"name": "Done", "type": "inject", "end": {"kind": "default"}}]}`, "step", ""},
	{"parts whose list becomes the document, with handlers", "x.asl.json", `{"StartAt": "Ask", "States": {
  "Ask": {"Type": "Parallel", "Branches": [
    {"StartAt": "Baker", "States": {"Baker": {"Type": "Task", "Resource": "urn:task:baker", "TimeoutSeconds": 50, "End": true}}},
    {"StartAt": "Miller", "States": {"Miller": {"Type": "Task", "Resource": "urn:task:miller", "TimeoutSeconds": 50, "End": true}}}],
    "Catch": [{"ErrorEquals": ["Closed"], "ResultPath": "$.why", "Next": "Later"}, {"ErrorEquals": ["States.ALL"], "ResultPath": "$.why", "Next": "Tell"}], "Next": "Count"},
  "Count": {"Type": "Task", "Resource": "urn:task:count", "TimeoutSeconds": 50, "End": true},
  "Later": {"Type": "Task", "Resource": "urn:task:later", "TimeoutSeconds": 50, "End": true},
  "Tell": {"Type": "Task", "Resource": "urn:task:tell", "TimeoutSeconds": 50, "End": true}}}`, "arrow", ""},
	{"a task that answers in place of failing", "x.step.json", `{"id": "x", "name": "x", "steps": [
  {"id": "both", "name": "Both", "type": "SERVICE_TASK", "jobType": "call-both", "nextStep": "both-failed"},
  {"id": "both-failed", "name": "Both failed?", "type": "DECISION", "conditionalNextSteps": {"'bothFailed' in $env": "rescue", "true": "end"}},
  {"id": "rescue", "name": "Rescue", "type": "END"}, {"id": "end", "name": "End", "type": "END"}]}`, "sw", "convert/error-data"},
	{"an error that one handler excepts, and the next one takes", "x.sw.json", `{"id": "x", "name": "x", "version": "1",
  "functions": [{"name": "wash", "resource": "urn:wash"}, {"name": "tell", "resource": "urn:tell"}, {"name": "ask", "resource": "urn:ask"}], "states": [
  {"name": "Wash", "type": "operation", "start": {"kind": "default"}, "actions": [{"functionRef": {"refName": "wash"}}], "end": {"kind": "default"},
   "onError": [{"expression": "{{ $.errors[?(@.name != 'Dirty')] }}", "transition": {"nextState": "Tell"}},
    {"expression": "{{ $.errors }}", "transition": {"nextState": "Ask"}}]},
  {"name": "Tell", "type": "operation", "actions": [{"functionRef": {"refName": "tell"}}], "end": {"kind": "default"}},
  {"name": "Ask", "type": "operation", "actions": [{"functionRef": {"refName": "ask"}}], "end": {"kind": "default"}}]}`, "asl step arrow fsm", ""},
	{"a task that answers in place of failing, and one that takes the member out by which that shows", "x.fsm.json", `{"version": "1", "name": "x", "initialState": "wash", "active": true, "states": {
  "wash": {"transitions": [{"name": "call-wash", "next": "wash failed?", "manual": false, "processors": [{"type": "EXTERNAL", "name": "call-wash", "executionMode": "SYNC", "config": {"attachEntity": true}}]}]},
  "wash failed?": {"transitions": [
    {"name": "Without washFailed", "next": "rescue", "manual": false, "criterion": {"type": "simple", "jsonPath": "$.washFailed", "operatorType": "NOT_NULL"},
     "processors": [{"type": "EXTERNAL", "name": "without-washfailed", "executionMode": "SYNC", "config": {"attachEntity": true}}]},
    {"name": "done", "next": "done", "manual": false}]},
  "rescue": {}, "done": {}}}`, "sw", "convert/error-data"},
	{"a step that gets the list of an iteration, or what another step makes of it", "x.flow", "list → * wash → ?`$[?(@.b == 't1')]` sort → tell → done", "sw",
		"convert/result-place"},
	{"a task that goes on while a timer of it starts another one beside it, whose timer ends the run", "x.step.json", `{"id": "x", "name": "x", "steps": [
  {"id": "wash", "name": "wash", "type": "SERVICE_TASK", "jobType": "wash", "nextStep": "end",
   "boundaryEvents": [{"type": "TIMER", "duration": "PT30S", "interrupting": false, "targetStepId": "dry"}]},
  {"id": "dry", "name": "dry", "type": "SERVICE_TASK", "jobType": "dry", "nextStep": "late",
   "boundaryEvents": [{"type": "TIMER", "duration": "PT30S", "interrupting": false, "targetStepId": "tell"}]},
  {"id": "tell", "name": "tell", "type": "SERVICE_TASK", "jobType": "tell", "nextStep": "late"},
  {"id": "late", "name": "late", "type": "END"}, {"id": "end", "name": "end", "type": "END"}]}`, "arrow fsm", "convert/timer-interrupts"},
	{"tasks at the same time in a loop that never ends, which a task carries out", "x.step.json", `{"id": "x", "name": "x", "steps": [
  {"id": "more", "name": "more", "type": "DECISION", "conditionalNextSteps": {"left > 0": "both", "true": "end"}},
  {"id": "both", "name": "both", "type": "PARALLEL_GATEWAY", "parallelNextSteps": ["wash", "dry"], "joinStep": "ready"},
  {"id": "wash", "name": "wash", "type": "SERVICE_TASK", "jobType": "wash", "nextStep": "ready"},
  {"id": "dry", "name": "dry", "type": "SERVICE_TASK", "jobType": "dry", "nextStep": "ready"},
  {"id": "ready", "name": "ready", "type": "JOIN_GATEWAY", "nextStep": "more"}, {"id": "end", "name": "end", "type": "END"}]}`, "arrow", ""},
	{"a step beside an iteration over a list that may be empty", "x.flow", "open → {\n  * wash\n  weigh\n} → close", "sw", "convert/items-of-document"},
	{"an error that is not handled, and is retried first", "x.sw.json", unhandledBusy, "asl step arrow fsm", ""},
	{"an error that is put where the handler before put its own, which a variable was given of, too", "x.asl.json", `{"StartAt": "Look up", "States": {
  "Look up": {"Type": "Task", "Resource": "urn:task:look-up", "ResultPath": "$.record", "Next": "Archive",
    "Catch": [{"ErrorEquals": ["States.ALL"], "Assign": {"why.$": "$.Error"}, "ResultPath": "$.error", "Next": "Tell"}]},
  "Tell": {"Type": "Task", "Resource": "urn:task:tell", "Parameters": {"why.$": "$why"}, "ResultPath": "$.told", "Next": "Ask"},
  "Ask": {"Type": "Task", "Resource": "urn:task:ask", "ResultPath": "$.reply", "Next": "Archive", "Catch": [{"ErrorEquals": ["States.ALL"], "ResultPath": "$.error", "Next": "Give up"}]},
  "Give up": {"Type": "Task", "Resource": "urn:task:give-up", "ResultPath": "$.noted", "Next": "Archive"},
  "Archive": {"Type": "Task", "Resource": "urn:task:archive", "ResultPath": "$.archived", "End": true}}}`, "step", "convert/decision"},
	{"a list of what branches give, which is their documents, and of which a part is read", "x.asl.json", `{"StartAt": "Both", "States": {
  "Both": {"Type": "Parallel", "ResultPath": "$.both", "Next": "Tell", "Branches": [
    {"StartAt": "Weigh", "States": {"Weigh": {"Type": "Task", "Resource": "urn:task:weigh", "ResultPath": "$.weight", "Next": "Rest"}, "Rest": {"Type": "Wait", "Seconds": 5, "End": true}}},
    {"StartAt": "Look", "States": {"Look": {"Type": "Task", "Resource": "urn:task:look", "ResultPath": "$.looks", "End": true}}}]},
  "Tell": {"Type": "Task", "Resource": "urn:task:tell", "Parameters": {"weight.$": "$.both[0].weight"}, "ResultPath": "$.told", "End": true}}}`, "step", "convert/branch-data"},
	{"a task that is retried in a branch, and may answer what is in its input, beside a table that sets it", "x.step.json", `{"id": "x", "name": "x", "steps": [
  {"id": "both", "name": "both", "type": "PARALLEL_GATEWAY", "parallelNextSteps": ["price", "reserve"], "joinStep": "ready"},
  {"id": "price", "name": "price", "type": "DECISION_TABLE", "nextStep": "ready", "hitPolicy": "C+",
   "decisionTable": {"rules": [{"when": {"weight": "weight > 10"}, "outputs": {"price": 5}}, {"when": {}, "outputs": {"price": 1}}]}},
  {"id": "reserve", "name": "reserve", "type": "SERVICE_TASK", "jobType": "reserve", "retryCount": 2, "nextStep": "ready"},
  {"id": "ready", "name": "ready", "type": "JOIN_GATEWAY", "nextStep": "dear"},
  {"id": "dear", "name": "dear", "type": "DECISION", "conditionalNextSteps": {"price > 5": "ask", "price <= 5": "end"}},
  {"id": "ask", "name": "ask", "type": "SERVICE_TASK", "jobType": "ask", "nextStep": "end"}, {"id": "end", "name": "end", "type": "END"}]}`, "arrow", "convert/shared-variables"},
	{"a variable that a function makes of an answer, which the worker puts elsewhere", "x.asl.json", `{"StartAt": "Wash", "States": {
  "Wash": {"Type": "Task", "Resource": "urn:task:wash", "ResultPath": "$.washed", "Assign": {"label.$": "States.Format('{}-{}', $.room, $.hook)"}, "Next": "Tell"},
  "Tell": {"Type": "Task", "Resource": "urn:task:tell", "Parameters": {"label.$": "$label"}, "ResultPath": "$.told", "End": true}}}`, "step", "convert/variables"},
	{"a step that two branches call, one of them later", "x.step.json", `{"id": "x", "name": "x", "steps": [
  {"id": "both", "name": "both", "type": "PARALLEL_GATEWAY", "parallelNextSteps": ["wash", "dry"], "joinStep": "ready"},
  {"id": "wash", "name": "wash", "type": "SERVICE_TASK", "jobType": "wash", "nextStep": "damp"},
  {"id": "damp", "name": "damp", "type": "DECISION", "conditionalNextSteps": {"damp > 3": "dry", "true": "ready"}},
  {"id": "dry", "name": "dry", "type": "SERVICE_TASK", "jobType": "dry", "nextStep": "ready"},
  {"id": "ready", "name": "ready", "type": "JOIN_GATEWAY", "nextStep": "fold"},
  {"id": "fold", "name": "fold", "type": "SERVICE_TASK", "jobType": "fold", "nextStep": "end"}, {"id": "end", "name": "end", "type": "END"}]}`, "asl", "convert/shared-variables"},
	{"parts of which one iterates over the list that the step before answers", "x.flow", "open → list → {\n  weigh\n  * dry → look\n} → > tell", "fsm", ""},
	{"such parts inside others, after another iteration", "x.flow", "* wash → list → {\n  weigh\n  {\n  * dry → look\n  count\n}\n} → > tell", "fsm", ""},
	{"an iteration over what another one gives, at the end", "x.flow", "list → * wash → * dry", "fsm", "convert/scalar-document"},
}
