package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var wrappedAttempts = Rewrite{
	ID:     "rewrite/wrapped-attempts",
	What:   "a task with retries, time limits or parameters that the target does not have becomes one that makes these calls and returns the answer",
	When:   "cannot retry after some errors only, limit each attempt, or give a task parameters",
	Before: "charge-card, up to 3 retries after Busy, each for at most 30 s",
	After:  "call-charge-card, which makes these calls of charge-card",
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		return !c.replacesOnly() && eachTask(w, func(w *workflow.Workflow, n *workflow.Node) bool {
			if !c.attemptsWrapped(n) || !c.needsAttempts(n) {
				return false
			}
			c.wrapAttempts(w, n)
			return true
		})
	},
}

// attemptsWrapped reports whether a task can make the calls of a node in its place, and the node is left as it is otherwise.
func (c *Conversion) attemptsWrapped(n *workflow.Node) bool {
	switch {
	case n.Call.Task == "", c.callsWorkflow(n), n.Awaits != nil, n.Emits != nil, n.Raises != nil, n.File != nil,
		slices.Contains(c.Raised.Substitutes, n.Call.Task), c.inWholeTask(n):
		return false
	}
	return c.Able.Inputs.Has(dialects.InputObject) || n.Data.Select == nil || n.Data.Result == nil && n.Data.Assign == nil
}

// needsAttempts reports whether the target cannot make the calls of a node as they are made. Other delays between attempts do not count:
// they are near enough to be worth a loss rather than a worker.
func (c *Conversion) needsAttempts(n *workflow.Node) bool {
	if n.Call.Parameters != nil && !c.Able.Parameters {
		return true
	}
	retried := false
	for i := range n.Retry {
		r := &n.Retry[i]
		if retried = retried || r.Limit > 0 || r.Most != nil; !c.Able.Retries.Has(dialects.RetryByError) && !takesAll(r.On) {
			return true
		}
	}
	if retried && !c.Able.Retries.Has(dialects.RetryTasks) {
		return true
	}
	return slices.ContainsFunc(n.Timers, func(t workflow.Timer) bool {
		if t.Edge != nil || t.Completes || t.Implied {
			return false
		}
		needs, _ := timerNeeds(&t)
		return !c.Able.Timers.Has(needs) && (retried || needs != dialects.TimerAttempt || !c.Able.Timers.Has(dialects.TimerVisit))
	})
}

// wrapAttempts makes a stand-in make the calls of a node. What is selected for the task is selected by the stand-in, where the target cannot.
func (c *Conversion) wrapAttempts(w *workflow.Workflow, n *workflow.Node) {
	part := &workedPart{node: *n, flow: *w, element: c.Caller(n)}
	part.node.Data, part.node.Out = workflow.Stages{}, nil
	part.node.Timers = slices.DeleteFunc(slices.Clone(n.Timers), func(t workflow.Timer) bool { return t.Edge != nil })
	if !c.Able.Inputs.Has(dialects.InputObject) {
		part.node.Data.Select, part.node.Data.Payload = n.Data.Select, n.Data.Payload
		n.Data.Select, n.Data.Payload = nil, nil
	}
	what := c.wrapText(w, &part.node, part)
	call := &workflow.Call{Span: n.Span, Task: c.StandIn(w, n.Element, slug("call "+n.Element.Name), what)}
	c.Raised.StandIns[len(c.Raised.StandIns)-1].By = part
	n.Call, n.Retry = call, nil
	n.Timers = slices.DeleteFunc(slices.Clone(n.Timers), func(t workflow.Timer) bool { return t.Edge == nil })
}
