package sw

import (
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// sequence lowers actions that follow one another as all that a region does.
func (l *lowering) sequence(r *workflow.Region, actions []*Action, s *State) {
	first, last := l.chain(r, actions, s)
	end := l.flow.AddNode(r, r.Scope.Element, workflow.End, workflow.Ending)
	if first == nil {
		r.Start = end
		return
	}
	r.Start = first
	l.flow.Connect(last, end, workflow.ToEnd, last.Span)
}

// chain lowers actions that follow one another, and returns the first and the last of them; nil if there are none.
func (l *lowering) chain(r *workflow.Region, actions []*Action, s *State) (first, last *workflow.Node) {
	for _, a := range actions {
		n := l.action(r, a, s)
		if first == nil {
			first = n
		} else {
			l.flow.Connect(last, n, workflow.Next, a.Node.Span)
		}
		last = n
	}
	return first, last
}

// action lowers an action: the call of a function, or of what is reached by events (sw: "Action Definition").
func (l *lowering) action(r *workflow.Region, a *Action, s *State) *workflow.Node {
	e := l.flow.AddElement(a.title(), "action", headOf(a.Node), a.Node.Span)
	e.Whole = r.Scope.Element
	n := l.flow.AddNode(r, e, workflow.Task, workflow.Acting)
	n.Call = &workflow.Call{Task: a.title(), Span: e.NameSpan}
	switch {
	case a.Function != nil:
		n.Call.Task = a.Function.Name
		if f := a.Function.Function; f != nil && f.Resource != nil {
			n.Call.Resource = f.Resource.Value
		}
	case a.Trigger != nil && a.Result != nil:
		l.byEvents(n, a)
	default:
		l.unsupported("an action that calls nothing", "", e.NameSpan)
	}
	n.Data.Payload = a.parameters()
	n.Data.Combine = &workflow.Combine{Mode: workflow.MergeDeep, Span: a.Node.Span} // into what the state has, whatever the action sees of it
	if f := a.Filter; f != nil && f.Input.path() != nil {
		n.Data.Select = f.Input.filter(l.plain)
	}
	if f := a.Filter; f != nil && f.Results.path() != nil {
		n.Data.Result = f.Results.results(l.plain)
	}
	l.keep(func() *source.Node { return raiseAction(n) }, a.Node, &e.Extras)
	if a.Timeout != nil {
		n.Timers = append(n.Timers, l.actionTimeout(a.Timeout, s))
	}
	return n
}

// byEvents lowers an action that calls by an event, and that another event answers.
func (l *lowering) byEvents(n *workflow.Node, a *Action) {
	n.Call.Task = a.Trigger.Name
	n.Emits = l.emission(a.Trigger, &a.Payload, a.Node.Span)
	n.Awaits = &workflow.Awaits{Kind: "event", For: []workflow.Trigger{l.trigger(a.Result, nil)}}
}

// actionTimeout is an error where the state handles errors. Elsewhere the state goes on (sw: "Action Definition").
func (l *lowering) actionTimeout(p *Period, s *State) workflow.Timer {
	t := workflow.Timer{Length: length(p.Node, p.Expr), Counts: workflow.PerAttempt, Span: p.Node.Span}
	if len(s.Retries) > 0 || len(s.Handlers) > 0 {
		t.Raises = workflow.ClassTimeout
	} else {
		t.Completes = true
	}
	return t
}

// eventState lowers a state that waits for events and then acts. The node that waits is alone at the start of its region,
// and the actions of each entry follow it (sw: "Event State").
func (l *lowering) eventState(n *workflow.Node, s *State) {
	n.Body.Gather = workflow.GatherChanges
	r := l.flow.AddRegion(n, n.Span)
	awaits := l.listener(r, n)
	a := awaits.Awaits
	a.All = s.Exclusive != nil && !s.Exclusive.Value
	a.Groups = a.All && s.StartNode != nil
	end := l.flow.AddNode(r, n.Element, workflow.End, workflow.Ending)
	before := awaits
	for _, x := range s.EventsActions {
		first, last := l.entry(r, n, x, s)
		var way *workflow.Edge
		switch {
		case a.All && first == nil:
		case a.All:
			way = l.flow.Connect(before, first, workflow.Next, x.Node.Span)
			before = last
		case first == nil:
			way = l.flow.Connect(awaits, end, workflow.Next, x.Node.Span)
		default:
			way = l.flow.Connect(awaits, first, workflow.Next, x.Node.Span)
			l.flow.Connect(last, end, workflow.ToEnd, x.Node.Span)
		}
		for _, ref := range x.Events {
			t := l.trigger(ref, x.Filter)
			t.Edge = way
			a.For = append(a.For, t)
		}
	}
	if a.All {
		l.flow.Connect(before, end, workflow.ToEnd, n.Span)
	}
	l.eventTimeout(awaits, s)
}

// listener adds a node that waits inside of a state, and listens from when the state is entered.
func (l *lowering) listener(r *workflow.Region, scope *workflow.Node) *workflow.Node {
	n := l.flow.AddNode(r, scope.Element, workflow.Await, workflow.Acting)
	n.Awaits = &workflow.Awaits{Kind: "event", FromScope: true}
	scope.Body.Listens = n
	if r.Start == nil {
		r.Start = n
	}
	return n
}

// eventTimeout lowers how long an event state waits: between the events of a start, or in all. A start that any event is
// enough for waits forever (sw: "Event State: Timeout").
func (l *lowering) eventTimeout(n *workflow.Node, s *State) {
	if s.Timeout == nil || s.StartNode != nil && !n.Awaits.Groups {
		return
	}
	t := workflow.Timer{Length: length(s.Timeout.Node, s.Timeout.Expr), Counts: workflow.PerVisit, Completes: true, Span: s.Timeout.Node.Span}
	if n.Awaits.Groups {
		t.Counts = workflow.PerArrival
	}
	n.Timers = append(n.Timers, t)
}

// entry lowers the actions of an entry, and returns the first and the last node of them; nil if there are none.
func (l *lowering) entry(r *workflow.Region, n *workflow.Node, x *EventActions, s *State) (first, last *workflow.Node) {
	if x.Mode == nil || x.Mode.Value != "parallel" || len(x.Actions) < 2 {
		return l.chain(r, x.Actions, s)
	}
	scope := l.flow.AddNode(r, n.Element, workflow.Scope, workflow.Acting)
	scope.Span = x.Node.Span
	scope.Body.Gather = workflow.GatherChanges
	l.acts(scope, x.Mode, x.Actions, s)
	return scope, scope
}

// callback lowers a state that acts and then waits for an event (sw: "Callback State").
func (l *lowering) callback(n *workflow.Node, s *State) {
	n.Body.Gather = workflow.GatherChanges
	r := l.flow.AddRegion(n, n.Span)
	if s.Action == nil || s.EventRef == nil {
		l.unsupported("a callback state without an action and an event", "", n.Element.NameSpan)
		return
	}
	first, last := l.chain(r, []*Action{s.Action}, s)
	r.Start = first
	awaits := l.listener(r, n)
	awaits.Awaits.For = []workflow.Trigger{l.trigger(s.EventRef, s.EventFilter)}
	l.flow.Connect(last, awaits, workflow.Next, s.EventRef.Node.Span)
	l.eventTimeoutOf(awaits, s.Timeout)
	l.end(awaits, n.Span)
}

// eventTimeoutOf makes a state go on when its time to wait for an event is over.
func (l *lowering) eventTimeoutOf(n *workflow.Node, p *Period) {
	if p != nil {
		n.Timers = append(n.Timers, workflow.Timer{Length: length(p.Node, p.Expr), Counts: workflow.PerVisit, Completes: true, Span: p.Node.Span})
	}
}

// event lowers the definition of an event.
func (l *lowering) event(e *Event) {
	if e.Name == nil || l.events[e.Name.Value] != nil {
		return
	}
	x := &workflow.Event{Name: e.Name.Value, Produced: e.Produced(), Span: e.Node.Span}
	if e.Type != nil {
		x.Type = e.Type.Value
	}
	if e.Source != nil {
		x.Source = e.Source.Value
	}
	for _, c := range e.Correlations {
		y := workflow.Correlation{Attribute: c.Name.Value}
		if c.Value != nil && !c.Value.Broken {
			y.Value = c.Value.value()
		}
		x.Correlations = append(x.Correlations, y)
	}
	l.events[x.Name] = x
	l.keep(func() *source.Node { return raiseEvent(x) }, e.Node, &x.Extras)
	l.flow.Events = append(l.flow.Events, x)
}

// trigger lowers the wait for an event, whose data is merged as a filter says.
func (l *lowering) trigger(ref *Reference, f *Filter) workflow.Trigger {
	t := workflow.Trigger{Name: ref.Name, Event: l.events[ref.Name], Span: ref.Node.Span}
	if f != nil && f.Output.path() != nil {
		t.Data = f.Output.ofEvent(l.plain)
	}
	return t
}

// emission lowers an event that is produced.
func (l *lowering) emission(ref *Reference, p *Payload, at source.Span) *workflow.Emission {
	return &workflow.Emission{Name: ref.Name, Event: l.events[ref.Name], Data: p.data(l.plain), Attributes: p.attributes(), Span: at}
}
