package rewrite

import (
	"slices"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// invoking is a machine of one state, which calls a function by a service.
const invoking = `{"QueryLanguage": "LANGUAGE", "StartAt": "Weigh", "States": {"Weigh": {"Type": "Task", "Resource": "arn:aws:states:::lambda:invoke", FIELDS, "End": true}}}`

// TestCallFunctions has a task that calls a function through a service call the function, which gets and answers the same.
func TestCallFunctions(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, language, fields string
		task, address          string
		input, answer          string // of a run: what the function gets of {"box": {"id": 7}}, and answers
		output                 string
		why                    string // it stays as it is
	}{
		{name: "JSONata", language: "JSONata", fields: `"Arguments": {"FunctionName": "weigh", "Payload": {"id": "{% $states.input.box.id %}"}},
			"Output": {"grams": "{% $states.result.Payload.grams %}"}`,
			task: "weigh", input: `{"id":7}`, answer: `{"grams": 12}`, output: `{"grams":12}`},
		{name: "a sum, and an answer that is not read", language: "JSONata", fields: `"Arguments": {"FunctionName": "weigh", "Payload": {"n": "{% $sum([1, 2]) %}"}}, "Output": "{% $states.input %}"`,
			task: "weigh", input: `{"n":3}`, answer: `{"grams": 12}`, output: `{"box":{"id":7}}`},
		{name: "variables", language: "JSONata", fields: `"Arguments": {"FunctionName": "weigh", "Payload": "{% $states.input %}"},
			"Assign": {"g": "{% $states.result.Payload.grams %}"}, "Output": "{% $states.result.Payload %}"`,
			task: "weigh", input: `{"box":{"id":7}}`, answer: `{"grams": 12}`, output: `{"grams":12}`},
		{name: "JSONPath", language: "JSONPath", fields: `"Parameters": {"FunctionName": "weigh", "Payload": {"id.$": "$.box.id"}}, "ResultSelector": {"grams.$": "$.Payload.grams"}, "ResultPath": "$.box.weight"`,
			task: "weigh", input: `{"id":7}`, answer: `{"grams": 12}`, output: `{"box":{"id":7,"weight":{"grams":12}}}`},
		{name: "the whole answer", language: "JSONPath", fields: `"Parameters": {"FunctionName": "weigh", "Payload.$": "$"}, "ResultPath": "$.weight"`,
			task: "weigh", input: `{"box":{"id":7}}`, answer: `12`, output: `{"box":{"id":7},"weight":{"Payload":12}}`},
		{name: "a dropped answer, and no payload", language: "JSONPath", fields: `"Parameters": {"FunctionName": "weigh", "InvocationType": "RequestResponse"}, "ResultPath": null`,
			task: "weigh", input: `{}`, answer: `12`, output: `{"box":{"id":7}}`},
		{name: "an ARN with an alias", language: "JSONata", fields: `"Arguments": {"FunctionName": "arn:aws:lambda:eu-north-1:111122223333:function:weigh:live"}, "Output": {}`,
			task: "weigh:live", address: "arn:aws:lambda:eu-north-1:111122223333:function:weigh:live", input: `{}`, answer: `12`, output: `{}`},
		{name: "an account and a name", language: "JSONata", fields: `"Arguments": {"FunctionName": "111122223333:function:weigh"}, "Output": {}`, task: "weigh", input: `{}`, answer: `12`, output: `{}`},
		{name: "a placeholder", language: "JSONata", fields: `"Arguments": {"FunctionName": "${aws_lambda_function.Weigh.arn}"}, "Output": {}`, task: "Weigh", input: `{}`, answer: `12`, output: `{}`},

		{name: "the status is read", language: "JSONata", fields: `"Arguments": {"FunctionName": "weigh"}, "Output": "{% $states.result.StatusCode %}"`, why: "it may read other members of the answer than Payload"},
		{name: "nobody knows what is read", language: "JSONata", fields: `"Arguments": {"FunctionName": "weigh"}, "Output": "{% $sum($states.result.Payload.parcels.grams) %}"`, why: "it may read other members of the answer than Payload"},
		{name: "the name is data", language: "JSONata", fields: `"Arguments": {"FunctionName": "{% $states.input.scale %}"}`, why: "its FunctionName is known only when it runs"},
		{name: "a part of the name is open", language: "JSONata", fields: `"Arguments": {"FunctionName": "weigh-${Stage}"}`, why: "its FunctionName is known only when it runs"},
		{name: "a qualifier", language: "JSONata", fields: `"Arguments": {"FunctionName": "weigh", "Qualifier": "live"}`, why: "it sends Qualifier, too"},
		{name: "no answer is awaited", language: "JSONata", fields: `"Arguments": {"FunctionName": "weigh", "InvocationType": "Event"}`, why: "it sends InvocationType, too"},
		{name: "computed", language: "JSONata", fields: `"Arguments": "{% $states.input.call %}"`, why: "its input is computed as a whole"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			p := lowered(t, "w.asl.json", strings.NewReplacer("LANGUAGE", c.language, "FIELDS", c.fields).Replace(invoking))
			functions := NamedFunctions(p)
			notes := CallFunctions(p)
			if c.why != "" {
				if want := `"Weigh" still calls arn:aws:states:::lambda:invoke: ` + c.why; !slices.Equal(notes, []string{want}) {
					t.Errorf("the notes are %q", notes)
				}
				return
			}
			if len(notes) > 0 || functions != 1 {
				t.Errorf("%d functions, and the notes %q", functions, notes)
			}
			call := taskCall(p)
			if call.Task != c.task || call.Resource != c.address {
				t.Errorf("%q at %q is called", call.Task, call.Resource)
			}
			got := observed(t, p, play{input: `{"box": {"id": 7}}`, answers: map[string][]string{c.task: {"0 " + c.answer}}})
			for _, want := range []string{c.task + " #1 " + canonical(t, c.input), "succeeded after 0s " + canonical(t, c.output)} {
				if !strings.Contains(got, want) {
					t.Errorf("%q is missing in:\n%s", want, got)
				}
			}
		})
	}
}

// canonical is JSON as plays show it.
func canonical(t *testing.T, text string) string {
	return string(value.AppendSorted(nil, parsed(t, text)))
}

// taskCall is the call of the only task of a program.
func taskCall(p *workflow.Program) *workflow.Call {
	for _, n := range p.Workflows[0].Nodes {
		if n.Call != nil {
			return n.Call
		}
	}
	return nil
}
