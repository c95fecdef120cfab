package rewrite

import (
	"strconv"
	"testing"
	"time"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// TestWaitsInARow looks for reminders in a row of very many waits that have none. Whether a wait is in a branch is asked last, as that looks at
// the whole workflow: it took seconds where it was asked of each.
func TestWaitsInARow(t *testing.T) {
	const waits, most = 60_000, time.Second
	w := &workflow.Workflow{}
	r := w.AddRegion(nil, source.Span{})
	r.Shared = true
	var last *workflow.Node
	for i := range waits {
		n := w.AddNode(r, w.AddElement(strconv.Itoa(i), "", source.Span{}, source.Span{}), workflow.Await, workflow.Primary)
		if n.Awaits = (&workflow.Awaits{Kind: "userTask"}); last == nil {
			r.Start = n
		} else {
			w.Connect(last, n, workflow.Next, source.Span{})
		}
		last = n
	}
	c := &Conversion{Able: &dialects.Abilities{Timers: dialects.TimerBeside}}
	start := time.Now()
	if remindersAgain.Apply(c, w) {
		t.Error("waits without timers have reminders")
	}
	if took := time.Since(start); took > most {
		t.Errorf("%d waits take %s", waits, took)
	}
}
