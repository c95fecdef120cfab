package verify

import (
	"testing"
	"time"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// TestPartsAreVisitedWithTheirWhole has a call before a whole not come after a part of it, whose visits nothing but those of the whole
// show.
func TestPartsAreVisitedWithTheirWhole(t *testing.T) {
	t.Parallel()
	start := time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC)
	whole := &workflow.Node{Kind: workflow.Scope, Element: &workflow.Element{Name: "Race"}}
	part := &workflow.Node{Kind: workflow.Task, Role: workflow.Acting, Element: &workflow.Element{Name: "Part"}, Region: &workflow.Region{Scope: whole}}
	x := &excuses{start: start, source: newHistory(), net: &net{byName: map[string][]*workflow.Node{}}}
	x.source.visits[whole] = []visit{{at: start.Add(5 * time.Second)}}
	l := &effect{Loss: &dialects.Loss{Rule: &dialects.LossRule{Affects: dialects.Inputs, Data: dialects.Any}}, nodes: []*workflow.Node{part}}
	for at, want := range map[time.Duration]bool{time.Second: false, 9 * time.Second: true} {
		c := &call{Call: run.Call{Node: "Before", At: at}}
		if got := x.later([]*effect{l}, c); got != want {
			t.Errorf("a call at %v: %v, want %v", at, got, want)
		}
	}
}
