package asl

import (
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// edges lowers the transitions of a state.
func (l *lowering) edges(r *workflow.Region, s *State, nodes []*workflow.Node) {
	from := nodes[s.index]
	for _, c := range s.Choices {
		l.rule(r, from, s, c, nodes)
	}
	if s.Default != nil {
		e := l.connect(r, from, s.Default, workflow.Default, nodes)
		if e != nil && l.level == Current {
			e.Data.Assign, e.Data.Result = l.assignments(s.Assign, s.seen()), l.template(s.Output, "Output")
		}
	}
	for _, c := range s.Catch {
		l.catcher(r, from, s, c, nodes)
	}
	switch {
	case s.Next != nil:
		l.connect(r, from, s.Next, workflow.Next, nodes)
	case s.Type == Succeed || s.Type == Fail || s.Type == Choice:
	case s.End != nil && s.End.Value:
		end := l.flow.AddNode(r, from.Element, workflow.End, workflow.Ending)
		end.Span = s.End.Node.Span
		l.flow.Connect(from, end, workflow.ToEnd, s.End.Node.Span)
	default:
		r.Dangling = true
		l.unsupported("a state with neither a transition nor an end", s.NameSpan)
	}
}

// connect lowers a transition, or returns nil if its target does not exist.
func (l *lowering) connect(r *workflow.Region, from *workflow.Node, t *Transition, kind workflow.EdgeKind, nodes []*workflow.Node) *workflow.Edge {
	to := l.target(r, t, nodes)
	if to == nil {
		return nil
	}
	return l.flow.Connect(from, to, kind, t.Node.Span)
}

// target is the node that a transition leads to. Where the name does not exist it is the one that was meant, so that
// what is checked on the net does not suffer from a misspelled name; such a net is not run.
func (l *lowering) target(r *workflow.Region, t *Transition, nodes []*workflow.Node) *workflow.Node {
	if t.Target != nil {
		return nodes[t.Target.index]
	}
	if t.Placeholder {
		l.unsupported("a transition whose target is a placeholder", t.Node.Span)
	} else {
		l.unsupported("a transition to a state that does not exist", t.Node.Span)
	}
	if t.Meant == nil {
		r.Dangling = true
		return nil
	}
	r.Guessed = true
	return nodes[t.Meant.index]
}

func (l *lowering) rule(r *workflow.Region, from *workflow.Node, s *State, c *Rule, nodes []*workflow.Node) {
	known := len(l.flow.Unsupported)
	guard := l.condition(c)
	if guard == nil && len(l.flow.Unsupported) == known {
		l.unsupported("an invalid choice rule", c.Node.Span)
	}
	if c.Next == nil {
		r.Dangling = true
		l.unsupported("a choice rule without a target", c.Node.Span)
		return
	}
	if e := l.connect(r, from, c.Next, workflow.Guarded, nodes); e != nil {
		e.Guard, e.Title = guard, textOf(c.Comment)
		e.Span = c.Node.Span
		e.Extras = ruleExtras(nil, c, "")
		if l.level == Current {
			e.Data.Assign, e.Data.Result = l.assignments(c.Assign, s.seen()), l.template(c.Output, "Output")
		}
	}
}

// condition lowers a choice rule (asl 2016: "Choice State"), or returns nil if it cannot be.
func (l *lowering) condition(c *Rule) expr.Expr {
	l.later(c.Later)
	var parts []expr.Expr
	for _, sub := range c.Rules {
		x := l.condition(sub)
		if x == nil {
			return nil
		}
		parts = append(parts, x)
	}
	switch c.Kind {
	case RuleAnd:
		return &expr.Logic{Op: expr.And, Operands: parts, Span: c.Node.Span}
	case RuleOr:
		return &expr.Logic{Op: expr.Or, Operands: parts, Span: c.Node.Span}
	case RuleNot:
		if len(parts) == 1 {
			return &expr.Not{Operand: parts[0], Span: c.Node.Span}
		}
	case RuleCompare:
		if c.Variable != nil && c.Variable.Path != nil && c.Operand != nil {
			as := c.As
			if l.level == Current {
				as = codeUnits(c)
			}
			return &expr.Compare{Op: c.Compare, As: as, Left: c.Variable.Path, Right: literal(c.Operand), Span: c.Node.Span}
		}
	case RuleLater:
		if l.level == Current {
			return l.laterCondition(c)
		}
	}
	return nil
}

func (l *lowering) catcher(r *workflow.Region, from *workflow.Node, s *State, c *Catcher, nodes []*workflow.Node) {
	if c.Broken || c.Next == nil {
		r.Dangling = true
		l.unsupported("a catcher without a target", c.Node.Span)
		return
	}
	l.later(c.Later)
	if e := l.connect(r, from, c.Next, workflow.OnError, nodes); e != nil {
		e.On = matcher(c.ErrorEquals, l.level)
		e.Data.Combine = l.combine(c.ResultPath)
		e.Span = c.Node.Span
		if l.level == Current {
			e.Data.Result = l.template(c.Output, "Output")
			e.Data.Assign = l.assignments(c.Assign, caughtIn(s))
		}
		e.Extras = words.Extras(c.Extra, words.TextExtra("Comment", c.Comment), rootPath("ResultPath", c.ResultPath))
	}
}

func (l *lowering) retrier(n *workflow.Node, t *Retrier) {
	if t.Broken {
		l.unsupported("a retrier that is not an object", t.Node.Span)
		return
	}
	l.later(t.Later)
	r := workflow.Retrier{On: matcher(t.ErrorEquals, l.level), Limit: defaultAttempts, Interval: defaultInterval, Factor: defaultBackoff, Span: t.Node.Span}
	if t.MaxAttempts != nil {
		r.Limit = int(min(t.MaxAttempts.Value, 1e9))
	}
	if t.IntervalSeconds != nil {
		r.Interval = t.IntervalSeconds.Value
	}
	if t.BackoffRate != nil {
		r.Factor = t.BackoffRate.Value
	}
	if t.MaxDelaySeconds != nil {
		r.Longest = t.MaxDelaySeconds.Value
	}
	r.Jitter = textOf(t.JitterStrategy) == "FULL"
	r.Extras = words.Extras(t.Extra, words.TextExtra("Comment", t.Comment), numberExtra("IntervalSeconds", t.IntervalSeconds),
		numberExtra("MaxAttempts", t.MaxAttempts), numberExtra("BackoffRate", t.BackoffRate))
	n.Retry = append(n.Retry, r)
}

// matcher lowers ErrorEquals: names, and the names that stand for classes of errors.
func matcher(names []*Text, level Level) workflow.Matcher {
	out := make(workflow.Matcher, 0, len(names))
	for _, t := range names {
		c := workflow.Clause{Name: t.Value, Text: t.Value, Span: t.Node.Span}
		switch t.Value {
		case errAll:
			c.All = true
		case errTaskFailed:
			c.Class, c.Except = workflow.ClassTask, []string{errTimeout}
			if level == Current {
				c.Class |= workflow.ClassData | workflow.ClassNoMatch | workflow.ClassFail
			}
		case errBranchFailed:
			c.Class = workflow.ClassBranch
		case errHeartbeatTimeout:
			if level == Current {
				c.Class = workflow.ClassHeartbeat
			}
		}
		out = append(out, c)
	}
	return out
}
