package convert_test

import "strings"

// paidRent waits for an event for some time, books what came with it, and goes on the same way where nothing did.
const paidRent = `{"id": "rent", "name": "Rent", "version": "1",
  "functions": [{"name": "bill", "resource": "bill"}, {"name": "book", "resource": "book"}, {"name": "remind", "resource": "remind"}, {"name": "thank", "resource": "thank"}],
  "events": [{"name": "Paid", "type": "bank.paid", "source": "bank"}],
  "states": [
    {"name": "Bill", "type": "operation", "start": {"kind": "default"}, "actions": [{"name": "bill", "functionRef": {"refName": "bill"}}], "transition": {"nextState": "Wait"}},
    {"name": "Wait", "type": "event", "eventsActions": [{"eventRefs": ["Paid"], "actions": [{"name": "entry", "functionRef": {"refName": "book"}}]}],
      "timeout": "P14D", "transition": {"nextState": "Settled"}},
    {"name": "Settled", "type": "switch", "dataConditions": [{"condition": "{{ $[?(@.paid == true)] }}", "transition": {"nextState": "Thank"}}], "default": {"nextState": "Remind"}},
    {"name": "Thank", "type": "operation", "actions": [{"name": "thank", "functionRef": {"refName": "thank"}}], "end": {"kind": "default"}},
    {"name": "Remind", "type": "operation", "actions": [{"name": "remind", "functionRef": {"refName": "remind"}}], "end": {"kind": "default"}}]}`

// decidedRent waits for one of two events for some time, and takes a part of each.
const decidedRent = `{"id": "flat", "name": "Flat", "version": "1", "functions": [{"name": "ask", "resource": "ask"}, {"name": "sign", "resource": "sign"}, {"name": "tell", "resource": "tell"}],
  "events": [{"name": "Yes", "type": "board.yes", "source": "board"}, {"name": "No", "type": "board.no", "source": "board"}],
  "states": [
    {"name": "Ask", "type": "operation", "start": {"kind": "default"}, "actions": [{"name": "ask", "functionRef": {"refName": "ask"}}], "transition": {"nextState": "Wait"}},
    {"name": "Wait", "type": "switch", "eventTimeout": "P9D", "default": {"nextState": "Tell"}, "eventConditions": [
      {"eventRef": "Yes", "eventDataFilter": {"dataOutputPath": "{{ $.data.lease }}"}, "transition": {"nextState": "Sign"}},
      {"eventRef": "No", "eventDataFilter": {"dataOutputPath": "{{ $.data.reason }}"}, "transition": {"nextState": "Tell"}}]},
    {"name": "Sign", "type": "operation", "actions": [{"name": "sign", "functionRef": {"refName": "sign"}}], "end": {"kind": "default"}},
    {"name": "Tell", "type": "operation", "actions": [{"name": "tell", "functionRef": {"refName": "tell"}}], "end": {"kind": "default"}}]}`

// answeredDoor waits for one of two events, does something else after each, and ends.
const answeredDoor = `{"id": "door", "name": "Door", "version": "1", "functions": [{"name": "look", "resource": "look"}, {"name": "open", "resource": "open"}, {"name": "lock", "resource": "lock"}],
  "events": [{"name": "Bell", "type": "door.bell", "source": "door"}, {"name": "Night", "type": "clock.night", "source": "clock"}],
  "states": [{"name": "Look", "type": "operation", "start": {"kind": "default"}, "actions": [{"functionRef": {"refName": "look"}}], "transition": {"nextState": "Door"}},
    {"name": "Door", "type": "event", "timeout": "PT9H", "end": {"kind": "default"}, "eventsActions": [
    {"eventRefs": ["Bell"], "actions": [{"name": "open", "functionRef": {"refName": "open"}}]},
    {"eventRefs": ["Night"], "actions": [{"name": "lock", "functionRef": {"refName": "lock"}}]}]}]}`

