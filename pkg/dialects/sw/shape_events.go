package sw

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// foldEvents moves events that a step by itself produces, under the name of the event, to the transition to it again.
func (s *shaping) foldEvents(r *workflow.Region) {
	for _, n := range r.Nodes {
		if n.Kind != workflow.Emit || n.Element.Name != n.Emits.Name || len(n.In) != 1 || n == r.Start || len(n.Out) != 1 || !objectData(n.Emits) {
			continue
		}
		in, out := n.In[0], n.Out[0]
		ends := out.To.Kind == workflow.End && out.To.Role != workflow.Primary
		plain := (in.Kind == workflow.Next || in.Kind == workflow.ToEnd) && in.From.Kind != workflow.Choice && in.From.Kind != workflow.Await
		if out.Kind != workflow.Next && out.Kind != workflow.ToEnd || ends && !plain || in.From.Kind == workflow.Emit || n.Data.Output != nil {
			continue
		}
		n.Role = workflow.Producing
		if ends {
			in.Kind = workflow.ToEnd
		}
		s.produced(n)
	}
}

// emit makes an event that is produced by a step one that is produced by the transition from a state.
func (s *shaping) emit(n *workflow.Node) {
	event := n.Emits
	n.Kind, n.Element.Kind, n.Emits = workflow.Pass, Inject.String(), nil
	s.drops(n)
	produce := s.flow.AddNode(n.Region, n.Element, workflow.Emit, workflow.Producing)
	produce.Emits = event
	if !objectData(event) {
		s.lose(&dialects.LossEvents, n, "an event without data", "the data of the event %q is not an object", event.Name)
		event.Data = nil
	}
	s.produced(produce)
	for _, e := range slices.Clone(n.Out) {
		e.MoveStart(produce)
		in := s.flow.Connect(n, produce, workflow.Next, n.Span)
		if e.To.Kind == workflow.End && e.To.Role != workflow.Primary {
			in.Kind = workflow.ToEnd
		}
	}
}

// objectData reports whether the data of an event is what this dialect can give it: an object, or the whole document.
func objectData(e *workflow.Emission) bool {
	switch x := e.Data.(type) {
	case nil:
		return true
	case *expr.Literal:
		_, object := x.Value.(*value.Object)
		return object
	case *expr.Foreign:
		if x.Node == nil {
			return false
		}
		p, path := expr.Meant(x).(*expr.Path)
		return x.Node.Kind == source.Object || path && len(p.Steps) == 0
	}
	return false
}

// produced has the definition define an event that it produces.
func (s *shaping) produced(n *workflow.Node) {
	emits := *n.Emits
	emits.Extras = nil
	n.Emits = &emits
	if s.events.Named(emits.Name) != nil {
		return
	}
	event := &workflow.Event{Name: emits.Name, Type: emits.Name, Produced: true}
	if emits.Event != nil {
		event.Type, event.Source = emits.Event.Type, emits.Event.Source
	}
	s.flow.Events = append(s.flow.Events, event)
}

// trigger is the wait for an event of a type of that name, which the definition then has.
func (s *shaping) trigger(name string) workflow.Trigger {
	t := workflow.Trigger{Name: name}
	s.know(&t)
	t.Event = s.events.Named(name)
	return t
}

// longWait is how long a state waits for one of several events without a time limit, before it begins to wait again.
const longWait = "P100Y"

