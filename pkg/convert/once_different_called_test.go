package convert_test

import (
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/convert"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/dialects/all"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// TestOnceDifferentCalled does the same as TestOnceDifferent with workflows of sw, and those that they call.
func TestOnceDifferentCalled(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		what  string
		texts []string
		to    string
		lost  string
	}{
		{"a workflow that adds to a list, which a branch calls", []string{`{"id": "x", "name": "x", "functions": [{"name": "weigh", "resource": "urn:weigh"}], "states": [
  {"name": "Both", "type": "parallel", "start": {"kind": "default"}, "end": {"kind": "default"},
    "branches": [{"name": "each", "workflowId": "each"}, {"name": "weigh", "actions": [{"functionRef": {"refName": "weigh"}}]}]}]}`,
			`{"id": "each", "name": "each", "functions": [{"name": "wash", "resource": "urn:wash"}], "states": [
  {"name": "Each", "type": "foreach", "start": {"kind": "default"}, "inputCollection": "{{ $.shirts }}", "iterationParam": "shirt", "outputCollection": "{{ $.clean }}",
    "actions": [{"functionRef": {"refName": "wash", "parameters": {"shirt": "{{ $.shirt }}"}}}], "end": {"kind": "default"}}]}`}, "fsm asl step arrow", ""},
		{"a choice by events that selects a part of the data, for each item", []string{`{"id": "x", "name": "x", "states": [
  {"name": "Each", "type": "foreach", "start": {"kind": "default"}, "inputCollection": "{{ $.bills }}", "iterationParam": "bill", "outputCollection": "{{ $.done }}",
    "workflowId": "bill", "end": {"kind": "default"}}]}`, choiceByEvents}, "asl", ""},
		{"a choice by events that selects a part of the data", []string{choiceByEvents}, "asl arrow fsm", ""},
		{"a choice by events that selects a part of the data, which the variables cannot do", []string{choiceByEvents}, "step", "convert/output-selection"},
		{"an error handler of a step that selects a part of the data", []string{`{"id": "x", "name": "x", "functions": [{"name": "wash", "resource": "urn:wash"}, {"name": "dry", "resource": "urn:dry"}], "states": [
  {"name": "Wash", "type": "operation", "start": {"kind": "default"}, "actions": [{"functionRef": {"refName": "wash"}}], "stateDataFilter": {"dataOutputPath": "{{ $.shirt }}"},
    "onError": [{"expression": "{{ $.errors[?(@.name == 'Odd')] }}", "errorDataFilter": {"dataOutputPath": "{{ $.nothing }}"}, "transition": {"nextState": "Dry"}}], "transition": {"nextState": "Dry"}},
  {"name": "Dry", "type": "operation", "actions": [{"functionRef": {"refName": "dry"}}], "end": {"kind": "default"}}]}`},
			"asl arrow fsm", ""},
	} {
		for _, name := range strings.Fields(x.to) {
			t.Run(x.what+" to "+name, func(t *testing.T) {
				t.Parallel()
				p := &workflow.Program{}
				for _, text := range x.texts {
					p.Workflows = append(p.Workflows, program(t, "x.sw.json", text).Workflows...)
				}
				sameOrLost(t, p, dialects.Named(all.Dialects(), name), x.lost)
			})
		}
	}
}

// choiceByEvents takes the same part of its data along with each event, and when its time is over.
const choiceByEvents = `{"id": "bill", "name": "bill", "functions": [{"name": "book", "resource": "urn:book"}, {"name": "sue", "resource": "urn:sue"}],
  "events": [{"name": "paid", "source": "bank", "type": "bank.paid"}, {"name": "refused", "source": "bank", "type": "bank.refused"}], "states": [
  {"name": "Paid?", "type": "switch", "start": {"kind": "default"}, "stateDataFilter": {"dataOutputPath": "{{ $.bill }}"}, "eventTimeout": "PT1H", "default": {"nextState": "Sue"},
    "eventConditions": [{"eventRef": "paid", "transition": {"nextState": "Book"}}, {"eventRef": "refused", "transition": {"nextState": "Sue"}}]},
  {"name": "Book", "type": "operation", "actions": [{"functionRef": {"refName": "book"}}], "end": {"kind": "default"}},
  {"name": "Sue", "type": "operation", "actions": [{"functionRef": {"refName": "sue"}}], "end": {"kind": "default"}}]}`

// TestHandlerOutput converts a choice by events that selects a part of its data when its time is over: the handler of asl does that itself.
func TestHandlerOutput(t *testing.T) {
	t.Parallel()
	to := dialects.Named(all.Dialects(), "asl")
	raised := convert.Raise(all.Dialects(), to, program(t, "x.sw.json", choiceByEvents), written(to))
	if text := cameOut(raised); strings.Contains(text, `"Pass"`) || !strings.Contains(text, `$exists($states.input.bill) ?`) {
		t.Error(text)
	}
}
