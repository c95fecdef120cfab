package convert_test

import (
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/flowglot/flowglot/pkg/convert"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/dialects/all"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// errorKinds is a workflow of sw whose time limit has a handler of its own, beside one of another error, and whose error gets into the data.
const errorKinds = `{"id": "scan", "name": "Scan", "version": "1", "functions": [{"name": "scan", "resource": "urn:scan"}, {"name": "shelve", "resource": "urn:shelve"}], "states": [
  {"name": "Scan", "type": "operation", "start": {"kind": "default"}, "actions": [{"functionRef": {"refName": "scan"}, "timeout": "PT20S"}], "end": {"kind": "default"},
   "onError": [{"expression": "{{ $.errors[?(@.name == 'Timeout')] }}", "errorDataFilter": {"dataOutputPath": "{{ $.error }}"}, "transition": {"nextState": "Shelve"}},
    {"expression": "{{ $.errors[?(@.name == 'Torn')] }}", "errorDataFilter": {"dataOutputPath": "{{ $.error }}"}, "transition": {"nextState": "Shelve"}}]},
  {"name": "Shelve", "type": "operation", "actions": [{"functionRef": {"refName": "shelve"}}], "end": {"kind": "default"}}]}`

// unhandledBusy is a workflow that retries an error for some time, and handles all others.
const unhandledBusy = `{"id": "scan", "name": "Scan", "version": "1", "functions": [{"name": "scan", "resource": "urn:scan"}, {"name": "shelve", "resource": "urn:shelve"}], "states": [
  {"name": "Scan", "type": "operation", "start": {"kind": "default"}, "actions": [{"functionRef": {"refName": "scan"}}], "end": {"kind": "default"},
   "retry": [{"expression": "{{ $.errors[?(@.name == 'Busy')] }}", "interval": "PT5S", "maxAttempts": 2}],
   "onError": [{"expression": "{{ $.errors[?(@.name != 'Busy')] }}", "errorDataFilter": {"dataOutputPath": "{{ $.error }}"}, "transition": {"nextState": "Shelve"}}]},
  {"name": "Shelve", "type": "operation", "actions": [{"functionRef": {"refName": "shelve"}}], "end": {"kind": "default"}}]}`

// eachFile is a workflow with an iteration over a member of its data.
const eachFile = `{"id": "load", "name": "Load", "version": "1", "functions": [{"name": "list", "resource": "urn:list"}, {"name": "load", "resource": "urn:load"}, {"name": "sum", "resource": "urn:sum"}], "states": [
  {"name": "List", "type": "operation", "start": {"kind": "default"}, "actions": [{"functionRef": {"refName": "list"}}], "transition": {"nextState": "LoadAll"}},
  {"name": "LoadAll", "type": "foreach", "inputCollection": "{{ $.files }}", "iterationParam": "file", "outputCollection": "{{ $.loads }}",
    "actions": [{"functionRef": {"refName": "load", "parameters": {"file": "{{ $.file }}"}}}], "transition": {"nextState": "Sum"}},
  {"name": "Sum", "type": "operation", "actions": [{"functionRef": {"refName": "sum"}}], "end": {"kind": "default"}}]}`

// listedChecks is a machine in which parts give a list at a place, of which its items are read.
const listedChecks = `{"StartAt": "Checks", "States": {
  "Checks": {"Type": "Parallel", "ResultPath": "$.found", "Next": "Sound", "Catch": [{"ErrorEquals": ["States.ALL"], "ResultPath": "$.error", "Next": "Ask"}], "Branches": [
    {"StartAt": "Weigh", "States": {"Weigh": {"Type": "Task", "Resource": "urn:task:weigh", "End": true}}},
    {"StartAt": "Trace", "States": {"Trace": {"Type": "Task", "Resource": "urn:task:trace", "Retry": [{"ErrorEquals": ["Busy"]}], "End": true}}}]},
  "Sound": {"Type": "Choice", "Choices": [{"Variable": "$.found[0].kilos", "NumericGreaterThan": 3, "Next": "Ask"}], "Default": "Send"},
  "Ask": {"Type": "Task", "Resource": "urn:task:ask", "ResultPath": "$.asked", "End": true}, "Send": {"Type": "Task", "Resource": "urn:task:send", "ResultPath": "$.sent", "End": true}}}`

// comparedMembers is a workflow of step with conditions that compare two members, which fsm asks functions for.
const comparedMembers = `{"id": "refund", "name": "Refund", "steps": [
  {"id": "look-up", "name": "Look up", "type": "SERVICE_TASK", "jobType": "look-up", "nextStep": "covered"},
  {"id": "covered", "name": "Covered?", "type": "DECISION", "conditionalNextSteps": {"#paid >= #claimed": "pay-back", "#paid < #claimed": "refuse"}},
  {"id": "pay-back", "name": "Pay back", "type": "SERVICE_TASK", "jobType": "pay-back", "nextStep": "end"},
  {"id": "refuse", "name": "Refuse", "type": "SERVICE_TASK", "jobType": "refuse", "nextStep": "end"},
  {"id": "end", "name": "End", "type": "END"}]}`

// remindedTenant is a workflow that reminds somebody beside a wait, which it gives up after some time.
const remindedTenant = `{"id": "rent", "name": "Rent", "steps": [
  {"id": "bill", "name": "Bill", "type": "SERVICE_TASK", "jobType": "bill", "nextStep": "await-rent"},
  {"id": "await-rent", "name": "Await rent", "type": "WAIT", "nextStep": "book", "boundaryEvents": [
    {"type": "TIMER", "duration": "P5D", "interrupting": false, "targetStepId": "nudge"},
    {"type": "TIMER", "duration": "P14D", "interrupting": true, "targetStepId": "end"}]},
  {"id": "nudge", "name": "Nudge", "type": "SERVICE_TASK", "jobType": "nudge"},
  {"id": "book", "name": "Book", "type": "SERVICE_TASK", "jobType": "book", "nextStep": "end"},
  {"id": "end", "name": "End", "type": "END"}]}`

// endedByTimer is a workflow in which somebody is called beside a wait, with whom the run ends.
const endedByTimer = `{"id": "flat", "name": "Flat", "steps": [
  {"id": "call", "name": "Call", "type": "USER_TASK", "nextStep": "let", "boundaryEvents": [
    {"type": "TIMER", "duration": "P2D", "interrupting": false, "targetStepId": "escalate"},
    {"type": "TIMER", "duration": "P9D", "interrupting": true, "targetStepId": "let"}]},
  {"id": "escalate", "name": "Escalate", "type": "SERVICE_TASK", "jobType": "escalate", "nextStep": "escalated"},
  {"id": "let", "name": "Let", "type": "SERVICE_TASK", "jobType": "let", "nextStep": "end"},
  {"id": "escalated", "name": "Escalated", "type": "END"},
  {"id": "end", "name": "End", "type": "END"}]}`

// remindedCarrier is a workflow that reminds somebody beside a task that is retried, and gives it up after some time.
const remindedCarrier = `{"id": "parcel", "name": "Parcel", "steps": [
  {"id": "ship", "name": "Ship", "type": "SERVICE_TASK", "jobType": "carry", "retryCount": 2, "nextStep": "book", "boundaryEvents": [
    {"type": "TIMER", "duration": "PT1H", "interrupting": false, "targetStepId": "nudge"},
    {"type": "TIMER", "duration": "P2D", "interrupting": true, "targetStepId": "search"}]},
  {"id": "nudge", "name": "Nudge", "type": "SERVICE_TASK", "jobType": "call-carrier"},
  {"id": "search", "name": "Search", "type": "SERVICE_TASK", "jobType": "search", "nextStep": "lost"},
  {"id": "book", "name": "Book", "type": "SERVICE_TASK", "jobType": "book", "nextStep": "end"},
  {"id": "lost", "name": "Lost", "type": "END"},
  {"id": "end", "name": "End", "type": "END"}]}`

// limitedRun is a machine with a time limit of the whole run, in which a handler puts the error into the document.
const limitedRun = `{"TimeoutSeconds": 600, "StartAt": "Scan", "States": {
  "Scan": {"Type": "Task", "Resource": "arn:aws:lambda:eu-west-1:111122223333:function:scan", "ResultPath": "$.images",
    "Catch": [{"ErrorEquals": ["States.ALL"], "ResultPath": "$.error", "Next": "Tell"}], "Next": "Index"},
  "Index": {"Type": "Task", "Resource": "arn:aws:lambda:eu-west-1:111122223333:function:index", "ResultPath": "$.index", "End": true},
  "Tell": {"Type": "Task", "Resource": "arn:aws:lambda:eu-west-1:111122223333:function:tell", "ResultPath": "$.told", "End": true}}}`

// sharedSteps is a workflow in which two of three paths go on with the same step, and one rule holds for several reasons.
const sharedSteps = `{"id": "claim", "name": "Claim", "version": "1", "functions": [{"name": "rate", "resource": "urn:rate"}, {"name": "pay", "resource": "urn:pay"}, {"name": "tell", "resource": "urn:tell"}, {"name": "refer", "resource": "urn:refer"}], "states": [
  {"name": "Rate", "type": "operation", "start": {"kind": "default"}, "actions": [{"functionRef": {"refName": "rate"}}], "transition": {"nextState": "Kind"}},
  {"name": "Kind", "type": "switch", "dataConditions": [{"condition": "{{ $.[?(@.kind == 'GLASS')] }}", "transition": {"nextState": "Pay"}}, {"condition": "{{ $.[?(@.kind == 'THEFT')] }}", "transition": {"nextState": "Tell"}}], "default": {"nextState": "Refer"}},
  {"name": "Pay", "type": "operation", "actions": [{"functionRef": {"refName": "pay"}}], "transition": {"nextState": "Tell"}},
  {"name": "Refer", "type": "operation", "actions": [{"functionRef": {"refName": "refer"}}], "end": {"kind": "default"}},
  {"name": "Tell", "type": "operation", "actions": [{"functionRef": {"refName": "tell"}}], "end": {"kind": "default"}}]}`

// sharedFailure is a machine whose rules compare two members, and share a failure and a step that sets data with another choice.
const sharedFailure = `{"StartAt": "Rate", "States": {
  "Rate": {"Type": "Task", "Resource": "urn:task:rate", "ResultPath": "$.claim", "Next": "Sound"},
  "Sound": {"Type": "Choice", "Choices": [{"Or": [{"Variable": "$.claim.known", "BooleanEquals": false}, {"Variable": "$.claim.sum", "NumericGreaterThanPath": "$.claim.limit"}], "Next": "Ask"}], "Default": "Passed"},
  "Ask": {"Type": "Task", "Resource": "urn:task:ask", "ResultPath": "$.answer", "Next": "Answered"},
  "Answered": {"Type": "Choice", "Choices": [{"Variable": "$.answer.word", "StringEquals": "yes", "Next": "Passed"}, {"Variable": "$.answer.word", "StringEquals": "no", "Next": "Refused"}], "Default": "Refused"},
  "Passed": {"Type": "Pass", "Result": {"by": "rule"}, "ResultPath": "$.passed", "Next": "Pay"},
  "Pay": {"Type": "Task", "Resource": "urn:task:pay", "ResultPath": "$.payment", "End": true},
  "Refused": {"Type": "Fail", "Error": "Refused", "Cause": "the claim is not paid"}}}`

// laterErrors is a machine in which the handlers of two tasks, one of which follows the failure of the other, put the error at the same place.
const laterErrors = `{"StartAt": "Look up", "States": {
  "Look up": {"Type": "Task", "Resource": "urn:task:look-up", "ResultPath": "$.record", "Next": "Archive", "Catch": [{"ErrorEquals": ["States.ALL"], "ResultPath": "$.error", "Next": "Ask"}]},
  "Ask": {"Type": "Task", "Resource": "urn:task:ask", "ResultPath": "$.reply", "Next": "Archive", "Catch": [{"ErrorEquals": ["States.ALL"], "ResultPath": "$.error", "Next": "Give up"}]},
  "Archive": {"Type": "Task", "Resource": "urn:task:archive", "ResultPath": "$.archived", "End": true},
  "Give up": {"Type": "Task", "Resource": "urn:task:give-up", "ResultPath": "$.noted", "End": true}}}`

// countedRounds is a workflow with a loop in which it does not wait.
const countedRounds = `{"id": "till", "name": "Till", "version": "1", "functions": [{"name": "count", "resource": "urn:count"}, {"name": "close", "resource": "urn:close"}], "states": [
  {"name": "Count", "type": "operation", "start": {"kind": "default"}, "actions": [{"functionRef": {"refName": "count"}}], "transition": {"nextState": "Right"}},
  {"name": "Right", "type": "switch", "dataConditions": [{"condition": "{{ $.[?(@.difference > 0)] }}", "transition": {"nextState": "Count"}}], "default": {"nextState": "Close"}},
  {"name": "Close", "type": "operation", "actions": [{"functionRef": {"refName": "close"}}], "end": {"kind": "default"}}]}`

// lookedFor is a machine that looks for a file until it is there, and goes on in two ways, in one of them also after an error.
const lookedFor = `{"StartAt": "Order", "States": {
  "Order": {"Type": "Task", "Resource": "urn:task:order", "ResultPath": "$.order", "Next": "Rest"},
  "Rest": {"Type": "Wait", "Seconds": 300, "Next": "Look"},
  "Look": {"Type": "Task", "Resource": "urn:task:look", "ResultPath": "$.look", "Next": "There", "Catch": [{"ErrorEquals": ["States.ALL"], "ResultPath": "$.error", "Next": "Complain"}]},
  "There": {"Type": "Choice", "Choices": [{"Variable": "$.look.state", "StringEquals": "READY", "Next": "Fetch"}, {"Variable": "$.look.state", "StringEquals": "GONE", "Next": "Complain"},
    {"Variable": "$.look.state", "StringEquals": "BROKEN", "Next": "Broken"}], "Default": "Rest"},
  "Fetch": {"Type": "Task", "Resource": "urn:task:fetch", "ResultPath": "$.file", "End": true},
  "Complain": {"Type": "Task", "Resource": "urn:task:complain", "ResultPath": "$.letter", "End": true},
  "Broken": {"Type": "Fail", "Error": "Broken", "Cause": "the file cannot be read"}}}`

// answeredEvents is a workflow with a state that acts on each of the events that it waits for, and a state with two actions after a handler.
const answeredEvents = `{"id": "rent", "name": "Rent", "version": "1", "events": [{"name": "Paid", "type": "paid", "source": "bank"}, {"name": "Left", "type": "left", "source": "house"}],
  "functions": [{"name": "bill", "resource": "urn:bill"}, {"name": "book-rent", "resource": "urn:book-rent"}, {"name": "close-account", "resource": "urn:close-account"}, {"name": "tell", "resource": "urn:tell"}], "states": [
  {"name": "Bill", "type": "operation", "start": {"kind": "default"}, "actions": [{"functionRef": {"refName": "bill"}}, {"name": "tell", "functionRef": {"refName": "tell"}}], "transition": {"nextState": "Await"}},
  {"name": "Await", "type": "event", "exclusive": true, "timeout": "P14D", "transition": {"nextState": "Tell"}, "eventsActions": [
    {"eventRefs": ["Paid"], "actions": [{"name": "book", "functionRef": {"refName": "book-rent"}}]}, {"eventRefs": ["Left"], "actions": [{"name": "close", "functionRef": {"refName": "close-account"}}]}]},
  {"name": "Tell", "type": "operation", "actions": [{"functionRef": {"refName": "tell"}}], "end": {"kind": "default"}}]}`

// sharedNotice is a machine with two handlers of a task: one path goes on, and may come to the step before the failure to which the other leads.
const sharedNotice = `{"StartAt": "Ask", "States": {
  "Ask": {"Type": "Task", "Resource": "urn:task:ask", "ResultPath": "$.answer", "Next": "Book", "Catch": [
    {"ErrorEquals": ["Silent"], "ResultPath": "$.error", "Next": "Ask again"}, {"ErrorEquals": ["States.ALL"], "ResultPath": "$.error", "Next": "Tell"}]},
  "Ask again": {"Type": "Task", "Resource": "urn:task:ask-again", "ResultPath": "$.answer", "Next": "Book", "Catch": [{"ErrorEquals": ["States.ALL"], "ResultPath": "$.error", "Next": "Tell"}]},
  "Book": {"Type": "Task", "Resource": "urn:task:book", "ResultPath": "$.booking", "End": true},
  "Tell": {"Type": "Task", "Resource": "urn:task:tell", "ResultPath": null, "Next": "Lost"},
  "Lost": {"Type": "Fail", "Error": "Lost", "Cause": "nobody answered"}}}`

// filteredOrder is a workflow with a condition that filters an object, of which a parameter reads a member.
const filteredOrder = `{"id": "order", "name": "Order", "version": "1", "functions": [{"name": "ask", "resource": "urn:ask"}, {"name": "book", "resource": "urn:book"}], "states": [
  {"name": "Large", "type": "switch", "start": {"kind": "default"}, "dataConditions": [{"condition": "{{ $.order[?(@.total > 5000)] }}", "transition": {"nextState": "Ask"}}], "default": {"nextState": "Book"}},
  {"name": "Ask", "type": "operation", "actions": [{"functionRef": {"refName": "ask", "parameters": {"id": "{{ $.order.id }}"}}}], "transition": {"nextState": "Book"}},
  {"name": "Book", "type": "operation", "actions": [{"functionRef": {"refName": "book", "parameters": {"id": "{{ $.order.id }}"}}}], "end": {"kind": "default"}}]}`

// handledChecks is a machine with a branch whose handler gives fixed data, and one that gives the document which it has made.
const handledChecks = `{"StartAt": "Checks", "States": {
  "Checks": {"Type": "Parallel", "ResultPath": "$.results", "Next": "Sound", "Branches": [
    {"StartAt": "Weigh", "States": {
      "Weigh": {"Type": "Task", "Resource": "urn:task:weigh", "End": true, "Catch": [{"ErrorEquals": ["States.ALL"], "Next": "Unknown"}]},
      "Unknown": {"Type": "Pass", "Result": {"kilos": 0}, "End": true}}},
    {"StartAt": "Trace", "States": {
      "Trace": {"Type": "Task", "Resource": "urn:task:trace", "Next": "Late"},
      "Late": {"Type": "Choice", "Choices": [{"Variable": "$.days", "NumericGreaterThan": 2, "Next": "Complain"}], "Default": "Traced"},
      "Complain": {"Type": "Task", "Resource": "urn:task:complain", "ResultPath": "$.file", "Next": "Traced"},
      "Traced": {"Type": "Succeed"}}}]},
  "Sound": {"Type": "Choice", "Choices": [{"Variable": "$.results[0].kilos", "NumericGreaterThan": 3, "Next": "Send"}], "Default": "Keep"},
  "Send": {"Type": "Task", "Resource": "urn:task:send", "ResultPath": "$.sent", "End": true},
  "Keep": {"Type": "Pass", "Result": {"kept": true}, "End": true}}}`

// optionalChecks is a flow in which one of two steps that run at once is left out unless its condition holds.
const optionalChecks = "order -> { ?`$[?(@.gift = true)]` wrap  weigh } -> ship"

// selectedPart is a machine with a state that selects a part of the data after its task.
const selectedPart = `{"StartAt": "Book", "States": {
  "Book": {"Type": "Task", "Resource": "urn:task:book", "ResultPath": "$.booking", "OutputPath": "$.booking.room", "Next": "Tell"},
  "Tell": {"Type": "Task", "Resource": "urn:task:tell", "End": true}}}`

// overlappingRules is a workflow with a decision table of which two rules may match where only one is allowed to.
const overlappingRules = `{"id": "loan", "name": "Loan", "steps": [
  {"id": "rate", "name": "Rate", "type": "DECISION_TABLE", "hitPolicy": "U", "nextStep": "pay", "decisionTable": {"rules": [
    {"when": {"sum": "sum >= income * 3"}, "outputs": {"tier": "HIGH"}}, {"when": {"sum": "sum > 0 && sum < income * 3"}, "outputs": {"tier": "LOW"}},
    {"when": {"sum": "sum <= 0"}, "outputs": {"tier": "NONE"}}]}},
  {"id": "pay", "name": "Pay", "type": "SERVICE_TASK", "jobType": "pay", "nextStep": "end"},
  {"id": "end", "name": "End", "type": "END"}]}`

// computedConditions is a machine with rules that compute what they compare.
const computedConditions = `{"StartAt": "Add up", "QueryLanguage": "JSONata", "States": {
  "Add up": {"Type": "Task", "Resource": "urn:task:add-up", "Output": "{% $merge([$states.input, {'cost': $states.result}]) %}", "Next": "Within limit?"},
  "Within limit?": {"Type": "Choice", "Choices": [{"Condition": "{% $states.input.cost.sum <= $states.input.cost.limit %}", "Next": "Pay"},
    {"Condition": "{% $states.input.cost.sum > 100 * $states.input.cost.limit %}", "Output": {"why": "far too much", "cost": "{% $states.input.cost %}"}, "Next": "Refuse"},
    {"Condition": "{% $states.input.cost.sum > 50 * $states.input.cost.limit %}", "Next": "Ask"}], "Default": "Pay"},
  "Pay": {"Type": "Task", "Resource": "urn:task:pay", "Output": "{% $merge([$states.input, $states.result]) %}", "End": true},
  "Ask": {"Type": "Task", "Resource": "urn:task:ask", "Output": "{% $merge([$states.input, $states.result]) %}", "End": true},
  "Refuse": {"Type": "Task", "Resource": "urn:task:refuse", "Output": "{% $merge([$states.input, $states.result]) %}", "End": true}}}`

// sharedWayOut is a machine with two handlers of a task, one of which does something before it goes on as the other does.
const sharedWayOut = `{"StartAt": "Lend", "States": {
  "Lend": {"Type": "Task", "Resource": "urn:task:lend", "ResultPath": "$.loan", "End": true, "Catch": [
    {"ErrorEquals": ["Lost"], "ResultPath": "$.error", "Next": "Bill"}, {"ErrorEquals": ["States.ALL"], "ResultPath": "$.error", "Next": "Reshelve"}]},
  "Bill": {"Type": "Task", "Resource": "urn:task:bill", "ResultPath": null, "Next": "Reshelve"},
  "Reshelve": {"Type": "Task", "Resource": "urn:task:reshelve", "ResultPath": "$.shelf", "End": true}}}`

// namedAsAdded is a machine with a step that has the name which choices of handlers get.
const namedAsAdded = `{"StartAt": "Load", "States": {
  "Load": {"Type": "Task", "Resource": "urn:task:load", "ResultPath": "$.load", "End": true, "Catch": [{"ErrorEquals": ["Busy"], "ResultPath": "$.error", "Next": "Tell"}]},
  "Tell": {"Type": "Task", "Resource": "urn:task:tell", "ResultPath": "$.told", "Next": "Load failed"},
  "Load failed": {"Type": "Fail", "Error": "LoadFailed", "Cause": "the scales are busy"}}}`

// namedBranches is an entity that gets to a state, and does something on the way to another one, by conditions of one state.
const namedBranches = `{"version": "1", "name": "parcel", "initialState": "NEW", "active": true, "states": {
  "NEW": {"transitions": [{"name": "WEIGH", "next": "WEIGHED", "manual": false, "processors": [{"type": "EXTERNAL", "name": "weigh", "executionMode": "SYNC", "config": {"attachEntity": true}}]}]},
  "WEIGHED": {"transitions": [
    {"name": "ACCEPT", "next": "ACCEPTED", "manual": false, "criterion": {"type": "simple", "jsonPath": "$.kg", "operatorType": "LESS_THAN", "value": 5}},
    {"name": "SEND_BACK", "next": "BACK", "manual": false, "criterion": {"type": "simple", "jsonPath": "$.kg", "operatorType": "GREATER_THAN", "value": 50},
     "processors": [{"type": "EXTERNAL", "name": "tell", "executionMode": "SYNC", "config": {"attachEntity": true}}]},
    {"name": "KEEP", "next": "KEPT", "manual": false}]},
  "ACCEPTED": {"transitions": [{"name": "POST", "next": "POSTED", "manual": false, "processors": [{"type": "EXTERNAL", "name": "post", "executionMode": "SYNC", "config": {"attachEntity": true}}]}]},
  "POSTED": {}, "BACK": {}, "KEPT": {}}}`

// skippedSteps is a workflow with a choice that goes past some steps, and fails where neither of its conditions holds.
const skippedSteps = `{"id": "count", "name": "Count", "steps": [
  {"id": "list", "name": "List", "type": "SERVICE_TASK", "jobType": "list", "nextStep": "any"},
  {"id": "any", "name": "Any", "type": "DECISION", "conditionalNextSteps": {"#boxes > 0": "weigh", "#boxes == 0": "report"}},
  {"id": "weigh", "name": "Weigh", "type": "SERVICE_TASK", "jobType": "weigh", "nextStep": "report"},
  {"id": "report", "name": "Report", "type": "SERVICE_TASK", "jobType": "report", "nextStep": "end"}, {"id": "end", "name": "End", "type": "END"}]}`

// endedAsDone is a machine with an end that has the usual name of ends, to which a task goes on.
const endedAsDone = `{"StartAt": "Weigh", "States": {
  "Weigh": {"Type": "Task", "Resource": "urn:task:weigh", "ResultPath": "$.box", "Next": "Heavy?"},
  "Heavy?": {"Type": "Choice", "Choices": [{"Variable": "$.box.kilos", "NumericGreaterThan": 20, "Next": "Split"}], "Default": "Done"},
  "Split": {"Type": "Task", "Resource": "urn:task:split", "ResultPath": "$.boxes", "Next": "Done"},
  "Done": {"Type": "Succeed"}}}`

// computedOutputs is a workflow with a decision table that computes what one of its rules gives.
const computedOutputs = `{"id": "rent", "name": "Rent", "steps": [
  {"id": "meter", "name": "Meter", "type": "SERVICE_TASK", "jobType": "meter", "nextStep": "rate"},
  {"id": "rate", "name": "Rate", "type": "DECISION_TABLE", "hitPolicy": "F", "nextStep": "bill", "decisionTable": {"rules": [
    {"when": {"used": "used > limit"}, "outputs": {"kind": "OVER", "extra": "${used - limit}"}}, {"outputs": {"kind": "NORMAL", "extra": 0}}]}},
  {"id": "bill", "name": "Bill", "type": "SERVICE_TASK", "jobType": "bill", "nextStep": "end"}, {"id": "end", "name": "End", "type": "END"}]}`

// leftTwice is a machine with a loop that two conditions leave, and the lack of any.
const leftTwice = `{"StartAt": "Boot", "States": {
  "Boot": {"Type": "Task", "Resource": "urn:task:boot", "TimeoutSeconds": 60, "ResultPath": "$.box", "Next": "Rest"},
  "Rest": {"Type": "Wait", "Seconds": 30, "Next": "Look"},
  "Look": {"Type": "Task", "Resource": "urn:task:look", "TimeoutSeconds": 60, "ResultPath": "$.look", "Next": "Runs?"},
  "Runs?": {"Type": "Choice", "Choices": [{"Variable": "$.look.state", "StringEquals": "UP", "Next": "Set up"}, {"Variable": "$.look.state", "StringEquals": "LOST", "Next": "Tell"},
    {"And": [{"Variable": "$.look.state", "StringEquals": "BOOTING"}, {"Variable": "$.look.tries", "NumericLessThan": 9}], "Next": "Rest"}], "Default": "Remove"},
  "Set up": {"Type": "Task", "Resource": "urn:task:set-up", "TimeoutSeconds": 60, "ResultPath": "$.setup", "End": true},
  "Tell": {"Type": "Task", "Resource": "urn:task:tell", "TimeoutSeconds": 60, "ResultPath": "$.told", "End": true},
  "Remove": {"Type": "Task", "Resource": "urn:task:remove", "TimeoutSeconds": 60, "ResultPath": "$.removal", "Next": "Failed"},
  "Failed": {"Type": "Fail", "Error": "NoBox", "Cause": "it does not start"}}}`

// repeatedTask is a flow with a task in two of the paths of a choice.
const repeatedTask = "sort → {\n  ? `$[?(@.kind = 'GLASS')]` { wrap → stack }\n  ? `$[?(@.kind = 'TOOL')]` stack\n  ? `$[?(@.kind = 'FOOD')]` { cool → ship }\n} → count"

// An elementsBack is a definition, the dialect through which its elements come back, and a text that is written there.
type elementsBack struct{ name, file, text, through, written string }

// TestElementsComeBack converts definitions there, plays both sides, and converts them back: the elements are the same, by the letters and
// digits of their names.
func TestElementsComeBack(t *testing.T) {
	t.Parallel()
	for _, x := range slices.Concat(elementsBackData, elementsBackMore, elementsBackFailures, []elementsBack{
		{"a time limit whose error is data", "x.sw.json", errorKinds, "asl", `'name': 'Timeout'`},
		{"a time limit of a run whose error is data", "x.asl.json", limitedRun, "sw", `"completionType": "xor"`},
		{"an error that is not handled", "x.sw.json", unhandledBusy, "asl", `"Next": "Scan failed: Busy"`},
		{"an error that is not handled", "x.sw.json", unhandledBusy, "step", `"$env.error != nil": "shelve"`},
		{"an error that is not handled", "x.sw.json", unhandledBusy, "arrow", "? `$[?(@.scanFailed != null)]`"},
		{"an error that is not handled", "x.sw.json", unhandledBusy, "fsm", `"jsonPath": "$.scanFailed"`},
		{"an iteration over a member", "x.sw.json", eachFile, "arrow", `load-all-items ({"value": "map($.files, {\"file\": @})"}) → * LoadAll → load-all-part-result ({"value": {"loads": "$"}})`},
		{"a list of what parts give", "x.asl.json", listedChecks, "sw", `merge($, {\\\"found\\\": [$.found.Weigh, $.found.Trace]})`},
		{"data that is computed", "x.step.json", strings.Replace(comparedMembers, `"SERVICE_TASK", "jobType": "pay-back"`, `"TRANSFORMATION", "transformations": {"rest": "${paid - claimed}"}`, 1), "sw",
			`{\"value\":\"merge($, {\\\"rest\\\": $.paid - $.claimed})\"}`},
		{"comparisons of members", "x.step.json", comparedMembers, "fsm", `"expression": "$[?(@.paid >= @.claimed)]"`},
		{"paths that go on with the same step", "x.sw.json", sharedSteps, "arrow", "? `$[?(@.kind == 'THEFT')]` tell"},
		{"paths that go on with the same two steps", "x.sw.json", strings.Replace(sharedSteps, `"tell"}}], "end": {"kind": "default"}`, `"tell"}}], "transition": {"nextState": "File"}}, {"name": "File", "type": "operation", "actions": [{"functionRef": {"refName": "rate"}}], "end": {"kind": "default"}`, 1),
			"arrow", "@.kind == 'GLASS' || @.kind == 'THEFT'"},
		{"conditions that compare members, and shared steps", "x.asl.json", sharedFailure, "arrow", "@.claim.sum > @.claim.limit"},
		{"actions on events", "x.sw.json", answeredEvents, "arrow", `@task Await-close = close-account`},
		{"a handler that goes on, and one that fails", "x.asl.json", sharedNotice, "arrow", "? `$[?(@.askSilent != null)]` {"},
		{"a reminder beside a wait", "x.step.json", remindedTenant, "asl", `"TimeoutSeconds": 777600`},
		{"a reminder beside a wait", "x.step.json", remindedTenant, "sw", `"eventTimeout": "P9D"`},
		{"reminders beside a task", "x.step.json", openReview, "arrow", `{"do": "review", "meanwhile": [{"after": "PT6H", "do": "page"}, {"after": "P1D", "do": ["escalate", "log"]}]}`},
		{"reminders beside a task", "x.step.json", openReview, "fsm", `{\"do\":\"review\",\"meanwhile\":[{\"after\":\"PT6H\",\"do\":\"page\"},{\"after\":\"P1D\",\"do\":[\"escalate\",\"log\"]}]}`},
		{"a timer that ends the run", "x.step.json", endedByTimer, "asl", `"TimeoutSeconds": 172800`},
		{"a timer that ends the run", "x.step.json", endedByTimer, "sw", `"eventTimeout": "P2D"`},
		{"a timer that ends the run", "x.step.json", endedByTimer, "arrow", `{"do": "call", "within": "P2D"}`},
		{"a timer that ends the run", "x.step.json", endedByTimer, "fsm", `"name": "escalate after P2D"`},
		{"a reminder and a limit of a wait", "x.step.json", remindedTenant, "arrow", `{"do": "await-rent", "within": "P14D", "meanwhile": [{"after": "P5D", "do": "nudge"}]}`},
		{"a reminder and a limit of a wait", "x.step.json", remindedTenant, "fsm", `{\"do\":\"await-rent\",\"within\":\"P14D\",\"meanwhile\":[{\"after\":\"P5D\",\"do\":\"nudge\"}]}`},
		{"a reminder that changes the end", "x.step.json", strings.Replace(remindedTenant, `"SERVICE_TASK", "jobType": "book"`, `"TRANSFORMATION", "transformations": {"booked": true}`, 1), "sw", `"eventTimeout": "P9D"`},
		{"a reminder and a limit of a task", "x.step.json", remindedCarrier, "asl", `{\"do\":\"carry\",\"within\":\"P2D\",\"retries\":2,\"meanwhile\":`},
		{"a reminder and a limit of a task", "x.step.json", remindedCarrier, "sw", `{\"do\":\"carry\",\"retries\":2,\"meanwhile\":`},
		{"a reminder and a limit of a task", "x.step.json", remindedCarrier, "arrow", `{"do": "carry", "within": "P2D", "retries": 2, "meanwhile": `},
		{"a reminder and a limit of a task", "x.step.json", remindedCarrier, "fsm", `{\"do\":\"carry\",\"within\":\"P2D\",\"retries\":2,\"meanwhile\":`},
		{"a filter of an object", "x.sw.json", filteredOrder, "step", `"order.total > 5000"`},
		{"a loop with a wait and a handler, and two ways on", "x.asl.json", lookedFor, "arrow", `{"repeat": [{"name": "Rest", "wait": 300}`},
		{"a loop that errors leave for several steps", "x.asl.json", strings.Replace(lookedFor, `"Catch": [`, `"Catch": [{"ErrorEquals": ["Moved", "Renamed"], "Next": "Fetch"}, `, 1),
			"arrow", `{"Moved": [{"name": "Look failed", "add": {"repeatLookFailed": true}}, {"leave": true}]`},
		{"a loop that counts its rounds", "x.asl.json", strings.Replace(lookedFor, `"Default": "Rest"},`, `"Default": "Count"},
			"Count": {"Type": "Pass", "Parameters": {"order.$": "$.order", "look.$": "$.look", "n.$": "States.MathAdd($.look.n, 1)"}, "Next": "Rest"},`, 1),
			"arrow", `{"name": "Count", "value": `},
		{"a loop that fails for two reasons", "x.asl.json", strings.Replace(lookedFor, `"Next": "Broken"}]`, `"Next": "Broken"}, {"Variable": "$.look.late", "BooleanEquals": true, "Next": "Broken"}]`, 1),
			"arrow", `{"if": "$[?(@.look.late == true)]", "do": {"name": "Broken", "fail": "Broken"`},
		{"a part that is selected", "x.asl.json", selectedPart, "arrow", "call-book"},
		{"a part that is selected", "x.asl.json", selectedPart, "fsm", `"name": "call-book"`},
		{"a decision table whose rules overlap", "x.step.json", overlappingRules, "asl", `"Error": "DecisionTableUniqueViolation"`},
		{"a decision table with what the target cannot compute", "x.step.json", overlappingRules, "sw", `"refName": "rate"`},
		{"conditions that compute", "x.asl.json", computedConditions, "sw", `{\"if\":\"$.cost.sum > 100 * $.cost.limit\"}`},
		{"conditions that compute", "x.asl.json", computedConditions, "arrow", `({"if": "$.cost.sum > 100 * $.cost.limit"})`},
		{"conditions that compute", "x.asl.json", computedConditions, "fsm", `"expression": "$.cost.sum > 100 * $.cost.limit"`},
		{"the output of a branch", "x.asl.json", computedConditions, "sw", `{\"value\":{\"why\":\"far too much\",\"cost\":\"$.cost\"}}`},
		{"the output of a branch", "x.asl.json", computedConditions, "arrow", `({"value": {"why": "far too much", "cost": "$.cost"}})`},
		{"the output of a branch", "x.asl.json", computedConditions, "fsm", `{\"value\":{\"why\":\"far too much\",\"cost\":\"$.cost\"}}`},
		{"a loop without a wait", "x.sw.json", countedRounds, "fsm", `"name": "Count at once"`},
		{"branches with a handler and a choice", "x.asl.json", handledChecks, "sw", `"name": "Results of Checks"`},
		{"a choice that skips steps or fails", "x.step.json", skippedSteps, "arrow", `any-unmatched ({"error": "DecisionNoBranchMatched"})`},
		{"transitions to states", "x.fsm.json", namedBranches, "asl", `"Comment": "ACCEPT"`},
		{"transitions to states", "x.fsm.json", namedBranches, "sw", `"title": "ACCEPT"`},
		{"transitions to states", "x.fsm.json", namedBranches, "arrow", "after ACCEPT"},
		{"transitions to states", "x.fsm.json", namedBranches, "step", `"description": "after ACCEPT"`},
		{"handlers that go on with one step", "x.asl.json", sharedWayOut, "arrow", "without-lend-lost"},
		{"a step that is named as a choice is", "x.asl.json", namedAsAdded, "step", `"id": "load-failed-2"`},
		{"a condition on how large a value is", "x.step.json", strings.NewReplacer("#paid >= #claimed", "len(papers) > 2", "#paid < #claimed", "len(papers) <= 2").Replace(comparedMembers),
			"asl", "$count($type($states.input.papers) = 'object' ? $keys($states.input.papers) : $states.input.papers)"},
		{"a loop that is left by conditions and without one", "x.asl.json", leftTwice, "arrow", `{"repeat": [{"name": "Rest", "wait": 30}`},
		{"a decision table that computes", "x.step.json", computedOutputs, "asl", `"Default": "rate 2"`},
		{"a decision table that computes", "x.step.json", computedOutputs, "sw", `"refName": "rate"`},
		{"an end called Done", "x.asl.json", endedAsDone, "sw", `"name": "Done"`},
		{"an end called Done", "x.asl.json", endedAsDone, "step", `"name": "Done"`},
		{"an end called Done", "x.asl.json", endedAsDone, "arrow", "Done"},
		{"an end called Done", "x.asl.json", endedAsDone, "fsm", `"Done": {}`},
		{"errors that are put where earlier ones are", "x.asl.json", laterErrors, "step", "$env.error != nil && $env.reply == nil"},
	}) {
		t.Run(x.name+" through "+x.through, func(t *testing.T) {
			t.Parallel()
			p := today(t, authored{name: x.file, text: x.text})
			there, text := convertedTo(t, p, x.through)
			if !strings.Contains(text, x.written) {
				t.Errorf("%s is not in\n%s", x.written, text)
			}
			to := dialects.Named(all.Dialects(), p.Start().Dialect)
			back := convert.Raise(all.Dialects(), to, there, inDomain(to, dialects.Raising{Format: source.JSON}))
			if len(back.Definitions) == 0 {
				t.Fatal(back.Reason)
			}
			again, err := convert.Read(to, back.Definitions, source.JSON, dialects.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if was, now := elementsOf(p), elementsOf(again); !slices.Equal(was, now) {
				t.Errorf("the elements were\n%s\nand are\n%s\n%s\n%s", was, now, text, back.Definitions[0].Text)
			}
		})
	}
}

// TestABranchThatIsLeftOutComesBack has a step with a condition in a branch come back as one, without a step for the case that it is left out.
func TestABranchThatIsLeftOutComesBack(t *testing.T) {
	t.Parallel()
	there, text := convertedTo(t, today(t, authored{name: "x.flow", text: optionalChecks}), "sw")
	to := dialects.Named(all.Dialects(), "arrow")
	back := convert.Raise(all.Dialects(), to, there, inDomain(to, dialects.Raising{}))
	if len(back.Definitions) == 0 {
		t.Fatal(back.Reason)
	}
	got := string(back.Definitions[0].Text)
	if !strings.Contains(got, "{\n  ? `$[?(@.gift == true)]` wrap\n}") || strings.Contains(got, "kip") || len(back.StandIns) > 0 {
		t.Errorf("%s\nbecame\n%s", text, got)
	}
}

// TestARepeatedTaskComesBack has a task that two paths repeat become one step where steps can share what follows, and come back twice.
func TestARepeatedTaskComesBack(t *testing.T) {
	t.Parallel()
	there, text := convertedTo(t, today(t, authored{name: "x.flow", text: repeatedTask}), "asl")
	to := dialects.Named(all.Dialects(), "arrow")
	back := convert.Raise(all.Dialects(), to, there, inDomain(to, dialects.Raising{}))
	if len(back.Definitions) == 0 {
		t.Fatal(back.Reason)
	}
	got := string(back.Definitions[0].Text)
	if strings.Count(text, `function:stack"`) != 1 || !strings.Contains(got, "    wrap → stack\n  }\n  ? `$[?(@.kind == 'TOOL')]` stack\n") {
		t.Errorf("%s\nbecame\n%s", text, got)
	}
}

// elementsOf are the names of the elements of a program, by their letters and digits, in order.
func elementsOf(p *workflow.Program) []string {
	var out []string
	for _, w := range p.Workflows {
		for _, e := range w.Elements {
			out = append(out, strings.Map(func(r rune) rune {
				if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
					return -1
				}
				return unicode.ToLower(r)
			}, e.Name))
		}
	}
	slices.Sort(out)
	return out
}
