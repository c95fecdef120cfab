package step

import (
	"strings"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// task completes a SERVICE_TASK.
func (w *writer) task(n *workflow.Node, d *draft) {
	d.kind, d.next = ServiceTask, w.following(n)
	d.jobType = w.taskName(n.Call.Task)
	if n.Call.Parameters != nil {
		w.lose(&dialects.LossParameters, n.Call.Parameters.Range(), n, "", "the parameters of a task are dropped: a job gets only the variables")
	}
	if n.Call.Workflow && w.program.Find(n.Call.Task) != nil {
		w.lose(&lossCall, n.Call.Span, n, "a task", "step cannot call a workflow: %q becomes a task", n.Call.Task)
	}
	if n.Emits != nil {
		w.lose(&dialects.LossEvents, n.Emits.Span, n, "a task", "the event that calls a task is dropped")
		w.lose(&lossSignal, n.Emits.Span, n, "a task", "the event that completes a task is dropped")
		w.raised.Answered(n, d.jobType)
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
	if name != task && !w.tasks[task] {
		w.tasks[task] = true
		w.raised.Tasks = append(w.raised.Tasks, dialects.Renaming{From: task, To: name})
	}
	return name
}

// handlers notes the errors of a node that are handled. Steps cannot; only time limits lead somewhere.
func (w *writer) handlers(n *workflow.Node) {
	for _, e := range n.Out {
		if e.Kind == workflow.OnError {
			w.lose(&dialects.LossHandler, e.Span, n, "", "an error handler is dropped: a step that fails ends the workflow")
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
		w.lose(&lossWaitUntil, n.Until.Span, n, "", "a timer waits for a fixed duration, not until an instant or for a time from the data")
		d.straight(next)
	case zero(text):
		d.straight(next)
	default:
		d.kind, d.next = Wait, next
		d.timers = []draftTimer{{text, true, next}}
	}
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
	w.raised.StandIns = append(w.raised.StandIns, dialects.Renaming{From: n.Name(), To: d.jobType})
	w.lose(&dialects.LossFile, n.File.Span, n, "a task of that name", "a task %s the file %q", verb, n.File.Name)
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
	w.lose(&dialects.LossErrorName, n.Element.NameSpan, n, "a step that fails", "a step cannot name its error: it is always ExpressionError")
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
		w.losses.Add(&dialects.LossExtra, e.Span, at, "", "a branch whose condition never holds is dropped")
	}
	return c.is(never)
}

// condition writes a condition as an expression.
func (w *writer) condition(g *guard, x expr.Expr, at *workflow.Element) (clause, bool) {
	c, ok := g.condition(expr.Portable(x, true), true)
	if !ok {
		w.losses.Add(&dialects.LossExpression, x.Range(), at, "", "step cannot express %q", expr.Readable(x))
		return never, false
	}
	if g.differs != "" {
		w.losses.Add(&dialects.LossGuard, x.Range(), at, "an expression", "a condition gives another result for %s", g.differs)
	}
	return c, true
}
