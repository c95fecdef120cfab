package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var visitTimers = Rewrite{
	ID:     "rewrite/visit-timer",
	What:   "a timer that leaves a node by an edge becomes a time limit and a handler of it",
	When:   "has no timers with edges",
	Before: "approve; after 48 h → Escalate",
	After:  "approve fails after 48 h; on that error → Escalate",
	Losses: []*dialects.LossRule{&lossTimeout},
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		if c.Able.Timers.Has(dialects.TimerVisit) {
			return false
		}
		return eachTimer(w, func(n *workflow.Node, t *workflow.Timer) timerFate { return c.limitInstead(w, n, t) })
	},
}

var timeLimits = Rewrite{
	ID:     "rewrite/time-limit",
	What:   "a time limit that the target does not have is dropped",
	When:   "has no such time limits",
	Before: "charge-card fails after 30 s",
	After:  "charge-card",
	Losses: []*dialects.LossRule{&lossTimeout, &lossSchedule, &lossFollows, &lossUnreached},
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		changed := eachTimer(w, func(n *workflow.Node, t *workflow.Timer) timerFate { return c.dropTimer(w, n, t) })
		if len(c.severed) > 0 {
			c.prune(w)
		}
		return c.dropAround(w) || changed
	},
}

// What happens to a timer.
type timerFate uint8

const (
	timerStays   timerFate = iota // as it is
	timerChanges                  // it was changed
	timerGoes                     // it is taken out
)

// eachTimer rewrites the timers of all nodes, and reports whether one did not stay as it is. What stays must not be changed.
func eachTimer(w *workflow.Workflow, rewrite func(*workflow.Node, *workflow.Timer) timerFate) bool {
	changed := false
	t := new(workflow.Timer) // one for all: most timers stay
	for _, n := range w.Nodes {
		rewritten := false
		var kept []workflow.Timer
		for i := range n.Timers {
			*t = n.Timers[i]
			fate := rewrite(n, t)
			if fate != timerStays && !rewritten {
				rewritten, kept = true, slices.Clone(n.Timers[:i])
			}
			if rewritten && fate != timerGoes {
				kept = append(kept, *t)
			}
		}
		if rewritten {
			n.Timers, changed = kept, true
		}
	}
	return changed
}

// limitInstead makes a timer with an edge a time limit whose error that edge handles: the same where a node is not tried again.
func (c *Conversion) limitInstead(w *workflow.Workflow, n *workflow.Node, t *workflow.Timer) timerFate {
	if c.asksFor(n, t) {
		return timerStays
	}
	if t.Edge == nil || !t.Interrupting || len(n.Retry) > 0 || !c.Able.Timers.Has(dialects.TimerAttempt) || !c.handles(n) {
		return timerStays
	}
	edge := t.Edge
	edge.Kind = workflow.OnError
	edge.On = workflow.Matcher{{Class: workflow.ClassTimeout, Text: "a timeout"}}
	edge.Data.Combine = &workflow.Combine{Mode: workflow.Drop}
	*t = workflow.Timer{Length: t.Length, Counts: workflow.PerAttempt, Raises: workflow.ClassTimeout, Span: t.Span}
	return timerChanges
}

// dropTimer drops a timer that the target does not have, and notes the loss.
func (c *Conversion) dropTimer(w *workflow.Workflow, n *workflow.Node, t *workflow.Timer) timerFate {
	if c.asksFor(n, t) {
		return timerStays
	}
	needs, what := timerNeeds(t)
	if c.Able.Timers.Has(needs) {
		return timerStays
	}
	if t.Edge != nil {
		c.sever(t.Edge, &lossTimeout, t.Span, n.Element, "%s of %q is dropped", what, n.Name())
		return timerGoes
	}
	if t.Implied {
		c.Lose(w, &lossTimeout, placeOf(n), n.Element, "", "the time limit that tasks have by default is dropped: the target has none")
		return timerGoes
	}
	c.Lose(w, &lossTimeout, t.Span, n.Element, "", "%s of %q is dropped", what, n.Name())
	return timerGoes
}

// timerNeeds is what a target has to have for a timer, and what people call it.
func timerNeeds(t *workflow.Timer) (dialects.TimerSet, string) {
	switch {
	case t.Edge != nil && t.Interrupting:
		return dialects.TimerVisit, "the timer"
	case t.Edge != nil:
		return dialects.TimerBeside, "the timer that does not interrupt"
	case t.Completes:
		return dialects.TimerComplete, "the time limit after which it continues"
	case t.Raises == workflow.ClassHeartbeat:
		return dialects.TimerBeat, "the heartbeat limit"
	}
	return dialects.TimerAttempt, "the time limit"
}

// dropAround drops the schedule of a workflow, and what follows its runs.
func (c *Conversion) dropAround(w *workflow.Workflow) bool {
	changed := false
	if w.Schedule != nil && !c.Able.Schedule {
		c.Lose(w, &lossSchedule, w.Schedule.Span, firstElement(w), "", "the schedule of the workflow is dropped: the target has none")
		w.Schedule, changed = nil, true
	}
	switch {
	case w.Then == nil || c.Able.Follows:
	case w.Root != nil && c.Program.Find(w.Then.ID) == nil:
		c.startNext(w)
		w.Then, changed = nil, true
	default: // its calls would be part of this run
		c.Lose(w, &lossFollows, w.Then.Span, nil, "", "the workflow %q, which follows, is not started: start it yourself", w.Then.ID)
		w.Then, changed = nil, true
	}
	return changed
}

// asksFor reports whether what a timer leads to can be requested while its node waits.
func (c *Conversion) asksFor(n *workflow.Node, t *workflow.Timer) bool {
	return n.Kind == workflow.Await && t.Edge != nil && t.Interrupting && c.Able.Timers.Has(dialects.TimerRequest)
}

// firstElement is the element with which a run begins; nil if there is none.
func firstElement(w *workflow.Workflow) *workflow.Element {
	if w.Root == nil || w.Root.Start == nil {
		return nil
	}
	return w.Root.Start.Element
}
