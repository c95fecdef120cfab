package sw

import (
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// edges lowers the transitions out of a state: those of its conditions, its default, its own, and those that errors take.
func (l *lowering) edges(n *workflow.Node, s *State) {
	for _, c := range s.DataConditions {
		if e := l.connect(n, c.Next, c.Node, workflow.Guarded); e != nil {
			if c.If.path() == nil {
				l.unsupported("a condition", "", headOf(c.Node))
				continue
			}
			e.Guard, e.Title = c.If.holds(), textIn(c.Node.Get("metadata"), "title")
			l.keep(func() *source.Node { return raiseDataCondition(e) }, c.Node, &e.Extras)
		}
	}
	l.eventConditions(n, s)
	if s.Type == Switch {
		l.otherwise(n, s)
	} else if m := s.Node.Member("transition"); m != nil {
		l.connect(n, s.Next, m.Value, workflow.Next)
	}
	switch {
	case s.End != nil && s.Type != Switch:
		l.ending(n, s)
	case s.Type == Switch && s.Node.Member("dataConditions") == nil && !s.onEvents():
		l.dangling("a switch without conditions", n.Element.NameSpan)
	case leaves(s) && s.Node.Member("transition") == nil, s.Type == NoType && s.Next == nil:
		l.dangling("a state with neither a transition nor an end", n.Element.NameSpan)
	}
	for _, h := range s.Handlers {
		l.handler(n, s, h)
	}
}

// eventConditions lowers the conditions of a switch on events, each of which is the event that it waits for.
func (l *lowering) eventConditions(n *workflow.Node, s *State) {
	if n.Kind != workflow.Await {
		return
	}
	n.Awaits = &workflow.Awaits{Kind: "event", For: []workflow.Trigger{}}
	for _, c := range s.EventConditions {
		e := l.connect(n, c.Next, c.Node, workflow.Guarded)
		if e == nil || c.Event == nil {
			continue
		}
		e.Guard = &expr.Foreign{Language: Dialect{}.Name(), Text: c.Event.Name, Span: c.Event.Node.Span}
		t := l.trigger(c.Event, c.Filter)
		t.Edge = e
		n.Awaits.For = append(n.Awaits.For, t)
		l.keep(func() *source.Node { return raiseEventCondition(&t) }, c.Node, &e.Extras)
	}
}

// ending lowers the end of a workflow (sw: "End Definition").
func (l *lowering) ending(n *workflow.Node, s *State) {
	if s.Next != nil {
		l.unsupported("a state with two transitions", "", headOf(s.End.Node))
	}
	kind := "default"
	if s.End.Kind != nil {
		kind = s.End.Kind.Value
	}
	from := n
	if kind == "event" {
		if emit := l.producing(n, s.End.Produce, headOf(s.End.Node)); emit != nil {
			l.flow.Connect(n, emit, workflow.ToEnd, s.End.Node.Span)
			from = emit
		}
	}
	end := l.flow.AddNode(n.Region, n.Element, workflow.End, workflow.Ending)
	end.Terminates = kind == "terminate"
	l.flow.Connect(from, end, workflow.ToEnd, s.End.Node.Span)
}

// producing adds the node that produces an event; nil if the definition names none.
func (l *lowering) producing(n *workflow.Node, p *Produce, at source.Span) *workflow.Node {
	if p == nil || p.Event == nil {
		l.unsupported("an event that is not named", "", at)
		return nil
	}
	emit := l.flow.AddNode(n.Region, n.Element, workflow.Emit, workflow.Producing)
	emit.Span = p.Node.Span
	emit.Emits = l.emission(p.Event, &p.Payload, p.Node.Span)
	return emit
}

// handler lowers the path of an error. What went well before it stays in the data, the error is merged, and what goes on is
// filtered as if the state had succeeded (sw: "Error Definition").
func (l *lowering) handler(n *workflow.Node, s *State, h *Handler) {
	e := l.connect(n, h.Next, h.Node, workflow.OnError)
	if e == nil {
		return
	}
	if h.Expression.path() == nil {
		l.unsupported("an error handler without an expression", "", headOf(h.Node))
		return
	}
	e.On = matcher(h.Expression)
	e.Data = workflow.Stages{Result: ofError(h.Filter, l.plain), Combine: merging(h.Node.Span), Output: l.outputOf(s.Filter)}
	l.keep(func() *source.Node { return raiseHandler(e) }, h.Node, &e.Extras)
}

// otherwise lowers the default of a switch, which one on events takes when its time is over.
func (l *lowering) otherwise(n *workflow.Node, s *State) {
	kind := workflow.Default
	if s.onEvents() && s.EventTimeout != nil {
		kind = workflow.OnTimer
	}
	e := l.connect(n, s.Default, s.Node, kind)
	if e == nil || kind == workflow.Default {
		return
	}
	e.Data.Output = l.outputOf(s.Filter)
	at := s.EventTimeout
	n.Timers = append(n.Timers, workflow.Timer{Length: length(at.Node, at.Expr), Counts: workflow.PerVisit, Edge: e, Interrupting: true, Span: at.Node.Span})
}

// connect lowers a transition, or returns nil if it leads to no state. Where the name does not exist it is the state that
// was meant, so that what is checked on the net does not suffer from a misspelled name; such a net is not run. If the
// transition produces an event, that is a node on the way.
func (l *lowering) connect(from *workflow.Node, t *Transition, at *source.Node, kind workflow.EdgeKind) *workflow.Edge {
	switch {
	case t == nil || t.Next == nil:
		l.dangling("a transition without a state", headOf(at))
		return nil
	case l.nodeOf(t.Next.State) == nil:
		l.dangling("a transition to a state that does not exist", t.Next.Node.Span)
		return nil
	case t.Next.Guessed:
		l.unsupported("a transition to a state that does not exist", "", t.Next.Node.Span)
		l.flow.Root.Guessed = true
	}
	to := l.nodeOf(t.Next.State)
	if t.Node.Member("produceEvent") != nil {
		if emit := l.producing(from, t.Produce, headOf(t.Node)); emit != nil {
			l.flow.Connect(emit, to, workflow.Next, t.Next.Node.Span)
			to = emit
		}
	}
	e := l.flow.Connect(from, to, kind, t.Next.Node.Span)
	if t.Expression.path() != nil {
		e.Require = t.Expression.holds()
	}
	return e
}

// retry lowers a retry definition. If both have a number, the smaller one counts (sw: "Retry Definition").
func (l *lowering) retry(n *workflow.Node, x *Retry) {
	if x.Expression.path() == nil {
		l.unsupported("a retry without an expression", "", headOf(x.Node))
		return
	}
	zero := workflow.Length{Expr: &expr.Literal{Value: noDelay}, Unit: workflow.Duration, Span: x.Node.Span}
	r := workflow.Retrier{On: matcher(x.Expression), Limit: 1, Delay: &zero, Span: x.Node.Span}
	switch {
	case x.MaxAttempts != nil && x.MaxAttempts.Value < 0:
		r.Most = x.MaxAttempts.Expr.value()
	case x.MaxAttempts != nil:
		r.Limit = x.MaxAttempts.Value
	}
	if i := x.Interval; i != nil {
		if i.Repeats >= 0 && (x.MaxAttempts == nil || i.Repeats < r.Limit) {
			r.Limit = i.Repeats
		}
		delay := length(i.Node, i.Expr)
		if i.Expr == nil {
			delay.Expr = &expr.Literal{Value: i.Length, Span: i.Node.Span}
		}
		r.Delay = &delay
	}
	if x.Multiplier != nil {
		longer := length(x.Multiplier.Node, x.Multiplier.Expr)
		r.Longer = &longer
	}
	r.Implied = x.MaxAttempts == nil
	n.Retry = append(n.Retry, r)
	last := len(n.Retry) - 1
	l.keepIn(func() *source.Node { return raiseRetry(&n.Retry[last]) }, x.Node, func(extras workflow.Extras) { n.Retry[last].Extras = extras })
}
