package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// failingTasks restores a step that fails, after a conversion to a dialect without such steps: there a task with the error as its fixed
// parameters replaces it.
var failingTasks = Rewrite{
	ID:     "rewrite/failing-task",
	What:   "a task that is given nothing but an error and its cause becomes a failure, as failures are written that became tasks",
	When:   "has steps that fail with an error of their own",
	Before: "order-rejected({\"error\": \"OrderRejected\", \"cause\": {\"value\": \"$.reason\"}})",
	After:  "fail with OrderRejected: $.reason",
	Losses: []*dialects.LossRule{&lossFailingTask},
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		if !c.failsAgain() {
			return false
		}
		return editNodes(w, func(n *workflow.Node) bool {
			raised := c.raisedBy(n)
			if raised == nil {
				return false
			}
			c.Lose(w, &lossFailingTask, placeOf(n), n.Element, "the failure itself", "%q is assumed to fail with the error that it is given, and is not called", n.Name())
			disconnectWithEnds(n)
			n.Kind, n.Call, n.Data, n.Timers, n.Raises = workflow.Fail, nil, workflow.Stages{}, nil, raised
			return true
		})
	},
}

// failsAgain reports whether tasks that are given an error become failures.
func (c *Conversion) failsAgain() bool {
	return c.Able.Kinds.Has(workflow.Fail) && !(c.Able.Errors != nil && c.Able.Errors.Unnamed)
}

// disconnectWithEnds removes the edges from a step, and the ends that nothing else leads to.
func disconnectWithEnds(n *workflow.Node) {
	for _, out := range slices.Clone(n.Out) {
		out.Disconnect()
		if end := out.To; end.Kind == workflow.End && len(end.In) == 0 && end.Region.Start != end {
			end.Region.Nodes = without(end.Region.Nodes, end)
		}
	}
}

var lossFailingTask = dialects.LossRule{ID: "convert/failing-task", Level: dialects.Approximated,
	Affects: dialects.Inputs | dialects.Output | dialects.Time | dialects.Outcome | dialects.ErrorName | dialects.Events, Data: dialects.Any,
	What:   "a task that is given an error and its cause is not called: the step fails with that error",
	Remedy: "check that the task does nothing but fail with the error that it is given"}

// raisedBy returns the error with which a task is to fail, if that error and its cause are all of its parameters, or all that it is given,
// and its step has the name of the task. It returns nil for other nodes.
func (c *Conversion) raisedBy(n *workflow.Node) *workflow.Raises {
	if n.Kind != workflow.Task || n.Call == nil || n.Call.Workflow || n.Awaits != nil || n.When != nil || len(n.Retry) > 0 || handles(n) ||
		!sameName(c.taskName(n), n.Name()) {
		return nil
	}
	o, ok := fixedInput(n)
	if !ok || !o.Has("error") || o.Len() > 2 || o.Len() == 2 && !o.Has("cause") {
		return nil
	}
	texts := map[string]expr.Expr{}
	for key, v := range o.All() {
		texts[key] = computedIn(v, givenValue)
		if _, text := v.(string); text {
			texts[key] = &expr.Literal{Value: v, Span: n.Span}
		}
		if texts[key] == nil {
			return nil
		}
	}
	return &workflow.Raises{Name: texts["error"], Cause: texts["cause"]}
}

// fixedInput returns the object that a task is given besides its input, or if there is none, in place of it.
func fixedInput(n *workflow.Node) (*value.Object, bool) {
	if p := n.Call.Parameters; p != nil {
		o, ok := p.Value.(*value.Object)
		return o, ok
	}
	payload, ok := n.Data.Payload.(*expr.Object)
	if !ok {
		return nil, false
	}
	o := value.NewObject(len(payload.Members))
	for _, m := range payload.Members {
		l, fixed := m.Value.(*expr.Literal)
		if !fixed {
			return nil, false
		}
		o.Set(m.Key, l.Value)
	}
	return o, true
}
