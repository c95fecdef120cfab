package rewrite

import (
	"cmp"
	"reflect"
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// partsAgain restores parallel branches, iterations and sequences from the plan of the task that replaced them (plans_read.go has the form
// of plans).
var partsAgain = Rewrite{
	ID:     "rewrite/part-again",
	What:   "a task that is given the names of the tasks that it calls, or is described by them, becomes the parallel parts, or the iteration, that call them",
	When:   "has parallel parts and iterations",
	Before: "call-checks({\"parallel\": [\"credit\", \"fraud\"]})",
	After:  "checks: {credit} {fraud}",
	Losses: []*dialects.LossRule{&lossPlannedTask},
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		return editNodes(w, func(n *workflow.Node) bool {
			p := c.plannedPart(w, n)
			if p == nil {
				return false
			}
			c.Lose(w, &lossPlannedTask, placeOf(n), n.Element, "the parts themselves", "%q is assumed to call the tasks that it is given, and is not called", n.Name())
			n.Element.Doc, _ = describedPlan(n.Element.Doc)
			b := &building{Conversion: c, flow: w, because: n.Element}
			if p.parallel == nil && p.each == nil {
				b.inPlace(n, cmp.Or(p.do, p))
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

// plannedPart returns the plan of a task that replaces parallel branches, an iteration or a sequence which the target can have; nil for
// other nodes.
func (c *Conversion) plannedPart(w *workflow.Workflow, n *workflow.Node) *partPlan {
	p := c.planOf(w, n)
	switch {
	case p == nil || p.within != nil || p.beside != nil:
		return nil
	case p.parallel != nil || p.each != nil:
		return p
	case givenPlan(n).Len() == 1 && (p.do != nil && sameName(n.Name(), p.do.steps()) || p.repeat.repeats(n.Name())):
		return p
	}
	return nil
}

// planOf returns the plan in the parameters of a task, if the task has the name of one with a plan and the target can have what the plan
// describes; nil for other nodes.
func (c *Conversion) planOf(w *workflow.Workflow, n *workflow.Node) *partPlan {
	given := givenPlan(n)
	if given == nil || onwardEdge(n) == nil || !sameName(c.taskName(n), n.Name()) && !c.callsAnother(n) {
		return nil
	}
	alone := *n
	if n.Call.Parameters == nil && (takesAnswer(&n.Data) || keepsNextAside(n)) {
		alone.Data = workflow.Stages{} // the plan has the place of the results
	}
	p, ok := readPlan(given)
	if ok && p.beside != nil && p.within == nil { // limits and handlers of the worker are those of the task that it calls
		alone.Timers, alone.Out = nil, []*workflow.Edge{onwardEdge(n)}
	}
	if ok && (p.parallel != nil || p.each != nil) && c.Able.Handlers.Has(dialects.HandleScopes) { // handlers are those of the parts
		alone.Out = []*workflow.Edge{onwardEdge(n)}
	}
	if !ok || !c.standsAlone(&alone) || !c.holdsPlan(c.unmarked(w, n, given)) {
		return nil
	}
	return p
}

// steps returns the name of a sequence of steps.
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
	able = able && (p.data == nil || c.holdsData(p.data)) && (p.repeat == nil || c.Able.Cycles)
	able = able && (p.happens == nil || len(c.Able.Awaits) > 0 || c.Able.Tokens)
	if c.failsAsPlanned(p) {
		without := *p
		without.choose = p.choose[:len(p.choose)-1]
		p = &without
	}
	able = able && (p.wait == nil || c.Able.Kinds.Has(workflow.Wait)) && (p.fail == "" || c.Able.Kinds.Has(workflow.Fail))
	able = able && !slices.ContainsFunc(p.beside, func(q *partPlan) bool { return !c.holdsPlan(q) })
	return able && !slices.ContainsFunc(c.unhandled(p).inside(), func(q *partPlan) bool {
		return q.within != nil && q.happens == nil || q.beside != nil || q.after != nil || !c.holdsPlan(q)
	})
}

// unhandled is a plan without the failures of its steps that the target ignores: after them it goes on as after an answer.
func (c *Conversion) unhandled(p *partPlan) *partPlan {
	if !c.Able.Ignores {
		return p
	}
	out := *p
	out.sequence = slices.Clone(p.sequence)
	for i, q := range p.sequence {
		if q.goesOnFailed(p.sequence[i+1:]) {
			alike := *q
			alike.failed, out.sequence[i] = nil, &alike
		}
	}
	return &out
}

// goesOnFailed reports whether a step after which others come goes on with them after any failure, too.
func (p *partPlan) goesOnFailed(rest []*partPlan) bool {
	if len(p.failed) != 1 || p.failed[0].error != planAny {
		return false
	}
	do := *p.failed[0].do
	return reflect.DeepEqual(do, partPlan{}) || len(rest) == 1 && reflect.DeepEqual(do, *rest[0]) || reflect.DeepEqual(do, partPlan{sequence: rest})
}

// inside are the plans of which a plan consists.
func (p *partPlan) inside() []*partPlan {
	out := slices.Concat(p.sequence, p.parallel, p.choose)
	for _, q := range []*partPlan{p.do, p.repeat, p.late} {
		if q != nil {
			out = append(out, q)
		}
	}
	for _, f := range p.failed {
		out = append(out, f.do)
	}
	for _, h := range p.happens {
		out = append(out, h.do)
	}
	return out
}

// holdsData reports whether the target can have a step that sets fixed data.
func (c *Conversion) holdsData(given *value.Object) bool {
	if added, ok := given.Get(givenAdded).(*value.Object); ok && added.Len() == 0 {
		return c.Able.Kinds.Has(workflow.Pass)
	}
	_, ok := c.dataStages(given, &workflow.Node{})
	return ok && c.Able.Computes
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
