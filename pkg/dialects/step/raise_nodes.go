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
		w.lose(&dialects.LossParameters, n.Call.Parameters.Range(), n, "", "a job is given variables, and nothing beside them")
	}
	if n.Call.Workflow && w.program.Find(n.Call.Task) != nil {
		w.lose(&lossCall, n.Call.Span, n, "a task", "steps call no workflow: %q is a task", n.Call.Task)
	}
	if n.Emits != nil {
		w.lose(&dialects.LossEvents, n.Emits.Span, n, "a task", "no event calls a task")
		w.lose(&lossSignal, n.Emits.Span, n, "a task", "no event answers a task")
	}
	w.input(n)
	w.result(n)
	w.selection(n, n.Data.Output)
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
		if len(written) > 1 || !anyTaskError(r.On) || r.Most != nil {
			w.lose(&lossRetryErrors, r.Span, n, "", "a job is tried again after any error, and as often after each")
		}
		if (r.Interval > 0 || !atOnce(r.Delay) || !atOnce(r.Longer)) && (r.Limit > 0 || r.Most != nil) {
			w.lose(&dialects.LossRetryInterval, r.Span, n, "", "a job is tried again at once")
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

// behind is where the state of a node goes on when a timer completes it. What else runs in the state is waited for.
func (w *writer) behind(n *workflow.Node, t *workflow.Timer) *draft {
	state := w.stateOf(n)
	if join := w.joins[state]; join != nil {
		w.lose(&lossCompletion, t.Span, n, "a timer of its branch", "a timer of one branch does not end the others")
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

// limits writes the time limits of a task as timers that lead to where its error is handled, or to a step that fails.
func (w *writer) limits(n *workflow.Node, d *draft) {
	noted := false
	for i := range n.Timers {
		t := &n.Timers[i]
		text, ok := durationText(t.Length)
		if !ok {
			w.lose(&dialects.LossTimeout, t.Span, n, "", "a timer does not read its time from the variables")
			continue
		}
		switch {
		case t.Edge != nil:
			d.timers = append(d.timers, draftTimer{text, t.Interrupting, w.along(t.Edge)})
			continue
		case t.Completes:
			d.timers = append(d.timers, draftTimer{text, true, w.behind(n, t)})
			continue
		case t.Counts == workflow.PerArrival:
			w.lose(&dialects.LossTimeout, t.Span, n, "", "no time is counted between signals")
			continue
		}
		name := w.flow.Errors.Timeout.Name
		if t.Raises == workflow.ClassHeartbeat {
			name = w.flow.Errors.Heartbeat.Name
		}
		if len(n.Retry) > 0 && t.Counts == workflow.PerAttempt {
			w.lose(&lossTimeoutAttempts, n.Element.NameSpan, n, "a timer", "a timer counts over all attempts, and none follows when it fires")
		}
		to := w.handled(n, t, name)
		if to == nil {
			to = w.failed(n)
			if !w.flow.Errors.Hidden && !noted {
				noted = true
				w.lose(&dialects.LossErrorName, n.Element.NameSpan, n, "a step that fails",
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
				w.lose(&dialects.LossErrorData, e.Span, n, "", "the error of a time limit is not put into the variables")
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
			w.lose(&dialects.LossHandler, e.Span, n, "", "errors are not handled: a step that fails fails the workflow")
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
		w.lose(&lossWaitUntil, n.Until.Span, n, "", "a timer has a fixed duration, and waits until no instant and for no time of the variables")
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
	w.selection(n, n.Data.Select, n.Data.Output)
	w.limits(n, d)
	if n.Awaits.Kind == "event" {
		w.events(n, d)
		return
	}
	d.kind, d.next = UserTask, w.following(n)
	if n.Awaits.Kind == "signal" {
		d.kind = Wait
	}
	w.result(n)
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
	w.lose(&lossFile, n.File.Span, n, "a task of that name", "a task %s the file %q", verb, n.File.Name)
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
	w.lose(&dialects.LossErrorName, n.Element.NameSpan, n, "a step that fails", "a step cannot name the error that it fails with: it is ExpressionError")
}

// choice completes a DECISION.
func (w *writer) choice(n *workflow.Node, d *draft) {
	d.kind = Decision
	w.selection(n, n.Data.Select, n.Data.Output)
	var prefix []expr.Step
	if p, ok := n.Data.Select.(*expr.Path); ok && p.Root == expr.RootInput && countable(p.Steps) {
		prefix = p.Steps
	}
	w.decides = append(w.decides, n)
	var otherwise *workflow.Edge
	for _, e := range n.Out {
		switch {
		case e.Kind == workflow.Default && otherwise == nil:
			otherwise = e
		case e.Kind == workflow.Guarded:
			if c, ok := w.condition(&guard{prefix: prefix}, e.Guard, n.Element); ok && !w.never(c, e, n.Element) {
				d.branch(c.text, w.along(e))
			}
		}
	}
	if otherwise != nil {
		d.branch(always.text, w.along(otherwise))
	}
	if len(d.branches) == 0 {
		d.branch(never.text, w.after(n.Region))
	}
}

// never notes a condition that does not hold for any document, so that its branch is not written.
func (w *writer) never(c clause, e *workflow.Edge, at *workflow.Element) bool {
	if c.is(never) {
		w.losses.Add(&dialects.LossExtra, e.Span, at, "", "what never holds is not asked")
	}
	return c.is(never)
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
