package asl

import (
	"strings"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// What the language of today adds becomes stages, expressions and items of the model. JSONPath and JSONata states differ in
// what their fields see; once lowered, the machine does the same with both.

// The limits of today's engine (asl today: "Limits").
const (
	maxPayload         = 262_144 // bytes of JSON text
	maxHistory         = 25_000  // events
	inlineAtOnce       = 40
	distributedAtOnce  = 10_000
	longestTimestamp   = 2_147_483_647 // seconds
	waitForToken       = ".waitForTaskToken"
	activityOfResource = ":activity:"
)

// answer and caught are what `$` stands for where a result or an error is looked at.
var (
	answer = &expr.Path{Root: expr.RootAnswer, Definite: true, Text: "$"}
	caught = &expr.Path{Root: expr.RootError, Definite: true, Text: "$"}
)

// template lowers a template, or notes that it cannot be.
func (l *lowering) template(t *Template, field string) expr.Expr {
	switch {
	case t == nil:
		return nil
	case t.Value != nil:
		return t.Value
	case t.assumed != nil:
		for _, c := range t.Computed {
			if c.Opaque {
				l.flow.Assumed = append(l.flow.Assumed, workflow.Unsupported{What: quote(c.At), Why: c.Node.Text, Span: c.Node.Span})
			}
		}
		return t.assumed
	}
	l.unknown(t.Computed, field, t.Node.Span)
	return &expr.Literal{Span: t.Node.Span}
}

// unknown notes the parts of a value that are not known, or the whole.
func (l *lowering) unknown(parts []*Computed, field string, whole source.Span) {
	for _, c := range parts {
		if c.Expr != nil {
			continue
		}
		if c.Opaque {
			l.unsupported("a placeholder in "+quote(field), c.Node.Span)
		} else {
			l.unsupported("a mistake in "+quote(field), c.Node.Span)
		}
		return
	}
	l.unsupported("a mistake in "+quote(field), whole)
}

// on evaluates an expression with another value as `$`.
func on(x, of expr.Expr) expr.Expr {
	if of == nil {
		return nil
	}
	if _, constant := of.(*expr.Literal); constant {
		return of
	}
	return &expr.Focus{On: x, Of: of}
}

// assignments lowers a field Assign, whose expressions see as `$` what see is the path to; nil: their input.
func (l *lowering) assignments(a *Assignments, see expr.Expr) *workflow.Assign {
	if a == nil {
		return nil
	}
	out := &workflow.Assign{Node: a.Node}
	for _, v := range a.Variables {
		x := l.template(v.Value, "Assign")
		if see != nil {
			x = on(see, x)
		}
		out.Variables = append(out.Variables, workflow.Variable{Name: v.Name, NameSpan: v.Member.KeySpan, Value: x})
	}
	return out
}

// seen is what `$` is in the assignments of a state; nil in JSONata, which has no `$` (asl today: "What $ is in Assign").
func (s *State) seen() expr.Expr {
	switch {
	case s.JSONata():
		return nil
	case s.Type == Pass && s.Result != nil:
		return literal(s.Result)
	}
	return answer
}

// caughtIn is what `$` is in the assignments of a catcher: the error; nil in JSONata.
func caughtIn(s *State) expr.Expr {
	if s.JSONata() {
		return nil
	}
	return caught
}

// todayStages lowers the stages that today's language adds to those of 2016.
func (l *lowering) todayStages(n *workflow.Node, s *State) {
	d := &n.Data
	if s.Type != Choice {
		d.Assign = l.assignments(s.Assign, s.seen())
		if s.Output != nil {
			d.Result = l.template(s.Output, "Output")
		}
		if s.Type == Map || s.Type == Parallel {
			d.Result = ofResults(d.Result)
		}
	}
	if s.ResultSelector != nil {
		d.Result = on(answer, l.template(s.ResultSelector, "ResultSelector"))
	}
	switch {
	case s.Arguments != nil:
		d.Payload = l.template(s.Arguments, "Arguments")
	case s.Parameters != nil:
		d.Payload = l.template(s.Parameters, "Parameters")
	}
	n.History = historyOf(s)
}

// historyOf is what a state adds to the history of an execution (asl today: "History and mocks").
func historyOf(s *State) workflow.Events {
	switch s.Type {
	case Task:
		e := workflow.Events{Entry: 1, Attempt: 3, Exit: 1}
		if s.Resource != nil && strings.HasPrefix(patternOf(s.Resource.Value), ".") {
			e.Attempt = 4
		}
		return e
	case Parallel:
		return workflow.Events{Entry: 2, Exit: 2}
	case Map:
		if s.Processor != nil && s.Processor.Distributed() {
			return workflow.Events{Entry: 3, Exit: 3}
		}
		return workflow.Events{Entry: 2, Region: 2, Exit: 2}
	case Fail:
		return workflow.Events{Entry: 1}
	}
	return workflow.Events{Entry: 1, Exit: 1}
}

// computedLength lowers the JSONata expression of a field as a length of time; it reports false if there is none.
func (l *lowering) computedLength(s *State, field string, want wanted) (workflow.Length, bool) {
	c := s.computed(field)
	if c == nil {
		return workflow.Length{}, false
	}
	if c.Expr == nil {
		l.unknown([]*Computed{c}, field, c.Node.Span)
		return workflow.Length{Expr: &expr.Literal{Value: int64(0)}}, true // without a place: it could not be read
	}
	return workflow.Length{Expr: typed(c, want), Span: c.Node.Span}, true
}

// number lowers a field that has a number, a path to one, or an expression for one; nil if the state has none of them.
func (l *lowering) count(s *State, field string, n *Number, p *Path, want wanted) expr.Expr {
	switch c := s.computed(field); {
	case n != nil:
		return literal(n.Node)
	case c != nil && c.Expr != nil:
		return typed(c, want)
	case c != nil:
		l.unknown([]*Computed{c}, field, c.Node.Span)
	case p != nil && p.Path != nil:
		return p.Path
	case p != nil:
		l.unsupported("an invalid path or a placeholder", p.Node.Span)
	}
	return nil
}

// limitTimer lowers a time limit of a task; it reports false if there is none.
func (l *lowering) limitTimer(s *State, field string, n *Number, p *Path) (workflow.Length, bool) {
	if n != nil {
		return inSeconds(n), true
	}
	if length, ok := l.computedLength(s, field, wanted{kind: wantInteger, least: 1, most: maxSeconds}); ok {
		return length, true
	}
	switch {
	case p == nil:
		return workflow.Length{}, false
	case p.Path == nil:
		l.unsupported("an invalid path or a placeholder", p.Node.Span)
		return workflow.Length{}, false
	}
	return workflow.Length{Expr: p.Path, Whole: true, Numeral: true, Least: 1, Most: maxSeconds, Span: p.Node.Span}, true
}

// failing lowers what a Fail state raises.
func (l *lowering) failing(s *State) *workflow.Raises {
	part := func(field string, t *Text, p *Path) expr.Expr {
		switch c := s.computed(field); {
		case t != nil:
			return literal(t.Node)
		case c != nil && c.Expr != nil:
			return typed(c, wanted{kind: wantText})
		case c != nil:
			l.unknown([]*Computed{c}, field, c.Node.Span)
		case p != nil && p.Call != nil:
			return p.Call
		case p != nil && p.Path != nil:
			return p.Path
		case p != nil:
			l.unsupported("an invalid path or a placeholder", p.Node.Span)
		}
		return nil
	}
	return &workflow.Raises{Name: part("Error", s.Error, s.ErrorPath), Cause: part("Cause", s.Cause, s.CausePath)}
}

// laterCondition lowers a choice rule of today's language, or returns nil if it cannot be.
func (l *lowering) laterCondition(c *Rule) expr.Expr {
	if c.Operator != nil && c.Operator.Key == "Condition" {
		switch {
		case c.Condition != nil && c.Condition.Expr != nil:
			return typed(c.Condition, wanted{kind: wantBoolean})
		case c.Condition != nil:
			l.unknown([]*Computed{c.Condition}, "Condition", c.Condition.Node.Span)
		case c.Operand != nil:
			return literal(c.Operand)
		}
		return nil
	}
	if c.Variable == nil || c.Variable.Path == nil {
		return nil
	}
	switch {
	case c.Test != nil:
		return &expr.Is{Type: c.Test.Type, Operand: c.Variable.Path, Not: !c.Test.Want, Span: c.Node.Span}
	case c.OperandPath != nil && c.OperandPath.Path != nil:
		return &expr.Compare{Op: c.Compare, As: codeUnits(c), Left: c.Variable.Path, Right: c.OperandPath.Path, Span: c.Node.Span}
	case c.Operand != nil:
		return &expr.Compare{Op: c.Compare, As: c.As, Left: c.Variable.Path, Right: literal(c.Operand), Span: c.Node.Span}
	}
	return nil
}

// codeUnits is how a rule looks at its operands. Today's engine orders texts by UTF-16 code units.
func codeUnits(c *Rule) expr.Typing {
	if c.As == expr.Text && c.Compare != expr.Equal {
		return expr.CodeUnits
	}
	return c.As
}