// labelledBox waits for two events, both of which have to come, and then acts.
const labelledBox = `{"id": "box", "name": "Box", "version": "1", "functions": [{"name": "order", "resource": "order"}, {"name": "close", "resource": "close"}, {"name": "ship", "resource": "ship"}],
  "events": [{"name": "Packed", "type": "shelf.packed", "source": "shelf"}, {"name": "Labelled", "type": "desk.labelled", "source": "desk"}],
  "states": [
    {"name": "Order", "type": "operation", "start": {"kind": "default"}, "actions": [{"name": "order", "functionRef": {"refName": "order"}}], "transition": {"nextState": "Box"}},
    {"name": "Box", "type": "event", "exclusive": false, "timeout": "PT9H", "transition": {"nextState": "Ship"},
      "eventsActions": [{"eventRefs": ["Packed", "Labelled"], "actions": [{"name": "lid", "functionRef": {"refName": "close"}}]}]},
    {"name": "Ship", "type": "operation", "actions": [{"name": "ship", "functionRef": {"refName": "ship"}}], "end": {"kind": "default"}}]}`

// checkedTwice makes one choice after each of two others.
const checkedTwice = `{"StartAt": "Weigh", "States": {
  "Weigh": {"Type": "Task", "Resource": "urn:task:weigh", "ResultPath": "$.weight", "Next": "Heavy?"},
  "Heavy?": {"Type": "Choice", "Choices": [{"Variable": "$.weight.kilos", "NumericGreaterThan": 20, "Next": "Fetch cart"}], "Default": "Route"},
  "Fetch cart": {"Type": "Task", "Resource": "urn:task:fetch", "ResultPath": "$.cart", "Next": "Cart?"},
  "Cart?": {"Type": "Choice", "Choices": [{"Variable": "$.cart.free", "BooleanEquals": false, "Next": "Send back"}], "Default": "Route"},
  "Send back": {"Type": "Task", "Resource": "urn:task:return", "ResultPath": "$.returned", "End": true},
  "Route": {"Type": "Choice", "Choices": [{"Variable": "$.floor", "NumericGreaterThan": 1, "Next": "Lift"}], "Default": "Door"},
  "Lift": {"Type": "Task", "Resource": "urn:task:lift", "ResultPath": "$.lift", "End": true},
  "Door": {"Type": "Task", "Resource": "urn:task:door", "ResultPath": "$.door", "End": true}}}`

// loadedIfAny iterates in one branch of a choice.
const loadedIfAny = `{"StartAt": "List", "States": {
  "List": {"Type": "Task", "Resource": "urn:task:list", "ResultPath": "$.listing", "Next": "Any?"},
  "Any?": {"Type": "Choice", "Choices": [{"Variable": "$.listing.count", "NumericGreaterThan": 0, "Next": "Load all"}], "Default": "Note"},
  "Load all": {"Type": "Map", "ItemsPath": "$.listing.files", "ResultPath": "$.loads", "Next": "Report",
    "ItemProcessor": {"StartAt": "Load", "States": {"Load": {"Type": "Task", "Resource": "urn:task:load", "End": true}}}},
  "Report": {"Type": "Task", "Resource": "urn:task:report", "ResultPath": "$.report", "End": true},
  "Note": {"Type": "Task", "Resource": "urn:task:note", "ResultPath": "$.note", "End": true}}}`

// sentIfReady iterates as all of one branch of a choice.
const sentIfReady = `{"id": "send", "name": "Send", "version": "1", "functions": [{"name": "look", "resource": "look"}, {"name": "send", "resource": "send"}, {"name": "open", "resource": "open"}],
  "states": [
    {"name": "Look", "type": "operation", "start": {"kind": "default"}, "actions": [{"name": "look", "functionRef": {"refName": "look"}}], "transition": {"nextState": "Ready"}},
    {"name": "Ready", "type": "switch", "dataConditions": [{"condition": "{{ $[?(@.state == 'READY')] }}", "transition": {"nextState": "SendAll"}}], "default": {"nextState": "Open"}},
    {"name": "SendAll", "type": "foreach", "inputCollection": "{{ $.people }}", "iterationParam": "person", "outputCollection": "{{ $.sent }}",
      "actions": [{"name": "send", "functionRef": {"refName": "send", "parameters": {"person": "{{ $.person }}"}}}], "end": {"kind": "default"}},
    {"name": "Open", "type": "operation", "actions": [{"name": "open", "functionRef": {"refName": "open"}}], "end": {"kind": "default"}}]}`