// await makes a wait for events an event state, or, where different events or the end of a time limit lead elsewhere, a switch on
// events.
func (s *shaping) await(n *workflow.Node) {
	s.drops(n)
	n.Data = workflow.Stages{Output: n.Data.Output}
	exit, limit := n.Onward(), s.waitLimit(n)
	one := exit != nil
	for i := range n.Awaits.For {
		t := &n.Awaits.For[i]
		s.know(t)
		if t.Edge == nil {
			t.Edge = exit
		}
		one = one && (t.Edge == exit || t.Edge != nil && exit != nil && t.Edge.To == exit.To)
	}
	if one && (limit == nil || limit.Edge == nil || limit.Edge.To == exit.To) {
		var timers []workflow.Timer
		if limit != nil {
			timers = []workflow.Timer{{Length: limit.Length}}
			if limit.Edge != nil {
				limit.Edge.Disconnect()
			}
		}
		for _, t := range n.Awaits.For {
			if t.Edge != exit {
				t.Edge.Disconnect()
			}
		}
		all := n.Awaits.All
		s.waitFor(n, n.Awaits.For)
		n.Body.Listens.Awaits.All, n.Body.Listens.Timers = all, timers
		s.react(n.Body.Listens, s.reactions[n])
		return
	}
	n.Element.Kind = Switch.String()
	if n.Awaits.All && len(n.Awaits.For) > 1 {
		s.lose(&dialects.LossAwait, n, "one of the events", "%q waits for all events, and for a time that leads elsewhere", n.Element.Name)
	}
	for i := range n.Awaits.For {
		if e := n.Awaits.For[i].Edge; e != nil {
			e.Kind, e.Guard = workflow.Guarded, nil
		}
	}
	n.Timers = nil
	if limit == nil || limit.Edge == nil {
		again := s.flow.Connect(n, n, workflow.OnTimer, n.Span)
		limit = &workflow.Timer{Length: workflow.Length{Expr: &expr.Literal{Value: longWait}}, Edge: again}
	}
	limit.Edge.Kind = workflow.OnTimer
	n.Timers = []workflow.Timer{*limit}
}

// know has the definition have the event of a trigger, with its data merged as a filter of this dialect can express.
func (s *shaping) know(t *workflow.Trigger) {
	if f, ok := t.Data.(*expr.Foreign); t.Data != nil && (!ok || f.Language != (Dialect{}).Name()) {
		t.Data = nil
	}
	if s.events.Named(t.Name) != nil {
		return
	}
	event := workflow.Event{Name: t.Name, Type: t.Name, Source: s.of.ID}
	if t.Event != nil {
		event = *t.Event
	}
	s.flow.Events = append(s.flow.Events, &event)
}

// waitLimit is the time limit of a wait: the shortest that leads somewhere.
func (s *shaping) waitLimit(n *workflow.Node) *workflow.Timer {
	var first *workflow.Timer
	for i := range n.Timers {
		t := &n.Timers[i]
		text, fixed := dialects.Duration8601(&t.Length)
		if !fixed {
			s.lose(&dialects.LossTimeout, n, "", "the time limit of %q depends on data: sw needs a duration", n.Element.Name)
			continue
		}
		if first == nil || lengthOf(t) < lengthOf(first) {
			limit := *t
			limit.Length = workflow.Length{Expr: &expr.Literal{Value: text}, Unit: workflow.Duration}
			first = &limit
		}
	}
	return first
}

// waitFor makes a node a state that waits for events and does nothing else.
func (s *shaping) waitFor(n *workflow.Node, triggers []workflow.Trigger) {
	triggers = slices.Clone(triggers)
	for i := range triggers {
		triggers[i].Edge = nil
	}
	n.Kind, n.Element.Kind, n.Awaits, n.Timers = workflow.Scope, EventState.String(), nil, nil
	r := &workflow.Region{Scope: n}
	listens := &workflow.Node{Kind: workflow.Await, Role: workflow.Acting, Element: n.Element, Region: r,
		Awaits: &workflow.Awaits{Kind: "event", For: triggers, FromScope: true}}
	r.Start, r.Nodes = listens, []*workflow.Node{listens}
	n.Body = &workflow.Body{Gather: workflow.GatherChanges, Regions: []*workflow.Region{r}, Listens: listens}
	for _, e := range n.Out {
		if e.Kind == workflow.Guarded {
			e.Kind = workflow.Next
		}
	}
}
