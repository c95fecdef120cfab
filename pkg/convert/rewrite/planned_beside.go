package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var plannedBeside = Rewrite{
	ID:     "rewrite/planned-reminder",
	What:   "a task that calls another one, and others beside it after some time, is given their names and the times, or its description has them",
	When:   "has parameters of tasks, or descriptions of steps",
	Before: "call-approve, which calls approve, and after 24 h also remind",
	After:  "call-approve({\"do\": \"approve\", \"meanwhile\": [{\"after\": \"PT24H\", \"do\": \"remind\"}]})",
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		return (c.Able.Parameters || c.Able.Described) && eachTask(w, func(_ *workflow.Workflow, n *workflow.Node) bool {
			s := c.standIn(n.Call.Task)
			if s == nil || n.Call.Parameters != nil {
				return false
			}
			part, worked := s.By.(*besidePart)
			if !worked || part.plan == nil {
				return false
			}
			c.givePlan(n, part.plan)
			return true
		})
	},
}

// besidePlan is the plan of a task with the paths of its timers; nil if one of them leads elsewhere, or has something that a plan cannot describe.
func (c *Conversion) besidePlan(p *timedPath) *value.Object {
	n := p.node
	if n.Kind != workflow.Task || len(p.exits) > 0 || len(n.Timers) != len(p.inside) || len(n.Retry) > 0 || !plainTask(n) || !sameName(c.taskName(n), n.Name()) {
		return nil
	}
	var beside []any
	for i := range n.Timers {
		t := &n.Timers[i]
		v, fixed := fixedData(t.Length.Expr)
		l := (&partPlan{within: v}).length()
		steps := c.plannedSteps(t.Edge.To)
		if t.Interrupting || !fixed || l == nil || l.Unit != t.Length.Unit || t.Counts != workflow.PerVisit || steps == nil {
			return nil
		}
		beside = append(beside, value.ObjectOf(value.Member{Key: planAfter, Value: v}, value.Member{Key: planDo, Value: steps}))
	}
	return value.ObjectOf(value.Member{Key: planDo, Value: c.taskName(n)}, value.Member{Key: planBeside, Value: beside})
}

// plannedSteps is the plan of tasks that are called one after the other, from a node to where nothing follows; nil for other steps.
func (c *Conversion) plannedSteps(n *workflow.Node) any {
	x := &planning{Conversion: c}
	var list []any
	for ; ; n = n.Out[0].To {
		if n.Kind != workflow.Task || len(n.Retry) > 0 || len(n.Out) > 1 || !plainTask(n) || len(list) == longestPath {
			return nil
		}
		list = append(list, x.task(n, nil))
		if len(n.Out) == 0 {
			break
		}
	}
	if len(list) == 1 {
		return list[0]
	}
	return list
}

// plainTask reports whether a task gets the document, its answer is merged into that, and nothing handles its errors.
func plainTask(n *workflow.Node) bool {
	return n.Call.Parameters == nil && merging(n.Data.Combine) && n.Data == (workflow.Stages{Combine: n.Data.Combine}) &&
		!slices.ContainsFunc(n.Out, func(e *workflow.Edge) bool { return e.Kind == workflow.OnError })
}

var besideAgain = Rewrite{
	ID:     "rewrite/planned-reminder-again",
	What:   "a task that is given the name of the task that it calls, and of others beside it after some time, becomes that task with timers that start the others in parallel",
	When:   "can run a path in parallel with a node",
	Before: "call-approve({\"do\": \"approve\", \"meanwhile\": [{\"after\": \"PT24H\", \"do\": \"remind\"}]})",
	After:  "approve; after 24 h also remind",
	Losses: []*dialects.LossRule{&lossPlannedTask},
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		return c.Able.Timers.Has(dialects.TimerBeside) && editNodes(w, func(n *workflow.Node) bool {
			if n.Call == nil || n.Region != w.Root {
				return false
			}
			p := c.planOf(w, n)
			if p == nil || p.beside == nil || p.within != nil || p.failed != nil || !c.callsAnother(n) {
				return false
			}
			c.Lose(w, &lossPlannedTask, placeOf(n), n.Element, "the tasks themselves", "%q is assumed to call the tasks that it is given, and is not called", n.Name())
			n.Element.Doc, _ = describedPlan(n.Element.Doc)
			n.Call = &workflow.Call{Task: p.task, Span: n.Span}
			n.Data = workflow.Stages{Combine: p.combined()}
			c.Raised.Planned = append(c.Raised.Planned, p.task)
			b := &building{Conversion: c, flow: w, because: n.Element, merges: true}
			for _, q := range p.beside {
				b.beside(n, q)
			}
			return true
		})
	},
}

// beside adds the nodes of a plan that a timer of a node starts in parallel with it. Nothing follows them.
func (b *building) beside(n *workflow.Node, p *partPlan) {
	end := b.flow.AddNode(n.Region, n.Element, workflow.End, workflow.Ending)
	start := b.before(p.do, end)
	e := b.flow.Connect(n, start, workflow.OnTimer, n.Span)
	n.Timers = append(n.Timers, workflow.Timer{Length: *(&partPlan{within: p.after}).length(), Counts: workflow.PerVisit, Edge: e, Span: n.Span})
	for _, last := range slices.Clone(end.In) {
		last.Disconnect()
	}
	n.Region.Nodes = without(n.Region.Nodes, end)
}
