package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var actions = Rewrite{
	ID:     "rewrite/actions",
	What:   "the actions of a state become tasks by themselves",
	When:   "always",
	Before: "Ship: pack, send → Bill",
	After:  "Ship (pack) → \"Ship: send\" → Bill",
	Losses: []*dialects.LossRule{&lossTogether},
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		changed := false
		for _, n := range w.Nodes {
			if list, ok := actionsOf(n); ok && (len(list) < 2 || len(n.Retry) == 0) {
				c.unfold(w, n, list)
				changed = true
			}
		}
		if changed {
			Compact(w)
		}
		return c.nameActions(w) || changed
	},
}

var lossTogether = dialects.LossRule{ID: "convert/retried-together", Level: dialects.Approximated, Affects: dialects.Inputs | dialects.Output | dialects.Attempts, Data: dialects.Any, OnFailure: true,
	What:   "several actions that are retried together become a nested part: when a later one fails, the answers of the earlier ones are dropped",
	Remedy: "give each action a state of its own"}

// actionsOf are the calls that a scope makes one after the other; false for a scope that does something else.
func actionsOf(n *workflow.Node) ([]*workflow.Node, bool) {
	if n.Kind != workflow.Scope || n.Role != workflow.Primary || n.Body.Gather != workflow.GatherChanges || len(n.Body.Regions) != 1 || n.Body.Each ||
		n.Body.Detached || n.Body.Enough != nil || n.Body.Listens != nil {
		return nil, false
	}
	return sequenceOf(n.Body.Regions[0].Start)
}

// sequenceOf are the calls from a node on that follow one another up to the end of their region; false if there is something else.
func sequenceOf(n *workflow.Node) (list []*workflow.Node, ok bool) {
	for n != nil && n.Kind == workflow.Task && n.Role == workflow.Acting && len(n.Out) == 1 && len(n.In) < 2 {
		list = append(list, n)
		n = n.Out[0].To
	}
	return list, n != nil && n.Kind == workflow.End && !n.Terminates
}

// unfold makes a state its first action, and the others follow it. Each of them handles the errors that the state handles.
func (c *Conversion) unfold(w *workflow.Workflow, n *workflow.Node, list []*workflow.Node) {
	output := n.Data.Output
	n.Body, n.Data.Output = nil, nil
	if len(list) == 0 {
		n.Kind, n.Data.Output = workflow.Pass, output
		forgetTimeouts(n)
		return
	}
	c.act(n, list[0])
	last := n
	for _, t := range list[1:] {
		c.standAlone(w, t.Element, n.Element.Name+": "+t.Element.Name)
		added := AddAfter(w, last, t.Element, workflow.Task)
		added.Span = t.Span
		c.act(added, t)
		copyHandlers(w, n, added)
		last = added
	}
	forgetTimeouts(n)
	last.Data.Output = output
}

// act makes a node make the call of an action.
func (c *Conversion) act(n, action *workflow.Node) {
	n.Kind, n.Call, n.Emits, n.Awaits, n.History = workflow.Task, action.Call, action.Emits, action.Awaits, action.History
	n.Timers = append(n.Timers, action.Timers...)
	n.Data.Payload, n.Data.Result = seen(&action.Data), action.Data.Result
	n.Data.Combine = action.Data.Combine
	if n.Data.Combine != nil {
		into := *n.Data.Combine
		into.Effective = n.Data.Select != nil
		n.Data.Combine = &into
	}
	dropNothing(n)
}

// dropNothing drops an answer of which nothing is merged.
func dropNothing(n *workflow.Node) {
	if l, ok := meaningOrSelf(n.Data.Result).(*expr.Literal); ok && l.Value == nil && n.Data.Combine != nil && n.Data.Combine.Mode == workflow.MergeDeep {
		into := *n.Data.Combine
		into.Mode, n.Data.Result, n.Data.Combine = workflow.Drop, nil, &into
	}
}

// seen is what the body of a node gets of the document, where its answer goes into the document and not into what it selects.
func seen(d *workflow.Stages) expr.Expr {
	switch {
	case d.Select == nil:
		return d.Payload
	case d.Payload == nil:
		return d.Select
	}
	return &expr.Focus{On: d.Select, Of: d.Payload}
}

// standAlone makes an element that is a part of another one independent.
func (c *Conversion) standAlone(w *workflow.Workflow, e *workflow.Element, name string) {
	e.Whole = nil
	if e.Name != name {
		e.Name = c.unused(w, name)
	}
}

// copyHandlers has a node handle the errors that another one handles, as far as it can have them.
func copyHandlers(w *workflow.Workflow, from, to *workflow.Node) {
	for _, e := range slices.Clone(from.Out) {
		if e.Kind == workflow.OnError {
			added := w.Connect(to, e.To, workflow.OnError, e.Span)
			added.On, added.Data, added.Extras = e.On, e.Data, e.Extras
		}
	}
	forgetTimeouts(to)
}

// nameActions makes each action that is left in a scope an element by itself.
func (c *Conversion) nameActions(w *workflow.Workflow) bool {
	count := make(map[string]int, len(w.Elements))
	for _, e := range w.Elements {
		count[e.Name]++
	}
	changed := false
	for _, n := range w.Nodes {
		if n.Role != workflow.Acting || n.Kind == workflow.Await {
			continue
		}
		changed = true
		if len(n.Region.Scope.Retry) > 0 && len(n.Region.Scope.Body.Regions) == 1 && handles(n.Region.Scope) {
			c.Lose(w, &lossTogether, placeOf(n.Region.Scope), n.Region.Scope.Element, "", "the actions of %q are retried together", n.Region.Scope.Name())
		}
		e := n.Element
		if e.Primary != nil {
			e = c.NewElement(w, n.Element, n.Element.Name+": "+nameOf(n), "action")
		} else if e.Whole != nil {
			name := e.Name
			if count[name] > 1 {
				name = e.Whole.Name + ": " + name
			}
			c.standAlone(w, e, name)
		}
		n.Role, n.Element, e.Primary = workflow.Primary, e, n
		if n.Data.Combine != nil && n.Data.Select != nil && !n.Data.Combine.Effective {
			n.Data.Payload, n.Data.Select = seen(&n.Data), nil
		}
		dropNothing(n)
	}
	return changed
}

// nameOf is what a node does, for the name of an element.
func nameOf(n *workflow.Node) string {
	switch {
	case n.Call != nil:
		return n.Call.Task
	case n.Body != nil:
		return "parallel"
	}
	return n.Kind.String()
}

func handles(n *workflow.Node) bool {
	return slices.ContainsFunc(n.Out, func(e *workflow.Edge) bool { return e.Kind == workflow.OnError })
}
