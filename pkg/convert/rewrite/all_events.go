package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// allEvents splits an await of several events into branches that await one event each, so that the rewrites of a single await apply to
// them: all events have arrived when all branches have ended.
var allEvents = Rewrite{
	ID:     "rewrite/all-events",
	What:   "an await of several events, all of which have to come, becomes branches, each of which awaits one of them",
	When:   "cannot wait for events, but merges the results of branches",
	Before: "await Packed and Labelled; after 10 min → Late",
	After:  "in parallel: await Packed for 10 min, await Labelled for 10 min; on a time limit → Late",
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		if slices.Contains(c.Able.Awaits, "event") || !c.Able.Gathers.Has(dialects.GatherMerged) || !c.Options.Domain.Disjoint {
			return false
		}
		return editNodes(w, func(n *workflow.Node) bool {
			if c.awaitsApart(n) {
				c.awaitEach(w, n)
				return true
			}
			return false
		})
	},
}

// awaitsApart reports whether the events for which a node waits can be awaited one by one, side by side.
func (c *Conversion) awaitsApart(n *workflow.Node) bool {
	a := n.Awaits
	if n.Kind != workflow.Await || a == nil || !a.All || len(a.For) < 2 || a.Groups || a.FromScope || a.While != nil || n.Data.Result != nil || n.Data.Select != nil {
		return false
	}
	limits := c.Able.Timers.Has(dialects.TimerAttempt) && c.Able.Handlers.Has(dialects.HandleScopes)
	return !slices.ContainsFunc(n.Timers, func(t workflow.Timer) bool {
		return !limits || t.Edge == nil || !t.Interrupting || t.Counts != workflow.PerVisit
	})
}

// awaitEach turns a node into a scope with a region for each event, which results in the data of the event. A region whose time limit ends
// fails the scope, so that the data of events that did arrive is dropped, as in the source.
func (c *Conversion) awaitEach(w *workflow.Workflow, n *workflow.Node) {
	timers, events := n.Timers, n.Awaits.For
	n.Kind, n.Awaits, n.Timers = workflow.Scope, nil, nil
	n.Body = &workflow.Body{Gather: workflow.GatherMerged}
	n.Data.Combine = &workflow.Combine{Mode: workflow.MergeDeep, Span: n.Span}
	for i := range events {
		r := w.AddRegion(n, events[i].Span)
		e := c.NewElement(w, n.Element, n.Element.Name+": "+events[i].Name, "event")
		await := w.AddNode(r, e, workflow.Await, workflow.Primary)
		events[i].Edge = nil
		await.Awaits = &workflow.Awaits{Kind: "event", For: events[i : i+1 : i+1]}
		await.Data.Combine = &workflow.Combine{Mode: workflow.Replace, Span: events[i].Span}
		for _, t := range timers {
			await.Timers = append(await.Timers, workflow.Timer{Length: t.Length, Counts: workflow.PerAttempt, Raises: workflow.ClassTimeout, Span: t.Span})
		}
		r.Start = await
		w.Connect(await, w.AddNode(r, e, workflow.End, workflow.Ending), workflow.ToEnd, n.Span)
	}
	for _, t := range timers {
		t.Edge.Kind, t.Edge.On = workflow.OnError, workflow.Matcher{{Class: workflow.ClassTimeout, Text: "a timeout"}}
		t.Edge.Data.Combine = &workflow.Combine{Mode: workflow.Drop}
	}
}
