package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var plannedBeside = Rewrite{
	ID:     "rewrite/planned-reminder",
	What:   "a task that calls another one, and others beside it after some time, is given their names and the times, or its description has them",
	When:   "has parameters of tasks, or descriptions or comments of steps",
	Before: "call-approve, which calls approve, and after 24 h also remind",
	After:  "call-approve({\"do\": \"approve\", \"meanwhile\": [{\"after\": \"PT24H\", \"do\": \"remind\"}]})",
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		return (c.Able.Parameters || c.Able.Described || c.Able.Comments) && eachTask(w, func(_ *workflow.Workflow, n *workflow.Node) bool {
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

// besidePlan is the plan of a task with the paths of its timers; nil if one of those that do not interrupt it leads elsewhere, several do that
// the worker follows, or they have something that a plan cannot describe.
func (c *Conversion) besidePlan(p *timedPath) *value.Object {
	n := p.node
	if n.Kind != workflow.Task || !plainTask(n) || isRetried(n) && !retriedAtOnce(n.Retry) {
		return nil
	}
	var beside []any
	var late *workflow.Timer
	for i := range n.Timers {
		t := &n.Timers[i]
		if !slices.Contains(p.inside, t.Edge) {
			continue
		}
		length := plannedLength(&t.Length)
		if length == nil || t.Counts != workflow.PerVisit || t.Interrupting && late != nil {
			return nil
		}
		if t.Interrupting {
			late = t
			continue
		}
		steps := c.plannedSteps(t.Edge.To)
		if steps == nil {
			return nil
		}
		beside = append(beside, value.ObjectOf(value.Member{Key: planAfter, Value: length}, value.Member{Key: planDo, Value: steps}))
	}
	out := value.ObjectOf(value.Member{Key: planDo, Value: c.taskName(n)})
	if late != nil {
		out.Set(planWithin, plannedLength(&late.Length))
	}
	if isRetried(n) {
		out.Set(planRetries, int64(n.Retry[0].Limit))
	}
	out.Set(planBeside, beside)
	return out
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
			if p == nil || p.beside == nil || p.failed != nil || !c.callsAnother(n) {
				return false
			}
			late := c.lateEdge(w, n, p)
			if late == nil && p.within != nil {
				return false
			}
			c.Lose(w, &lossPlannedTask, placeOf(n), n.Element, "the tasks themselves", "%q is assumed to call the tasks that it is given, and is not called", n.Name())
			n.Element.Doc, _ = describedPlan(n.Element.Doc)
			n.Call = &workflow.Call{Task: p.task, Span: n.Span}
			n.Data = workflow.Stages{Combine: p.combined()}
			n.Retry = p.retriers()
			if n.Retry != nil {
				c.limitVisit(w, n)
			}
			c.Raised.Planned = append(c.Raised.Planned, p.task)
			b := &building{Conversion: c, flow: w, because: n.Element, merges: true}
			for _, q := range p.beside {
				b.beside(n, q)
			}
			if late != nil {
				n.Timers = append(n.Timers, workflow.Timer{Length: *p.length(), Counts: workflow.PerVisit, Interrupting: true, Edge: late, Span: n.Span})
			}
			return true
		})
	},
}

// limitVisit has the time limits of a task that a worker has retried, which was called once, be those of all attempts.
func (c *Conversion) limitVisit(w *workflow.Workflow, n *workflow.Node) {
	for i := range n.Timers {
		n.Timers[i].Counts = workflow.PerVisit
	}
	if !c.Able.Timers.Has(dialects.TimerAttempt) {
		newBoundary(c, w).limits(n)
	}
}

