package rewrite

import (
	"cmp"
	"slices"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A building turns a plan back into the nodes that the plan describes.
type building struct {
	*Conversion
	flow     *workflow.Workflow
	because  *workflow.Element
	merges   bool           // answers are merged into the document
	again    *workflow.Node // stands for the beginning of the steps that are repeated
	onward   *workflow.Node // follows them
	failures map[plannedFailure]*workflow.Node
}

// part turns a node into a scope with the regions of a plan.
func (b *building) part(n *workflow.Node, p *partPlan) {
	n.Kind, n.Call, n.Data = workflow.Scope, nil, workflow.Stages{}
	n.Body = &workflow.Body{Gather: workflow.GatherChanges}
	if p.results != nil {
		n.Body.Gather = workflow.GatherList
		if len(p.results.Steps) > 0 {
			n.Data.Combine = &workflow.Combine{Mode: workflow.SetAt, Path: p.results, Span: n.Span}
		}
	}
	outer := b.merges
	b.merges = p.results == nil
	if p.each != nil {
		n.Body.Each, n.Body.Items = true, &workflow.Items{List: true}
		if len(p.each.Steps) > 0 {
			n.Data.Payload = p.each
		}
		if p.most != nil {
			n.Body.Most = &expr.Literal{Value: p.most, Span: n.Span}
		}
		b.region(n, p.do)
	}
	for _, inner := range p.parallel {
		b.region(n, inner)
	}
	b.merges = outer
}

// inPlace puts the nodes of a plan in the place of a node.
func (b *building) inPlace(n *workflow.Node, p *partPlan) {
	b.leaveByMarks(n, p)
	next := onwardEdge(n).To
	start := b.before(p, next)
	disconnectWithEnds(n)
	for _, in := range slices.Clone(n.In) {
		in.Redirect(start)
	}
	if n.Region.Start == n {
		n.Region.Start = start
	}
	n.Region.Nodes = without(n.Region.Nodes, n)
	if p.repeat != nil {
		leaveAtOnce(next)
	}
}

// region adds a region for a plan to a node.
func (b *building) region(scope *workflow.Node, p *partPlan) {
	r := b.flow.AddRegion(scope, scope.Span)
	end := b.flow.AddNode(r, scope.Element, workflow.End, workflow.Ending)
	r.Start = b.before(p, end)
	if len(end.In) == 0 && r.Start != end {
		r.TakeOut(end)
	}
}

// before adds the nodes of a plan before another node, to which the last of them leads, and returns the first.
func (b *building) before(p *partPlan, next *workflow.Node) *workflow.Node {
	switch {
	case p.task != "":
		return b.taskBefore(p, next)
	case p.choose != nil:
		return b.choiceBefore(p, next)
	case p.data != nil:
		n := b.add(p.name, workflow.Pass, next)
		if added, nothing := p.data.Get(givenAdded).(*value.Object); !nothing || added.Len() > 0 {
			n.Data, _ = b.dataStages(p.data, n)
		}
		b.flow.Connect(n, next, workflow.Next, n.Span)
		return n
	case p.end != "":
		return b.add(p.end, workflow.End, next)
	case p.again:
		return b.again
	case p.leaveTo != nil:
		return p.leaveTo
	case p.leave:
		return b.onward
	case p.repeat != nil:
		return b.repeatedBefore(p, next)
	case p.wait != nil:
		return b.waitBefore(p, next)
	case p.fail != "":
		return b.failureBefore(p, next)
	case p.happens != nil:
		return b.awaitBefore(p, next)
	case p.parallel != nil || p.each != nil:
		n := b.add(p.name, workflow.Scope, next)
		b.part(n, p)
		b.flow.Connect(n, next, workflow.Next, n.Span)
		return n
	case p.do != nil:
		return b.before(p.do, next)
	}
	for _, q := range slices.Backward(p.sequence) {
		next = b.before(q, next)
	}
	return next
}

// add adds a node before another one, in the order of its region.
func (b *building) add(name string, kind workflow.Kind, beside *workflow.Node) *workflow.Node {
	n := b.flow.AddNode(beside.Region, b.NewElement(b.flow, b.because, name, ""), kind, workflow.Primary)
	n.Span = b.because.Span
	beside.Region.PlaceBeside(n, beside, false)
	return n
}

// taskBefore adds a task before a node, with the handlers of its errors, which lead there as well.
func (b *building) taskBefore(p *partPlan, next *workflow.Node) *workflow.Node {
	n := b.add(p.name, workflow.Task, next)
	n.Call = &workflow.Call{Task: p.task, Span: n.Span}
	b.Raised.Planned = append(b.Raised.Planned, p.task)
	switch {
	case p.results != nil && len(p.results.Steps) > 0:
		n.Data.Combine = &workflow.Combine{Mode: workflow.SetAt, Path: p.results}
	case p.results == nil && b.merges:
		n.Data.Combine = &workflow.Combine{Mode: workflow.MergeDeep}
	}
	b.flow.Connect(n, next, workflow.Next, n.Span)
	for _, f := range p.failed {
		e := b.flow.Connect(n, b.before(f.do, next), workflow.OnError, n.Span)
		e.On = workflow.Matcher{{Name: f.error, Text: f.error}}
		if f.error == planAny {
			e.On = workflow.Matcher{{All: true}}
		}
		e.Data.Combine = &workflow.Combine{Mode: workflow.Drop}
	}
	return n
}

// choiceBefore adds a choice before a node, all of whose branches lead there in the end. Without a default branch, it leads there at once.
func (b *building) choiceBefore(p *partPlan, next *workflow.Node) *workflow.Node {
	var guards []expr.Expr
	for _, one := range p.choose {
		if one.guard != nil {
			guards = append(guards, one.guard)
		}
	}
	n := b.add(cmp.Or(p.name, question(guards)), workflow.Choice, next)
	branches := p.choose
	if b.failsAsPlanned(p) {
		n.NoMatch, branches = workflow.MatchOrFail, branches[:len(branches)-1]
	}
	for _, one := range branches {
		kind := workflow.Default
		if one.guard != nil {
			kind = workflow.Guarded
		}
		b.flow.Connect(n, b.before(one.do, next), kind, n.Span).Guard = one.guard
	}
	if p.choose[len(p.choose)-1].guard != nil {
		b.flow.Connect(n, next, workflow.Default, n.Span)
	}
	return n
}
