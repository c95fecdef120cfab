package asl

import (
	"math"
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// retriers writes how often a state is retried (asl 2016: "Retrying after error").
func (m *machineWriter) retriers(s *source.Node, n *workflow.Node) {
	all := list()
	for i := range n.Retry {
		if r := m.retrier(n, &n.Retry[i]); r != nil {
			all.Items = append(all.Items, r)
			if takesAll(r) {
				break
			}
		}
	}
	if len(all.Items) > 0 {
		dialects.Put(s, "Retry", all)
	}
}

func (m *machineWriter) retrier(n *workflow.Node, r *workflow.Retrier) *source.Node {
	names := m.errorEquals(r.On)
	seconds := r.Interval
	if r.Delay != nil {
		var ok bool
		if seconds, _, ok = fixedSeconds(r.Delay); !ok {
			names = nil
		}
	}
	limit, fixed := attempts(r)
	if names == nil || r.Longer != nil || !fixed {
		m.lose(&dialects.LossRetry, r.Span, n.Element, "", "a retry of %q is dropped: asl cannot express when it applies", n.Name())
		return nil
	}
	x := dialects.NewObject()
	dialects.Put(x, "ErrorEquals", names)
	factor := r.Factor
	if factor == 0 || r.Delay != nil && factor < 1 {
		factor = 1
	}
	if whole := math.Ceil(max(seconds, 1)); whole != seconds || factor < 1 {
		m.lose(&dialects.LossRetryInterval, r.Span, n.Element, number(whole).Text+" s", "asl cannot retry %q after %v s", n.Name(), seconds)
		seconds, factor = whole, max(factor, 1)
	}
	if seconds != defaultInterval {
		dialects.Put(x, "IntervalSeconds", number(seconds))
	}
	if limit != defaultAttempts {
		dialects.Put(x, "MaxAttempts", number(float64(limit)))
	}
	if factor != defaultBackoff && limit > 1 {
		dialects.Put(x, "BackoffRate", number(factor))
	}
	if r.Longest > 0 && m.level == Current {
		dialects.Put(x, "MaxDelaySeconds", number(math.Ceil(r.Longest)))
	}
	if r.Jitter && m.level == Current {
		dialects.Put(x, "JitterStrategy", dialects.NewText("FULL"))
	}
	return x
}

// attempts is how many attempts follow the first, if that is known.
func attempts(r *workflow.Retrier) (int, bool) {
	if r.Most == nil {
		return r.Limit, true
	}
	l, ok := r.Most.(*expr.Literal)
	if !ok {
		return 0, false
	}
	n, ok := l.Value.(int64)
	return int(n), ok && n >= 0
}

// takesAll reports whether a retrier or catcher takes every error. It must be the last one.
func takesAll(x *source.Node) bool {
	names := x.Get("ErrorEquals")
	return len(names.Items) == 1 && names.Items[0].Text == errAll
}

// errorEquals are the names of what a matcher takes, or nil if names cannot express it.
func (d *document) errorEquals(on workflow.Matcher) *source.Node {
	names := list()
	for i := range on {
		c := &on[i]
		name := c.Name
		switch table := &d.flow.Errors; {
		case c.If != nil:
			return nil
		case c.All:
			return list(dialects.NewText(errAll)) // which must be the only one
		case c.Class&workflow.ClassTask != 0:
			name = errTaskFailed
		case name != "" && name == table.Task.Name && !table.Hidden:
			d.note("a task that fails without a name fails with %q in the source, and with %q here: have it give that name", name, errTaskFailed)
		case c.Class&(workflow.ClassTimeout|workflow.ClassHeartbeat) != 0, name == table.Timeout.Name:
			name = errTimeout
		case c.Class&workflow.ClassBranch != 0:
			name = errBranchFailed
		case name == table.NoMatch.Name:
			name = errNoChoiceMatched
		}
		if name == "" {
			return nil
		}
		names.Items = append(names.Items, dialects.NewText(name))
	}
	if len(names.Items) == 0 {
		return nil
	}
	return names
}

// catchers writes where errors lead (asl 2016: "Fallback states").
func (m *machineWriter) catchers(s *source.Node, n *workflow.Node) {
	all, caught := list(), map[string]bool{}
	for i := range n.Timers {
		if t := &n.Timers[i]; t.Completes {
			all.Items = append(all.Items, m.completion(n))
			caught[errTimeout] = true
		}
	}
	for _, e := range n.Out {
		if e.Kind != workflow.OnError {
			continue
		}
		names := m.errorEquals(e.On)
		if names == nil {
			m.lose(&dialects.LossHandler, e.Span, n.Element, "", "an error handler of %q is dropped: asl matches errors by their names", n.Name())
			continue
		}
		if late := m.timeout(n, e); late != nil && !caught[errTimeout] {
			all.Items = append(all.Items, late)
			caught[errTimeout] = true
		}
		if names = remaining(names, caught); len(names.Items) == 0 {
			continue
		}
		c := dialects.NewObject()
		dialects.Put(c, "ErrorEquals", names)
		m.caught(c, e)
		dialects.Put(c, "Next", m.reference(e.To))
		all.Items = append(all.Items, c)
		if takesAll(c) {
			break
		}
	}
	if len(all.Items) > 0 {
		dialects.Put(s, "Catch", all)
	}
}

// timeout is a catcher for a time limit alone, where the error gets into the document and the source has another name for it; else nil.
func (m *machineWriter) timeout(n *workflow.Node, e *workflow.Edge) *source.Node {
	t := &m.flow.Errors
	limited := slices.ContainsFunc(n.Timers, func(t workflow.Timer) bool { return t.Edge == nil && t.Raises == workflow.ClassTimeout })
	taken := e.On.Matches(t.Timeout.Name, workflow.ClassTimeout) && !(len(e.On) == 1 && e.On[0].Name == t.Timeout.Name)
	if !m.queries || !limited || !taken || m.sameErrors() || e.Data.Combine == nil || e.Data.Combine.Mode == workflow.Drop {
		return nil
	}
	late := *e
	raised := &expr.Literal{Value: t.Object(t.Timeout.Name, workflow.TimedOut)}
	if late.Data.Result == nil {
		late.Data.Result = raised
	} else if p, ok := late.Data.Result.(*expr.Path); ok && p.Root == expr.RootError && len(p.Steps) == 0 {
		late.Data.Result = raised
	} else {
		return nil
	}
	c := dialects.NewObject()
	dialects.Put(c, "ErrorEquals", list(dialects.NewText(errTimeout)))
	m.caught(c, &late)
	dialects.Put(c, "Next", m.reference(e.To))
	return c
}

// completion is the catcher of a time limit after which a run goes on with what it has.
func (m *machineWriter) completion(n *workflow.Node) *source.Node {
	c := dialects.NewObject()
	dialects.Put(c, "ErrorEquals", list(dialects.NewText(errTimeout)))
	m.dropCaught(c)
	for _, e := range n.Out {
		if e.Kind == workflow.Next || e.Kind == workflow.ToEnd {
			dialects.Put(c, "Next", m.reference(e.To))
			return c
		}
	}
	dialects.Put(c, "Next", m.reference(&workflow.Node{Kind: workflow.End, Role: workflow.Ending}))
	return c
}

func (m *machineWriter) dropCaught(c *source.Node) {
	if m.queries {
		dialects.Put(c, "Output", dialects.NewText(marked("$states.input")))
	} else {
		dialects.Put(c, "ResultPath", nothing())
	}
}

// caught writes what of an error gets into the document.
func (m *machineWriter) caught(c *source.Node, e *workflow.Edge) {
	into := e.Data.Combine
	if !m.queries {
		switch {
		case into == nil:
		case into.Mode == workflow.Drop:
			m.dropCaught(c)
		case into.Mode == workflow.SetAt && isReference(into.Path):
			dialects.Put(c, "ResultPath", dialects.NewText(into.Path.String()))
		default:
			dialects.Put(c, "ResultPath", dialects.NewText("$.error"))
		}
		if !m.sameErrors() && (into == nil || into.Mode != workflow.Drop) {
			m.lose(&dialects.LossErrorData, e.Span, e.From.Element, "an object with Error and Cause", "errors that are stored in the document have other members")
		}
		return
	}
	if e.Data.Assign != nil {
		m.assignments(c, e.Data.Assign, e.From)
	}
	result := e.Data.Result
	switch {
	case into == nil && result == nil && m.sameErrors():
		return
	case result == nil:
		result = expr.NewPath(expr.RootError)
	}
	if into == nil || into.Mode == workflow.Replace {
		m.field(c, "Output", result, e.From)
		return
	}
	text, ok := m.query(result)
	if !ok && into.Mode != workflow.Drop {
		m.lose(&dialects.LossErrorData, e.Span, e.From.Element, "the whole error", "asl cannot express what %q keeps of an error", e.From.Name())
		text = "$states.errorOutput"
	}
	dialects.Put(c, "Output", dialects.NewText(marked(queryCombined(into, "$states.input", text))))
}

// sameErrors reports whether the source has errors in the data as asl does.
func (d *document) sameErrors() bool {
	return d.flow.Errors.NameKey == "Error" && d.flow.Errors.CauseKey == "Cause"
}
