package rewrite

import (
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// allEventsAgain is the opposite of [allEvents], where the target waits for events and has no tasks with tokens.
var allEventsAgain = Rewrite{
	ID:     "rewrite/all-events-again",
	What:   "branches that each only ask for an answer with a token, and are named after one step and an event each, become that step, which awaits all of the events",
	When:   "has no tasks with tokens, but can wait for several events",
	Before: "in parallel: \"Reviews: Legal\" and \"Reviews: Technical\", tasks with a token and the document; on a time limit → Late",
	After:  "Reviews: await Legal and Technical; after that time → Late",
	Losses: []*dialects.LossRule{&lossCallback},
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		if c.Able.Tokens || !slices.Contains(c.Able.Awaits, "event") {
			return false
		}
		return editNodes(w, func(n *workflow.Node) bool {
			if !c.awaitsBranches(w, n) {
				return false
			}
			c.awaitAll(w, n)
			return true
		})
	},
}

// awaitsBranches reports whether a node runs branches as [Conversion.awaitEach] writes them.
func (c *Conversion) awaitsBranches(w *workflow.Workflow, n *workflow.Node) bool {
	if n.Kind != workflow.Scope || n.Body.Each || n.Body.Enough != nil || len(n.Body.Regions) < 2 || len(n.Retry)+len(n.Timers) > 0 || !mergesResults(n) {
		return false
	}
	first := n.Body.Regions[0].Start
	for _, r := range n.Body.Regions {
		x := only(r)
		if x == nil || x.Kind != workflow.Task || x.Call == nil || !x.Call.Token || !strings.HasPrefix(x.Name(), n.Name()+": ") || !replacing(x.Data.Combine) ||
			x.Data != (workflow.Stages{Payload: x.Data.Payload, Combine: x.Data.Combine}) || !handsOnToken(x.Data.Payload) || !namedAfterWait(x) ||
			len(x.Retry) > 0 || handles(x) || len(x.Timers) > 1 || !sameLimit(x, first) {
			return false
		}
	}
	handlers := errorEdges(n)
	if len(handlers) == 0 || len(first.Timers) == 0 {
		return len(handlers)+len(first.Timers) == 0
	}
	h := handlers[0]
	return len(handlers) == 1 && onlyTimeouts(h.On, w.Errors.Timeout.Name) && isDropped(&h.Data)
}

// mergesResults reports whether what the branches of a node give is merged into the document.
func mergesResults(n *workflow.Node) bool {
	d := &n.Data
	if !merging(d.Combine) || *d != (workflow.Stages{Result: d.Result, Combine: d.Combine}) {
		return false
	}
	merge, ok := d.Result.(*expr.Apply)
	if !ok || merge.Do != expr.Merge || len(merge.Args) != 1 {
		return d.Result == nil && n.Body.Gather == workflow.GatherMerged
	}
	list, ok := merge.Args[0].(*expr.Path)
	return ok && list.Root == expr.RootAnswer && len(list.Steps) == 0 && n.Body.Gather == workflow.GatherList
}

// sameLimit reports whether two tasks have no time limit, or the same one, which raises an error.
func sameLimit(a, b *workflow.Node) bool {
	if len(a.Timers) != len(b.Timers) {
		return false
	}
	for i := range a.Timers {
		s, t := &a.Timers[i], &b.Timers[i]
		x, fixed := fixedData(s.Length.Expr)
		y, both := fixedData(t.Length.Expr)
		if !fixed || !both || x != y || s.Length.Unit != t.Length.Unit || s.Raises != workflow.ClassTimeout || s.Edge != nil {
			return false
		}
	}
	return true
}

// awaitAll makes a node await an event for each of its branches.
func (c *Conversion) awaitAll(w *workflow.Workflow, n *workflow.Node) {
	awaits := &workflow.Awaits{Kind: "event", All: true}
	limits := n.Body.Regions[0].Start.Timers
	for _, r := range n.Body.Regions {
		x := r.Start
		c.Lose(w, &lossCallback, placeOf(x), x.Element, "a wait for the event", "%q does not call %s", x.Name(), x.Call.Task)
		name := strings.TrimPrefix(x.Name(), n.Name()+": ")
		event := c.eventNamed(w, name)
		if event == nil {
			event = &workflow.Event{Name: name, Type: name, Source: w.ID, Span: x.Span}
			w.Events = append(w.Events, event)
		}
		c.Arrives(dialects.Occurrence{Kind: "complete", Name: x.Name()}, dialects.Occurrence{Kind: "event", Name: event.Type, Source: event.Source})
		awaits.For = append(awaits.For, workflow.Trigger{Name: name, Event: event, Span: x.Span})
		r.TakeOut(x)
	}
	n.Kind, n.Body, n.Awaits = workflow.Await, nil, awaits
	n.Data = workflow.Stages{Combine: &workflow.Combine{Mode: workflow.MergeDeep, Span: n.Span}}
	for _, h := range errorEdges(n) {
		h.Kind, h.On, h.Data = workflow.OnTimer, nil, workflow.Stages{}
		n.Timers = []workflow.Timer{{Length: limits[0].Length, Counts: workflow.PerVisit, Interrupting: true, Edge: h, Span: n.Span}}
	}
}
