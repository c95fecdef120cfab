package rewrite

import (
	"slices"
	"strconv"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var detached = Rewrite{
	ID:     "rewrite/detached-call",
	What:   "the call of a workflow that nothing waits for becomes a task that starts the workflow and answers at once",
	When:   "always",
	Before: "start archive, and continue",
	After:  "the task start-archive, which starts archive and answers at once",
	Losses: []*dialects.LossRule{&lossDetached},
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		return editNodes(w, func(n *workflow.Node) bool {
			if n.Kind == workflow.Scope && n.Body.Detached && len(n.Body.Regions) == 1 && n.Body.Regions[0].Start.Call != nil {
				c.startByTask(w, n)
				return true
			}
			return false
		})
	},
}

var lossDetached = dialects.LossRule{ID: "convert/detached-call", Level: dialects.Approximated, Affects: dialects.Time | dialects.Outcome | dialects.Events, Data: dialects.Same,
	What:   "a workflow that is started without waiting for it is a separate run: it cannot end the run that starts it, and its events belong to its own run",
	Remedy: "let the worker that starts the workflow handle its end"}

// startByTask makes a task start the workflow that a node starts, with the same input.
func (c *Conversion) startByTask(w *workflow.Workflow, n *workflow.Node) {
	call := n.Body.Regions[0].Start.Call
	n.Body = nil
	if started := c.Program.Find(call.Task); started != nil && slices.ContainsFunc(started.Nodes, func(x *workflow.Node) bool {
		return x.Terminates || x.Kind == workflow.Emit || x.Emits != nil
	}) {
		c.Lose(w, &lossDetached, placeOf(n), n.Element, "", "the workflow %q, which %q starts, ends the run or produces events", call.Task, n.Name())
	}
	standIn := c.become(w, n, n.Name(), nil, "starts the workflow "+strconv.Quote(call.Task)+" with its input, without waiting for it")
	standIn.Starts, standIn.By = call.Task, waiting{echos: n.Data.Combine == nil}
	if n.Data.Combine != nil {
		n.Data.Combine.Effective = n.Data.Select != nil
	}
}

// loseSchedules notes the schedules of the workflows that are called, and that become parts of those that call them.
func (c *Conversion) loseSchedules(p *workflow.Program) {
	for _, w := range p.Workflows {
		at := c.Program.Find(w.ID)
		if at == nil {
			continue
		}
		for _, n := range w.Nodes {
			if to := workflow.Called(p, n); to != nil && to.Schedule != nil && to.Schedule.Deny {
				c.Lose(at, &lossSchedule, placeOf(n), n.Element, "", "the schedule of the workflow %q, which %q calls, is dropped", to.ID, n.Name())
			}
		}
	}
}
