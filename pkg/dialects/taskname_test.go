package dialects_test

import (
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
)

func TestTaskName(t *testing.T) {
	t.Parallel()
	for _, x := range []struct{ task, form, want string }{
		{"charge-card", "", "charge-card"},
		{"LOS::register", "", "LOS::register"},
		{"urn:task:charge", "", "charge"},
		{"https://jobs.example.com/charge/run", "https://jobs.example.com/{task}/run", "charge"},
		{"arn:aws:lambda:eu-central-1:210987654321:function:validate-order", "", "validate-order"},
		{"arn:aws:lambda:eu-central-1:210987654321:function:validate-order:live", "", "validate-order-live"},
		{"arn:aws:lambda:${AWS::Region}:${AWS::AccountId}:function:validate-order", "", "validate-order"},
		{"arn:aws:lambda:${AWS::Region}:${AWS::AccountId}:function:validate-order:$LATEST", "", "validate-order-$LATEST"},
		{"arn:aws:states:eu-central-1:210987654321:activity:approve", "", "approve"},
		{"arn:aws:states:::sqs:sendMessage", "", "sqs-sendMessage"},
		{"arn:aws:states:::lambda:invoke.waitForTaskToken", "", "lambda-invoke-waitForTaskToken"},
		{"https://bureau.example.com/api/score?v=2", "", "score"},
		{"://", "", "://"},
	} {
		if got := dialects.TaskName(x.task, x.form); got != x.want {
			t.Errorf("%q with %q is %q, want %q", x.task, x.form, got, x.want)
		}
	}
}
