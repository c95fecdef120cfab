package rewrite

import (
	"math"
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// The names of the steps that a time limit leads to which became a timer: one that fails, and one that has the error in the document.
const (
	timedOutName   = "timed-out"
	timedOutSuffix = " timed out"
)

var timersAgain = Rewrite{
	ID:     "rewrite/timer-again",
	What:   "a timer that was written in place of a time limit becomes the limit again: it leads to a step that only fails, or that puts the error into the document",
	When:   "has time limits, and for a step with the error also error handlers",
	Before: "approve; after 48 h → \"approve timed out\", which sets $.error → Escalate",
	After:  "approve fails after 48 h; on that error, in $.error → Escalate",
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		if !c.Able.Timers.Has(dialects.TimerAttempt) {
			return false
		}
		failures := failuresOfLimits(w)
		changed := eachTimer(w, func(n *workflow.Node, t *workflow.Timer) timerFate {
			switch {
			case t.Edge == nil || !t.Interrupting || len(n.Retry) > 0 || n.Kind != workflow.Task || handlesLimits(w, n):
				return timerStays
			case failures[t.Edge.To] && c.limitAgain(t):
				return timerChanges
			case c.Able.Handlers.Has(dialects.HandleTasks|dialects.HandleData) && c.handleAgain(n, t):
				return timerChanges
			}
			return timerStays
		})
		if changed {
			Compact(w)
		}
		return changed
	},
}

// failuresOfLimits are the steps that fail for all time limits that lead to them. Nothing else leads there.
func failuresOfLimits(w *workflow.Workflow) map[*workflow.Node]bool {
	found := map[*workflow.Node]bool{}
	for _, f := range w.Nodes {
		if f.Kind == workflow.Fail && numberedName(f.Name(), timedOutName) && f.Region.Start != f &&
			!slices.ContainsFunc(f.In, func(e *workflow.Edge) bool { return e.Kind != workflow.OnTimer }) {
			found[f] = true
		}
	}
	return found
}

// limitAgain makes a timer that leads to a failure of limits a time limit. It reports false where the target has none of such a length.
func (c *Conversion) limitAgain(t *workflow.Timer) bool {
	f, length := t.Edge.To, t.Length
	switch s, fixed := FixedSeconds(&t.Length); {
	case fixed && s == math.Trunc(s):
		length.Expr, length.Unit = &expr.Literal{Value: int64(s), Span: length.Span}, workflow.Seconds
	case fixed:
		length.Expr, length.Unit = &expr.Literal{Value: s, Span: length.Span}, workflow.Seconds
	case !c.Able.Handlers.Has(dialects.HandleTasks):
		return false
	}
	t.Edge.Disconnect()
	if len(f.In) == 0 {
		f.Region.TakeOut(f)
	}
	*t = workflow.Timer{Length: length, Counts: workflow.PerAttempt, Raises: workflow.ClassTimeout, Span: t.Span}
	return true
}

// handleAgain makes a timer a time limit with a handler that puts the error where the step did to which the timer leads. It reports false
// for other timers.
func (c *Conversion) handleAgain(n *workflow.Node, t *workflow.Timer) bool {
	set := t.Edge.To
	next := onwardEdge(set)
	if set.Kind != workflow.Pass || len(set.In) != 1 || next == nil || !sameName(set.Name(), n.Name()+timedOutSuffix) {
		return false
	}
	made, ok := membersMade(set.Data.Result)
	if !ok || len(made.Members) != 1 || !c.Options.Domain.Disjoint {
		return false
	}
	l, fixed := made.Members[0].Value.(*expr.Literal)
	if !fixed {
		return false
	}
	o, object := l.Value.(*value.Object)
	if k := set.Data.Combine; !object || k == nil || k.Mode != workflow.MergeShallow && k.Mode != workflow.MergeDeep {
		return false
	}
	e := t.Edge
	e.Kind, e.On = workflow.OnError, workflow.Matcher{{Class: workflow.ClassTimeout, Text: "a timeout"}}
	e.Data = workflow.Stages{Result: membersOf(o), Combine: &workflow.Combine{Mode: workflow.SetAt, Path: expr.NewPath(expr.RootInput, made.Members[0].Key)}}
	e.Redirect(next.To)
	next.Disconnect()
	set.Region.TakeOut(set)
	*t = workflow.Timer{Length: t.Length, Counts: workflow.PerAttempt, Raises: workflow.ClassTimeout, Span: t.Span}
	return true
}

// handlesLimits reports whether a node has a handler of what a time limit raises.
func handlesLimits(w *workflow.Workflow, n *workflow.Node) bool {
	return slices.ContainsFunc(n.Out, func(e *workflow.Edge) bool {
		return e.Kind == workflow.OnError && e.On.Matches(w.Errors.Timeout.Name, workflow.ClassTimeout)
	})
}
