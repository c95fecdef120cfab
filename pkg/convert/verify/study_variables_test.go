package verify_test

import (
	"context"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/convert/verify"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/value"
)

// TestVariableConditions generates data with which conditions on variables hold and do not: answers that are assigned, and parts of the
// input.
func TestVariableConditions(t *testing.T) {
	t.Parallel()
	const weigh = `"Type": "Task", "Resource": "arn:aws:lambda:eu-west-1:123456789012:function:weigh", `
	const weighInBranch = `"Type": "Parallel", "Branches": [{"StartAt": "On the scale", "States": {"On the scale": {` + weigh + `"End": true}}}, {"StartAt": "Rest", "States": {"Rest": {"Type": "Pass", "End": true}}}], `
	for name, x := range map[string]struct{ assign, size string }{
		"a part of an answer":              {weigh + `"Assign": {"size": "{% $states.result.parcel.size %}"}, "Output": "{% $states.input %}"`, "$size"},
		"a part of the input":              {weigh + `"Assign": {"size": "{% $states.input.parcel.size %}"}, "Output": "{% $states.input %}"`, "$size"},
		"an object of an answer":           {weigh + `"Assign": {"parcel": "{% $states.result.parcel %}"}, "Output": "{% $states.input %}"`, "$parcel.size"},
		"a part of the result of a branch": {weighInBranch + `"Assign": {"size": "{% $states.result[0].parcel.size %}"}, "Output": "{% $states.input %}"`, "$size"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := programAt(t, "current", "x.asl.json", `{"QueryLanguage": "JSONata", "StartAt": "Weigh", "States": {
  "Weigh": {`+x.assign+`, "Next": "Big?"},
  "Big?": {"Type": "Choice", "Choices": [{"Condition": "{% `+x.size+` > 40 %}", "Next": "Van"}], "Default": "Bicycle"},
  "Van": {"Type": "Succeed"}, "Bicycle": {"Type": "Succeed"}}}`)
			ends := map[string]bool{}
			for _, o := range verify.InventWithin(whole, p, options(), 30, chance(3)) {
				r, err := run.Simulate(context.Background(), p, o)
				if err != nil {
					t.Fatal(err)
				}
				if r.Status == run.Succeeded {
					ends[r.Visited[len(r.Visited)-1]] = true
				}
				for _, text := range []any{o.Input, o.Stubs[0].Replies[0].Return} {
					if s := string(value.AppendIndent(nil, text, "", "")); strings.Contains(s, "$") {
						t.Errorf("a variable is in the data %s", s)
					}
				}
			}
			if !ends["Van"] || !ends["Bicycle"] {
				t.Errorf("the runs end at %q", slices.Sorted(maps.Keys(ends)))
			}
		})
	}
}
