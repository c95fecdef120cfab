package rewrite

import (
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
)

func TestChoicesWithoutMatchFail(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		first, second string
		added         bool
	}{
		{`"NumericGreaterThan": 5`, `"NumericLessThan": 5`, true},
		{`"NumericGreaterThan": 5`, `"NumericLessThanEquals": 5`, false},
		{`"NumericGreaterThanPath": "$.m"`, `"NumericLessThanPath": "$.m"`, true},
		{`"NumericGreaterThanPath": "$.m"`, `"NumericLessThanEqualsPath": "$.m"`, false},
	} {
		p := lowered(t, "x.asl.json", `{"StartAt": "Which", "States": {
		  "Which": {"Type": "Choice", "Choices": [{"Variable": "$.n", `+c.first+`, "Next": "A"}, {"Variable": "$.n", `+c.second+`, "Next": "B"}]},
		  "A": {"Type": "Task", "Resource": "urn:task:a", "End": true}, "B": {"Type": "Task", "Resource": "urn:task:b", "End": true}}}`)
		r := rewritten(t, p, dialects.Abilities{}, noMatch)
		if added := strings.Contains(drawn(r.Program.Start()), "default Which unmatched"); added != c.added {
			t.Errorf("with %s and %s it became\n%s", c.first, c.second, drawn(r.Program.Start()))
		}
		for _, input := range []string{`{"n": 3, "m": 5}`, `{"n": 5, "m": 5}`, `{"n": 7, "m": 5}`} {
			alike(t, p, r, play{input: input, answers: map[string][]string{"urn:task:a": {"{}"}, "urn:task:b": {"{}"}}})
		}
	}
}
