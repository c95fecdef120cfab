package step

import (
	"strings"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// fillTask completes a SERVICE_TASK.
func (w *writer) fillTask(n *workflow.Node, d *draft) {
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
	w.addInputLosses(n)
	w.addResultLosses(n)
	w.addSelectionLosses(n, n.Data.Output)
	w.setRetries(n, d)
	w.addTimers(n, d)
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

// addHandlerLosses adds the losses of the error handlers of a node. Steps have none; only timeouts lead to another step.
func (w *writer) addHandlerLosses(n *workflow.Node) {
	for _, e := range n.Out {
		if e.Kind == workflow.OnError {
			w.lose(&dialects.LossHandler, e.Span, n, "", "an error handler is dropped: a step that fails ends the workflow")
		}
	}
}

// fillWait completes a step that waits: a WAIT that a timer ends, and that nobody signals.
func (w *writer) fillWait(n *workflow.Node, d *draft) {
	w.addSelectionLosses(n, n.Data.Select, n.Data.Output)
	text, ok := durationText(*n.Until)
	next := w.following(n)
	switch {
	case !ok:
		w.lose(&lossWaitUntil, n.Until.Span, n, "", "a timer waits for a fixed duration, not until an instant or for a time from the data")
		d.makeStraight(next)
	case zero(text):
		d.makeStraight(next)
	default:
		d.kind, d.next = Wait, next
		d.timers = []draftTimer{{text, true, next}}
	}
}

// fillAwait completes a step that awaits input from outside.
func (w *writer) fillAwait(n *workflow.Node, d *draft) {
	w.addSelectionLosses(n, n.Data.Select, n.Data.Output)
	w.addTimers(n, d)
	if n.Awaits.Kind == "event" {
		w.fillEvents(n, d)
		return
	}
	d.kind, d.next = UserTask, w.following(n)
	if n.Awaits.Kind == "signal" {
		d.kind = Wait
	}
	w.addResultLosses(n)
}

// fillFile completes a step that replaces the reading or writing of a file, which a task has to do.
func (w *writer) fillFile(n *workflow.Node, d *draft) {
	d.kind, d.next = ServiceTask, w.following(n)
	d.jobType = n.File.Name
	verb := "reads"
	if n.File.Stores {
		verb = "writes"
	}
	w.raised.Substitutes = append(w.raised.Substitutes, d.jobType)
	w.raised.StandIns = append(w.raised.StandIns, dialects.StandIn{Element: n.Name(), Task: d.jobType})
	w.lose(&dialects.LossFile, n.File.Span, n, "a task of that name", "a task %s the file %q", verb, n.File.Name)
}

// fillFail completes a step that fails.
func (w *writer) fillFail(n *workflow.Node, d *draft) {
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
	w.makeFail(d, why, w.after(n.Region))
	w.lose(&dialects.LossErrorName, n.Element.NameSpan, n, "a step that fails", "a step cannot name its error: it is always ExpressionError")
}

// fillChoice completes a DECISION.
func (w *writer) fillChoice(n *workflow.Node, d *draft) {
	d.kind = Decision
	w.addSelectionLosses(n, n.Data.Select, n.Data.Output)
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
			if c, ok := w.writeCondition(&guard{prefix: prefix}, e.Guard, n.Element); ok && !w.neverHolds(c, e, n.Element) {
				d.addBranch(c.text, w.along(e))
			}
		}
	}
	if otherwise != nil {
		d.addBranch(always.text, w.along(otherwise))
	}
	if len(d.branches) == 0 {
		d.addBranch(never.text, w.after(n.Region))
	}
}

// neverHolds reports whether a condition holds for no document, and adds the loss of its branch.
func (w *writer) neverHolds(c clause, e *workflow.Edge, at *workflow.Element) bool {
	if c.is(never) {
		w.losses.Add(&dialects.LossExtra, e.Span, at, "", "a branch whose condition never holds is dropped")
	}
	return c.is(never)
}

// writeCondition writes a condition as an expression.
func (w *writer) writeCondition(g *guard, x expr.Expr, at *workflow.Element) (clause, bool) {
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
