package rewrite

import (
	"cmp"
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var partsAgain = Rewrite{
	ID:     "rewrite/part-again",
	What:   "a task that is given the names of the tasks that it calls becomes the parallel parts, or the iteration, that call them",
	When:   "has parallel parts and iterations",
	Before: "call-checks({\"parallel\": [\"credit\", \"fraud\"]})",
	After:  "checks: {credit} {fraud}",
	Losses: []*dialects.LossRule{&lossPlannedTask},
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		return editNodes(w, func(n *workflow.Node) bool {
			p := c.plannedPart(n)
			if p == nil {
				return false
			}
			c.Lose(w, &lossPlannedTask, placeOf(n), n.Element, "the parts themselves", "%q is taken to call the tasks that it is given, and is not called", n.Name())
			b := &building{Conversion: c, flow: w, because: n.Element}
			if p.parallel == nil && p.each == nil {
				b.inPlace(n, p.do)
				return true
			}
			c.handleInPart(w, n)
			b.part(n, p)
			return true
		})
	},
}

var lossPlannedTask = dialects.LossRule{ID: "convert/planned-task", Level: dialects.Approximated, Data: dialects.Any,
	Affects: dialects.Inputs | dialects.Output | dialects.Order | dialects.Time | dialects.Attempts | dialects.ErrorName | dialects.Outcome | dialects.Events,
	What:    "a task that is given the names of the tasks that it calls is not called: these tasks are",
	Remedy:  "check that the task does nothing but call these tasks"}

// A partPlan is what a task is given that stands in for parts.
type partPlan struct {
	name, task string
	sequence   []*partPlan // one after the other
	parallel   []*partPlan
	each       *expr.Path
	most       any
	results    *expr.Path
	do         *partPlan // of an iteration, and of a choice
	guard      expr.Expr
	choose     []*partPlan
	failed     []failedPlan
	within     any // the time that a task has
}

type failedPlan struct {
	error string
	do    *partPlan
}

// plannedPart is the plan of a task that has the shape and the name of one that stands in for parts, if the target can have these; nil for
// other nodes.
func (c *Conversion) plannedPart(n *workflow.Node) *partPlan {
	p := c.planOf(n)
	if p == nil || p.within != nil || p.parallel == nil && p.each == nil && (p.do == nil || n.Call.Parameters.Value.(*value.Object).Len() > 1 || !sameName(n.Name(), p.do.steps())) {
		return nil
	}
	return p
}

// planOf is the plan of a task that has the name of one that stands in for others, if the target can have what it describes; nil for other nodes.
func (c *Conversion) planOf(n *workflow.Node) *partPlan {
	if n.Call == nil || n.Call.Parameters == nil || !c.standsAlone(n) || onwardEdge(n) == nil ||
		!sameName(c.taskName(n), n.Name()) && !sameName(c.taskName(n), "call "+n.Name()) {
		return nil
	}
	o, ok := n.Call.Parameters.Value.(*value.Object)
	if !ok {
		return nil
	}
	p, ok := readPlan(o)
	if !ok || !c.holdsPlan(p) {
		return nil
	}
	return p
}

// steps is the name of a sequence of steps.
func (p *partPlan) steps() string {
	if len(p.sequence) < 2 {
		return ""
	}
	return p.sequence[0].name + " to " + p.sequence[len(p.sequence)-1].name
}

// holdsPlan reports whether the target can have the parts of a plan.
func (c *Conversion) holdsPlan(p *partPlan) bool {
	able := p.parallel == nil || c.Able.Joins != 0 || c.Able.Kinds.Has(workflow.Scope)
	able = able && (p.each == nil || c.Able.Each) && (p.most == nil || c.Able.AtOnce) && (p.choose == nil || c.Able.Kinds.Has(workflow.Choice))
	able = able && (p.failed == nil || c.Able.Handlers.Has(dialects.HandleTasks|dialects.HandleByError))
	inside := append(slices.Clone(p.sequence), p.parallel...)
	if inside = append(inside, p.choose...); p.do != nil {
		inside = append(inside, p.do)
	}
	for _, f := range p.failed {
		inside = append(inside, f.do)
	}
	return able && !slices.ContainsFunc(inside, func(q *partPlan) bool { return q.within != nil || !c.holdsPlan(q) })
}

