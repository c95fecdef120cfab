package rewrite

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

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
		if x.rounds[n] {
			x.planRound(p, n)
			return
		}
		x.planAwait(p, n)
	default:
		x.Refuse(x.flow, placeOf(n), "the target has no counterpart of %q", n.Name())
	}
}

// planTask plans the state of a task, whose only transition has it as its first processor.
func (x *making) planTask(p *plan, n *workflow.Node) {
	t := x.planTransition(p, onwardEdge(n), workflow.Next, x.calledName(n))
	t.tasks = append([]*workflow.Node{n}, t.tasks...)
}

// planTransition plans a transition along an edge, with the tasks on it. Without a name it has that of its first task, of its edge, or of
// the state that it leads to.
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
	if name != "" && numberedName(first, name) && !sameName(first, name) {
		first = "" // the number tells the task from others of its name; transitions of different states may have one name
	}
	for _, wish := range []string{first, name, e.Label, onlyWord(e.Title), x.named(t.to)} {
		if wish != "" {
			t.name = wish
			break
		}
	}
	t.name = dialects.Numbers{}.Free(p.names, t.name, " ")
	p.transitions = append(p.transitions, t)
	return t
}

// onlyWord is the title of a branch if it is a single word, as names of transitions are; empty if it is a description.
func onlyWord(title string) string {
	if strings.ContainsFunc(title, unicode.IsSpace) {
		return ""
	}
	return title
}

// tellRequestsApart gives automated transitions names that nothing requests, in states that an entity is in while a task is called: a
// request that comes before the state that awaits it would take them.
func (x *making) tellRequestsApart() {
	requested := map[string]bool{}
	for _, p := range x.order {
		for _, t := range p.transitions {
			requested[t.name] = requested[t.name] || t.kind == workflow.Manual
		}
	}
	for _, p := range x.order {
		if !slices.ContainsFunc(p.transitions, func(t *transition) bool { return len(t.tasks) > 0 }) {
			continue
		}
		for _, t := range p.transitions {
			if t.kind != workflow.Manual && requested[t.name] {
				t.name = dialects.Numbers{}.Free(p.names, "to "+t.name, " ")
			}
		}
	}
}

// named is the name of the state of a node.
func (x *making) named(n *workflow.Node) string {
	if n.Kind == workflow.End && n.Role != workflow.Primary {
		return dialects.EndState
	}
	return n.Element.Name
}

// planChoice plans the state of a choice, with those of the await in which the entity rests if nothing holds.
func (x *making) planChoice(p *plan, n *workflow.Node) {
	for _, e := range n.Out {
		switch {
		case x.owner[e.To] == n && e.To.Kind == workflow.Await:
			x.callFor(n, e.To.Element) // whose wait it is
			x.planRequests(p, e.To, n)
		case e.Ask != nil, e.Guard != nil && !x.alwaysHolds(e.Guard):
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
		x.Arrives(dialects.Occurrence{Kind: kind, Name: n.Element.Original().Name}, dialects.Occurrence{Kind: "transition", Name: t.name})
		x.requestsCollected(t.name)
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

// requested notes that an event arrives as a request. Where the data of the request is not that of the event, or events are told apart by
// their attributes, a worker makes the request of the event.
func (x *making) requested(n *workflow.Node, t *workflow.Trigger, to dialects.Occurrence) {
	x.Raised.Note("a request that no state waits for is an error for its sender, and is not ignored")
	if t.Event == nil {
		return
	}
	x.Arrives(eventAt(n, t), to)
	x.bringByEvent(x.flow, n, t, false, to, requestWish(to), fmt.Sprintf("requests the transition %q", to.Name))
}

// requestWish is what the name of a worker begins with that makes a request.
func requestWish(o dialects.Occurrence) string { return "request " + o.Name }

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

// planTimer plans the transition to what a timer leads to, from each state in which a node waits. A worker requests it when the time is
// over.
func (x *making) planTimer(p *plan, n *workflow.Node, timer *workflow.Timer) {
	if timer.Edge == nil || !timer.Interrupting {
		x.Lose(x.flow, &lossTimeout, timer.Length.Span, n.Element, "", "the timer of %q is dropped", n.Name())
		return
	}
	known := len(n.Timers) == 1 && timer.Counts != workflow.PerArrival && x.tellsTime(n)
	name := ""
	for _, at := range append([]*plan{p}, x.further[n]...) {
		t := x.planTransition(at, timer.Edge, workflow.Manual, "")
		if after := requestAfter(timer); after != "" {
			t.name = dialects.Numbers{}.Free(at.names, t.name+after, " ")
		}
		known = known && (name == "" || name == t.name)
		name = t.name
	}
	if !known {
		x.Lose(x.flow, &lossTimerByRequest, placeOf(n), n.Element, "the transition \""+name+"\"", "the timer of %q is dropped: the transition has to be requested", n.Name())
		return
	}
	if len(x.further[n]) > 0 {
		x.Lose(x.flow, &lossAwaitedData, placeOf(n), n.Element, "a deep merge", "the data of the events that come to %q before its time is over stays in the entity", n.Name())
	}
	from := dialects.Occurrence{Kind: "timer", At: n.Element.Original().Name}
	to := dialects.Occurrence{Kind: "transition", Name: name}
	how := fmt.Sprintf("requests the transition %q %s after the entity began to wait at %q, if it still does", name, lengthText(&timer.Length), n.Element.Name)
	limit := x.cut[n]
	if limit != nil {
		how += ", and at the latest " + lengthText(&limit.Length) + " after the run began"
	}
	x.bringAbout(x.flow, n, dialects.Passage{From: from, To: to, AtLimit: limit != nil}, requestWish(to), how)
}

// tellsTime reports whether the state of a node is the only one of its element of the source, so that it is known of which state a time
// limit is.
func (x *making) tellsTime(n *workflow.Node) bool {
	for _, other := range x.flow.Nodes {
		if other != n && len(other.Timers) > 0 && other.Element.Original() == n.Element.Original() {
			return false
		}
	}
	return true
}
