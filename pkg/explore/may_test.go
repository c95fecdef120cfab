package explore_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/explore"
)

// machineOf makes an asl definition of a few states that ask for and change the same members.
func machineOf(r *rand.Rand, prefix string, depth int) string {
	n := 2 + r.IntN(4)
	name := func() string { return fmt.Sprintf("%s%d", prefix, r.IntN(n)) }
	member := func() string { return []string{"$.a", "$.a.b", "$.c"}[r.IntN(3)] }
	result := func() string {
		return []string{"", `, "ResultPath": null`, `, "ResultPath": "$.a"`, `, "ResultPath": "$.c.d"`, `, "OutputPath": "$.a"`, `, "OutputPath": "$"`}[r.IntN(6)]
	}
	next := func() string {
		if r.IntN(4) == 0 {
			return `, "End": true`
		}
		return fmt.Sprintf(`, "Next": %q`, name())
	}
	caught := func() string {
		if r.IntN(3) > 0 {
			return ""
		}
		return fmt.Sprintf(`, "Catch": [{"ErrorEquals": [%q], "Next": %q%s}]`, []string{"E", "States.ALL"}[r.IntN(2)], name(), []string{"", `, "ResultPath": "$.c"`}[r.IntN(2)])
	}
	var states []string
	for i := range n {
		kind := r.IntN(6)
		body := ""
		switch {
		case kind < 2:
			rule := func() string {
				return fmt.Sprintf(`{"Variable": %q, "NumericGreaterThan": %d, "Next": %q}`, member(), r.IntN(3), name())
			}
			body = fmt.Sprintf(`"Type": "Choice", "Choices": [%s, %s], "Default": %q`, rule(), rule(), name())
		case kind == 2:
			body = `"Type": "Pass"` + result() + next()
		case kind == 3:
			body = `"Type": "Fail", "Error": "E"`
		case kind == 4 || depth == 0:
			body = `"Type": "Task", "Resource": "arn:aws:lambda:eu-west-1:123456789012:function:f"` + result() + caught() + next()
		default:
			body = fmt.Sprintf(`"Type": "Parallel", "Branches": [%s]`, machineOf(r, fmt.Sprintf("%s%d", prefix, i), depth-1)) + result() + caught() + next()
		}
		states = append(states, fmt.Sprintf(`"%s%d": {%s}`, prefix, i, body))
	}
	return fmt.Sprintf(`{"StartAt": "%s0", "States": {%s}}`, prefix, strings.Join(states, ",\n"))
}

// FuzzMay has the quick looks at a net deny nothing that its behaviours show.
func FuzzMay(f *testing.F) {
	for seed := range uint64(400) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		r := rand.New(rand.NewPCG(seed, 11))
		name, text := "x.step.json", net(r)
		if seed%2 == 0 {
			name, text = "x.asl.json", machineOf(r, "n", 2)
		}
		w := read(t, name, text).Start()
		s, err := explore.Explore(w, explore.Options{Budget: 2000, Start: epoch, Retries: 1})
		if err != nil {
			return
		}
		if x := s.Excluded(); len(x) > 0 && !explore.MayRelate(w) {
			t.Errorf("%s\nan edge of %q is excluded by %v", text, x[0].Edge.From.Name(), x[0].Because)
		}
		for _, x := range s.Flaws() {
			// A cycle that nothing leads out of is the trap that each look at a net finds.
			if x.Kind != explore.NeverLeft && !explore.MayHaveFlaws(w, x.Kind == explore.CutOff) {
				t.Errorf("%s\n%q has a flaw of kind %d", text, x.Node.Name(), x.Kind)
			}
		}
	})
}
