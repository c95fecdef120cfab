package run

import (
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// TestWhatLiesAfterTheTimeLimit has runs whose next event is after the time limit: one that waits for something from outside with a
// timer that is longer than the limit waits, and any other is aborted.
func TestWhatLiesAfterTheTimeLimit(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name   string
		awaits bool
		before string // a wait before the node
		timer  string // of the node that awaits, or the length of the wait
		want   Status
	}{
		{"a user task with a timer that is longer than the limit", true, "", "P20Y", Waiting},
		{"the same after a wait, counted from then on", true, "P5Y", "P11Y", Waiting},
		{"a user task with a shorter timer that ends after the limit", true, "P5Y", "P6Y", Aborted},
		{"a wait that is longer than the limit", false, "", "P20Y", Aborted},
		{"a user task with a timer within the limit", true, "", "P1Y", Succeeded},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			n := newNet()
			wait := func(name, length string) {
				n.add(n.Root, name, workflow.Wait).Until = &workflow.Length{Expr: fixed(length), Unit: workflow.Duration}
			}
			if test.before != "" {
				wait("first", test.before)
			}
			if test.awaits {
				n.add(n.Root, "at", workflow.Await).Awaits = &workflow.Awaits{Kind: "userTask"}
			} else {
				wait("at", test.timer)
			}
			n.add(n.Root, "end", workflow.End)
			if test.before != "" {
				n.connect("first", "at", workflow.Next)
			}
			n.connect("at", "end", workflow.Next)
			if test.awaits {
				n.timer("at", "end", test.timer, true)
			}
			r := simulate(t, n, Options{MaxTime: iso8601.Duration{Years: 10}})
			if r.Status != test.want {
				t.Fatalf("the run is %s: %v", r.Status, r.Error)
			}
			switch test.want {
			case Waiting:
				if len(r.Waiting) != 1 || r.Waiting[0].Kind != "userTask" || r.Waiting[0].Node != "at" {
					t.Errorf("it waits for %v", r.Waiting)
				}
			case Aborted:
				if r.Error == nil || r.Error.Name != "MaxTime" || !strings.Contains(r.Error.Cause, "P10Y") {
					t.Errorf("it is aborted with %v", r.Error)
				}
			}
		})
	}
}
