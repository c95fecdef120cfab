package convert_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/convert"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/dialects/all"
)

// manyConditions is a choice with so many conditions that do not exclude one another, of which each fiftieth leads to the same task.
func manyConditions(n int) string {
	var rules, tasks []string
	for i := range n {
		rules = append(rules, fmt.Sprintf(`{"And": [{"Variable": "$.size%d", "NumericGreaterThan": %d}, {"Variable": "$.kind%d", "StringEquals": "k%d"}], "Next": "Pack%d"}`,
			i%7, i, i%5, i, i%50))
	}
	for i := range min(n, 50) {
		tasks = append(tasks, fmt.Sprintf(`"Pack%d": {"Type": "Task", "Resource": "urn:task:pack%d", "ResultPath": "$.pack%d", "Next": "Packed"}`, i, i, i))
	}
	return fmt.Sprintf(`{"StartAt": "Sort", "States": {"Sort": {"Type": "Choice", "Choices": [%s], "Default": "Packed"}, %s, "Packed": {"Type": "Succeed"}}}`,
		strings.Join(rules, ", "), strings.Join(tasks, ", "))
}

// TestManyConditions converts choices whose conditions would have to be compared with one another millions of times: a guard of arrow has
// to say which of those before it do not hold, and no path is that long.
func TestManyConditions(t *testing.T) {
	t.Parallel()
	to := dialects.Named(all.Dialects(), "arrow")
	for conditions, reason := range map[int]string{60: "", 4000: `the conditions of "Sort" do not exclude one another`} {
		r := convert.Raise(all.Dialects(), to, program(t, "today.asl.json", manyConditions(conditions)), written(to))
		if r.Reason == "" != (reason == "") || !strings.HasPrefix(r.Reason, reason) {
			t.Errorf("of %d conditions, converting says %q, want %q", conditions, r.Reason, reason)
		}
	}
}
