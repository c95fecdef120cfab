package rewrite_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
)

const measures = `{"StartAt": "Measure", "States": {
  "Measure": {"Type": "Parallel", PLACE "Next": "Show", "Branches": [
    {"StartAt": "Weigh", "States": {BRANCH}},
    {"StartAt": "Date", "States": {"Date": {"Type": "Task", "Resource": "date", "End": true}}}]},
  "Show": {"Type": "Task", "Resource": "show", "End": true}}}`

const (
	handledWeight = `"Weigh": {"Type": "Task", "Resource": "weigh", "End": true, "Catch": [{"ErrorEquals": ["States.ALL"], "Next": "Light"}]},
      "Light": {"Type": "Pass", "Result": {"kilos": 0}, "End": true}`
	askedWeight = `"Weigh": {"Type": "Choice", "Choices": [{"Variable": "$.heavy", "BooleanEquals": true, "Next": "Scales"}], "Default": "Hand"},
      "Scales": {"Type": "Task", "Resource": "weigh", "End": true}, "Hand": {"Type": "Pass", "Result": {"kilos": 1}, "End": true}`
	addedWeight = `"Weigh": {"Type": "Task", "Resource": "weigh", "ResultPath": "$.scales", "Next": "Check"},
      "Check": {"Type": "Choice", "Choices": [{"Variable": "$.heavy", "BooleanEquals": true, "Next": "Note"}], "Default": "Lift"},
      "Note": {"Type": "Pass", "Result": true, "ResultPath": "$.note", "End": true}, "Lift": {"Type": "Pass", "Result": true, "ResultPath": "$.lift", "End": true}`
)

// TestBranchesGiveTheirResultsWhereTheyEnd has the last steps of a branch put what the branch gives at a place of the document by themselves,
// where they give nothing else, and one step do so for all ends of a branch that gives its document.
func TestBranchesGiveTheirResultsWhereTheyEnd(t *testing.T) {
	t.Parallel()
	for _, x := range []struct{ name, branch, added string }{
		{"an answer, or fixed data after an error", handledWeight, ""},
		{"an answer, or fixed data", askedWeight, ""},
		{"the document", addedWeight, "result-of-weigh"},
	} {
		for _, place := range []string{"", `"ResultPath": "$.found",`} {
			for _, heavy := range []string{"true", "false"} {
				f := merging()
				f.able.Joins, f.able.Results = dialects.JoinScopes, false
				f.able.Errors = &dialects.ErrorPlace{Member: "error", Name: "name", Cause: "message", Timeout: "Timeout"}
				text := strings.NewReplacer("PLACE", place, "BRANCH", x.branch).Replace(measures)
				source, c := applied(t, "x.asl.json", text, f)
				if lost := c.Losses(); len(lost) > 0 {
					t.Errorf("%s: lost: %s", x.name, lost[0].Message)
				}
				var added []string
				for _, w := range c.Program.Workflows {
					for _, n := range w.Nodes {
						if name := strings.ToLower(strings.ReplaceAll(n.Name(), " ", "-")); strings.HasPrefix(name, "result-of") && !slices.Contains(added, name) {
							added = append(added, name)
						}
					}
				}
				if got := strings.Join(added, " "); got != x.added {
					t.Errorf("%s: the added steps are %q, want %q", x.name, got, x.added)
				}
				a := answers{"weigh": {parsed(t, `{"kilos": 7}`)}, "date": {parsed(t, `{"day": 1}`)}, "show": {parsed(t, `{"shown": 1}`)}}
				input := parsed(t, `{"heavy": `+heavy+`}`)
				if want, got := play(t, source, input, a, nil), play(t, c.Program, input, a, c.Raised.Contracts); want != got {
					t.Errorf("%s, with %s and %s: the source does\n%s\nand what it became\n%s", x.name, place, heavy, want, got)
				}
			}
		}
	}
}
