package rewrite

import (
	"slices"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// TestQuestionsAgain has a transition that a function decides be taken by the condition that the function is told, if the function is named
// after the state and the transition; a loss says so.
func TestQuestionsAgain(t *testing.T) {
	t.Parallel()
	const claim = `{"version": "1", "name": "claim", "initialState": "OPEN", "active": true, "states": {
  "OPEN": {"transitions": [
    {"name": "PAY", "next": "PAID", "manual": false, "criterion": {"type": "function", "function": {"name": "NAME", "expression": "TOLD"}}},
    {"name": "REFUSE", "next": "REFUSED", "manual": false}]},
  "PAID": {}, "REFUSED": {}}}`
	for about, x := range map[string]struct {
		name, told string
		again      bool
	}{
		"its name and a condition":         {"open-pay", "$[?(@.paid >= @.claimed)]", true},
		"another name":                     {"covers", "$[?(@.paid >= @.claimed)]", false},
		"a text that is not a condition":   {"open-pay", "paid at least as claimed", false},
		"a path that selects a member":     {"open-pay", "$.paid", false},
		"a condition on something besides": {"open-pay", "$$[?(@.paid > 1)]", false},
	} {
		p := lowered(t, "x.fsm.json", strings.NewReplacer("NAME", x.name, "TOLD", x.told).Replace(claim))
		c := rewritten(t, p, dialects.Abilities{}, questionsAgain)
		again := slices.ContainsFunc(c.Program.Start().Edges, func(e *workflow.Edge) bool {
			return e.Name == "PAY" && e.Ask == nil && e.Guard != nil && expr.Readable(e.Guard) == x.told
		})
		if again != x.again || (len(lost(c)) == 1) != x.again {
			t.Errorf("%s: the condition is restored: %v, with the losses %q", about, again, lost(c))
		}
		if c := rewritten(t, p, dialects.Abilities{Asks: true}, questionsAgain); len(c.Applied) > 0 {
			t.Errorf("%s: restored for a target that asks tasks", about)
		}
	}
}
