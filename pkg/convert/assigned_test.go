package convert_test

import (
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
)

// TestAssignedOnTheWay converts definitions in which states without a task give variables values of their document: in generated runs, the
// task that reads these gets the same from all dialects that have no variables.
func TestAssignedOnTheWay(t *testing.T) {
	t.Parallel()
	const use = `"Use": {"Type": "Task", "Resource": "arn:aws:lambda:us-east-1:123456789012:function:use", "Parameters": {"v.$": "$v"}, "ResultPath": "$.used", "End": true}`
	for name, states := range map[string]string{
		"of the document": `"Keep": {"Type": "Pass", "Assign": {"v.$": "$.list"}, "Next": "Use"}`,
		"of what the state makes": `"Keep": {"Type": "Pass", "Parameters": {"a.$": "$.list", "b.$": "States.Format('no. {}', $.id)"}, "ResultPath": "$.made",
		   "Assign": {"v.$": "$.b"}, "Next": "Use"}`,
		"of what the state selects": `"Keep": {"Type": "Pass", "InputPath": "$.order", "ResultPath": "$.made", "Assign": {"v.$": "$.id"}, "Next": "Use"}`,
		"beside fixed data":         `"Keep": {"Type": "Pass", "Result": {"id": 7}, "ResultPath": "$.made", "Assign": {"v.$": "$.id"}, "Next": "Use"}`,
		"where a choice leads on": `"Keep": {"Type": "Choice", "Choices": [{"Variable": "$.kind", "StringEquals": "a", "Assign": {"v.$": "$.list"}, "Next": "Use"}],
		   "Assign": {"v.$": "$.kind"}, "Default": "Use"}`,
		"where it waits": `"Keep": {"Type": "Wait", "Seconds": 5, "Assign": {"v.$": "$.order"}, "Next": "Use"}`,
	} {
		for _, to := range []string{"sw", "step", "arrow", "fsm"} {
			t.Run(name+" into "+to, func(t *testing.T) {
				t.Parallel()
				raised, v := compared(t, "today.asl.json", `{"StartAt": "Keep", "States": {`+strings.Join([]string{states, use}, ", ")+`}}`, to, dialects.Settings{})
				if raised.Reason != "" || v.Difference != nil || v.Equal == 0 && v.Excused == 0 {
					t.Errorf("refused: %q; of the runs %d are equal, %d excused", raised.Reason, v.Equal, v.Excused)
				}
			})
		}
	}
}