// readPlan reads a plan. It reports false for other data.
func readPlan(v any) (*partPlan, bool) {
	switch v := v.(type) {
	case string:
		return &partPlan{name: v, task: v}, v != ""
	case []any:
		list, ok := readPlans(v)
		return &partPlan{sequence: list}, ok
	case *value.Object:
		return readPlanned(v)
	}
	return nil, false
}

func readPlans(v any) ([]*partPlan, bool) {
	list, ok := v.([]any)
	var out []*partPlan
	for _, x := range list {
		p, fits := readPlan(x)
		out, ok = append(out, p), ok && fits
	}
	return out, ok
}

// readPlanned reads a plan that is an object.
func readPlanned(o *value.Object) (*partPlan, bool) {
	p := &partPlan{}
	all := true
	for key, v := range o.All() {
		ok := false
		switch key {
		case planDo:
			p.do, ok = readPlan(v)
		case planName:
			p.name, ok = v.(string)
			ok = ok && p.name != ""
		case planParallel:
			p.parallel, ok = readPlans(v)
			ok = ok && len(p.parallel) > 0
		case planEach:
			p.each, ok = readPlanPath(v)
		case planResults:
			p.results, ok = readPlanPath(v)
		case planAtOnce:
			_, ok = v.(int64)
			p.most = v
		case planChoose:
			p.choose, ok = readPlans(v)
			ok = ok && len(p.choose) > 0
		case planIf:
			p.guard, ok = readPlanPath(v)
		case planWithin:
			p.within = v
			ok = p.length() != nil
		case planOnError:
			ok = p.readFailed(v)
		}
		all = all && ok
	}
	return p, all && p.fits()
}

// readFailed reads what is done after errors.
func (p *partPlan) readFailed(v any) bool {
	failed, ok := v.(*value.Object)
	if !ok {
		return false
	}
	for name, v := range failed.All() {
		do, fits := readPlan(v)
		p.failed = append(p.failed, failedPlan{name, do})
		ok = ok && fits && name != ""
	}
	return ok
}

// fits reports whether the members of a plan go together. A plan of one task takes its name.
func (p *partPlan) fits() bool {
	kinds := 0
	for _, is := range []bool{p.parallel != nil, p.choose != nil, p.do != nil} {
		if is {
			kinds++
		}
	}
	if slices.ContainsFunc(p.choose, func(q *partPlan) bool { return q.do == nil || q.task != "" || q.each != nil }) || (p.results != nil && p.parallel == nil && p.each == nil && p.within == nil) ||
		p.each != nil && p.do == nil || p.most != nil && p.each == nil {
		return false
	}
	if do := p.do; do != nil && do.task != "" && do.within == nil && p.each == nil && p.guard == nil && (p.name != "" || p.failed != nil || p.within != nil) {
		p.task, p.name, p.do = do.task, cmp.Or(p.name, do.name), nil
	}
	return kinds == 1 && (p.failed == nil && p.within == nil || p.task != "")
}

func readPlanPath(v any) (*expr.Path, bool) {
	text, ok := v.(string)
	if !ok {
		return nil, false
	}
	p, err := expr.ParsePath(source.Plain(text, 0))
	return p, err == nil
}

// A building makes the nodes of a plan.
type building struct {
	*Conversion
	flow    *workflow.Workflow
	because *workflow.Element
	merges  bool // answers are merged into the document
}

// part makes a node have the regions of a plan.
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

