package rewrite

import (
	"fmt"
	"slices"
	"testing"
)

// TestWhatABranchSeesOfOthers has branches of which one sees what the other has put into the variables: without waiting, in a condition,
// and after a task. Nothing is lost where the other one has changed something else, or cannot have done it by then.
func TestWhatABranchSeesOfOthers(t *testing.T) {
	t.Parallel()
	const (
		sees    = `convert/shared-variables: "b" does not see the changes by the other branches of "fork"`
		reads   = `convert/shared-reads: "b" does not read the changes by the other branches of "fork"`
		latest  = `convert/merge-order: where several branches of "fork" write to one place, the value of the last branch remains, and not the latest one`
		compute = `"type": "TRANSFORMATION", "transformations": {"x": 1}, "nextStep": "join"`
		call    = `"type": "SERVICE_TASK", "jobType": "%s", "nextStep": "join"`
		decide  = `"type": "DECISION", "conditionalNextSteps": {"%s > 1": "join", "true": "join"}`
	)
	for _, c := range []struct {
		what, a, b string
		want       []string
	}{
		{"a task is called when the other branch has computed something", compute, fmt.Sprintf(call, "b"), []string{sees, latest}},
		{"a task is called when that of the other branch is", fmt.Sprintf(call, "a"), fmt.Sprintf(call, "b"), nil},
		{"a condition reads what the other branch computes", compute, fmt.Sprintf(decide, "x"), []string{reads}},
		{"a condition reads something else", compute, fmt.Sprintf(decide, "y"), nil},
		{"a condition is asked before a task answers", fmt.Sprintf(call, "a"), fmt.Sprintf(decide, "x"), nil},
		{"both compute the same member", compute, `"type": "TRANSFORMATION", "transformations": {"x": 2}, "nextStep": "join"`, []string{latest}},
		{"both compute members of their own", compute, `"type": "TRANSFORMATION", "transformations": {"y": 2}, "nextStep": "join"`, nil},
	} {
		p := lowered(t, "sees.step.json", fmt.Sprintf(`{"id": "sees", "name": "Sees", "steps": [
		  {"id": "fork", "name": "Fork", "type": "PARALLEL_GATEWAY", "parallelNextSteps": ["a", "b"], "joinStep": "join"},
		  {"id": "a", "name": "A", %s},
		  {"id": "b", "name": "B", %s},
		  {"id": "join", "name": "Join", "type": "JOIN_GATEWAY", "nextStep": "end"},
		  {"id": "end", "name": "End", "type": "END"}]}`, c.a, c.b))
		if got := lost(rewritten(t, p, scopes, nestedForks)); !slices.Equal(got, c.want) {
			t.Errorf("%s: lost %q, want %q", c.what, got, c.want)
		}
	}
}
