package convert_test

import (
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/dialects/all"
)

// TestHandledLimitsOfCalledTasks has the handled time limit of a task that a worker calls, as only that has a token or a variable, be a timer of
// the step: nothing of it stays in the document, also where the task is repeated.
func TestHandledLimitsOfCalledTasks(t *testing.T) {
	t.Parallel()
	const rent = `{"StartAt": "Bill", "States": {
  "Bill": {"Type": "Task", "Resource": "urn:task:bill", "ResultPath": "$.bill", "Next": "Wait"},
  "Wait": {"Type": "Task", "Resource": "arn:aws:states:::sqs:sendMessage.waitForTaskToken", "TimeoutSeconds": 86400, "ResultPath": "$.payment", "Next": "Book",
    "Parameters": {"QueueUrl": "https://sqs.example/rent", "MessageBody": {"token.$": "$$.Task.Token", "flat.$": "$.flat"}},
    "Catch": [{"ErrorEquals": ["States.Timeout"], "ResultPath": null, "Next": "Remind"}]},
  "Remind": {"Type": "Task", "Resource": "urn:task:remind", "ResultPath": "$.reminder", "Next": "NEXT"},
  "Book": {"Type": "Task", "Resource": "urn:task:book", "ResultPath": "$.booking", "End": true}}}`
	step := dialects.Named(all.Dialects(), "step")
	for name, next := range map[string]string{"once": "Book", "again": "Wait"} {
		p := today(t, authored{name: "x.asl.json", text: strings.Replace(rent, "NEXT", next, 1)})
		if _, text := convertedTo(t, p, "step"); !strings.Contains(text, `"targetStepId": "remind"`) {
			t.Errorf("%s: no timer leads to the handler in\n%s", name, text)
		}
		sameOrLost(t, p, step, "")
	}
}

// handledCallback acts and waits for an event, and handles an error of the action.
const handledCallback = `{"id": "visa", "name": "Visa", "version": "1", "functions": [{"name": "apply", "resource": "apply"}, {"name": "call", "resource": "call"}],
  "events": [{"name": "Granted", "type": "visa.granted", "source": "office"}], "states": [
  {"name": "Apply", "type": "callback", "start": {"kind": "default"}, "action": {"functionRef": {"refName": "apply"}}, "eventRef": "Granted", "timeout": "P9D",
    "onError": [{"expression": "{{ $.error }}", "transition": {"nextState": "Call"}}], "end": {"kind": "default"}},
  {"name": "Call", "type": "operation", "actions": [{"functionRef": {"refName": "call"}}], "end": {"kind": "default"}}]}`

// TestHandledErrorsOfCallbacks has a worker act and wait for an event also where an error of the action is handled, so that it does not miss an
// early event.
func TestHandledErrorsOfCallbacks(t *testing.T) {
	t.Parallel()
	p := today(t, authored{name: "x.sw.json", text: handledCallback})
	for _, name := range []string{"step", "asl", "arrow", "fsm"} {
		sameOrLost(t, p, dialects.Named(all.Dialects(), name), "")
	}
}

// TestErrorsByTheirNames tells a handler that keeps the name of an error from one that keeps all of another error at the same place, in a target
// that has neither: the name tells them apart, and no mark stays in the document.
func TestErrorsByTheirNames(t *testing.T) {
	t.Parallel()
	p := today(t, authored{name: "x.sw.json", text: `{"id": "join", "name": "Join", "version": "1",
  "functions": [{"name": "add", "resource": "add"}, {"name": "greet", "resource": "greet"}, {"name": "tell", "resource": "tell"}, {"name": "look", "resource": "look"}], "states": [
  {"name": "Add", "type": "operation", "start": {"kind": "default"}, "actions": [{"functionRef": {"refName": "add"}, "timeout": "PT1M"}], "transition": {"nextState": "Greet"}, "onError": [
    {"expression": "{{ $.errors[?(@.name == 'Known')] }}", "errorDataFilter": {"dataOutputPath": "{{ $.error.name }}"}, "transition": {"nextState": "Tell"}},
    {"expression": "{{ $.errors[?(@.name != 'Known')] }}", "transition": {"nextState": "Look"}}]},
  {"name": "Greet", "type": "operation", "actions": [{"functionRef": {"refName": "greet"}}], "end": {"kind": "default"}},
  {"name": "Tell", "type": "operation", "actions": [{"functionRef": {"refName": "tell"}}], "end": {"kind": "default"}},
  {"name": "Look", "type": "operation", "actions": [{"functionRef": {"refName": "look"}}], "end": {"kind": "default"}}]}`})
	for _, name := range []string{"step", "asl", "arrow", "fsm"} {
		sameOrLost(t, p, dialects.Named(all.Dialects(), name), "")
	}
}

// TestNamesOfErrorsComeBack has the name of an error that a machine keeps be what a filter of sw gives, without a loss.
func TestNamesOfErrorsComeBack(t *testing.T) {
	t.Parallel()
	there, _ := convertedTo(t, today(t, authored{name: "x.sw.json", text: namedErrors}), "asl")
	sameOrLost(t, there, dialects.Named(all.Dialects(), "sw"), "")
}
