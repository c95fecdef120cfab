package rewrite

import (
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
)

// TestConstantGuardsAreFolded has branches that are always or never taken be the default, or gone, and the run of it do the same.
func TestConstantGuardsAreFolded(t *testing.T) {
	t.Parallel()
	p := lowered(t, "x.step.json", `{"id": "x", "name": "X", "steps": [
	  {"id": "large", "name": "Large?", "type": "DECISION", "conditionalNextSteps": {"#n > 5": "failed", "false": "never", "true": "ship", "#n > 3": "never"}},
	  {"id": "failed", "name": "Failed", "type": "DECISION", "conditionalNextSteps": {"false": "end"}},
	  {"id": "never", "name": "Never", "type": "SERVICE_TASK", "jobType": "never", "nextStep": "ship"},
	  {"id": "ship", "name": "Ship", "type": "SERVICE_TASK", "jobType": "ship", "nextStep": "on"},
	  {"id": "on", "name": "On", "type": "DECISION", "conditionalNextSteps": {"true": "end"}},
	  {"id": "end", "name": "End", "type": "END"}]}`)
	c := rewritten(t, p, dialects.Abilities{}, constantGuards)
	want := `large choice, choice failed, default ship
failed fail
ship task, next on
on pass, next end
end end
`
	if got := drawn(c.Program.Start()); got != want {
		t.Fatalf("it became\n%s", got)
	}
	if want := `no run reaches "never", which is left out`; len(c.Raised.Notes) != 1 || c.Raised.Notes[0] != want {
		t.Errorf("notes %q", c.Raised.Notes)
	}
	for _, input := range []string{`{"n": 4}`, `{"n": 7}`} {
		x := play{input: input, answers: map[string][]string{"ship": {`2 {"sent": true}`}}}
		if was, is := observed(t, p, x), observed(t, c.Program, x); was != is {
			t.Errorf("with %s it did\n%s\nand does\n%s", input, was, is)
		}
	}
}

// TestConditionsThatAreAskedAgain has a branch be left out whose condition one before has, unless that may be another value each time.
func TestConditionsThatAreAskedAgain(t *testing.T) {
	t.Parallel()
	const both = "Kind choice, choice Post, choice Weigh, default Keep"
	for _, x := range []struct{ language, first, second, want string }{
		{"JSONPath", `"Variable": "$.kind", "StringEquals": "letter"`, `"Variable": "$.kind", "StringEquals": "letter"`, "Kind choice, choice Post, default Keep"},
		{"JSONPath", `"Variable": "$.kind", "StringEquals": "letter"`, `"Variable": "$.kind", "StringEquals": "parcel"`, both},
		{"JSONPath", `"Variable": "$.n", "NumericEquals": 1`, `"Variable": "$.n", "NumericEqualsPath": "$.m"`, both},
		{"JSONata", `"Condition": "{% $random() < 0.5 %}"`, `"Condition": "{% $random() < 0.5 %}"`, both},
	} {
		p := lowered(t, "x.asl.json", `{"StartAt": "Kind", "QueryLanguage": "`+x.language+`", "States": {
		  "Kind": {"Type": "Choice", "Choices": [{`+x.first+`, "Next": "Post"}, {`+x.second+`, "Next": "Weigh"}], "Default": "Keep"},
		  "Post": {"Type": "Task", "Resource": "urn:task:post", "End": true},
		  "Weigh": {"Type": "Task", "Resource": "urn:task:weigh", "End": true},
		  "Keep": {"Type": "Succeed"}}}`)
		c := rewritten(t, p, dialects.Abilities{}, constantGuards)
		if got, _, _ := strings.Cut(drawn(c.Program.Start()), "\n"); got != x.want {
			t.Errorf("after %s, %s is asked: %s", x.first, x.second, got)
		}
		if left := strings.Contains(x.want, "Weigh"); left != (len(c.Raised.Notes) == 0) {
			t.Errorf("after %s, %s is asked: notes %q", x.first, x.second, c.Raised.Notes)
		}
	}
}
