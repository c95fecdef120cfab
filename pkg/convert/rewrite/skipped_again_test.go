package rewrite

import (
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
)

// TestSkippedBranches takes out the steps that were added for branches that are skipped, where a target leaves out what these give, and no
// others.
func TestSkippedBranches(t *testing.T) {
	t.Parallel()
	const text = `{"QueryLanguage": "JSONata", "StartAt": "Both", "States": {"Both": {"Type": "Parallel", "End": true,
  "Output": "{% ($joined := $states.result[$ != {}]; $exists($joined) ? $joined : {}) %}", "Branches": [
    {"StartAt": "Good?", "States": {"Good?": {"Type": "Choice", "Choices": [{"Condition": "{% $states.input.rating = 'A' %}", "Next": "approve"}], "Default": "Skip approve"},
      "approve": {"Type": "Task", "Resource": "urn:task:approve", "End": true}, "Skip approve": {"Type": "Pass", "Output": {}, "End": true}}},
    {"StartAt": "note", "States": {"note": {"Type": "Task", "Resource": "urn:task:note", "End": true}}}]}}}`
	able := dialects.Abilities{Joins: dialects.JoinEdges, Gathers: dialects.GatherJoined}
	for _, x := range []struct{ from, to, leads string }{
		{"", "", "default ."},
		{`"Skip approve"`, `"Nothing"`, "default Nothing"},
		{`"Output": {}`, `"Output": {"skipped": true}`, "default Skip approve"},
		{`$states.result[$ != {}]`, `$states.result`, "default Skip approve"},
	} {
		p := lowered(t, "x.asl.json", strings.ReplaceAll(text, x.from, x.to))
		c := rewritten(t, p, able, commonTerms, mergedOutputs, plainData, skippedAgain)
		if got := drawn(c.Program.Start()); !strings.Contains(got, "Good? choice, choice approve, "+x.leads+"\n") {
			t.Errorf("with %q the net is\n%s", x.to, got)
		}
	}
}
