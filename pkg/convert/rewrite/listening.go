package rewrite

import (
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var listening = Rewrite{
	ID:     "rewrite/listening",
	What:   "a state that waits for events and acts on them becomes a wait and the steps that follow each event; one that acts and waits becomes a task that does both, where the target cannot",
	When:   "always",
	Before: "Review: Approved → ship, Rejected → refund",
	After:  "Review (Approved or Rejected); Approved → \"Review: ship\", Rejected → \"Review: refund\"",
	Losses: []*dialects.LossRule{&lossEarly, &lossActionRetry},
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		changed := false
		for _, n := range w.Nodes {
			if n.Kind == workflow.Await {
				freeEdges(n)
			}
			if n.Kind != workflow.Scope || n.Body.Listens == nil || len(n.Body.Regions) != 1 {
				continue
			}
			if n.Body.Regions[0].Start == n.Body.Listens {
				c.listen(w, n)
			} else {
				c.callBack(w, n)
			}
			changed = true
		}
		if changed {
			Compact(w)
		}
		return changed
	},
}

var (
	lossEarly = dialects.LossRule{ID: "convert/early-event", Level: dialects.Approximated, Affects: dialects.Outcome | dialects.Time | dialects.Inputs | dialects.Output, Data: dialects.Any, OnArrival: true,
		What:   "an event that arrives while the action before it is still running is missed",
		Remedy: "send the event only after the action has ended"}
	lossActionRetry = dialects.LossRule{ID: "convert/retried-actions", Level: dialects.Dropped, Affects: dialects.Attempts | dialects.Outcome | dialects.ErrorName, Data: dialects.Same, OnFailure: true,
		What:   "the actions that follow an event are not retried together",
		Remedy: "let the workers retry by themselves"}
)

// freeEdges makes the edges that events decide about plain ones.
func freeEdges(n *workflow.Node) {
	for i := range n.Awaits.For {
		if e := n.Awaits.For[i].Edge; e != nil && e.Kind == workflow.Guarded {
			e.Kind, e.Guard, e.Label = workflow.Next, nil, n.Awaits.For[i].Name
		}
	}
}

// exitOf is the edge by which a node leaves when it is done.
func exitOf(n *workflow.Node) *workflow.Edge {
	for _, e := range n.Out {
		if e.Kind == workflow.Next || e.Kind == workflow.ToEnd {
			return e
		}
	}
	return nil
}

// listen makes a state the wait at the start of its region, and what follows that follow it.
func (c *Conversion) listen(w *workflow.Workflow, n *workflow.Node) {
	awaits, exit := n.Body.Listens, exitOf(n)
	inner := n.Body.Regions[0].Nodes
	if n.Data.Output != nil && exit != nil {
		pass := AddOn(w, exit, c.NewElement(w, n.Element, outputPrefix+n.Element.Name, "pass"), workflow.Pass)
		pass.Data.Output = n.Data.Output
		n.Data.Output = nil
	}
	waits := *awaits.Awaits
	waits.FromScope = false
	n.Kind, n.Body, n.Awaits = workflow.Await, nil, &waits
	n.Timers = append(n.Timers, leaving(w, n, awaits.Timers, exit)...)
	acts := false
	for _, e := range slices.Clone(awaits.Out) {
		acts = acts || e.To.Kind != workflow.End
		e.MoveStart(n)
	}
	c.adopt(w, n, inner, exit)
	if exit != nil && (acts || eachDecides(n)) {
		exit.Disconnect()
	} else {
		for _, e := range slices.Clone(n.Out) {
			if e != exit && e.Kind != workflow.OnError && e.Kind != workflow.OnTimer && exit != nil && e.To == exit.To && !decides(n, e) {
				e.Disconnect()
			}
		}
	}
	c.retryActions(w, n)
	forgetTimeouts(n)
}

// eachDecides reports whether each of the events that a node awaits, any of which is enough, leads along an edge of its own. Then nothing
// leads along another one.
func eachDecides(n *workflow.Node) bool {
	return !n.Awaits.All && !slices.ContainsFunc(n.Awaits.For, func(t workflow.Trigger) bool { return t.Edge == nil })
}

// decides reports whether one of the events that a node awaits leads along an edge.
func decides(n *workflow.Node, e *workflow.Edge) bool {
	return slices.ContainsFunc(n.Awaits.For, func(t workflow.Trigger) bool { return t.Edge == e })
}

// leaving are timers that lead on along an exit in place of completing the state.
func leaving(w *workflow.Workflow, n *workflow.Node, timers []workflow.Timer, exit *workflow.Edge) []workflow.Timer {
	out := slices.Clone(timers)
	for i := range out {
		if t := &out[i]; t.Completes && exit != nil {
			e := w.Connect(n, exit.To, workflow.OnTimer, t.Span)
			t.Completes, t.Edge, t.Interrupting = false, e, true
		}
	}
	return out
}

