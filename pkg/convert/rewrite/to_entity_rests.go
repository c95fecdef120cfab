package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// neverRequested is the name of the transition that keeps an entity in the state of a dead end: a state without transitions would complete
// the entity.
const neverRequested = "nothing follows"

// leadDeadEnds leads each step that nothing follows to a state in which the entity waits for a request that is never sent. A request that
// is sent nevertheless leaves the entity where it is.
func (x *making) leadDeadEnds() {
	for _, n := range slices.Clone(x.flow.Root.Nodes) {
		if !isDeadEnd(n) {
			continue
		}
		e := x.NewElement(x.flow, n.Element, n.Element.Name+" rests", n.Element.Kind)
		rests := x.flow.AddNode(n.Region, e, workflow.Await, workflow.Primary)
		rests.Span = n.Span
		again := x.flow.Connect(rests, rests, workflow.Next, n.Span)
		rests.Awaits = &workflow.Awaits{Kind: "event", For: []workflow.Trigger{{Name: neverRequested, Edge: again, Span: n.Span}}}
		x.flow.Connect(n, rests, workflow.Next, n.Span)
		x.Lose(x.flow, &dialects.LossDeadEndWaits, placeOf(n), n.Element, "a request that is never sent", "%q is a dead end", n.Name())
	}
}

// isDeadEnd reports whether a step is done, perhaps after a wait, and nothing follows it.
func isDeadEnd(n *workflow.Node) bool {
	switch n.Kind {
	case workflow.Task:
		return onwardEdge(n) == nil
	case workflow.Pass:
		return len(n.Out) == 0
	case workflow.Await:
		usual := func(t workflow.Trigger) bool { return t.Edge == nil }
		timed := slices.ContainsFunc(n.Timers, func(t workflow.Timer) bool { return t.Edge != nil && t.Interrupting })
		return onwardEdge(n) == nil && !timed && n.Awaits != nil && (len(n.Awaits.For) == 0 || n.Awaits.All || slices.ContainsFunc(n.Awaits.For, usual))
	}
	return false
}
