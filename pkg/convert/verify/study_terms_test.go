package verify_test

import (
	"context"
	"maps"
	"slices"
	"testing"

	"github.com/flowglot/flowglot/pkg/convert/verify"
	"github.com/flowglot/flowglot/pkg/run"
)

// TestQueryConditions generates data with which conditions in JSONata can be asked, and drives both ways of each.
func TestQueryConditions(t *testing.T) {
	t.Parallel()
	for _, condition := range []string{
		`$states.input.hour >= 8`,
		`$states.input.order.total > $states.input.limit`,
		`$states.input.price * $states.input.number > 5`,
		`$count($states.input.items) > 1`,
		`$not($states.input.open = true)`,
		`$lowercase($states.input.name) = 'text'`,
	} {
		t.Run(condition, func(t *testing.T) {
			t.Parallel()
			p := programAt(t, "current", "x.asl.json", `{"QueryLanguage": "JSONata", "StartAt": "C", "States": {"C": {"Type": "Choice", "Choices": [{"Condition": "{% `+
				condition+` %}", "Next": "A"}], "Default": "B"}, "A": {"Type": "Succeed"}, "B": {"Type": "Succeed"}}}`)
			ends := map[string]bool{}
			for _, o := range verify.InventWithin(whole, p, options(), 30, chance(3)) {
				r, err := run.Simulate(context.Background(), p, o)
				if err != nil {
					t.Fatal(err)
				}
				if r.Status == run.Succeeded {
					ends[r.Visited[len(r.Visited)-1]] = true
				}
			}
			if !ends["A"] || !ends["B"] {
				t.Errorf("the runs end at %q", slices.Sorted(maps.Keys(ends)))
			}
		})
	}
}
