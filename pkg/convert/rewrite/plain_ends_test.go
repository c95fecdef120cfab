package rewrite

import (
	"fmt"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
)

// TestPlainEnds has ends that nobody named be those of the steps before them, and leaves those that somebody named or explained. A task can
// end by itself, so that an end to which one goes on was named.
func TestPlainEnds(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, end, leaves, want string }{
		{"Done", `{"Type": "Succeed"}`, `"End": true`, "A choice, choice B, default .\nB task, end .\n. end\n. end\n"},
		{"Done", `{"Type": "Succeed"}`, `"Next": "Done"`, "A choice, choice B, default Done\nB task, next Done\nDone end\n"},
		{"Shipped", `{"Type": "Succeed"}`, `"End": true`, "A choice, choice B, default Shipped\nB task, end .\nShipped end\n. end\n"},
		{"Done", `{"Type": "Succeed", "Comment": "the till"}`, `"End": true`, "A choice, choice B, default Done\nB task, end .\nDone end\n. end\n"},
		{"Done", `{"Type": "Succeed", "OutputPath": "$.n"}`, `"End": true`, "A choice, choice B, default Done\nB task, end .\nDone end\n. end\n"},
	} {
		p := lowered(t, "x.asl.json", fmt.Sprintf(`{"StartAt": "A", "States": {
		 "A": {"Type": "Choice", "Choices": [{"Variable": "$.n", "NumericGreaterThan": 5, "Next": "B"}], "Default": %q},
		 "B": {"Type": "Task", "Resource": "arn:b", %s}, %[1]q: %[3]s}}`, c.name, c.leaves, c.end))
		after := rewritten(t, p, dialects.Abilities{}, plainEnds)
		if got := drawn(after.Program.Start()); got != c.want {
			t.Errorf("with %q: %s, to which %s leads, the net is\n%s\nwant\n%s", c.name, c.end, c.leaves, got, c.want)
		}
		alike(t, p, after, play{input: `{"n": 7}`, answers: map[string][]string{"arn:b": {`1 {"n": 1}`}}}, play{input: `{"n": 2}`})
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