// lateEdge makes the edge by which a run leaves a task with a plan whose time is over: it leads to where a choice after the task does, by the
// name of that step, or to the same step as when the task is done. It is nil if there is no time, or the choice after the task is another one.
func (c *Conversion) lateEdge(w *workflow.Workflow, n *workflow.Node, p *partPlan) *workflow.Edge {
	onward := onwardEdge(n)
	choice := onward.To
	member := memberName(n.Name() + nextSuffix)
	switch {
	case p.within == nil:
		return nil
	case choice.Kind != workflow.Choice || !slices.ContainsFunc(choice.Out, func(e *workflow.Edge) bool {
		return e.Guard != nil && readsNumbered(expr.CommonCondition(e.Guard, c.domain()), member)
	}):
		return w.Connect(n, choice, workflow.OnTimer, n.Span)
	case len(choice.In) != 1 || !choice.Data.IsZero() || len(choice.Timers) > 0 || len(choice.Out) != 2 || choice.Out[1].Kind != workflow.Default:
		return nil
	}
	late := choice.Out[0]
	test, decides := expr.CommonCondition(late.Guard, c.domain()).(*expr.Test)
	if !decides || test.Op != expr.TestEqual || !numberedName(nextTested(test.Path), member) || !late.Data.IsZero() || late.Require != nil || late.Ask != nil {
		return nil
	}
	next, forgets := late.To, c.forgetsNext(late.To, member)
	if forgets {
		next = onwardEdge(next).To
	}
	if name, _ := test.Value.(string); name == "" || next.Kind != workflow.End && !sameName(name, next.Name()) {
		return nil
	}
	if readsOutside(w, choice, nextTested(test.Path)) {
		return nil
	}
	for _, e := range choice.Out {
		if c.forgetsNext(e.To, member) {
			Splice(e.To)
		}
	}
	onward.Redirect(choice.Out[1].To)
	choice.Out[1].Disconnect()
	late.MoveStart(n)
	late.Kind, late.Guard, late.Label = workflow.OnTimer, nil, ""
	choice.Region.TakeOut(choice)
	return late
}

// forgetsNext reports whether a node is a task after a choice alone that takes the name of the step that follows out of the document.
func (c *Conversion) forgetsNext(n *workflow.Node, member string) bool {
	return len(n.In) == 1 && onwardEdge(n) != nil && len(n.Out) == 1 && c.standsAlone(n) && n.Call.Parameters == nil &&
		numberedName(n.Name(), withoutPrefix+member) && numberedName(c.taskName(n), withoutPrefix+member)
}

// readsNumbered reports whether a condition reads a member of the document, or a variable, with a name, or with that and a number.
func readsNumbered(x expr.Expr, name string) bool {
	found := false
	eachLeaf(x, func(x expr.Expr) {
		p, ok := x.(*expr.Path)
		found = found || ok && numberedName(nextTested(p), name)
	})
	return found
}

// readsOutside reports whether anything but a choice reads a member of the document, or a variable.
func readsOutside(w *workflow.Workflow, choice *workflow.Node, name string) bool {
	found := false
	read := func(x *expr.Expr) {
		eachLeaf(meaningOrSelf(*x), func(x expr.Expr) {
			p, ok := x.(*expr.Path)
			found = found || ok && (p.Root == expr.RootVar && p.Name == name || p.Root == expr.RootInput && len(p.Steps) > 0 && p.Steps[0].Name == name)
		})
	}
	for _, n := range w.Nodes {
		if n == choice {
			continue
		}
		mapNode(n, read)
		for _, e := range n.Out {
			mapEdge(e, read)
		}
	}
	return found
}

// nextTested is the member of the document, or the variable, that a path is; empty for other paths.
func nextTested(p *expr.Path) string {
	if p.Root == expr.RootVar && len(p.Steps) == 0 {
		return p.Name
	}
	if isMember(p) {
		return p.Steps[0].Name
	}
	return ""
}

// keepsNextAside reports whether an answer is merged into the document without the name of the step that follows, which a variable has.
func keepsNextAside(n *workflow.Node) bool {
	d := &n.Data
	if d.Assign == nil || len(d.Assign.Variables) != 1 || !merging(d.Combine) || *d != (workflow.Stages{Combine: d.Combine, Assign: d.Assign}) {
		return false
	}
	v := d.Assign.Variables[0]
	p, ok := meaningOrSelf(v.Value).(*expr.Path)
	return ok && p.Root == expr.RootAnswer && len(p.Steps) == 1 && p.Steps[0].Name == v.Name && d.Combine.Omit == v.Name && numberedName(v.Name, memberName(n.Name()+nextSuffix))
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
