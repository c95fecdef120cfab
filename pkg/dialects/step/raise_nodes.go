package step

import (
	"strings"
	"time"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// task completes a SERVICE_TASK.
func (w *writer) task(n *workflow.Node, d *draft) {
	d.kind, d.next = ServiceTask, w.following(n)
	d.jobType = w.taskName(n.Call.Task)
	if n.Call.Parameters != nil {
		w.losses.Add(&dialects.LossParameters, n.Call.Parameters.Range(), n.Element, "", "a job is given variables, and nothing beside them")
	}
	w.input(n)
	w.result(n)
	if n.Data.Output != nil {
		w.selection(n, nil, n.Data.Output)
	}
	w.retries(n, d)
	w.limits(n, d)
}

// taskName is what a task is called here: without the form that makes a Resource of asl of it.
func (w *writer) taskName(task string) string {
	form := w.options.Resource
	if form == "" {
		form = dialects.DefaultResource
	}
	before, after, _ := strings.Cut(form, "{task}")
	name := task
	if x, ok := strings.CutPrefix(task, before); ok {
		if x, ok = strings.CutSuffix(x, after); ok && x != "" {
			name = x
		}
	}
	if name != task {
		for _, t := range w.raised.Tasks {
			if t.From == task {
				return name
			}
		}
		w.raised.Tasks = append(w.raised.Tasks, dialects.Renaming{From: task, To: name})
	}
	return name
}

// retries says how often a job is tried again, after any error and at once (step: "SERVICE_TASK").
func (w *writer) retries(n *workflow.Node, d *draft) {
	var written []*workflow.Retrier
	for i := range n.Retry {
		r := &n.Retry[i]
		if r.Limit > d.retries {
			d.retries = r.Limit
		}
		written = append(written, r)
	}
	for _, r := range written {
		if len(written) > 1 || !anyTaskError(r.On) {
			w.losses.Add(&lossRetryErrors, r.Span, n.Element, "", "a job is tried again after any error, and as often after each")
		}
		if r.Interval > 0 && r.Limit > 0 {
			w.losses.Add(&dialects.LossRetryInterval, r.Span, n.Element, "", "a job is tried again at once")
		}
	}
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

// limits writes the time limits of a task as timers that lead to where its error is handled, or to a step that fails.
func (w *writer) limits(n *workflow.Node, d *draft) {
	noted := false
	for i := range n.Timers {
		t := &n.Timers[i]
		text, ok := durationText(t.Length)
		if !ok {
			w.losses.Add(&dialects.LossTimeout, t.Span, n.Element, "", "a timer does not read its time from the variables")
			continue
		}
		if t.Edge != nil {
			d.timers = append(d.timers, draftTimer{text, t.Interrupting, w.target(t.Edge.To)})
			continue
		}
		name := w.flow.Errors.Timeout.Name
		if t.Raises == workflow.ClassHeartbeat {
			name = w.flow.Errors.Heartbeat.Name
		}
		if len(n.Retry) > 0 && t.Counts == workflow.PerAttempt {
			w.losses.Add(&lossTimeoutAttempts, n.Element.NameSpan, n.Element, "a timer", "a timer counts over all attempts, and none follows when it fires")
		}
		to := w.handled(n, t, name)
		if to == nil {
			to = w.failed(n)
			if !w.flow.Errors.Hidden && !noted {
				noted = true
				w.losses.Add(&dialects.LossErrorName, n.Element.NameSpan, n.Element, "a step that fails",
					"a time limit that passes leads to a step that fails, with the error ExpressionError")
			}
		}
		d.timers = append(d.timers, draftTimer{text, true, to})
	}
}

// handled is where the error of a time limit is handled; nil if it is not.
func (w *writer) handled(n *workflow.Node, t *workflow.Timer, name string) *draft {
	for _, e := range n.Out {
		if e.Kind == workflow.OnError && e.On.Matches(name, t.Raises) {
			if e.Data.Combine == nil || e.Data.Combine.Mode != workflow.Drop {
				w.losses.Add(&dialects.LossErrorData, e.Span, n.Element, "", "the error of a time limit is not put into the variables")
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

// handlers notes the errors of a node that are handled. Steps cannot; only time limits lead somewhere.
func (w *writer) handlers(n *workflow.Node) {
	for _, e := range n.Out {
		if e.Kind == workflow.OnError {
			w.losses.Add(&dialects.LossHandler, e.Span, n.Element, "", "errors are not handled: a step that fails fails the workflow")
		}
	}
}

// wait completes a step that lets time pass: a WAIT that a timer ends, and that nobody signals.
func (w *writer) wait(n *workflow.Node, d *draft) {
	w.selection(n, n.Data.Select, n.Data.Output)
	text, ok := durationText(*n.Until)
	next := w.following(n)
	switch {
	case !ok:
		w.losses.Add(&lossWaitUntil, n.Until.Span, n.Element, "", "a timer has a fixed duration, and waits until no instant and for no time of the variables")
		d.straight(next)
	case zero(text):
		d.straight(next)
	default:
		d.kind, d.next = Wait, next
		d.timers = []draftTimer{{text, true, next}}
	}
}

func zero(duration string) bool {
	d, err := iso8601.ParseDuration(duration)
	return err == nil && d.IsZero()
}

// await completes a step that something outside is awaited at.
func (w *writer) await(n *workflow.Node, d *draft) {
	d.kind, d.next = UserTask, w.following(n)
	if n.Awaits.Kind == "signal" {
		d.kind = Wait
	}
	w.selection(n, n.Data.Select, n.Data.Output)
	w.result(n)
	w.limits(n, d)
}

// file completes a step in the place of a file that is read or written: steps have tasks for that.
func (w *writer) file(n *workflow.Node, d *draft) {
	d.kind, d.next = ServiceTask, w.following(n)
	d.jobType = n.File.Name
	verb := "reads"
	if n.File.Stores {
		verb = "writes"
	}
	w.raised.Substitutes = append(w.raised.Substitutes, d.jobType)
	w.losses.Add(&lossFile, n.File.Span, n.Element, "a task of that name", "a task %s the file %q", verb, n.File.Name)
}

// fail completes a step that fails.
func (w *writer) fail(n *workflow.Node, d *draft) {
	var parts []string
	for _, x := range []expr.Expr{n.Raises.Name, n.Raises.Cause} {
		if l, ok := x.(*expr.Literal); ok {
			if s, ok := l.Value.(string); ok && s != "" {
				parts = append(parts, s)
			}
		}
	}
	why := strings.Join(parts, ": ")
	if why == "" {
		why = n.Name()
	}
	w.fails(d, why, w.after(n.Region))
	w.losses.Add(&dialects.LossErrorName, n.Element.NameSpan, n.Element, "a step that fails", "a step cannot name the error that it fails with: it is ExpressionError")
}

// choice completes a DECISION.
func (w *writer) choice(n *workflow.Node, d *draft) {
	d.kind = Decision
	w.selection(n, n.Data.Select, n.Data.Output)
	var prefix []expr.Step
	if p, ok := n.Data.Select.(*expr.Path); ok && p.Root == expr.RootInput && countable(p.Steps) {
		prefix = p.Steps
	}
	var otherwise *workflow.Edge
	for _, e := range n.Out {
		switch {
		case e.Kind == workflow.Default && otherwise == nil:
			otherwise = e
		case e.Kind == workflow.Guarded:
			if c, ok := w.condition(&guard{prefix: prefix}, e.Guard, n.Element); ok {
				d.branch(c.text, w.target(e.To))
			}
		}
	}
	if otherwise != nil {
		d.branch(always.text, w.target(otherwise.To))
	}
	if len(d.branches) == 0 {
		d.branch(never.text, w.after(n.Region))
	}
}

// condition writes a condition as an expression.
func (w *writer) condition(g *guard, x expr.Expr, at *workflow.Element) (clause, bool) {
	c, ok := g.condition(expr.Portable(x, true), true)
	if !ok {
		w.losses.Add(&dialects.LossExpression, x.Range(), at, "", "no expression says %q", expr.Readable(x))
		return never, false
	}
	if g.differs != "" {
		w.losses.Add(&dialects.LossGuard, x.Range(), at, "an expression", "a condition says something else of %s", g.differs)
	}
	return c, true
}
