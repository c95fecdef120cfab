package rewrite

import (
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var detached = Rewrite{
	ID:     "rewrite/detached-call",
	What:   "the call of a workflow that is not waited for becomes one that is, and that changes nothing",
	When:   "always",
	Before: "start archive, and go on",
	After:  "call archive; on an error go on",
	Losses: []*dialects.LossRule{&lossDetached},
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		return editNodes(w, func(n *workflow.Node) bool {
			if n.Kind == workflow.Scope && n.Body.Detached && len(n.Body.Regions) == 1 && n.Body.Regions[0].Start.Kind == workflow.Task {
				c.waitFor(w, n)
				return true
			}
			return false
		})
	},
}

var lossDetached = dialects.LossRule{ID: "convert/detached-call", Level: dialects.Approximated, Affects: dialects.Time | dialects.Order, Data: dialects.Same,
	What:   "the run waits for a workflow that it only starts in the source",
	Remedy: "have the worker of the call start the workflow and answer at once"}

// waitFor has a detached call be an ordinary one whose answer is dropped and whose errors are passed over.
func (c *Conversion) waitFor(w *workflow.Workflow, n *workflow.Node) {
	call := n.Body.Regions[0].Start.Call
	c.Lose(w, &lossDetached, n.Element.NameSpan, n.Element, "a call that is waited for", "%q does not wait for the workflow %q in the source", n.Name(), call.Task)
	n.Kind, n.Body, n.Call = workflow.Task, nil, call
	n.Data.Combine = &workflow.Combine{Mode: workflow.Drop, Effective: n.Data.Select != nil, Span: n.Span}
	if exit := exitOf(n); exit != nil {
		e := w.Connect(n, exit.To, workflow.OnError, exit.Span)
		e.On = workflow.Matcher{{All: true, Span: exit.Span}}
		e.Data = workflow.Stages{Combine: &workflow.Combine{Mode: workflow.Drop, Effective: n.Data.Select != nil}, Output: n.Data.Output}
	}
}
