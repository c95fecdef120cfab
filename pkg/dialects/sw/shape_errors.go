package sw

import (
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// errors gives the retries and handlers of a node the expressions of this dialect. limited is true if an action has a time limit.
func (s *shaping) errors(n *workflow.Node, limited bool) {
	handled := false
	for i := range n.Retry {
		s.retry(n, &n.Retry[i])
	}
	for _, e := range n.Out {
		if e.Kind == workflow.OnError {
			handled = true
			s.handler(n, e)
		}
	}
	if limited && !handled && len(n.Retry) == 0 {
		// Without a handler the state would go on after the time limit: it is handled by not trying again.
		n.Retry = []workflow.Retrier{{On: workflow.Matcher{{Text: timeLimit}}, Delay: durationOf(0)}}
	}
}

// timeLimit is the condition of the error that ends what takes too long.
var timeLimit = errorNamed(errTimeout)

// durationOf is a length of seconds, as it is written.
func durationOf(seconds float64) *workflow.Length {
	text := noDelay
	if seconds > 0 {
		text = dialects.Seconds8601(seconds)
	}
	return &workflow.Length{Expr: &expr.Literal{Value: text}, Unit: workflow.Duration}
}

// retry writes a retrier: its delays grow by addition.
func (s *shaping) retry(n *workflow.Node, r *workflow.Retrier) {
	r.On, r.Extras, r.Implied = s.matching(n, r.On), nil, false
	if r.Delay == nil {
		longer := r.Interval * (r.Factor - 1)
		r.Delay = durationOf(r.Interval)
		if r.Limit > 1 && longer > 0 {
			r.Longer = durationOf(longer)
		}
	}
}

// handler writes the handler of some errors.
func (s *shaping) handler(n *workflow.Node, e *workflow.Edge) {
	e.On = s.matching(n, e.On)
	e.Data.Result = nil
	switch c := e.Data.Combine; {
	case c != nil && c.Mode == workflow.Drop:
		e.Data.Result = writtenTemplate(neverHolds).value()
	case c != nil && c.Mode == workflow.SetAt && len(c.Path.Steps) > 1:
		e.Data.Result = writtenTemplate("{{ " + c.Path.Text + " }}").value()
	}
}

// matching is the condition of the errors that a matcher takes.
func (s *shaping) matching(n *workflow.Node, m workflow.Matcher) workflow.Matcher {
	text := ""
	var names, but []string
	all := false
	for i := range m {
		c := &m[i]
		switch {
		case c.If != nil:
			text = strings.TrimSpace(c.Text)
		case c.All || c.Class&workflow.ClassBranch != 0:
			all, but = true, c.Except
		case c.Class&workflow.ClassTask != 0:
			if all = true; c.Class&workflow.ClassTimeout == 0 && len(but) == 0 {
				but = []string{errTimeout}
			}
		case c.Class&(workflow.ClassTimeout|workflow.ClassHeartbeat) != 0, c.Name != "" && c.Name == s.of.Errors.Timeout.Name:
			if names = append(names, errTimeout); c.Name != "" { // a worker may fail with that name, too
				names = append(names, c.Name)
			}
		case c.Name != "":
			names = append(names, c.Name)
		}
	}
	but = slices.Clone(but)
	for i := range but {
		if but[i] == s.of.Errors.Timeout.Name {
			but[i] = errTimeout
		}
	}
	but = slices.DeleteFunc(but, func(name string) bool { return slices.Contains(names, name) })
	slices.Sort(names)
	names = slices.Compact(names)
	switch {
	case text != "":
	case all:
		if s.unmatched[n] {
			but = append(but, errRefused)
		}
		text = errorsBut(but...)
	case len(names) == 0:
		s.lose(&dialects.LossHandler, n, "", "sw has no name for the errors that %q handles", n.Element.Name)
		text = neverHolds
	default:
		text = errorNamed(names...)
	}
	return workflow.Matcher{{Text: text}}
}

// unmatchedParts are the nodes with parts in which a choice that nothing matches fails the run, whatever handlers there are. Those in which
// something fails on purpose are not among them: it fails by the same error of this dialect, and a handler takes that.
func unmatchedParts(p *workflow.Program) map[*workflow.Node]bool {
	unmatched, failing := map[*workflow.Node]bool{}, map[*workflow.Node]bool{}
	for _, flow := range p.Workflows {
		for _, n := range flow.Nodes {
			for scope := n.Region.Scope; scope != nil; scope = scope.Region.Scope {
				failing[scope] = failing[scope] || n.Kind == workflow.Fail
				unmatched[scope] = unmatched[scope] || flow.Errors.NoMatch.Fatal && n.Kind == workflow.Choice && n.NoMatch == workflow.MatchOrFail &&
					!slices.ContainsFunc(n.Out, func(e *workflow.Edge) bool { return e.Kind != workflow.Guarded })
			}
		}
	}
	for scope := range failing {
		unmatched[scope] = unmatched[scope] && !failing[scope]
	}
	return unmatched
}

// limits are the time limits of a call as an action has them: one, the shortest. A timer with an edge becomes a handler of the end of
// that time.
func (s *shaping) limits(n *workflow.Node) []workflow.Timer {
	var first *workflow.Timer
	for i := range n.Timers {
		t := &n.Timers[i]
		_, fixed := dialects.Duration8601(&t.Length)
		_, foreign := t.Length.Expr.(*expr.Foreign)
		switch {
		case !fixed && (!foreign || t.Length.Unit != workflow.Duration):
			s.lose(&dialects.LossTimeout, n, "", "the time limit of %q depends on data: sw needs a duration", n.Element.Name)
		case first == nil || fixed && lengthOf(t) < lengthOf(first):
			first = t
		}
	}
	for i := range n.Timers {
		t := &n.Timers[i]
		switch {
		case t.Edge == nil:
		case t == first:
			if len(n.Retry) > 0 {
				s.lose(&dialects.LossTimeLimit, n, "a time limit of each attempt", "a time limit of sw cannot cover all attempts at %q together", n.Element.Name)
			}
			t.Edge.Kind, t.Edge.On = workflow.OnError, workflow.Matcher{{Class: workflow.ClassTimeout}}
			t.Edge.Data = workflow.Stages{Combine: &workflow.Combine{Mode: workflow.Drop}}
			n.Out = append([]*workflow.Edge{t.Edge}, slices.DeleteFunc(slices.Clone(n.Out), func(e *workflow.Edge) bool { return e == t.Edge })...)
		default:
			s.lose(&dialects.LossTimeout, n, "", "a longer time limit of %q is dropped", n.Element.Name)
			t.Edge.Disconnect()
		}
	}
	if first == nil {
		return nil
	}
	length := first.Length
	if text, ok := dialects.Duration8601(&first.Length); ok {
		length.Expr = &expr.Literal{Value: text}
	}
	return []workflow.Timer{{Length: length, Counts: workflow.PerAttempt, Raises: workflow.ClassTimeout}}
}
