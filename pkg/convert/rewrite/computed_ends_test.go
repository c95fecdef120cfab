package rewrite

import (
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
)

// TestComputedEnds has an end that gives data of its own be the step that makes the data. A step of the source that gives data before
// an end stays a step by itself.
func TestComputedEnds(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, states, want string }{
		{"data of its own", `"Ended": {"Type": "Succeed", "InputPath": "$.m"}`,
			"A choice, choice B, default Ended\nB task, end .\nEnded pass, next .\n. end\n. end\n"},
		{"no data", `"Ended": {"Type": "Succeed"}`, "A choice, choice B, default Ended\nB task, end .\nEnded end\n. end\n"},
		{"a step of the source", `"Ended": {"Type": "Pass", "InputPath": "$.m", "Next": "Over"}, "Over": {"Type": "Succeed"}`,
			"A choice, choice B, default Ended\nB task, end .\nEnded pass, next Over\nOver end\n. end\n"},
	} {
		p := lowered(t, "x.asl.json", `{"StartAt": "A", "States": {
		 "A": {"Type": "Choice", "Choices": [{"Variable": "$.n", "NumericGreaterThan": 5, "Next": "B"}], "Default": "Ended"},
		 "B": {"Type": "Task", "Resource": "arn:b", "End": true}, `+c.states+`}}`)
		r := rewritten(t, p, dialects.Abilities{}, plainData, computedEnds)
		if got := drawn(r.Program.Start()); got != c.want {
			t.Errorf("with %s the net is\n%s\nwant\n%s", c.name, got, c.want)
		}
		alike(t, p, r, play{input: `{"n": 7, "m": {"x": 1}}`, answers: map[string][]string{"arn:b": {`1 {"n": 1}`}}},
			play{input: `{"n": 2, "m": {"x": 1}}`})
	}
}
