package rewrite

import (
	"fmt"
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var eventsInTask = Rewrite{
	ID:     "rewrite/events-in-task",
	What:   "an await of several events, all of which have to come, becomes a task that waits for them, and a choice whether it was out of time",
	When:   "cannot wait for events, nor for each of them in a branch",
	Before: "await Packed and Labelled; after 10 min → Late",
	After:  "call-await, which waits for Packed and Labelled for at most 10 min; if $.awaitTimedOut → Late",
	Losses: []*dialects.LossRule{&lossDecision},
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		if slices.Contains(c.Able.Awaits, "event") {
			return false
		}
		changed := false
		for _, n := range w.Nodes {
			if c.awaitsInTask(n) {
				c.awaitInTask(w, n)
				changed = true
			}
		}
		if changed {
			Compact(w)
		}
		return changed
	},
}

// awaitsInTask reports whether a task can wait for all events for which a node does. A worker does not know the input of the workflow, with
// which events may have to agree.
func (c *Conversion) awaitsInTask(n *workflow.Node) bool {
	a := n.Awaits
	if n.Kind != workflow.Await || a == nil || !a.All || len(a.For) < 2 || a.FromScope || a.While != nil || !c.callableAround(n) {
		return false
	}
	if c.mergesOnly() && (n.Data.Output != nil || len(errorEdges(n)) > 0) || !c.mergesOnly() && !c.Able.Answers.Has(dialects.AnswerReplaces) {
		return false
	}
	return !slices.ContainsFunc(a.For, func(t workflow.Trigger) bool {
		return t.Event == nil || slices.ContainsFunc(t.Event.Correlations, func(k workflow.Correlation) bool { return k.Value != nil })
	})
}

// awaitInTask makes a stand-in wait for the events for which a node does. The time limit between two events only has the worker forget the
// first.
func (c *Conversion) awaitInTask(w *workflow.Workflow, n *workflow.Node) {
	awaits := *n.Awaits
	awaits.For = slices.Clone(awaits.For)
	for i := range awaits.For {
		awaits.For[i].Edge = nil
	}
	n.Timers = slices.Clone(n.Timers)
	for i := range n.Timers {
		if t := &n.Timers[i]; t.Counts == workflow.PerArrival && t.Edge != nil {
			t.Edge.Disconnect()
			t.Edge = nil
		}
	}
	n.Awaits, n.Data.Combine = &awaits, &workflow.Combine{Mode: workflow.MergeDeep, Span: n.Span}
	c.standForParts(w, n)
	n.Awaits = nil
	for i := range awaits.For {
		e := awaits.For[i].Event
		c.Raised.Occurrences = append(c.Raised.Occurrences, dialects.Passage{By: n.Call.Task, Apart: true,
			From: dialects.Occurrence{Kind: "event", Name: e.Type, Source: e.Source, At: n.Element.Original().Name},
			To:   dialects.Occurrence{Kind: "task", Name: n.Call.Task}})
	}
}

// awaitText describes for which events a worker waits, for people.
func awaitText(a *workflow.Awaits) string {
	var names, attributes []string
	for i := range a.For {
		names = append(names, fmt.Sprintf("%q", a.For[i].Event.Type))
		for _, k := range a.For[i].Event.Correlations {
			if !slices.Contains(attributes, k.Attribute) {
				attributes = append(attributes, k.Attribute)
			}
		}
	}
	last := len(names) - 1
	text := "waits for the events " + strings.Join(names[:last], ", ") + " and " + names[last]
	if len(attributes) > 0 {
		text += ", which have the same " + strings.Join(attributes, ", ")
	}
	return text
}
