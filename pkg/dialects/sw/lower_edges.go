package sw

import (
	"strings"
	"time"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// edges lowers the ways out of a state: those of its conditions, its default, its own, and those that errors take.
func (l *lowering) edges(n *workflow.Node, s *State) {
	for _, c := range s.DataConditions {
		if e := l.connect(n, c.Next, c.Node, workflow.Guarded); e != nil {
			e.Guard = condition(c.If)
			if c.If.path() != nil {
				e.Guard = c.If.holds()
			}
		}
	}
	for _, c := range s.EventConditions {
		if e := l.connect(n, c.Next, c.Node, workflow.Guarded); e != nil && c.Event != nil {
			e.Guard = &expr.Foreign{Language: Dialect{}.Name(), Text: c.Event.Name, Span: c.Event.Node.Span}
		}
	}
	if s.Type == Switch {
		l.otherwise(n, s)
	} else if m := s.Node.Member("transition"); m != nil {
		l.connect(n, s.Next, m.Value, workflow.Next)
	}
	switch {
	case s.End != nil && s.Type != Switch:
		l.end(n, s.End.Node.Span)
	case s.Type == Switch && s.Node.Member("dataConditions") == nil && s.Node.Member("eventConditions") == nil:
		l.dangling("a switch without conditions", n.Element.NameSpan)
	case leaves(s) && s.Node.Member("transition") == nil, s.Type == NoType && s.Next == nil:
		l.dangling("a state that leads nowhere", n.Element.NameSpan)
	}
	for _, h := range s.Handlers {
		if e := l.connect(n, h.Next, h.Node, workflow.OnError); e != nil && h.Expression != nil {
			t := h.Expression.Node
			e.On = workflow.Matcher{{Text: strings.TrimSpace(t.Text), Span: t.Span}}
		}
	}
}

// otherwise lowers the default of a switch, which one on events takes when its time is over.
func (l *lowering) otherwise(n *workflow.Node, s *State) {
	kind := workflow.Default
	if s.Node.Member("eventConditions") != nil && s.EventTimeout != nil {
		kind = workflow.OnTimer
	}
	e := l.connect(n, s.Default, s.Node, kind)
	if e == nil || kind == workflow.Default {
		return
	}
	at := s.EventTimeout.Node
	n.Timers = append(n.Timers, workflow.Timer{Length: workflow.Length{Expr: written(at), Unit: workflow.Duration, Span: at.Span},
		Counts: workflow.PerVisit, Edge: e, Interrupting: true, Span: at.Span})
}

// connect lowers a transition, or returns nil if it leads to no state. Where the name does not exist it is the state that
// was meant, so that what is checked on the net does not suffer from a misspelt name; such a net is not run.
func (l *lowering) connect(from *workflow.Node, t *Transition, at *source.Node, kind workflow.EdgeKind) *workflow.Edge {
	switch {
	case t == nil || t.Next == nil:
		l.dangling("a transition without a state", headOf(at))
		return nil
	case l.nodes[t.Next.State] == nil:
		l.dangling("a transition to a state that does not exist", t.Next.Node.Span)
		return nil
	case t.Next.Guessed:
		l.unsupported("a transition to a state that does not exist", "", t.Next.Node.Span)
		l.flow.Root.Guessed = true
	}
	return l.flow.Connect(from, l.nodes[t.Next.State], kind, t.Next.Node.Span)
}

// retry lowers a retry definition as far as it is drawn.
func (l *lowering) retry(n *workflow.Node, x *Retry) {
	if x.Expression == nil {
		return
	}
	t := x.Expression.Node
	r := workflow.Retrier{On: workflow.Matcher{{Text: strings.TrimSpace(t.Text), Span: t.Span}}, Limit: 1, Factor: 1, Span: x.Node.Span}
	if x.MaxAttempts != nil && x.MaxAttempts.Value >= 0 {
		r.Limit = x.MaxAttempts.Value
	}
	if x.Interval != nil {
		if x.Interval.Repeats >= 0 && (x.MaxAttempts == nil || x.Interval.Repeats < r.Limit) {
			r.Limit = x.Interval.Repeats
		}
		if d, err := iso8601.ParseDuration(x.Interval.Length); err == nil {
			zero := time.Time{}
			r.Interval = d.AddTo(zero).Sub(zero).Seconds()
		}
	}
	n.Retry = append(n.Retry, r)
}
