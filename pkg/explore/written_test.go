package explore_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/explore"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// writer makes an asl machine whose states compare members with constants, and write constants into them.
func writer(r *rand.Rand) string {
	n := 6 + r.IntN(4)
	member := func() string { return []string{"a", "a", "a", "b"}[r.IntN(4)] }
	next := func() string { return fmt.Sprintf("n%d", r.IntN(n)) }
	var states []string
	for i := range n {
		body := ""
		switch kind := r.IntN(8); {
		case i > 0 && i >= n-2:
			body = fmt.Sprintf(`"Type": "Fail", "Error": "E%d"`, i)
		case kind < 3 || i == 0:
			rule := func() string {
				op := []string{"NumericEquals", "NumericLessThan", "NumericGreaterThanEquals"}[r.IntN(3)]
				return fmt.Sprintf(`{"Variable": "$.%s", %q: %d, "Next": %q}`, member(), op, r.IntN(4), next())
			}
			body = fmt.Sprintf(`"Type": "Choice", "Choices": [%s, %s], "Default": %q`, rule(), rule(), next())
		case kind < 5:
			body = fmt.Sprintf(`"Type": "Pass", "Result": %d, "ResultPath": "$.%s", "Next": %q`, r.IntN(4), member(), next())
		case kind == 5:
			body = fmt.Sprintf(`"Type": "Pass", "InputPath": "$.%s", "ResultPath": "$.%s", "Next": %q`, member(), member(), next())
		case kind == 6:
			body = fmt.Sprintf(`"Type": "Pass", "Result": {"a": %d, "b": %d, "c": %d}, "Next": %q`, r.IntN(4), r.IntN(4), r.IntN(4), next())
		default:
			body = fmt.Sprintf(`"Type": "Pass", "Parameters": {"a": %d, "b.$": "$.c", "c.$": "$.a"}, "Next": %q`, r.IntN(4), next())
		}
		states = append(states, fmt.Sprintf(`"n%d": {%s}`, i, body))
	}
	return `{"StartAt": "n0", "States": {` + strings.Join(states, ",\n") + "}}"
}

// ran is how a run of a workflow without tasks ends that gets some members, empty if it does not end soon, and the edges that it took.
func ran(t *testing.T, w *workflow.Workflow, a, b, c int64) (outcome string, taken []*workflow.Edge) {
	t.Helper()
	m, err := machine.New(w, nil)
	if err != nil {
		t.Fatal(err)
	}
	input := value.ObjectOf(value.Member{Key: "a", Value: a}, value.Member{Key: "b", Value: b}, value.Member{Key: "c", Value: c})
	m.Observe(func(t *machine.Trace) {
		if t.Kind == machine.Took {
			taken = append(taken, t.Edge)
		}
	})
	m.Step(machine.Event{Kind: machine.Start, At: epoch, Value: input}, 200)
	if o := m.Outcome(); o.Done && o.Error != nil {
		outcome = "failed " + o.Error.Name
	}
	return outcome, taken
}

// FuzzWritten compares what runs on random data do with what is found when constants decide conditions: their outcomes are among those that
// are found, and they take no edge that is never taken.
func FuzzWritten(f *testing.F) {
	for seed := range uint64(1000) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		r := rand.New(rand.NewPCG(seed, 29))
		text := writer(r)
		w := read(t, "x.asl.json", text).Start()
		s, err := explore.Explore(w, explore.Options{Budget: 5000, Start: epoch, Retries: 1})
		if err != nil || !s.Complete {
			t.Skip(err)
		}
		excluded := s.Excluded()
		if len(excluded) > 0 && !explore.MayRelate(w) {
			t.Errorf("an edge is excluded\n%s", text)
		}
		found := outcomes(s)
		for range 30 {
			a, b, c := r.Int64N(5), r.Int64N(5), r.Int64N(5)
			got, taken := ran(t, w, a, b, c)
			if got != "" && !slices.Contains(found, got) {
				t.Fatalf("%s of {a: %d, b: %d, c: %d} is not one of %q\n%s", got, a, b, c, found, text)
			}
			for _, x := range excluded {
				if slices.Contains(taken, x.Edge) {
					t.Fatalf("{a: %d, b: %d, c: %d} takes the edge from %q to %q\n%s", a, b, c, x.Edge.From.Name(), x.Edge.To.Name(), text)
				}
			}
		}
	})
}