// toldTwice has a handler and a choice lead to a step whose answer is dropped.
const toldTwice = `{"StartAt": "Ask", "States": {
  "Ask": {"Type": "Task", "Resource": "urn:task:ask", "ResultPath": "$.reply", "Next": "Decided", "Catch": [{"ErrorEquals": ["Odd"], "ResultPath": "$.error", "Next": "Tell"}]},
  "Decided": {"Type": "Choice", "Choices": [{"Variable": "$.reply.fine", "BooleanEquals": true, "Next": "Book"}], "Default": "Tell"},
  "Book": {"Type": "Task", "Resource": "urn:task:book", "ResultPath": "$.booking", "End": true},
  "Tell": {"Type": "Task", "Resource": "urn:task:tell", "ResultPath": null, "End": true}}}`

// sharedAround has a branch between two others that lead to the same step.
const sharedAround = `{"id": "count", "name": "Count", "steps": [
  {"id": "count-stock", "name": "Count stock", "type": "SERVICE_TASK", "jobType": "count-stock", "nextStep": "right"},
  {"id": "right", "name": "Right?", "type": "DECISION", "conditionalNextSteps": {"right": "print", "!right && missing > 3": "call-guard", "!right": "note"}},
  {"id": "note", "name": "Note", "type": "SERVICE_TASK", "jobType": "note", "nextStep": "print"},
  {"id": "print", "name": "Print", "type": "SERVICE_TASK", "jobType": "print", "nextStep": "printed"},
  {"id": "call-guard", "name": "Call guard", "type": "SERVICE_TASK", "jobType": "call-guard", "nextStep": "called"},
  {"id": "printed", "name": "Printed", "type": "END"}, {"id": "called", "name": "Called", "type": "END"}]}`

// signedHire waits for a person in one of two branches.
const signedHire = `{"id": "hire", "name": "Hire", "steps": [
  {"id": "invite", "name": "Invite", "type": "SERVICE_TASK", "jobType": "invite", "nextStep": "prepare"},
  {"id": "prepare", "name": "Prepare", "type": "PARALLEL_GATEWAY", "parallelNextSteps": ["desk", "sign"], "joinStep": "prepared"},
  {"id": "desk", "name": "Desk", "type": "SERVICE_TASK", "jobType": "order-desk", "nextStep": "prepared"},
  {"id": "sign", "name": "Sign", "type": "USER_TASK", "nextStep": "prepared"},
  {"id": "prepared", "name": "Prepared", "type": "JOIN_GATEWAY", "nextStep": "greet"},
  {"id": "greet", "name": "Greet", "type": "SERVICE_TASK", "jobType": "greet", "nextStep": "hired"},
  {"id": "hired", "name": "Hired", "type": "END"}]}`

// castAgain is an entity with a round in which the branches of a choice meet, one of them after a request.
const castAgain = `{"version": "1", "name": "bell", "initialState": "MOULDED", "active": true, "states": {
  "MOULDED": {"transitions": [{"name": "CAST", "next": "CAST", "manual": true, "processors": [{"type": "EXTERNAL", "name": "cast", "executionMode": "SYNC", "config": {"attachEntity": true}}]}]},
  "CAST": {"transitions": [{"name": "FLAWLESS", "next": "COOLED", "manual": false, "criterion": {"type": "simple", "jsonPath": "$.flaws", "operatorType": "EQUALS", "value": 0},
      "processors": [{"type": "EXTERNAL", "name": "polish", "executionMode": "SYNC", "config": {"attachEntity": true}}]},
    {"name": "FLAWED", "next": "INSPECTED", "manual": false, "processors": [{"type": "EXTERNAL", "name": "inspect", "executionMode": "SYNC", "config": {"attachEntity": true}}]}]},
  "INSPECTED": {"transitions": [{"name": "MEND", "next": "COOLED", "manual": true, "processors": [{"type": "EXTERNAL", "name": "mend", "executionMode": "SYNC", "config": {"attachEntity": true}}]},
    {"name": "GIVE_UP", "next": "SCRAPPED", "manual": true}]},
  "COOLED": {"transitions": [{"name": "TUNE", "next": "TUNED", "manual": true}, {"name": "MELT", "next": "MOULDED", "manual": true}]},
  "TUNED": {}, "SCRAPPED": {}}}`

