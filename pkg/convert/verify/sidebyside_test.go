package verify_test

import (
	"context"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/convert/verify"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/value/valuetest"
)

// TestWholeLinesOfADifference shows what differs of two calls whole below the table, with the short names of tasks: a column holds a part of it.
func TestWholeLinesOfADifference(t *testing.T) {
	t.Parallel()
	const pay = `"Pay": {"Type": "Task", "Resource": "arn:aws:lambda:eu-west-1:111122223333:function:pay", "ResultPath": "$.paid", "End": true}}}`
	from := program(t, "x.asl.json", `{"StartAt": "Pay", "States": {`+pay)
	to := program(t, "y.asl.json", `{"StartAt": "Mark", "States": {"Mark": {"Type": "Pass", "Result": true, "ResultPath": "$.urgent", "Next": "Pay"}, `+pay)
	o := options()
	o.Input = valuetest.Object("customer", strings.Repeat("long ", 15))
	v, err := (&verify.Pair{Source: from, Target: to, Raised: &dialects.Raised{}}).Compare(context.Background(), nil, []run.Options{o})
	if err != nil || v.Difference == nil {
		t.Fatalf("%v, %v", v, err)
	}
	input := `{"customer":"` + strings.Repeat("long ", 15) + `"`
	for _, want := range []string{"\n  source 0s pay " + input + "}", "\n  target 0s pay " + input + `,"urgent":true}`} {
		if !strings.Contains(*v.Difference, want) {
			t.Errorf("%q is not in\n%s", want, *v.Difference)
		}
	}
}
