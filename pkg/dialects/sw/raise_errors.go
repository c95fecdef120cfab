package sw

import (
	"math"
	"slices"
	"strconv"
	"time"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// The names of the errors of a time limit, and of a transition that is not allowed.
const (
	errTimeout = "Timeout"
	errRefused = "TransitionRefused"
)

// writeTask writes the call of a function.
func (d *draft) writeTask(n *workflow.Node) {
	s := d.add(d.mains[n], Operation)
	a := d.action(n)
	dialects.Put(s, "actions", list(a))
	d.describe(s, n.Element, d.mains[n])
	d.addFilter(s, "stateDataFilter", "dataOutputPath", d.selected(n, n.Data.Output))
	leaves := d.writeLimits(n, a)
	d.writeHandlers(s, n, leaves, a.Get("timeout") != nil)
	d.leave(s, d.wayAfter(n))
}

// writeLimits writes the time limit of a call, and returns the edge that is taken when it is over, or nil.
func (d *draft) writeLimits(n *workflow.Node, a *source.Node) *workflow.Edge {
	t := d.limit(n)
	if t == nil {
		return nil
	}
	length, _ := duration8601(&t.Length)
	dialects.Put(a, "timeout", dialects.NewText(length))
	if t.Edge != nil && len(n.Retry) > 0 {
		d.lose(&dialects.LossTimeLimit, t.Span, n.Element, "a timeout of each attempt", "an sw timeout cannot cover all attempts together")
	}
	return t.Edge
}

// limit is the timer of a node that becomes its time limit: the one that fires first. It is nil if there is none.
func (d *draft) limit(n *workflow.Node) *workflow.Timer {
	var first *workflow.Timer
	for i := range n.Timers {
		t := &n.Timers[i]
		_, ok := duration8601(&t.Length)
		switch {
		case t.Raises == workflow.ClassHeartbeat:
			d.lose(&dialects.LossTimeout, t.Length.Span, n.Element, "", "the heartbeat of a task is dropped: sw has none")
		case t.Edge != nil && d.alone == n:
		case t.Edge != nil && !t.Interrupting:
			d.lose(&dialects.LossTimeout, t.Span, n.Element, "", "a timer that does not interrupt its step is dropped, with the path that it starts")
		case !ok:
			d.lose(&dialects.LossTimeout, t.Length.Span, n.Element, "", "a timeout that depends on data is dropped: sw needs a fixed length")
		case first == nil || lengthOf(t) < lengthOf(first):
			first = t
		}
	}
	return first
}

func lengthOf(t *workflow.Timer) time.Duration {
	text, _ := duration8601(&t.Length)
	d, err := iso8601.ParseDuration(text)
	if err != nil {
		return math.MaxInt64
	}
	return d.AddTo(time.Time{}).Sub(time.Time{})
}

// duration8601 is a fixed length as a duration of ISO 8601. It reports false for one that depends on data, and for an instant.
func duration8601(l *workflow.Length) (string, bool) {
	x := fixed(l.Expr)
	if x == nil {
		return "", false
	}
	switch v := x.Value.(type) {
	case string:
		_, err := iso8601.ParseDuration(v)
		return v, l.Unit == workflow.Duration && err == nil
	case int64:
		return secondsText(float64(v)), l.Unit == workflow.Seconds && v >= 0
	case float64:
		return secondsText(v), l.Unit == workflow.Seconds && v >= 0
	}
	return "", false
}

// secondsText is a number of seconds as a duration.
func secondsText(f float64) string {
	if d := time.Duration(f * float64(time.Second)); f < math.MaxInt32 {
		return iso8601.Format(d)
	}
	return "PT" + strconv.FormatFloat(f, 'f', -1, 64) + "S"
}

// writeHandlers writes the handlers of errors. leaves is the edge that the end of a time limit takes, or nil; limited is true if
// an action has one.
func (d *draft) writeHandlers(s *source.Node, n *workflow.Node, leaves *workflow.Edge, limited bool) {
	retry, handlers := list(), list()
	for i := range n.Retry {
		if x := d.createRetry(n, &n.Retry[i], leaves != nil); x != nil {
			retry.Items = append(retry.Items, x)
		}
	}
	if leaves != nil {
		handlers.Items = append(handlers.Items, d.createHandler(errorNamed(errTimeout), leaves, true))
	}
	for _, e := range n.Out {
		if e.Kind == workflow.OnError {
			handlers.Items = append(handlers.Items, d.createHandler(d.matching(n, e.On, false), e, d.dropsErrorData(n, e)))
		}
	}
	if len(retry.Items) > 0 {
		dialects.Put(s, "retry", retry)
	}
	if len(handlers.Items) > 0 {
		dialects.Put(s, "onError", handlers)
	}
	d.failOnTimeout(s, limited && len(retry.Items) == 0 && len(handlers.Items) == 0)
}

// failOnTimeout makes a state fail by its time limit, if it has one and nothing else handles errors: a limit that nothing handles would
// have the state go on, and so it is handled by not trying again (sw: "Action Definition").
func (d *draft) failOnTimeout(s *source.Node, limited bool) {
	if limited {
		x := objectOf("expression", dialects.NewText(errorNamed(errTimeout)))
		dialects.Put(x, "maxAttempts", newNumber(0))
		dialects.Put(s, "retry", list(x))
	}
}

// createHandler returns the handler of some errors. A part of an error that it drops is not merged.
func (d *draft) createHandler(condition string, e *workflow.Edge, drops bool) *source.Node {
	h := objectOf("expression", dialects.NewText(condition))
	if drops {
		dialects.Put(h, "errorDataFilter", objectOf("dataOutputPath", dialects.NewText(never())))
	}
	dialects.Put(h, "transition", d.transition(d.wayTo(e.To), ""))
	return h
}

// dropsErrorData reports whether the data of an error is dropped, and adds the losses if it is not.
func (d *draft) dropsErrorData(n *workflow.Node, e *workflow.Edge) bool {
	if c := e.Data.Combine; c != nil && c.Mode == workflow.Drop {
		return true
	}
	d.lose(&dialects.LossErrorData, e.Span, n.Element, "the member error of the document", "an error is stored at another place in the document, with other members")
	if n.Data.Output != nil {
		d.lose(&dialects.LossOutputSelection, e.Span, n.Element, "", "the output filter also applies after an error")
	}
	return false
}

// createRetry returns a retry policy. Delays grow by addition, not by a factor.
func (d *draft) createRetry(n *workflow.Node, r *workflow.Retrier, leaves bool) *source.Node {
	x := objectOf("expression", dialects.NewText(d.matching(n, r.On, leaves)))
	longer := r.Interval * (r.Factor - 1)
	if r.Interval > 0 {
		dialects.Put(x, "interval", dialects.NewText(secondsText(r.Interval)))
	}
	if r.Limit > 1 && longer > 0 {
		dialects.Put(x, "multiplier", dialects.NewText(secondsText(longer)))
	}
	dialects.Put(x, "maxAttempts", newNumber(r.Limit))
	if r.Limit > 2 && longer != 0 || r.Limit == 2 && longer < 0 {
		d.lose(&dialects.LossRetryInterval, r.Span, n.Element, "delays that grow by a fixed length", "sw cannot multiply the delays between attempts by a factor")
	}
	return x
}

// errorNamed is a condition on the name of an error.
func errorNamed(names ...string) string {
	p := &expr.Path{Root: expr.RootItem, Steps: []expr.Step{{Kind: expr.StepChild, Name: "name"}}, Definite: true}
	any := &expr.Logic{Op: expr.Or}
	for _, name := range names {
		any.Operands = append(any.Operands, compared(p, expr.Equal, name))
	}
	if len(names) == 1 {
		return errorsThat(any.Operands[0])
	}
	return errorsThat(any)
}

// errorsThat is a condition on an error.
func errorsThat(filter expr.Expr) string {
	p := &expr.Path{Steps: []expr.Step{{Kind: expr.StepChild, Name: "errors"}}, Definite: true}
	if filter != nil {
		p.Steps, p.Definite = append(p.Steps, expr.Step{Kind: expr.StepFilter, Filter: filter}), false
	}
	return "{{ " + p.String() + " }}"
}

// matching is the condition of the errors that a matcher takes. Time limits are left out where they lead elsewhere.
func (d *draft) matching(n *workflow.Node, m workflow.Matcher, butTimeouts bool) string {
	name := &expr.Path{Root: expr.RootItem, Steps: []expr.Step{{Kind: expr.StepChild, Name: "name"}}, Definite: true}
	every, named := d.named(m)
	refused, taken := d.refusals(n, m)
	if every {
		var but []expr.Expr
		if butTimeouts || !slices.Contains(named, errTimeout) {
			but = append(but, compared(name, expr.NotEqual, errTimeout))
		}
		if refused && !taken {
			but = append(but, compared(name, expr.NotEqual, errRefused))
		}
		if len(but) == 0 {
			return errorsThat(nil)
		}
		return errorsThat(all(but...))
	}
	if butTimeouts {
		named = slices.DeleteFunc(named, func(s string) bool { return s == errTimeout })
	}
	if taken {
		named = append(named, errRefused)
	}
	if len(named) == 0 {
		return never()
	}
	return errorNamed(named...)
}

// named are the names of the errors that a matcher takes, and every is true if it takes all of those of tasks, whatever they
// are called.
func (d *draft) named(m workflow.Matcher) (every bool, named []string) {
	for i := range m {
		name := m[i].Name
		switch {
		case m[i].All || m[i].Class&workflow.ClassBranch != 0:
			every, name = true, errTimeout
		case m[i].Class&workflow.ClassTask != 0:
			every, name = true, ""
		case name == d.flow.Errors.Timeout.Name:
			name = errTimeout
		}
		if name != "" && !slices.Contains(named, name) {
			named = append(named, name)
		}
	}
	return every, named
}
