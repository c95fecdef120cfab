package rewrite

import (
	"fmt"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

const numberedRules = `{"id": "r", "name": "R", "functions": [{"name": "ship", "resource": "urn:ship"}], "states": [
  {"name": "Rate", "type": "switch", "start": {"kind": "default"},
   "dataConditions": [{"condition": "{{ $[?(@.score >= 700)] }}", "transition": {"nextState": "Rate 1"}}], "default": {"nextState": "Rate 2"}},
  {"name": "Rate 1", "type": "inject", "data": {"tier": "A"}, "transition": {"nextState": "Shipped"}},
  {"name": "Rate 2", "type": "inject", "data": {"tier": OUTPUT}, "transition": {"nextState": "Shipped"}},
  {"name": "Shipped", "type": "inject", "end": {"kind": "default"}}]}`

func TestRulesAreATableAgain(t *testing.T) {
	t.Parallel()
	for output, want := range map[string]string{
		`"B"`: "Rate table, next Shipped\nShipped end\n",
		`[1]`: "Rate choice, choice Rate 1, default Rate 2\nRate 1 pass, next Shipped\nRate 2 pass, next Shipped\nShipped end\n",
	} {
		p := lowered(t, "r.sw.json", strings.Replace(numberedRules, "OUTPUT", output, 1))
		able := dialects.Abilities{Kinds: dialects.Kinds(workflow.Table)}
		c := rewritten(t, p, able, namedEnds, rulesAgain)
		if got := drawn(c.Program.Workflows[0]); got != want {
			t.Errorf("with %s the net is\n%s\nwant\n%s", output, got, want)
		}
		alike(t, p, c, play{input: `{"score": 710}`}, play{input: `{"score": 3}`})
	}
}

// TestRefusalsAreAPolicyAgain converts tables to choices and these to tables again: those that failed where several rules match do so again.
func TestRefusalsAreAPolicyAgain(t *testing.T) {
	t.Parallel()
	tiers := `{"when": {"n": "n >= 3"}, "outputs": {"fee": 1}}, {"when": {"n": "n < 3"}, "outputs": {"fee": 2}}`
	three := `{"when": {"n": "n >= 1"}, "outputs": {"fee": 5}}, {"when": {"n": "n >= 2"}, "outputs": {"fee": 7}}, {"when": {"n": "n == 0"}, "outputs": {"fee": 9}}`
	agreeing := `{"when": {"n": "n >= 1"}, "outputs": {"fee": 5}}, {"when": {"n": "n >= 2"}, "outputs": {"fee": 5}}, {"when": {"n": "n >= 3"}, "outputs": {"fee": 9}}`
	for _, x := range []struct {
		name, policy, rules string
		want                workflow.Policy
	}{
		{"several may match", "U", three, workflow.Unique},
		{"one matches", "U", tiers, workflow.Unique},
		{"one matches, of which the first is taken", "F", tiers, workflow.Unique}, // which is the same
		{"first", "F", three + `, {"outputs": {"fee": 0}}`, workflow.First},
		{"conflicts", "A", agreeing, workflow.Any},
	} {
		able := dialects.Abilities{Computes: true, Kinds: dialects.Kinds(workflow.Table)}
		p := lowered(t, "rated.step.json", rated(x.policy, x.rules))
		choice := rewritten(t, p, dialects.Abilities{Computes: true}, decisionTables)
		c := rewritten(t, choice.Program, able, rulesAgain)
		n := c.Program.Start().Root.Start
		if n.Kind != workflow.Table || n.Rules.Policy != x.want || drawn(c.Program.Start()) != "rate table, next end\nend end\n" {
			t.Errorf("%s: it became\n%s", x.name, drawn(c.Program.Start()))
		}
		for n := range 4 {
			alike(t, p, c, play{input: fmt.Sprintf(`{"n": %d}`, n)})
		}
	}
}

func TestChoicesThatFailOtherwiseStay(t *testing.T) {
	t.Parallel()
	for _, x := range []struct{ name, guard, failing string }{
		{"the same, but another condition", "n > 2", "rate 1"},
		{"another step", "n == 0 && n > 0", "sorry 1"},
	} {
		p := lowered(t, "r.step.json", fmt.Sprintf(`{"id": "r", "name": "R", "steps": [
	  {"id": "rate", "name": "rate", "type": "DECISION", "conditionalNextSteps": {%q: "f", "n >= 0": "a", "n >= 1": "b"}},
	  {"id": "f", "name": %q, "type": "DECISION", "conditionalNextSteps": {"false": "end"}},
	  {"id": "a", "name": "rate 2", "type": "TRANSFORMATION", "transformations": {"fee": 1}, "nextStep": "end"},
	  {"id": "b", "name": "rate 3", "type": "TRANSFORMATION", "transformations": {"fee": 2}, "nextStep": "end"},
	  {"id": "end", "name": "End", "type": "END"}]}`, x.guard, x.failing))
		c := rewritten(t, p, dialects.Abilities{Computes: true, Kinds: dialects.Kinds(workflow.Table)}, constantGuards, rulesAgain)
		if n := c.Program.Start().Root.Start; n.Kind != workflow.Choice {
			t.Errorf("%s: it became a table:\n%s", x.name, drawn(c.Program.Start()))
		}
	}
}
