package rewrite

import (
	"strconv"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// waitsInARow is a workflow of so many waits for users, one after the other, without timers.
func waitsInARow(count int) *workflow.Workflow {
	w := &workflow.Workflow{}
	r := w.AddRegion(nil, source.Span{})
	r.Shared = true
	var last *workflow.Node
	for i := range count {
		n := w.AddNode(r, w.AddElement(strconv.Itoa(i), "", source.Span{}, source.Span{}), workflow.Await, workflow.Primary)
		if n.Awaits = (&workflow.Awaits{Kind: "userTask"}); last == nil {
			r.Start = n
		} else {
			w.Connect(last, n, workflow.Next, source.Span{})
		}
		last = n
	}
	return w
}

// BenchmarkWaitsInARow looks for reminders where there are none. Whether a wait is in a branch is asked last, as that looks at the whole
// workflow: the time for each wait must not grow with their number.
func BenchmarkWaitsInARow(b *testing.B) {
	for _, waits := range []int{10, 1_000, 100_000} {
		b.Run(strconv.Itoa(waits), func(b *testing.B) {
			w, c := waitsInARow(waits), &Conversion{Able: &dialects.Abilities{Timers: dialects.TimerBeside}}
			for b.Loop() {
				if remindersAgain.Apply(c, w) {
					b.Fatal("waits without timers have reminders")
				}
			}
		})
	}
}
