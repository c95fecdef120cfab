package convert_test

// assignedTotal is a machine that assigns a variable of an answer, and ends with the document and without the variable.
const assignedTotal = `{"QueryLanguage": "JSONata", "StartAt": "Add up", "States": {
  "Add up": {"Type": "Task", "Resource": "urn:task:add-up", "Assign": {"total": "{% $states.result.total %}"}, "Output": "{% $merge([$states.input, {'sum': $states.result}]) %}",
    "Catch": [{"ErrorEquals": ["Odd"], "Output": "{% $merge([$states.input, {'reason': $states.errorOutput.Error}]) %}", "Next": "Tell"}], "Next": "Large"},
  "Large": {"Type": "Choice", "Choices": [{"Condition": "{% $total > 100 %}", "Next": "Done"}], "Default": "Tell"},
  "Tell": {"Type": "Task", "Resource": "urn:task:tell", "Output": "{% $merge([$states.input, {'told': $states.result}]) %}", "End": true},
  "Done": {"Type": "Succeed"}}}`

// namedAfterField is a machine that repeats steps up to a choice with the name that a choice by that field gets.
const namedAfterField = `{"StartAt": "Rest", "States": {
  "Rest": {"Type": "Wait", "Seconds": 60, "Next": "Look"},
  "Look": {"Type": "Task", "Resource": "urn:task:look", "ResultPath": "$.look", "Next": "Paid?"},
  "Paid?": {"Type": "Choice", "Choices": [{"Variable": "$.look.paid", "BooleanEquals": true, "Next": "Book"}, {"Variable": "$.look.days", "NumericGreaterThanEquals": 3, "Next": "Sue"}], "Default": "Rest"},
  "Book": {"Type": "Task", "Resource": "urn:task:book", "ResultPath": "$.booking", "End": true},
  "Sue": {"Type": "Task", "Resource": "urn:task:sue", "ResultPath": "$.case", "End": true}}}`

// computedChecks is a machine with parts of whose results something is computed, and with a handler of their errors.
const computedChecks = `{"QueryLanguage": "JSONata", "StartAt": "Checks", "States": {
  "Checks": {"Type": "Parallel", "Next": "Book", "Assign": {"first": "{% $states.result[0] %}"}, "Output": "{% $states.input %}", "Branches": [
    {"StartAt": "Debts", "States": {"Debts": {"Type": "Task", "Resource": "urn:task:debts", "Retry": [{"ErrorEquals": ["Busy"], "MaxAttempts": 2}], "End": true}}},
    {"StartAt": "Employed?", "States": {"Employed?": {"Type": "Choice", "Choices": [{"Condition": "{% $states.input.employed %}", "Next": "Income"}], "Default": "Profit"},
      "Income": {"Type": "Task", "Resource": "urn:task:income", "End": true}, "Profit": {"Type": "Task", "Resource": "urn:task:profit", "End": true}}}],
    "Catch": [{"ErrorEquals": ["States.ALL"], "Output": "{% $merge([$states.input, {'reason': $states.errorOutput.Error}]) %}", "Next": "Ask"}]},
  "Book": {"Type": "Task", "Resource": "urn:task:book", "Arguments": "{% $first %}", "Output": "{% $merge([$states.input, {'booked': $states.result}]) %}", "End": true},
  "Ask": {"Type": "Task", "Resource": "urn:task:ask", "Output": "{% $merge([$states.input, {'asked': $states.result}]) %}", "End": true}}}`