// adopt turns the actions in the region of a state into nodes next to it, which leave as the state does, and handle the errors that it
// does.
func (c *Conversion) adopt(w *workflow.Workflow, n *workflow.Node, inner []*workflow.Node, exit *workflow.Edge) {
	at := n
	for _, x := range inner {
		switch {
		case x.Kind == workflow.End:
			for _, e := range slices.Clone(x.In) {
				if exit != nil {
					e.Kind = exit.Kind
					e.Redirect(exit.To)
				}
			}
		case x.Kind != workflow.Await:
			moveBeside(at, true, x)
			at = x
			c.adoptElement(w, n, x)
			copyHandlers(w, n, x)
		}
	}
}

// adoptElement makes an action of a state a node with an element of its own, named after both, which selects its input as it did inside.
func (c *Conversion) adoptElement(w *workflow.Workflow, n, x *workflow.Node) {
	e := x.Element
	if e == n.Element || e.Primary != nil {
		e = c.NewElement(w, n.Element, n.Element.Name+": "+nameOf(x), "action")
	} else {
		c.standAlone(w, e, n.Element.Name+": "+e.Name)
	}
	x.Role, x.Element, e.Primary = workflow.Primary, e, x
	if x.Data.Combine != nil && x.Data.Select != nil && !x.Data.Combine.Effective {
		x.Data.Payload, x.Data.Select = seen(&x.Data), nil
	}
	dropNothing(x)
}

// retryActions retries the only action after a wait in place of the state, which would not wait again.
func (c *Conversion) retryActions(w *workflow.Workflow, n *workflow.Node) {
	if len(n.Retry) == 0 {
		return
	}
	prefix := n.Element.Name + ": "
	for _, x := range n.Region.Nodes {
		if x.Kind != workflow.Task || x.Element.Original().Whole != n.Element.Original() || !strings.HasPrefix(x.Element.Name, prefix) {
			continue
		}
		follows := slices.ContainsFunc(x.In, func(e *workflow.Edge) bool { return e.From != n })
		precedes := slices.ContainsFunc(x.Out, func(e *workflow.Edge) bool {
			return e.Kind != workflow.OnError && e.To.Element.Original().Whole == n.Element.Original()
		})
		if follows || precedes {
			c.Lose(w, &lossActionRetry, n.Retry[0].Span, n.Element, "", "the actions of %q are not retried together", n.Name())
			continue
		}
		x.Retry = slices.Clone(n.Retry)
	}
	n.Retry = nil
}

// callBack makes two of a state that acts and waits for an event: side by side if the target can have both at once, or one after
// the other, where no task can do both.
func (c *Conversion) callBack(w *workflow.Workflow, n *workflow.Node) {
	awaits := n.Body.Listens
	able := c.Able.Joins.Has(dialects.JoinScopes) || c.Able.Joins.Has(dialects.JoinForks)
	action := n.Body.Regions[0].Start
	if able && len(awaits.Timers) == 0 && len(n.Retry) == 0 && len(c.Able.Awaits) > 0 {
		c.waitBeside(w, n, action, awaits)
		return
	}
	if c.actByTask(w, n, awaits) {
		return
	}
	c.Lose(w, &lossEarly, n.Element.NameSpan, n.Element, "", "%q waits for %q only after its action", n.Name(), awaits.Awaits.For[0].Name)
	output, timers, waits := n.Data.Output, awaits.Timers, *awaits.Awaits
	waits.FromScope = false
	n.Body, n.Data.Output = nil, nil
	c.act(n, action)
	forgetTimeouts(n)
	added := AddAfter(w, n, c.NewElement(w, n.Element, n.Element.Name+": "+waits.For[0].Name, "event"), workflow.Await)
	added.Awaits, added.Data.Output = &waits, output
	added.Timers = leaving(w, added, timers, exitOf(added))
	for _, t := range added.Timers {
		if output != nil && t.Edge != nil {
			pass := AddOn(w, t.Edge, c.NewElement(w, n.Element, outputPrefix+n.Element.Name, "pass"), workflow.Pass)
			pass.Data.Output = output
		}
	}
}

// waitBeside has the event of a state awaited while its action is performed.
func (c *Conversion) waitBeside(w *workflow.Workflow, n, action, awaits *workflow.Node) {
	waits := *awaits.Awaits
	waits.FromScope = false
	n.Body.Listens = nil
	first, second := n.Body.Regions[0], w.AddRegion(n, n.Span)
	end := awaits.Out[0].To
	action.Out[0].Redirect(end)
	action.Out[0].Kind = workflow.ToEnd
	first.TakeOut(awaits)
	for _, e := range slices.Clone(awaits.Out) {
		e.Disconnect()
	}
	e := c.NewElement(w, n.Element, n.Element.Name+": "+waits.For[0].Name, "event")
	added := w.AddNode(second, e, workflow.Await, workflow.Primary)
	added.Awaits = &waits
	second.Start = added
	w.Connect(added, w.AddNode(second, e, workflow.End, workflow.Ending), workflow.ToEnd, n.Span)
}