// chargedCard handles what a task reports, and not that it takes too long. A worker has to retry it, as no delay of sw is bounded.
const chargedCard = `{"StartAt": "Charge", "States": {
  "Charge": {"Type": "Task", "Resource": "urn:task:charge", "ResultSelector": {"number.$": "$.receipt.number"}, "ResultPath": "$.charge", "TimeoutSeconds": 20, "Next": "Thank",
    "Retry": [{"ErrorEquals": ["Busy"], "IntervalSeconds": 2, "MaxAttempts": 4, "BackoffRate": 3, "MaxDelaySeconds": 10}],
    "Catch": [{"ErrorEquals": ["States.TaskFailed"], "ResultPath": "$.error", "Next": "Tell"}]},
  "Thank": {"Type": "Task", "Resource": "urn:task:thank", "ResultPath": "$.thanks", "End": true},
  "Tell": {"Type": "Task", "Resource": "urn:task:tell", "ResultPath": "$.told", "End": true}}}`

// wholeFilters select all of the document before and after a state.
const wholeFilters = `{"id": "post", "name": "Post", "version": "1", "functions": [{"name": "weigh", "resource": "weigh"}, {"name": "send", "resource": "send"}], "states": [
  {"name": "Weigh", "type": "operation", "start": {"kind": "default"}, "actions": [{"functionRef": {"refName": "weigh"}}],
    "stateDataFilter": {"dataInputPath": "{{ $ }}", "dataOutputPath": "{{ $ }}"}, "transition": {"nextState": "Send"}},
  {"name": "Send", "type": "operation", "actions": [{"functionRef": {"refName": "send"}}], "stateDataFilter": {"dataInputPath": "{{ $ }}"}, "end": {"kind": "default"}}]}`

// namedErrors keeps the name of an error that it handles, and not its cause.
const namedErrors = `{"id": "join", "name": "Join", "version": "1", "functions": [{"name": "add", "resource": "add"}, {"name": "tell", "resource": "tell"}], "states": [
  {"name": "Add", "type": "operation", "start": {"kind": "default"}, "actions": [{"functionRef": {"refName": "add"}, "timeout": "PT1M"}],
    "onError": [{"expression": "{{ $.errors[?(@.name == 'Known')] }}", "errorDataFilter": {"dataOutputPath": "{{ $.error.name }}"}, "transition": {"nextState": "Tell"}}],
    "end": {"kind": "default"}},
  {"name": "Tell", "type": "operation", "actions": [{"functionRef": {"refName": "tell"}}], "end": {"kind": "default"}}]}`

// weighedParcel has a task whose fixed parameters are a text, on one of two paths.
const weighedParcel = `{"version": "1", "name": "parcel", "initialState": "PACKED", "active": true, "states": {
  "PACKED": {"transitions": [{"name": "PROBE", "next": "PROBED", "manual": false, "processors": [{"type": "EXTERNAL", "name": "probe", "executionMode": "SYNC", "config": {"attachEntity": true}}]}]},
  "PROBED": {"transitions": [{"name": "WEIGH", "next": "SENT", "manual": false, "criterion": {"type": "simple", "jsonPath": "$.heavy", "operatorType": "EQUALS", "value": true},
      "processors": [{"type": "EXTERNAL", "name": "weigh", "executionMode": "SYNC", "config": {"attachEntity": true, "context": "hall-2"}}]},
    {"name": "SEND", "next": "SENT", "manual": false}]},
  "SENT": {}}}`

// askedLoan has a transition whose condition a function decides.
const askedLoan = `{"version": "1", "name": "loan", "initialState": "APPLIED", "active": true, "states": {
  "APPLIED": {"transitions": [{"name": "RATE", "next": "RATED", "manual": false, "processors": [{"type": "EXTERNAL", "name": "rate", "executionMode": "SYNC", "config": {"attachEntity": true}}]}]},
  "RATED": {"transitions": [
    {"name": "FRAUD", "next": "DECLINED", "manual": false, "criterion": {"type": "function", "function": {"name": "is-fraud"}},
      "processors": [{"type": "EXTERNAL", "name": "report-fraud", "executionMode": "SYNC", "config": {"attachEntity": true}}]},
    {"name": "GOOD", "next": "GRANTED", "manual": false, "criterion": {"type": "simple", "jsonPath": "$.score", "operatorType": "GREATER_THAN", "value": 700},
      "processors": [{"type": "EXTERNAL", "name": "grant", "executionMode": "SYNC", "config": {"attachEntity": true}}]},
    {"name": "POOR", "next": "DECLINED", "manual": false, "processors": [{"type": "EXTERNAL", "name": "decline", "executionMode": "SYNC", "config": {"attachEntity": true}}]}]},
  "GRANTED": {}, "DECLINED": {}}}`

