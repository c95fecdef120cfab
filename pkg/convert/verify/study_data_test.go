package verify_test

import (
	"context"
	"testing"

	"github.com/flowglot/flowglot/pkg/convert/verify"
	"github.com/flowglot/flowglot/pkg/run"
)

// TestComparedAnswers has a part of an answer be what a condition asks for that compares it later, also where the whole object around it is
// passed on.
func TestComparedAnswers(t *testing.T) {
	t.Parallel()
	p := programAt(t, "current", "x.asl.json", `{"StartAt": "Ask", "States": {
  "Ask": {"Type": "Task", "Resource": "arn:aws:lambda:eu-west-1:111122223333:function:ask",
    "ResultSelector": {"mood.$": "$.body.mood"}, "ResultPath": "$.guest", "Next": "Glad?"},
  "Glad?": {"Type": "Choice", "Choices": [{"Variable": "$.guest.mood", "StringEquals": "glad", "Next": "Yes"}], "Default": "No"},
  "Yes": {"Type": "Succeed", "OutputPath": "$.guest"}, "No": {"Type": "Succeed"}}}`)
	ends := map[string]int{}
	for _, o := range verify.InventWithin(whole, p, options(), 40, chance(3)) {
		r, err := run.Simulate(context.Background(), p, o)
		if err != nil {
			t.Fatal(err)
		}
		if r.Status == run.Succeeded {
			ends[r.Visited[len(r.Visited)-1]]++
		}
	}
	if ends["Yes"] < 5 || ends["No"] < 5 {
		t.Errorf("the runs end at %v", ends)
	}
}
