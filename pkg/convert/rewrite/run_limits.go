package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// runLimitName is the name of the wait whose timer bounds a whole run.
const runLimitName = "time-limit"

// atOnce is the length of the timer that starts a run beside that wait.
const atOnce = "PT0S"

// limitRun makes the time limit of a whole run one of a wait for a signal that nobody has to send: a timer of it starts the run at once, beside the
// wait, and the end of the run abandons the wait.
func (b *boundary) limitRun() bool {
	w := b.flow
	if w.Timeout == nil || b.Able.Timeout || !b.Able.Timers.Has(dialects.TimerBeside) || !slices.Contains(b.Able.Awaits, "signal") || w.Root == nil || w.Root.Start == nil {
		return false
	}
	first := w.Root.Start
	wait := w.AddNode(w.Root, b.NewElement(w, first.Element, runLimitName, ""), workflow.Await, workflow.Primary)
	w.Root.PlaceBeside(wait, first, false)
	wait.Awaits = &workflow.Awaits{Kind: "signal"}
	wait.Data.Combine = &workflow.Combine{Mode: workflow.MergeShallow}
	w.Connect(wait, b.failing(wait), workflow.Next, w.Timeout.Span)
	at := w.Timeout.Span
	wait.Timers = []workflow.Timer{
		{Length: workflow.Length{Expr: &expr.Literal{Value: atOnce, Span: at}, Unit: workflow.Duration}, Counts: workflow.PerVisit, Span: at,
			Edge: w.Connect(wait, first, workflow.OnTimer, at)},
		{Length: w.Timeout.Length, Counts: workflow.PerVisit, Span: at, Interrupting: true, Edge: w.Connect(wait, b.failing(wait), workflow.OnTimer, at)},
	}
	w.Root.Start, w.Timeout = wait, nil
	return true
}

var runLimitAgain = Rewrite{
	ID:     "rewrite/run-limit-again",
	What:   "a wait that starts the run beside it, and has a timer after which the run fails, becomes the time limit of the run again",
	When:   "has a time limit of a whole run",
	Before: "wait for the signal time-limit; after 0 s also → A; after 1 h → timed-out, which fails",
	After:  "A, with a time limit of 1 h for the whole run",
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		if !c.Able.Timeout || w.Timeout != nil || w.Root == nil {
			return false
		}
		wait := w.Root.Start
		if wait == nil || wait.Kind != workflow.Await || wait.Awaits.Kind != "signal" || !sameName(wait.Name(), runLimitName) || len(wait.In) > 0 || len(wait.Timers) != 2 {
			return false
		}
		start, limit := &wait.Timers[0], &wait.Timers[1]
		now, fixed := start.Length.Expr.(*expr.Literal)
		if !fixed || now.Value != any(atOnce) || start.Edge == nil || start.Interrupting || limit.Edge == nil || !limit.Interrupting || len(wait.Out) != 3 {
			return false
		}
		fails := limit.Edge.To
		if fails.Kind != workflow.Fail || !sameName(fails.Name(), timedOutName) || onwardEdge(wait) == nil || onwardEdge(wait).To != fails {
			return false
		}
		w.Timeout = &workflow.Timer{Length: limit.Length, Counts: workflow.PerVisit, Raises: workflow.ClassTimeout, Span: limit.Span}
		w.Root.Start = start.Edge.To
		for _, e := range slices.Clone(wait.Out) {
			Disconnect(e)
		}
		w.Root.TakeOut(wait)
		if len(fails.In) == 0 {
			for _, e := range slices.Clone(fails.Out) {
				Disconnect(e)
			}
			w.Root.TakeOut(fails)
		}
		Compact(w)
		return true
	},
}
