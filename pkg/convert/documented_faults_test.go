package convert_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/value"
)

// TestUndocumentedIsFound gives the check one thing at a time that AWS refuses or does not document. A machine is that of the state
// "A", with "B" after it.
func TestUndocumentedIsFound(t *testing.T) {
	t.Parallel()
	const call = `"Type": "Task", "Resource": "arn:aws:lambda:eu-west-1:123456789012:function:pay", "Next": "B"`
	const query = `"QueryLanguage": "JSONata", `
	for _, x := range []struct{ state, fault string }{
		{`"Type": "Pass", "Arguments": {}, "Next": "B"`, `"Arguments" is not documented`},
		{`"Type": "Pass", "Next": "B", "Hints": 1`, `"Hints" is not documented`},
		{`"Type": "Wait", "Seconds": 1, "TimeoutSeconds": 3, "Next": "B"`, `"TimeoutSeconds" is not documented`},
		{query + `"Type": "Pass", "Parameters": {}, "Next": "B"`, `"Parameters" is not documented`},
		{`"Type": "Loop", "Next": "B"`, "type"},
		{`"Type": "Pass", "Next": "B", "End": true`, "both or neither"},
		{`"Type": "Pass", "Next": "C"`, "does not exist"},
		{`"Type": "Pass", "End": true`, "not reachable"},
		{`"Type": "Wait", "Seconds": 1, "Timestamp": "2025-01-01T00:00:00Z", "Next": "B"`, "it has 2 of"},
		{`"Type": "Wait", "Seconds": -1, "Next": "B"`, "whole number"},
		{`"Type": "Wait", "Timestamp": "2025-01-01", "Next": "B"`, "is not a string"},
		{`"Type": "Pass", "ResultPath": "$.a[*]", "Next": "B"`, "reference path"},
		{`"Type": "Pass", "ResultPath": "$$.a", "Next": "B"`, "reference path"},
		{`"Type": "Pass", "InputPath": "$.a.length()", "Next": "B"`, "has a function"},
		{`"Type": "Pass", "InputPath": "$count", "Next": "B"`, "no state assigns"},
		{`"Type": "Pass", "Parameters": {"a.$": "a"}, "Next": "B"`, "not a path"},
		{`"Type": "Pass", "Parameters": {"a.$": "$.a", "a": 1}, "Next": "B"`, "there twice"},
		{`"Type": "Pass", "Parameters": {"a.$": "States.Upper($.a)"}, "Next": "B"`, "States.Upper does not exist"},
		{`"Type": "Pass", "Parameters": {"a.$": "States.MathAdd($.a)"}, "Next": "B"`, "other arguments"},
		{`"Type": "Pass", "Parameters": {"a.$": "States.Array($.a)[0]"}, "Next": "B"`, "not a call"},
		{`"Type": "Pass", "Parameters": {"a.$": "$$.Task.Token"}, "Next": "B"`, "no Task here"},
		{`"Type": "Choice", "Choices": [{"Variable": "$[?(@.a)].length()", "NumericEquals": 1, "Next": "B"}]`, "has a function"},
		{`"Type": "Choice", "Choices": [{"Variable": "$.a", "NumericEquals": "1", "Next": "B"}]`, "is not a number"},
		{`"Type": "Choice", "Choices": [{"Variable": "$.a", "NumericEquals": 1, "IsPresent": true, "Next": "B"}]`, "2 operators"},
		{`"Type": "Choice", "Choices": [{"Variable": "$.a", "Equals": 1, "Next": "B"}]`, `"Equals" is not documented`},
		{`"Type": "Choice", "Choices": [{"Not": {"Variable": "$.a", "IsNull": true, "Next": "B"}, "Next": "B"}]`, `"Next" is not documented`},
		{`"Type": "Choice", "Choices": []`, "with elements"},
		{query + `"Type": "Choice", "Choices": [{"Condition": "$states.input.a", "Next": "B"}]`, "not a boolean"},
		{query + `"Type": "Pass", "Output": "{% a %}", "Next": "B"`, "reads from a document"},
		{query + `"Type": "Pass", "Output": "{% $.a %}", "Next": "B"`, "a document that is not there"},
		{query + `"Type": "Pass", "Output": "{% $states.result %}", "Next": "B"`, `no "result"`},
		{query + `"Type": "Pass", "Output": "{% $states.errorOutput %}", "Next": "B"`, `no "errorOutput"`},
		{query + `"Type": "Pass", "Output": "{% $states.context.Task.Token %}", "Next": "B"`, "no Task here"},
		{query + `"Type": "Pass", "Output": "{% $eval('1') %}", "Next": "B"`, "$eval is not a variable or a function"},
		{query + `"Type": "Pass", "Output": "{% $states.input.a ?? 1 %}", "Next": "B"`, "later than JSONata 2.0.6"},
		{query + `"Type": "Pass", "Output": "{% $n %}", "Next": "B"`, "$n is not a variable"},
		{query + `"Type": "Pass", "Output": "{% 1 + %}", "Next": "B"`, "not an expression"},
		{query + `"Type": "Pass", "Output": " {% 1 %}", "Next": "B"`, "within a text"},
		{query + `"Type": "Pass", "Assign": {"states": 1}, "Next": "B"`, "cannot be the name of a variable"},
		{call + `, "Retry": [{"ErrorEquals": ["States.ALL", "E"]}]`, "States.ALL"},
		{call + `, "Retry": [{"ErrorEquals": ["E"], "IntervalSeconds": 0}]`, "whole number"},
		{call + `, "Retry": [{"ErrorEquals": ["E"], "BackoffRate": 0.5}]`, "from 1.0"},
		{call + `, "Catch": [{"ErrorEquals": [], "Next": "B"}]`, "ErrorEquals is empty"},
		{call + `, "TimeoutSeconds": 0.5`, "whole number"},
		{`"Type": "Task", "Resource": "urn:task:pay", "Next": "B"`, "not an address"},
		{`"Type": "Task", "Resource": "arn:aws:lambda:eu-west-1:123456789012:function:pay.card", "Next": "B"`, "not an address"},
		{`"Type": "Task", "Resource": "arn:aws:states:::lambda:invoke", "Parameters": {"FunctionName": "pay card"}, "Next": "B"`, "not the name"},
		{`"Type": "Task", "Resource": "arn:aws:states:::lambda:invoke", "Next": "B"`, "has no FunctionName"},
		{`"Type": "Task", "Resource": "arn:aws:states:::lambda:invoke.waitForTaskToken", "Parameters": {"FunctionName": "pay"}, "Next": "B"`, "token"},
		{`"Type": "Parallel", "Branches": [{"StartAt": "B", "States": {"B": {"Type": "Succeed"}}}], "Next": "B"`, "is not new"},
		{`"Type": "Parallel", "Branches": [{"StartAt": "X", "TimeoutSeconds": 3, "States": {"X": {"Type": "Succeed"}}}], "Next": "B"`, `"TimeoutSeconds" is not documented`},
		{`"Type": "Map", "Label": "x", "ItemProcessor": {"StartAt": "X", "States": {"X": {"Type": "Succeed"}}}, "Next": "B"`, `"Label" is not documented`},
		{`"Type": "Map", "Next": "B"`, "it has 0 of"},
	} {
		text := fmt.Sprintf(`{"StartAt": "A", "States": {"A": {%s}, "B": {"Type": "Succeed"}}}`, x.state)
		stripped, faults := documented([]byte(text))
		found := strings.Join(faults, "\n")
		if !strings.Contains(found, x.fault) {
			t.Errorf("%s\nhas %q, want %q", x.state, found, x.fault)
		}
		if _, left := documented(stripped); strings.Contains(x.fault, "is not documented") && strings.Contains(strings.Join(left, "\n"), x.fault) {
			t.Errorf("the field is still in\n%s", stripped)
		}
	}
	whole := `{"StartAt": "A", "States": {"A": {` + call + `}, "B": {"Type": "Succeed"}}}`
	stripped, faults := documented([]byte(whole))
	want, _ := value.Parse([]byte(whole))
	if got, err := value.Parse(stripped); err != nil || len(faults) > 0 || !value.Equal(got, want) {
		t.Errorf("%v, %v\n%s", err, faults, stripped)
	}
}
