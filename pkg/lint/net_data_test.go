package lint

import (
	"fmt"
	"strings"
	"testing"
)

// gaps are asl definitions that read data which a path leaves out, and near twins that do not; the part takes the place of the verb.
var gaps = []struct{ what, text, flawed, clean, found string }{
	{"two states write different members", `
		"A": {"Type": "Choice", "Choices": [{"Variable": "$.x", "IsPresent": true, "Next": "B"}], "Default": "C"},
		"B": {"Type": "Pass", "Result": {"n": 1}, "Next": "D"},
		"C": {"Type": "Pass", "Result": {"%s": 2}, "Next": "D"},
		"D": {"Type": "Task", "Resource": "arn:aws:lambda:eu-west-1:123456789012:function:f", "Parameters": {"n.$": "$.n"}, "End": true}`,
		"m", "n", "net/unwritten-data 5:112, 2 related"},
	{"a choice asks for what is missing", `
		"A": {"Type": "Choice", "Choices": [{"Variable": "$.x", "IsPresent": true, "Next": "B"}], "Default": "C"},
		"B": {"Type": "Pass", "Result": {"n": 1}, "Next": "D"},
		"C": {"Type": "Pass", "Result": {"m": 2}, "Next": "D"},
		"D": {"Type": "Choice", "Choices": [{%s"Variable": "$.n", "NumericEquals": 1%s, "Next": "E"}], "Default": "E"},
		"E": {"Type": "Succeed"}`,
		"|", `"And": [{"Variable": "$.n", "IsPresent": true}, {|}]`, "net/unwritten-data 5:53, 2 related"},
	{"a variable of one branch", `
		"A": {"Type": "Choice", "Choices": [{"Variable": "$.x", "IsPresent": true, "Next": "B"}], "Default": "C"},
		"B": {"Type": "Pass", "Assign": {"n": 1}, "Next": "D"},
		"C": {"Type": "Pass", "Assign": {"%s": 2}, "Next": "D"},
		"D": {"Type": "Task", "Resource": "arn:aws:lambda:eu-west-1:123456789012:function:f", "Parameters": {"n.$": "$n"}, "End": true}`,
		"m", "n", "asl/unset-variable 5:112, 3 related"},
	{"a variable of a branch that goes with the condition", `
		"A": {"Type": "Choice", "Choices": [{"Variable": "$.x", "NumericEquals": 1, "Next": "B"}], "Default": "C"},
		"B": {"Type": "Pass", "Assign": {"n": 1}, "Next": "C"},
		"C": {"Type": "Choice", "Choices": [{"Variable": "$.%s", "NumericEquals": 1, "Next": "D"}], "Default": "E"},
		"D": {"Type": "Pass", "Parameters": {"n.$": "$n"}, "Next": "E"}, "E": {"Type": "Succeed"}`,
		"y", "x", "asl/unset-variable 5:48, 3 related"},
	{"a variable of the number of tasks at once", `
		"A": {"Type": "Choice", "Choices": [{"Variable": "$.x", "NumericEquals": 1, "Next": "B"}], "Default": "C"},
		"B": {"Type": "Pass", "Assign": {"%s": 1}, "Next": "D"},
		"C": {"Type": "Pass", "Assign": {"n": 1}, "Next": "D"},
		"D": {"Type": "Map", "MaxConcurrencyPath": "$n", "End": true, "ItemProcessor": {"StartAt": "E", "States": {"E": {"Type": "Succeed"}}}}`,
		"m", "n", "asl/unset-variable 5:47, 3 related"},
	{"an output of JSONata without a member", `
		"A": {"Type": "Choice", "QueryLanguage": "JSONata", "Choices": [{"Condition": "{%% $states.input.x > 1 %%}", "Next": "D"}], "Default": "C"},
		"C": {"Type": "Pass", "QueryLanguage": "JSONata", "Output": {"%s": 2}, "Next": "D"},
		"D": {"Type": "Task", "QueryLanguage": "JSONata", "Resource": "arn:aws:lambda:eu-west-1:123456789012:function:f", "Arguments": {"n": "{%% $states.input.n %%}"}, "End": true}`,
		"m", "n", "net/unwritten-data 4:136, 2 related"},
	{"an item of a Map", `
		"A": {"Type": "Map", "ItemSelector": {"%s.$": "$$.Map.Item.Value"}, "End": true, "ItemProcessor": {"StartAt": "B", "States": {
			"B": {"Type": "Choice", "Choices": [{"Variable": "$$.Map.Item.Index", "NumericEquals": 1, "Next": "D"}], "Default": "C"},
			"C": {"Type": "Pass", "Result": {"n": 1}, "Next": "D"},
			"D": {"Type": "Wait", "SecondsPath": "$.n", "End": true}}}}`,
		"m", "n", "net/unwritten-data 5:42, 2 related"},
	{"a member below one that is written", `
		"A": {"Type": "Choice", "Choices": [{"Variable": "$.x", "IsPresent": true, "Next": "B"}], "Default": "C"},
		"B": {"Type": "Pass", "Result": {"a": {"b": 1}}, "Next": "D"},
		"C": {"Type": "Pass", "Result": {"a": {"%s": 1}}, "Next": "D"},
		"D": {"Type": "Pass", "InputPath": "$.a.b", "End": true}`,
		"c", "b", "net/unwritten-data 5:39, 2 related"},
	{"a name that a deployment fills in", `
		"A": {"Type": "Choice", "Choices": [{"Variable": "$.x", "IsPresent": true, "Next": "B"}], "Default": "C"},
		"B": {"Type": "Pass", "Result": {"n": 1}, "Next": "D"},
		"C": {"Type": "Pass", "Result": {"%s": 2}, "Next": "D"},
		"D": {"Type": "Pass", "InputPath": "$.n", "End": true}`,
		"Name", "${Name}", "net/unwritten-data 5:39, 2 related"},
	{"conditions that go together", `
		"A": {"Type": "Choice", "Choices": [{"Variable": "$.x", "NumericEquals": 1, "Next": "B"}], "Default": "C"},
		"B": {"Type": "Pass", "Parameters": {"x": 1, "n": 1}, "Next": "D"},
		"C": {"Type": "Pass", "Parameters": {"x": 2}, "Next": "D"},
		"D": {"Type": "Choice", "Choices": [{"Variable": "$.x", "NumericEquals": %s, "Next": "E"}], "Default": "F"},
		"E": {"Type": "Pass", "InputPath": "$.n", "End": true},
		"F": {"Type": "Succeed"}`,
		"2", "1", "net/unwritten-data 6:39, 3 related"},
	{"a result beside the data", `
		"A": {"Type": "Pass", "Result": {"n": 1}, "Next": "B"},
		"B": {"Type": "Task", "Resource": "arn:aws:lambda:eu-west-1:123456789012:function:f", "ResultPath": "$.%s", "Next": "C",
			"Catch": [{"ErrorEquals": ["States.ALL"], "ResultPath": "$.error", "Next": "C"}]},
		"C": {"Type": "Pass", "InputPath": "$.error.Cause", "End": true}`,
		"r", "error", "net/unwritten-data 5:39, 2 related"},
}

// TestUnwritten looks at data that some path leaves out. What the input of a run may hold is never missing.
func TestUnwritten(t *testing.T) {
	t.Parallel()
	for _, c := range gaps {
		t.Run(c.what, func(t *testing.T) {
			t.Parallel()
			for _, twin := range []struct{ part, want string }{{c.flawed, c.found}, {c.clean, ""}} {
				parts := []any{twin.part}
				if before, after, split := strings.Cut(twin.part, "|"); split {
					parts = []any{before, after}
				}
				text := `{"StartAt": "A", "States": {` + fmt.Sprintf(c.text, parts...) + `}}`
				d := read("x.asl.json", []byte(text))
				var got []string
				for _, f := range (&Linter{}).Check(d).Findings {
					if f.Rule == unwrittenRule.ID || f.Rule == "asl/unset-variable" {
						at := d.File.Position(f.Span.Start)
						got = append(got, fmt.Sprintf("%s %d:%d, %d related", f.Rule, at.Line, at.Column, len(f.Related)))
					}
				}
				if strings.Join(got, "; ") != twin.want {
					t.Errorf("with %s: %q, expected %q", twin.part, got, twin.want)
				}
			}
		})
	}
}
