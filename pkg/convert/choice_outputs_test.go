package convert_test

import (
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/dialects/all"
)

// TestChoiceOutputsThatMerge has what a branch of a choice adds to the document be data that is merged into it, as an answer is.
func TestChoiceOutputsThatMerge(t *testing.T) {
	t.Parallel()
	p := today(t, authored{name: "x.asl.json", text: `{"QueryLanguage": "JSONata", "StartAt": "Look", "States": {
  "Look": {"Type": "Task", "Resource": "urn:task:look", "Output": "{% $merge([$states.input, {'seen': $states.result}]) %}", "Next": "Which?"},
  "Which?": {"Type": "Choice", "Default": "Book", "Choices": [
    {"Condition": "{% $states.input.seen.state = 'BAD' %}", "Output": "{% $merge([$states.input, {'why': $lowercase($states.input.seen.state)}]) %}", "Next": "Tell"}]},
  "Tell": {"Type": "Task", "Resource": "urn:task:tell", "Output": "{% $merge([$states.input, {'told': $states.result}]) %}", "End": true},
  "Book": {"Type": "Task", "Resource": "urn:task:book", "Output": "{% $merge([$states.input, {'booking': $states.result}]) %}", "End": true}}}`})
	for _, name := range []string{"step", "sw", "arrow", "fsm"} {
		sameOrLost(t, p, dialects.Named(all.Dialects(), name), "")
	}
}