// handleInPart makes the branches of a choice by what a task answers in place of failing handlers of the part that the task becomes.
func (c *Conversion) handleInPart(w *workflow.Workflow, n *workflow.Node) {
	p := c.planChoice(w, n)
	if p == nil || !c.Able.Handlers.Has(dialects.HandleScopes|dialects.HandleData) {
		return
	}
	c.leaveInstead(n, p)
	for _, x := range p.exits {
		c.handleFailure(w, n, x)
		if len(p.exits) == 1 {
			x.edge.On = workflow.Matcher{{All: true}}
		}
		x.edge.Data = workflow.Stages{Combine: &workflow.Combine{Mode: workflow.Drop}}
		if x.without == nil {
			x.edge.Data.Combine = &workflow.Combine{Mode: workflow.SetAt, Path: expr.NewPath(expr.RootInput, memberTested(expr.CommonCondition(x.guard, c.domain())))}
		}
	}
}

// planChoice is the choice by what a task with a plan answers in place of failing; nil if there is none.
func (c *Conversion) planChoice(w *workflow.Workflow, n *workflow.Node) *failingPart {
	given := n.Call.Parameters
	n.Call.Parameters = nil
	p := c.failingPart(w, n)
	n.Call.Parameters = given
	return p
}

// inPlace puts the nodes of a plan in the place of a node.
func (b *building) inPlace(n *workflow.Node, p *partPlan) {
	next := onwardEdge(n).To
	start := b.before(p, next)
	disconnectWithEnds(n)
	for _, in := range slices.Clone(n.In) {
		Redirect(in, start)
	}
	if n.Region.Start == n {
		n.Region.Start = start
	}
	n.Region.Nodes = without(n.Region.Nodes, n)
}

// region adds a region for a plan to a node.
func (b *building) region(scope *workflow.Node, p *partPlan) {
	r := b.flow.AddRegion(scope, scope.Span)
	end := b.flow.AddNode(r, scope.Element, workflow.End, workflow.Ending)
	r.Start = b.before(p, end)
}

// before adds the nodes of a plan that go on at another one, and returns the first of them.
func (b *building) before(p *partPlan, next *workflow.Node) *workflow.Node {
	add := func(name string, kind workflow.Kind) *workflow.Node {
		n := b.flow.AddNode(next.Region, b.NewElement(b.flow, b.because, name, ""), kind, workflow.Primary)
		n.Span = b.because.Span
		return n
	}
	connect := func(from *workflow.Node, p *partPlan, kind workflow.EdgeKind) *workflow.Edge {
		return b.flow.Connect(from, b.before(p, next), kind, b.because.Span)
	}
	switch {
	case p.task != "":
		n := add(p.name, workflow.Task)
		n.Call = &workflow.Call{Task: p.task, Span: n.Span}
		b.Raised.Planned = append(b.Raised.Planned, p.task)
		if b.merges {
			n.Data.Combine = &workflow.Combine{Mode: workflow.MergeDeep}
		}
		b.flow.Connect(n, next, workflow.Next, n.Span)
		for _, f := range p.failed {
			e := connect(n, f.do, workflow.OnError)
			e.On = workflow.Matcher{{Name: f.error, Text: f.error}}
			if f.error == planAny {
				e.On = workflow.Matcher{{All: true}}
			}
			e.Data.Combine = &workflow.Combine{Mode: workflow.Drop}
		}
		return n
	case p.choose != nil:
		var guards []expr.Expr
		for _, one := range p.choose {
			if one.guard != nil {
				guards = append(guards, one.guard)
			}
		}
		n := add(cmp.Or(p.name, question(guards)), workflow.Choice)
		for _, one := range p.choose {
			kind := workflow.Default
			if one.guard != nil {
				kind = workflow.Guarded
			}
			connect(n, one.do, kind).Guard = one.guard
		}
		if p.choose[len(p.choose)-1].guard != nil {
			b.flow.Connect(n, next, workflow.Default, n.Span)
		}
		return n
	case p.parallel != nil || p.each != nil:
		n := add(p.name, workflow.Scope)
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
