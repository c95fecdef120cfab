package rewrite

import (
	"fmt"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
)

// TestPlainEnds has ends without a name of their own be those of the steps before them, and leaves those that somebody named or explained.
func TestPlainEnds(t *testing.T) {
	t.Parallel()
	for end, want := range map[string]string{
		`"Done": {"Type": "Succeed"}`:                        "A choice, choice B, default .\nB task, next .\n. end\n",
		`"Shipped": {"Type": "Succeed"}`:                     "A choice, choice B, default Shipped\nB task, next Shipped\nShipped end\n",
		`"Done": {"Type": "Succeed", "Comment": "the till"}`: "A choice, choice B, default Done\nB task, next Done\nDone end\n",
		`"Done": {"Type": "Succeed", "OutputPath": "$.n"}`:   "A choice, choice B, default Done\nB task, next Done\nDone end\n",
	} {
		name := "Done"
		if end == `"Shipped": {"Type": "Succeed"}` {
			name = "Shipped"
		}
		p := lowered(t, "x.asl.json", fmt.Sprintf(`{"StartAt": "A", "States": {
		 "A": {"Type": "Choice", "Choices": [{"Variable": "$.n", "NumericGreaterThan": 5, "Next": "B"}], "Default": %q},
		 "B": {"Type": "Task", "Resource": "arn:b", "Next": %q}, %s}}`, name, name, end))
		c := rewritten(t, p, dialects.Abilities{}, plainEnds)
		if got := drawn(c.Program.Start()); got != want {
			t.Errorf("with %s the net is\n%s\nwant\n%s", end, got, want)
		}
		alike(t, p, c, play{input: `{"n": 7}`, answers: map[string][]string{"arn:b": {`1 {"n": 1}`}}}, play{input: `{"n": 2}`})
	}
}

// TestOnlyEnd names the end of a workflow that does nothing, and no other.
func TestOnlyEnd(t *testing.T) {
	t.Parallel()
	for flow, want := range map[string]string{
		"{ :start → :end }": "Done end\n",
		"A":                 "A task, end .\n. end\n",
	} {
		p := lowered(t, "x.flow", flow)
		c := rewritten(t, p, dialects.Abilities{}, edgeJoins, subflows, onlyEnd)
		if got := drawn(c.Program.Start()); got != want {
			t.Errorf("the net of %s is\n%s\nwant\n%s", flow, got, want)
		}
		alike(t, p, c, play{input: `{"n": 2}`, answers: map[string][]string{"A": {`1 {"n": 1}`}}})
	}
}
