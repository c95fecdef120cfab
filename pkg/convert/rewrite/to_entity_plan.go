package rewrite

import (
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A plan is a state to be.
type plan struct {
	node        *workflow.Node
	transitions []*transition
	names       map[string]bool
}

// A transition is one to be.
type transition struct {
	edge  *workflow.Edge // of the net: its guard and place
	kind  workflow.EdgeKind
	name  string
	tasks []*workflow.Node
	to    *workflow.Node
}

// planState plans the state of a node.
func (x *making) planState(n *workflow.Node) {
	p := &plan{node: n, names: map[string]bool{}}
	x.plans[n] = p
	x.order = append(x.order, p)
	switch n.Kind {
	case workflow.End:
	case workflow.Pass:
		if e := onwardEdge(n); e != nil {
			x.planTransition(p, e, workflow.Next, "")
		}
	case workflow.Task:
		x.planTask(p, n)
	case workflow.Choice:
		x.planChoice(p, n)
	case workflow.Await:
		x.planAwait(p, n)
	default:
		x.Refuse(x.flow, placeOf(n), "the target has no counterpart of %q", n.Name())
	}
}

// planTask plans the state of a task, whose only transition has it as its first processor.
func (x *making) planTask(p *plan, n *workflow.Node) {
	e := onwardEdge(n)
	if e == nil {
		x.Refuse(x.flow, placeOf(n), "nothing follows %q", n.Name())
		return
	}
	t := x.planTransition(p, e, workflow.Next, dialects.TaskName(n.Call.Task, x.Options.Resource))
	t.tasks = append([]*workflow.Node{n}, t.tasks...)
}

// planTransition plans a transition along an edge, with the tasks on it. Without a name it has that of its first task, of its edge, or of the
// state that it leads to.
func (x *making) planTransition(p *plan, e *workflow.Edge, kind workflow.EdgeKind, name string) *transition {
	t := &transition{edge: e, kind: kind, to: e.To}
	first := ""
	for t.to.Kind == workflow.Task && x.owner[t.to] != nil {
		if first == "" && (e.From.Kind == workflow.Choice || e.From.Kind == workflow.Await) {
			first = t.to.Element.Name
		}
		t.tasks = append(t.tasks, t.to)
		t.to = onwardEdge(t.to).To
	}
	for _, wish := range []string{first, name, e.Label, x.named(t.to)} {
		if wish != "" {
			t.name = wish
			break
		}
	}
	t.name = dialects.Numbers{}.Free(p.names, t.name, " ")
	p.transitions = append(p.transitions, t)
	return t
}

// named is the name of the state of a node.
func (x *making) named(n *workflow.Node) string {
	if n.Kind == workflow.End && n.Role != workflow.Primary {
		return doneName
	}
	return n.Element.Name
}

// doneName is the name of the state in which an entity is whose workflow has ended without a name for it.
const doneName = "Done"

// planChoice plans the state of a choice, with those of the await in which the entity rests if nothing holds.
func (x *making) planChoice(p *plan, n *workflow.Node) {
	for _, e := range n.Out {
		switch {
		case x.owner[e.To] == n && e.To.Kind == workflow.Await:
			x.planRequests(p, e.To, n)
		case e.Guard != nil && !x.alwaysHolds(e.Guard):
			x.planTransition(p, e, workflow.Guarded, "")
		default:
			e.Guard = nil
			x.planTransition(p, e, workflow.Next, "")
			return // what comes after it is never tried
		}
	}
}

// planAwait plans the state of an await.
func (x *making) planAwait(p *plan, n *workflow.Node) {
	if n.Awaits != nil && len(n.Awaits.For) > 0 {
		x.planRequests(p, n, nil)
	} else if e := onwardEdge(n); e != nil {
		kind := "complete"
		if n.Awaits != nil && n.Awaits.Kind == "signal" {
			kind = "signal"
		}
		t := x.planTransition(p, e, workflow.Manual, n.Element.Name)
		x.Arrives(dialects.Occurrence{Kind: kind, Name: Origin(n.Element).Name}, dialects.Occurrence{Kind: "transition", Name: t.name})
		x.addAwaitedDataLoss(n)
	}
	for i := range n.Timers {
		x.planTimer(p, n, &n.Timers[i])
	}
}

// planRequests plans the transitions that somebody requests while a node waits. The event by which an entity is updated needs none, as
// the state tries its other transitions again then.
func (x *making) planRequests(p *plan, n, choice *workflow.Node) {
	if n.Awaits.All && len(n.Awaits.For) > 1 {
		x.planAll(p, n)
		return
	}
	for i := range n.Awaits.For {
		t := &n.Awaits.For[i]
		e := t.Edge
		if e == nil {
			e = onwardEdge(n)
		}
		if e == nil || choice != nil && e.To == choice && t.Name == UpdateEvent {
			x.requested(n, t, dialects.Occurrence{Kind: "update"})
			continue
		}
		x.addEventLoss(n, t)
		if asksForRequest(e.To) && x.owner[e.To] == n {
			label := e.Label
			e = e.To.Out[0]
			e.Label = label
		}
		planned := x.planTransition(p, e, workflow.Manual, t.Name)
		x.requested(n, t, dialects.Occurrence{Kind: "transition", Name: planned.name})
	}
	x.addAwaitedDataLoss(n)
}

// addEventLoss adds the loss of the data of an event where that is not what is merged.
func (x *making) addEventLoss(n *workflow.Node, t *workflow.Trigger) {
	if t.Data != nil || t.Event != nil && len(t.Event.Correlations) > 0 {
		x.Lose(x.flow, &lossEventData, t.Span, n.Element, "", "the data of the event %q is merged as a whole, without the attributes of the event", t.Name)
	}
}

// requested notes that an event arrives as a request.
func (x *making) requested(n *workflow.Node, t *workflow.Trigger, to dialects.Occurrence) {
	x.noteOnce("a request that no state waits for is an error for its sender, and is not ignored")
	if t.Event != nil {
		x.Arrives(dialects.Occurrence{Kind: "event", Name: t.Event.Type, Source: t.Event.Source, At: Origin(n.Element).Name}, to)
	}
}

// addAwaitedDataLoss adds the loss of what becomes of the data of a request, where that is not merged.
func (x *making) addAwaitedDataLoss(n *workflow.Node) {
	c := n.Data.Combine
	switch {
	case n.Data.Result == nil && (c == nil && n.Awaits.Kind == "event" || c != nil && c.Mode == workflow.MergeDeep):
	case n.Data.Result == nil && c != nil && c.Mode == workflow.MergeShallow && x.Options.Domain.Disjoint:
	default:
		x.Lose(x.flow, &lossAwaitedData, placeOf(n), n.Element, "a deep merge", "the data of a request at %q is merged into the entity", n.Name())
	}
}

// planTimer plans the transition to what a timer leads to.
func (x *making) planTimer(p *plan, n *workflow.Node, timer *workflow.Timer) {
	if timer.Edge == nil || !timer.Interrupting {
		x.Lose(x.flow, &lossTimeout, timer.Length.Span, n.Element, "", "the timer of %q is dropped", n.Name())
		return
	}
	t := x.planTransition(p, timer.Edge, workflow.Manual, "")
	x.Lose(x.flow, &lossTimerByRequest, placeOf(n), n.Element, "the transition \""+t.name+"\"", "the timer of %q is dropped: the transition has to be requested", n.Name())
}
