package verify_test

import (
	"context"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/convert/verify"
	"github.com/flowglot/flowglot/pkg/run"
)

// TestBranchResults drives both sides of conditions on the results of branches, which are what the last tasks of these answer.
func TestBranchResults(t *testing.T) {
	t.Parallel()
	const decide = `"Good?": {"Type": "Choice", "Choices": [{"And": [{"Variable": "$.stars", "NumericGreaterThan": 3}, {"Variable": "$.clean", "BooleanEquals": true}],
   "Next": "Hire"}], "Default": "Regret"}, "Hire": {"Type": "Succeed"}, "Regret": {"Type": "Succeed"}`
	branches := func(of string) string {
		return `"Branches": [{"StartAt": "Ask", "States": {"Ask": {"Type": "Task", "Resource": "arn:aws:lambda:eu-west-1:123456789012:function:ask", ` + of + `"End": true}}},
   {"StartAt": "Look", "States": {"Look": {"Type": "Task", "Resource": "arn:aws:lambda:eu-west-1:123456789012:function:look", "End": true}}}]`
	}
	for name, states := range map[string]string{
		"selected by the scope": `"Both": {"Type": "Parallel", "ResultSelector": {"stars.$": "$[0].stars", "clean.$": "$[1].clean"}, "Next": "Good?", ` + branches("") + `}, ` + decide,
		"compared as items of the list": `"Both": {"Type": "Parallel", "ResultPath": "$.both", "Next": "Good?", ` + branches("") + `},
   ` + strings.NewReplacer("$.stars", "$.both[0].stars", "$.clean", "$.both[1].clean").Replace(decide),
		"compared, and passed on after that": `"Both": {"Type": "Parallel", "ResultPath": "$.both", "Next": "Good?", ` + branches("") + `},
   ` + strings.NewReplacer("$.stars", "$.both[0].stars", "$.clean", "$.both[1].clean", `"Hire": {"Type": "Succeed"}`, `"Hire": {"Type": "Pass", "Parameters": {"stars.$": "$.both[0].stars"}, "End": true}`).Replace(decide),
		"compared with several values": `"Both": {"Type": "Parallel", "ResultPath": "$.both", "Next": "Bad?", ` + branches("") + `},
   ` + strings.NewReplacer("$.stars", "$.both[0].stars", "$.clean", "$.both[1].clean").Replace(decide) + `,
   "Bad?": {"Type": "Choice", "Choices": [{"Variable": "$.both[0].stars", "NumericLessThan": -5, "Next": "Regret"}], "Default": "Good?"}`,
		"of a step before the last": `"Both": {"Type": "Parallel", "ResultSelector": {"stars.$": "$[0].stars", "mail.$": "$[0].mail", "clean.$": "$[1].clean"}, "Next": "Good?", ` +
			strings.Replace(branches(""), `"End": true}}}`, `"Next": "Note"}, "Note": {"Type": "Task", "Resource": "arn:aws:lambda:eu-west-1:123456789012:function:note", "ResultPath": "$.note", "End": true}}}`, 1) + `}, ` + decide,
		"a part of an answer": `"Both": {"Type": "Parallel", "ResultSelector": {"stars.$": "$[0].stars", "clean.$": "$[1].clean"}, "Next": "Good?", ` +
			branches(`"ResultSelector": {"stars.$": "$.Payload.stars"}, `) + `}, ` + decide,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := programAt(t, "current", "x.asl.json", `{"StartAt": "Both", "States": {`+states+`}}`)
			ends := map[string]int{}
			for _, o := range verify.InventWithin(whole, p, options(), 120, chance(3)) {
				r, err := run.Simulate(context.Background(), p, o)
				if err != nil {
					t.Fatal(err)
				}
				if r.Status == run.Succeeded {
					ends[r.Visited[len(r.Visited)-1]]++
				}
			}
			if ends["Hire"] < 2 || ends["Regret"] < 2 {
				t.Errorf("the runs end at %v", ends)
			}
		})
	}
}
