package verify

import (
	"testing"
	"time"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// TestDifferences has a loss that a given run shows state what differs in that run, and nothing else.
func TestDifferences(t *testing.T) {
	t.Parallel()
	ship := func(input any, at time.Duration) call {
		return call{run.Call{Task: "ship", Node: "Ship", Input: input, At: at}, string(value.AppendSorted(nil, input))}
	}
	small, large := value.ObjectOf(value.Member{Key: "a", Value: int64(1)}), value.ObjectOf(value.Member{Key: "a", Value: int64(1)}, value.Member{Key: "b", Value: true})
	base := observation{class: "succeeded", output: small, calls: []call{ship(small, 0)}}
	for _, x := range []struct {
		name    string
		is      observation
		affects dialects.Aspect
		data    dialects.Change
		seen    string
	}{
		{"nothing", base, 0, dialects.Same, ""},
		{"a larger output", observation{class: "succeeded", output: large, calls: base.calls}, dialects.Output, dialects.Includes, "another output"},
		{"a larger input and another output", observation{class: "succeeded", output: "a", calls: []call{ship(large, 0)}}, dialects.Inputs | dialects.Output, dialects.Any,
			`another input of "ship", another output`},
		{"a failure", observation{class: "failed", error: &machine.Error{Name: "Broken"}, calls: base.calls}, dialects.Outcome, dialects.Same, "the run is failed instead of succeeded"},
		{"no call", observation{class: "succeeded", output: small}, dialects.Outcome, dialects.Same, "other calls"},
		{"a later call", observation{class: "succeeded", output: small, calls: []call{ship(small, time.Second)}}, dialects.Time, dialects.Same, "other times"},
	} {
		p := &Pair{Source: &workflow.Program{}, Target: &workflow.Program{}, Raised: &dialects.Raised{}}
		was := base
		d := (&trial{pair: p, book: &book{record: &record{}}, source: &was, target: &x.is, happened: newHistory(), answered: newHistory()}).differences()
		if d.affects != x.affects || d.data != x.data || d.String() != x.seen {
			t.Errorf("%s: %v, %q, %q", x.name, d.affects.Names(), d.data, d.String())
		}
	}
}
