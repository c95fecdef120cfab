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
