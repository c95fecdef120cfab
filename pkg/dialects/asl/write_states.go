package asl

import (
	"math"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// writeState writes the state of a node.
func (m *machineWriter) writeState(n *workflow.Node) {
	const usual = 6
	s := dialects.NewObjectFor(usual)
	dialects.Put(m.states, m.names[n], s)
	dialects.Put(s, "Type", stateType(n).String())
	if n.Element.Primary == n {
		m.addComment(s, titleOf(n.Element.Title, n.Element.Name), n.Element.Doc)
	}
	switch n.Kind {
	case workflow.Pass:
		m.writeStages(s, n)
		m.lead(s, n)
	case workflow.Task:
		m.writeTask(s, n)
	case workflow.Emit:
		m.event(s, n)
		m.lead(s, n)
	case workflow.Choice:
		m.choice(s, n)
	case workflow.Wait:
		m.writeWait(s, n)
		m.lead(s, n)
	case workflow.Scope:
		m.writeScope(s, n)
	case workflow.End:
		m.writeStages(s, n)
	case workflow.Fail:
		m.writeFail(s, n)
	default:
		m.refuse(n, "%q (%s) has no counterpart in asl", n.Name(), n.Kind)
	}
	m.addExtras(s, withoutMarks(n.Element.Extras))
}

func (m *machineWriter) writeTask(s *source.Node, n *workflow.Node) {
	resource := m.resource(n.Call)
	dialects.Put(s, "Resource", resource)
	if n.Call.Token && !hasToken(resource) {
		s.Member("Resource").Value.Text = callbackResource
		m.noteTask(n.Call.Task, callbackResource)
		function := m.function(n.Call.Task)
		m.out.Workers = append(m.out.Workers, dialects.Renaming{From: n.Call.Task, To: function})
		m.writeStages(s, m.callback(n, function))
	} else {
		m.writeStages(s, n)
	}
	m.writeLimits(s, n)
	m.retriers(s, n)
	m.catchers(s, n)
	m.lead(s, n)
}

// writeLimits writes how long an attempt at a task may take.
func (m *machineWriter) writeLimits(s *source.Node, n *workflow.Node) {
	for i := range n.Timers {
		t := &n.Timers[i]
		switch {
		case m.own && t.Implied:
		case t.Edge != nil || t.Counts == workflow.PerArrival:
			m.lose(&dialects.LossTimeout, t.Span, n.Element, "", "a timer of %q is dropped", n.Name())
		case t.Raises == workflow.ClassHeartbeat:
			m.length(s, "HeartbeatSeconds", &t.Length, n)
		case s.Member("TimeoutSeconds") == nil && s.Member("TimeoutSecondsPath") == nil:
			if t.Counts == workflow.PerVisit && len(n.Retry) > 0 {
				m.lose(&dialects.LossTimeLimit, t.Span, n.Element, "a timeout of each attempt", "a timeout of %q covers all attempts together", n.Name())
			}
			m.length(s, "TimeoutSeconds", &t.Length, n)
		default:
			m.lose(&dialects.LossTimeout, t.Span, n.Element, "", "%q has two time limits, of which one is dropped", n.Name())
		}
	}
	if m.level == Level2016 && s.Member("TimeoutSeconds") == nil && n.Kind == workflow.Task {
		m.out.Note("tasks without a time limit get the largest that asl allows at level 2016")
		dialects.Put(s, "TimeoutSeconds", number(maxSeconds))
	}
}

// length writes a time, in whole seconds and at least one, or a path to it or an expression for it.
func (d *document) length(s *source.Node, field string, l *workflow.Length, n *workflow.Node) {
	var e *workflow.Element
	of := "the workflow"
	if n != nil {
		e, of = n.Element, quote(n.Name())
	}
	if d.addAsRead(s, field, l.Expr) {
		return
	}
	if seconds, exact, ok := wholeSeconds(l); ok {
		if !exact {
			d.lose(&dialects.LossTimeLimit, l.Span, e, number(float64(seconds)).Text+" s", "a time limit of %s is not a whole number of seconds", of)
		}
		dialects.Put(s, field, number(float64(seconds)))
		return
	}
	if l.Unit != workflow.Duration && d.computed(s, field, l.Expr) {
		return
	}
	d.lose(&dialects.LossTimeout, l.Span, e, "", "a time limit of %s is dropped: asl cannot express its length", of)
}

// computed writes a value that depends on the data: in JSONata, or as a reference path. It reports false if that cannot be.
func (d *document) computed(s *source.Node, field string, x expr.Expr) bool {
	if d.queries {
		text, ok := d.query(x)
		if ok {
			dialects.Put(s, field, marked(text))
		}
		return ok
	}
	p, ok := x.(*expr.Path)
	if ok = ok && isReference(p); ok {
		dialects.Put(s, field+"Path", p.String())
	}
	_, fixed := x.(*expr.Literal)
	d.pathless = d.pathless || !ok && !fixed
	return ok
}

// writeWait writes a state that lets time pass.
func (m *machineWriter) writeWait(s *source.Node, n *workflow.Node) {
	l := n.Until
	seconds, exact, fixed := fixedSeconds(l)
	x, isLiteral := l.Expr.(*expr.Literal)
	field := "Seconds"
	if l.Unit == workflow.Instant {
		field = "Timestamp"
	}
	switch {
	case m.addAsRead(s, field, l.Expr):
	case fixed && seconds == math.Trunc(seconds) && seconds <= maxSeconds:
		if !exact {
			m.lose(&lossWaitLength, n.Span, n.Element, number(seconds).Text+" s", "%q waits for months or years, which vary in length", n.Name())
		}
		dialects.Put(s, "Seconds", number(seconds))
	case fixed:
		whole, _, _ := wholeSeconds(l)
		m.lose(&lossWaitLength, n.Span, n.Element, number(float64(whole)).Text+" s", "%q does not wait for a whole number of seconds", n.Name())
		dialects.Put(s, "Seconds", number(float64(whole)))
	case l.Unit == workflow.Instant && isLiteral:
		dialects.Put(s, "Timestamp", dialects.Written(x))
	case l.Unit == workflow.Duration || !m.computed(s, field, l.Expr):
		m.refuse(n, "asl cannot express how long %q waits", n.Name())
	}
	m.writeStages(s, n)
}

// writeFail writes a state that raises an error. In 2016 it has both fields (asl: "Fail State"): the name of the state is the cause that it
// lacks.
func (m *machineWriter) writeFail(s *source.Node, n *workflow.Node) {
	for _, part := range []struct {
		field string
		x     expr.Expr
	}{{"Error", n.Raises.Name}, {"Cause", n.Raises.Cause}} {
		if m.addAsRead(s, part.field, part.x) {
			continue
		}
		switch x := part.x.(type) {
		case nil:
			if m.level == Level2016 {
				dialects.Put(s, part.field, n.Name())
			}
		case *expr.Literal:
			if x.Value != nil {
				dialects.Put(s, part.field, dialects.Written(x))
			}
		default:
			if m.level == Level2016 || !m.computed(s, part.field, x) {
				m.lose(&dialects.LossErrorName, x.Range(), n.Element, "", "asl cannot express the %s of %q", part.field, n.Name())
			}
		}
	}
}

// writeScope writes parts that run side by side, or for each item.
func (m *machineWriter) writeScope(s *source.Node, n *workflow.Node) {
	b := n.Body
	if b.Detached || b.Enough != nil {
		m.lose(&dialects.LossJoinedLate, n.Element.NameSpan, n.Element, "a wait for all of them", "%q does not wait for all of its parts", n.Name())
	}
	if b.Each {
		if !m.own {
			m.writeConcurrency(s, n)
			m.writeItems(s, n)
		}
		dialects.Put(s, processorField(n), m.writeBranch(b.Regions[0], n))
	} else {
		dialects.Put(s, "Branches", dialects.NewList(b.Regions, func(r *workflow.Region) *source.Node { return m.writeBranch(r, n) }))
	}
	m.writeStages(s, n)
	m.retriers(s, n)
	m.catchers(s, n)
	m.lead(s, n)
}

// writeBranch writes a region of a scope.
func (m *machineWriter) writeBranch(r *workflow.Region, n *workflow.Node) *source.Node {
	if isImplied(r.Start) { // nothing happens
		name := m.taken.Free(n.Name() + ": nothing")
		return dialects.NewObject("StartAt", name, "States", dialects.NewObject(name, dialects.NewObject("Type", Pass.String(), "End", true)))
	}
	return m.document.machine(r, r.Extras)
}

func (m *machineWriter) writeConcurrency(s *source.Node, n *workflow.Node) {
	most := n.Body.Most
	if l, ok := most.(*expr.Literal); ok {
		dialects.Put(s, "MaxConcurrency", dialects.Written(l))
	} else if most != nil && !m.computed(s, "MaxConcurrency", most) {
		m.lose(&dialects.LossIteration, n.Element.NameSpan, n.Element, "as many at once as asl allows", "asl cannot express how many parts of %q run at once", n.Name())
	}
}
