package step

import (
	"time"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// setRetries sets the number of retries of a job, which follow any error without a delay (step: "SERVICE_TASK").
func (w *writer) setRetries(n *workflow.Node, d *draft) {
	var written []*workflow.Retrier
	for i := range n.Retry {
		r := &n.Retry[i]
		if r.Limit > d.retries {
			d.retries = r.Limit
		}
		written = append(written, r)
	}
	for _, r := range written {
		if len(written) > 1 || !anyTaskError(r.On) || r.Most != nil {
			w.lose(&lossRetryErrors, r.Span, n, "", "step retries after every error, not only the named ones, and with one shared count")
		}
		if (r.Interval > 0 || !atOnce(r.Delay) || !atOnce(r.Longer)) && (r.Limit > 0 || r.Most != nil) {
			w.lose(&dialects.LossRetryInterval, r.Span, n, "", "step retries without a delay")
		}
	}
}

// atOnce reports whether there is no delay.
func atOnce(l *workflow.Length) bool {
	if l == nil {
		return true
	}
	x, ok := l.Expr.(*expr.Literal)
	if !ok {
		return false
	}
	text, _ := x.Value.(string)
	return zero(text)
}

// afterTimer returns the step after the state of a node that a timer completes. Other branches of the state still have to end.
func (w *writer) afterTimer(n *workflow.Node, t *workflow.Timer) *draft {
	state := w.stateOf(n)
	if join := w.joins[state]; join != nil {
		w.lose(&dialects.LossJoinedLate, t.Span, n, "a timer of the branch", "the timer of one branch does not end the other branches")
		return join
	}
	return w.following(state)
}

// stateOf is the outermost node of the state that a node is part of.
func (w *writer) stateOf(n *workflow.Node) *workflow.Node {
	for n.Role == workflow.Acting && n.Region.Scope != nil {
		n = n.Region.Scope
	}
	return n
}

// anyTaskError reports whether a matcher takes whatever a task reports.
func anyTaskError(m workflow.Matcher) bool {
	for i := range m {
		if m[i].All || m[i].Class&workflow.ClassTask != 0 {
			return true
		}
	}
	return false
}

// addTimers writes the time limits of a task as timers that lead to where its error is handled, or to a step that fails.
func (w *writer) addTimers(n *workflow.Node, d *draft) {
	noted := false
	for i := range n.Timers {
		t := &n.Timers[i]
		text, ok := durationText(t.Length)
		if !ok {
			w.lose(&dialects.LossTimeout, t.Span, n, "", "a timeout that depends on data is dropped: a timer has a fixed duration")
			continue
		}
		switch {
		case t.Edge != nil:
			d.timers = append(d.timers, draftTimer{text, t.Interrupting, w.along(t.Edge)})
			continue
		case t.Completes:
			d.timers = append(d.timers, draftTimer{text, true, w.afterTimer(n, t)})
			continue
		case t.Counts == workflow.PerArrival:
			w.lose(&dialects.LossTimeout, t.Span, n, "", "the timeout between two signals is dropped")
			continue
		}
		name := w.flow.Errors.Timeout.Name
		if t.Raises == workflow.ClassHeartbeat {
			name = w.flow.Errors.Heartbeat.Name
		}
		if len(n.Retry) > 0 && t.Counts == workflow.PerAttempt {
			w.lose(&dialects.LossTimeLimit, n.Element.NameSpan, n, "a timer", "the timeout covers all attempts together, and its firing is not retried")
		}
		to := w.handlerStep(n, t, name)
		if to == nil {
			to = w.failed(n)
			if !w.flow.Errors.Hidden && !noted {
				noted = true
				w.lose(&dialects.LossErrorName, n.Element.NameSpan, n, "a step that fails",
					"a timeout leads to a step that fails with the error ExpressionError")
			}
		}
		d.timers = append(d.timers, draftTimer{text, true, to})
	}
}

// handlerStep returns the step that handles the error of a timeout, or nil.
func (w *writer) handlerStep(n *workflow.Node, t *workflow.Timer, name string) *draft {
	for _, e := range n.Out {
		if e.Kind == workflow.OnError && e.On.Matches(name, t.Raises) {
			if e.Data.Combine == nil || e.Data.Combine.Mode != workflow.Drop {
				w.lose(&dialects.LossErrorData, e.Span, n, "", "the error of a timeout is not stored in the variables")
			}
			return w.target(e.To)
		}
	}
	return nil
}

// durationText is a length of time that is known, as ISO 8601 writes it.
func durationText(l workflow.Length) (string, bool) {
	x, ok := l.Expr.(*expr.Literal)
	if !ok {
		return "", false
	}
	switch v := x.Value.(type) {
	case string:
		d, err := iso8601.ParseDuration(v)
		return v, err == nil && l.Unit == workflow.Duration && !d.IsZero()
	case int64:
		return iso8601.Format(time.Duration(v) * time.Second), l.Unit == workflow.Seconds && v >= 0 && v < 1e9
	case float64:
		return iso8601.Format(time.Duration(v * float64(time.Second))), l.Unit == workflow.Seconds && v >= 0 && v < 1e9
	}
	return "", false
}

func zero(duration string) bool {
	d, err := iso8601.ParseDuration(duration)
	return err == nil && d.IsZero()
}