// packedBox is an entity with a transition and a state whose names begin alike, and processors of which some failures are ignored.
const packedBox = `{"version": "1", "name": "box", "initialState": "OPEN", "active": true, "states": {
  "OPEN": {"transitions": [{"name": "EMPTY", "next": "GONE", "manual": false, "criterion": {"type": "simple", "jsonPath": "$.items", "operatorType": "LESS_THAN", "value": 1}},
    {"name": "PACK", "next": "PACKED", "manual": false, "processors": [
      {"type": "EXTERNAL", "name": "pack", "executionMode": "SYNC", "config": {"attachEntity": true}}, {"type": "EXTERNAL", "name": "weigh", "executionMode": "SYNC", "config": {"attachEntity": true}}]}]},
  "PACKED": {"transitions": [{"name": "TELL", "next": "SENT", "manual": false, "processors": [{"type": "EXTERNAL", "name": "tell", "executionMode": "ASYNC_NEW_TX", "config": {"attachEntity": true}}]}]},
  "GONE": {}, "SENT": {}}}`

// similarNames is a machine with a choice and an end whose names differ in a question mark.
const similarNames = `{"StartAt": "Look", "States": {
  "Look": {"Type": "Task", "Resource": "urn:task:look", "ResultPath": "$.look", "Next": "Paid?"},
  "Paid?": {"Type": "Choice", "Choices": [{"Variable": "$.look.paid", "BooleanEquals": true, "Next": "Paid"}], "Default": "Sue"},
  "Paid": {"Type": "Succeed"}, "Sue": {"Type": "Task", "Resource": "urn:task:sue", "ResultPath": "$.case", "End": true}}}`

// bookedFare is a workflow with a state that waits for an event for some time, and acts if it comes.
const bookedFare = `{"id": "fare", "name": "Fare", "version": "1", "functions": [{"name": "bill", "resource": "urn:bill"}, {"name": "book", "resource": "urn:book"},
    {"name": "thank", "resource": "urn:thank"}], "events": [{"name": "Paid", "type": "bank.paid", "source": "bank"}], "states": [
  {"name": "Bill", "type": "operation", "start": {"kind": "default"}, "actions": [{"functionRef": {"refName": "bill"}}], "transition": {"nextState": "Await"}},
  {"name": "Await", "type": "event", "timeout": "P5D", "transition": {"nextState": "Booked"}, "eventsActions": [{"eventRefs": ["Paid"], "actions": [
    {"name": "book", "functionRef": {"refName": "book", "parameters": {"fare": "{{ $.fare }}"}}}]}]},
  {"name": "Booked", "type": "switch", "dataConditions": [{"condition": "{{ $.[?(@.entry > 0)] }}", "transition": {"nextState": "Thank"}}], "default": {"nextState": "Bill again"}},
  {"name": "Bill again", "type": "operation", "actions": [{"functionRef": {"refName": "bill"}}], "end": {"kind": "default"}},
  {"name": "Thank", "type": "operation", "actions": [{"functionRef": {"refName": "thank"}}], "end": {"kind": "default"}}]}`

// elementsBackData are cases of TestElementsComeBack with data that steps were written for in between.
var elementsBackData = []elementsBack{
	{"a variable of an answer", "x.asl.json", assignedTotal, "sw", `merge($, {\\\"total\\\": $.sum.total})`},
	{"a variable of an answer", "x.asl.json", assignedTotal, "arrow", `variables-of-add-up ({"value": "merge($, {\"total\": $.sum.total})"})`},
	{"a variable of an answer", "x.asl.json", assignedTotal, "fsm", `merge($, {\\\"total\\\": $.sum.total})`},
	{"a variable of an answer", "x.asl.json", assignedTotal, "step", `"total": "${sum.total}"`},
	{"the document without a variable", "x.asl.json", assignedTotal, "sw", `{\"value\":\"$ without \\\"total\\\"\"}`},
	{"parts with a handler and a computed result", "x.asl.json", computedChecks, "sw", `"refName": "call-checks"`},
	{"a state whose name begins as that of the transition before it", "x.fsm.json", packedBox, "arrow", "@task PACKED = call-packed"},
	{"names that differ in a question mark", "x.asl.json", similarNames, "step", `"id": "paid-2"`},
	{"an action after an event that comes in time", "x.sw.json", bookedFare, "fsm", `"name": "Await: book"`},
	{"a choice with a name that another one gets", "x.asl.json", namedAfterField, "arrow", `"name": "Paid?"`},
}
