package convert_test

import (
	"fmt"
	"testing"

	"github.com/flowglot/flowglot/pkg/convert"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/dialects/all"
)

// TestNestedParallels converts thirty parallels in one another, which fsm has as a plan, from there to arrow: who writes the inner ones twice
// at each level does not come to an end.
func TestNestedParallels(t *testing.T) {
	t.Parallel()
	text := `{"StartAt": "Pack", "States": {"Pack": {"Type": "Task", "Resource": "urn:task:pack", "ResultPath": "$.packed", "End": true}}}`
	for i := range 30 {
		text = fmt.Sprintf(`{"StartAt": "Both%d", "States": {"Both%d": {"Type": "Parallel", "ResultPath": "$.both%d", "End": true, "Branches": [%s,
		  {"StartAt": "Tell%d", "States": {"Tell%d": {"Type": "Task", "Resource": "urn:task:tell%d", "End": true}}}]}}}`, i, i, i, text, i, i, i)
	}
	plan, _ := convertedTo(t, program(t, "today.asl.json", text), "fsm")
	to := dialects.Named(all.Dialects(), "arrow")
	if r := convert.Raise(all.Dialects(), to, plan, written(to)); r.Reason != "" {
		t.Error(r.Reason)
	}
}