// elementsBackMore are cases of TestElementsComeBack with events that are awaited, choices with a name, and results that are merged.
var elementsBackMore = []elementsBack{
	{"an event state with an action and a time limit", "x.sw.json", paidRent, "arrow", `"answeredBy": {"event": "bank.paid", "source": "bank", "name": "Paid"}, "within": "P14D"`},
	{"an event state with an action and a time limit", "x.sw.json", paidRent, "fsm", `"Wait: entry"`},
	{"an event state with an action for each event", "x.sw.json", answeredDoor, "asl", `"Door: open"`},
	{"an event state with an action for each event", "x.sw.json", answeredDoor, "arrow", "Door-open"},
	{"an event state that waits for all of its events", "x.sw.json", labelledBox, "asl", `"Box: Packed"`},
	{"an event state that waits for all of its events", "x.sw.json", labelledBox, "step", `"name": "Box: lid"`},
	{"an event that is told apart by an attribute", "x.sw.json", strings.NewReplacer(`"source": "bank"}`, `"source": "bank", "correlation": [{"contextAttributeName": "flat"}]}`,
		`"condition": "{{ $[?(@.paid == true)] }}"`, `"condition": "{{ $[?(@.n > 3)] }}"`).Replace(paidRent), "arrow", `"name": "Paid", "correlation": ["flat"]}, "within": "P14D"`},
	{"events of which parts are taken", "x.sw.json", decidedRent, "arrow", `"answers": {"value": "if($.decision = \"board.yes\", merge({\"lease\": $.lease}, `},
	{"a choice to which two others lead", "x.asl.json", checkedTwice, "arrow", "@task Route {"},
	{"an iteration in a branch of a choice", "x.asl.json", loadedIfAny, "arrow", "* Load-all → load-all-part-result"},
	{"an iteration that is a branch of a choice", "x.sw.json", sentIfReady, "arrow", "* SendAll → send-all-part-result"},
	{"a step on two paths whose answer is dropped", "x.asl.json", toldTwice, "arrow", "tell → tell-part-done-2"},
	{"a branch between two that share steps", "x.step.json", sharedAround, "arrow", "? `$[?(@.right == true || @.missing <= 3)]` {"},
	{"a wait in a branch", "x.step.json", signedHire, "sw", `"workflowId": "hire-sign"`},
	{"branches that meet in a round", "x.fsm.json", castAgain, "arrow", `{"request": "GIVE_UP", "do": {"leave": true}}`},
	{"errors that a task reports", "x.asl.json", chargedCard, "sw", "$.errors[?(@.name != 'Timeout')]"},
	{"the name of an error", "x.sw.json", namedErrors, "asl", "{'name': $states.errorOutput.Error}"},
	{"a callback with a handler", "x.sw.json", handledCallback, "step", `"$env.error != nil": "call"`},
	{"filters that select the whole document", "x.sw.json", wholeFilters, "asl", `"Next": "Send"`},
	{"filters that select the whole document", "x.sw.json", wholeFilters, "step", `"nextStep": "send"`},
	{"a condition that a function decides", "x.fsm.json", askedLoan, "asl", `"isFraud.$": "$"`},
	{"a condition that a function decides", "x.fsm.json", askedLoan, "sw", `$[?(@.result.isFraud == true)]`},
	{"a condition that a function decides", "x.fsm.json", askedLoan, "arrow", ":is-fraud > RATED"},
	{"parameters that are a text", "x.fsm.json", weighedParcel, "arrow", "@task WEIGH = call-weigh"},
	{"results of an iteration that are merged", "x.flow", "unload → * wash → > pack", "asl", `"Output": "{% $merge($states.result) %}"`},
}
