package rewrite

import (
	"fmt"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
)

// rated is a workflow with one table of a policy, and further members of the step.
func rated(policy, rules string) string {
	return fmt.Sprintf(`{"id": "rated", "name": "Rated", "steps": [
	  {"id": "rate", "name": "Rate", "type": "DECISION_TABLE", "hitPolicy": %q, "decisionTable": {"rules": [%s]}, "nextStep": "end"},
	  {"id": "end", "name": "End", "type": "END"}]}`, policy, rules)
}

const overlapping = `{"when": {"n": "n >= 1"}, "outputs": {"fee": 5, "who": "a"}}, {"when": {"n": "n >= 2"}, "outputs": {"fee": 7}},
  {"when": {"n": "n >= 3", "m": "  "}, "outputs": {"fee": 5, "who": "${from}"}}`

// TestTablesBecomeChoices plays tables of each policy before and after, with inputs that have none to all of their rules match.
func TestTablesBecomeChoices(t *testing.T) {
	t.Parallel()
	numbers := `{"when": {"n": "n >= 1"}, "outputs": {"fee": 5}}, {"when": {"n": "n >= 2"}, "outputs": {"fee": 7}}, {"when": {"n": "n >= 3"}, "outputs": {"fee": 0.5}}`
	for _, x := range []struct{ name, policy, rules, want string }{
		{"unique", "U", overlapping, "rate choice, choice rate 1, choice rate 1, choice rate 2, choice rate 3, choice rate 4\n"},
		{"unique and apart", "U", `{"when": {"n": "n < 2"}, "outputs": {"fee": 5}}, {"when": {"n": "n >= 2"}, "outputs": {"fee": "${n * 2}"}}`,
			"rate choice, choice rate 1, choice rate 2\n"},
		{"unique and apart by what is computed", "U", `{"when": {"n": "n < from * 2"}, "outputs": {"fee": 5}}, {"when": {"n": "n >= from * 2", "m": "n > 1"}, "outputs": {"fee": 7}}`,
			"rate choice, choice rate 1, choice rate 2\n"},
		{"first", "F", overlapping + `, {"outputs": {"fee": 0, "from": "${n}"}}, {"outputs": {"fee": 1}}`, "rate choice, choice rate 1, choice rate 2, choice rate 3, default rate 4\n"},
		{"first without outputs", "F", `{"when": {"n": "n >= 1"}}, {"when": {}, "outputs": {"fee": 1}}`, "rate choice, choice end, default rate 1\n"},
		{"any", "A", `{"when": {"n": "n >= 1"}, "outputs": {"fee": 5}}, {"when": {"n": "n >= 2"}, "outputs": {"fee": 5.0}}`, "rate choice, choice rate 1, choice rate 2\n"},
		{"any that differs", "A", `{"when": {"n": "n >= 1"}, "outputs": {"fee": 5}}, {"when": {"n": "n >= 2"}, "outputs": {"fee": 7}}`,
			"rate choice, choice rate 1, choice rate 2, choice rate 3\n"},
		{"any with expressions", "A", `{"when": {"n": "n >= 1"}, "outputs": {"fee": "${n}"}}, {"when": {"n": "n >= 2"}, "outputs": {"fee": 7}}`, "rate task, next end\n"},
		{"rule order", "R", overlapping, ""},
		{"collect", "C", overlapping, ""},
		{"sum", "C+", numbers, ""},
		{"sum of texts", "C+", `{"when": {"n": "n >= 1"}, "outputs": {"fee": 5}}, {"when": {"n": "n >= 2"}, "outputs": {"fee": "7"}}`, ""},
		{"count", "C#", overlapping, ""},
		{"greatest", "C>", numbers, ""},
		{"least", "C<", numbers, ""},
		{"collect apart", "C", `{"when": {"n": "n == 1"}, "outputs": {"fee": 5}}, {"when": {"n": "n == 2"}, "outputs": {"fee": 7}}`, "rate choice, choice rate 1, choice rate 2\n"},
		{"too many", "C", overlapping + "," + overlapping, "rate task, next end\n"},
	} {
		t.Run(x.name, func(t *testing.T) {
			t.Parallel()
			p := lowered(t, "rated.step.json", rated(x.policy, x.rules))
			c := rewritten(t, p, dialects.Abilities{Computes: true}, decisionTables)
			got := drawn(c.Program.Start())
			if x.want != "" && got[:min(len(x.want), len(got))] != x.want {
				t.Errorf("it became\n%s", got)
			}
			if len(c.Raised.StandIns) > 0 {
				return
			}
			for n := range 4 {
				alike(t, p, c, play{input: fmt.Sprintf(`{"n": %d, "from": "x"}`, n)})
			}
		})
	}
}

func TestTableStaysWhereThereAreTables(t *testing.T) {
	t.Parallel()
	p := lowered(t, "rated.step.json", rated("F", overlapping))
	if c := rewritten(t, p, everythingElse(), decisionTables); len(c.Applied) > 0 {
		t.Error("it was rewritten")
	}
}

func everythingElse() dialects.Abilities { return dialects.Abilities{Kinds: ^dialects.KindSet(0)} }

func TestTablesThatNobodyCanChooseFrom(t *testing.T) {
	t.Parallel()
	for _, x := range []struct{ name, policy, rules, want string }{
		{"too many rules to combine", "C", overlapping + "," + overlapping, "collect"},
		{"a condition that the target cannot express", "F", `{"when": {"n": "n >= m * 2"}, "outputs": {"fee": 5}}, {"outputs": {"fee": 7}}`, "first"},
	} {
		c := rewritten(t, lowered(t, "rated.step.json", rated(x.policy, x.rules)), dialects.Abilities{}, decisionTables)
		want := dialects.StandIn{Element: "rate", Task: "rate", What: `answers the outputs of the decision table "rate", whose hit policy is ` + x.want}
		if got := c.Raised.StandIns; len(got) != 1 || got[0] != want {
			t.Errorf("%s: %+v", x.name, got)
		}
	}
}
