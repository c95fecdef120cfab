package rewrite

import (
	"cmp"
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// readStep reads what a plan says of a step of repeated ones, and reports whether it is that, and well formed.
func (p *partPlan) readStep(key string, v any) (ok bool) {
	switch key {
	case planRepeat:
		p.repeat, ok = readPlan(v)
	case planAgain:
		p.again, ok = v.(bool)
		ok = ok && p.again
	case planLeave:
		p.leave, ok = v.(bool)
		ok = ok && p.leave
	case planWait:
		p.wait = v
		ok = p.waitLength() != nil
	case planFail:
		p.fail, ok = v.(string)
		ok = ok && p.fail != ""
	case planCause:
		p.cause = v
		ok = p.raisedCause() != nil
	case planAwait:
		ok = p.readAwait(v)
	case planLate:
		p.late, ok = readPlan(v)
	}
	return ok
}

// wait is the plan of a step that lets a time pass.
func (x *planning) wait(n *workflow.Node) any {
	length := plannedLength(n.Until)
	if _, fixed := n.Until.Expr.(*expr.Literal); !fixed {
		length = x.computed(planUnits[n.Until.Unit], n.Until.Expr)
	}
	if x.lacks = x.lacks || length == nil || !n.Data.IsZero(); x.lacks {
		return nil
	}
	return value.ObjectOf(value.Member{Key: planName, Value: n.Name()}, value.Member{Key: planWait, Value: length})
}

// failure is the plan of a step that fails with a fixed error.
func (x *planning) failure(n *workflow.Node) any {
	name, named := fixedText(n.Raises.Name)
	if x.lacks = x.lacks || !named || name == ""; x.lacks {
		return nil
	}
	out := value.ObjectOf(value.Member{Key: planName, Value: n.Name()}, value.Member{Key: planFail, Value: name})
	if n.Raises.Cause == nil {
		return out
	}
	var cause any
	if text, fixed := fixedText(n.Raises.Cause); !fixed {
		cause = x.computed(givenValue, n.Raises.Cause)
	} else if text != "" {
		cause = text
	} else {
		return out
	}
	x.lacks = cause == nil
	out.Set(planCause, cause)
	return out
}

// unmatched is the branch of a choice that fails where none of its conditions holds.
func (x *planning) unmatched(n *workflow.Node) *value.Object {
	fails := value.ObjectOf(value.Member{Key: planName, Value: n.Name() + unmatchedSuffix}, value.Member{Key: planFail, Value: x.errors.NoMatch.Name})
	return value.ObjectOf(value.Member{Key: planDo, Value: fails})
}

// failsUnmatched reports whether the last branch of a plan of a choice is that by which it fails.
func (p *partPlan) failsUnmatched() bool {
	if len(p.choose) < 2 {
		return false
	}
	last := p.choose[len(p.choose)-1]
	return last.guard == nil && last.do.fail != "" && last.do.cause == nil && strings.HasSuffix(last.do.name, unmatchedSuffix)
}

// failsAsPlanned reports whether the target can have it that a choice fails of which no condition holds, as a plan has it: each choice, or one
// by which a request may be made.
func (c *Conversion) failsAsPlanned(p *partPlan) bool {
	return p.failsUnmatched() && (c.Able.NoMatch || c.Able.Kinds.Has(workflow.State) && strings.HasSuffix(p.name, allowedSuffix))
}

// waitBefore adds a wait before a node.
func (b *building) waitBefore(p *partPlan, next *workflow.Node) *workflow.Node {
	n := b.add(p.name, workflow.Wait, next)
	n.Until = p.waitLength()
	b.flow.Connect(n, next, workflow.Next, n.Span)
	return n
}

// A plannedFailure is a failure as a plan has it, on each way that leads to it.
type plannedFailure struct {
	region            *workflow.Region
	name, fail, cause string // the cause as JSON
}

// failureBefore adds a step that fails, from which nothing leads on, if the plan has not led to it before.
func (b *building) failureBefore(p *partPlan, next *workflow.Node) *workflow.Node {
	as := plannedFailure{next.Region, p.name, p.fail, string(value.Append(nil, p.cause))}
	if n := b.failures[as]; n != nil {
		return n
	}
	n := b.add(p.name, workflow.Fail, next)
	if b.failures == nil {
		b.failures = map[plannedFailure]*workflow.Node{}
	}
	b.failures[as] = n
	n.Raises = &workflow.Raises{Name: &expr.Literal{Value: p.fail, Span: n.Span}}
	n.Raises.Cause = p.raisedCause()
	return n
}

// repeatedBefore adds steps before a node that lead back to the first of them, and returns that.
func (b *building) repeatedBefore(p *partPlan, next *workflow.Node) *workflow.Node {
	outer, onward := b.again, b.onward
	b.again, b.onward = b.add(p.name, workflow.Pass, next), next
	start := b.before(p.repeat, next)
	for _, e := range slices.Clone(b.again.In) {
		e.Redirect(start)
	}
	b.again.Region.TakeOut(b.again)
	b.again, b.onward = outer, onward
	leaveAtOnce(next)
	return start
}

// unmarked is a plan without the marks that the choice after it takes out (see [repetition.mark]).
func (c *Conversion) unmarked(w *workflow.Workflow, n *workflow.Node, given *value.Object) *partPlan {
	p, _ := readPlan(given)
	if p.repeat == nil {
		return p
	}
	if part := c.planChoice(w, n); part != nil {
		for _, x := range part.exits {
			p.repeat.leaveAfter(memberTested(expr.CommonCondition(x.guard, c.domain())), n)
		}
	}
	return p
}

// leaveByMarks has steps that are repeated lead on, where they are left with marks, where the choice after them does by the marks that the
// document has then. The choice is taken out.
func (b *building) leaveByMarks(n *workflow.Node, p *partPlan) {
	if p.repeat == nil {
		return
	}
	part := b.planChoice(b.flow, n)
	if part == nil {
		return
	}
	b.leaveInstead(n, part)
	for _, x := range part.exits {
		p.repeat.leaveAfter(memberTested(expr.CommonCondition(x.guard, b.domain())), x.edge.To)
		x.edge.Disconnect()
	}
}

// leaveAfter makes the plans by which repeated steps are left with a mark lead to a step.
func (p *partPlan) leaveAfter(mark string, to *workflow.Node) {
	if p.data != nil {
		if added, _ := p.data.Get(givenAdded).(*value.Object); added != nil && added.Len() == 1 && added.Has(mark) {
			p.data, p.leaveTo = nil, to
		}
	}
	for _, q := range p.inside() {
		q.leaveAfter(mark, to)
	}
}

// leaveAtOnce takes out a choice that only decides once more what the choice before it has decided: by which of its branches steps are not
// done again (see [repetition.onward]).
func leaveAtOnce(choice *workflow.Node) {
	if choice.Kind != workflow.Choice || !choice.Data.IsZero() || len(choice.In) != len(choice.Out) {
		return
	}
	var exits []*workflow.Edge
	for _, e := range choice.In[0].From.Out {
		if e.To == choice {
			exits = append(exits, e)
		}
	}
	if len(exits) != len(choice.Out) {
		return
	}
	for i, e := range choice.Out {
		same := e.Guard != nil && exits[i].Guard != nil && expr.Readable(e.Guard) == expr.Readable(exits[i].Guard)
		if !same && (e.Kind != workflow.Default || i < len(exits)-1) {
			return
		}
	}
	for i, e := range slices.Clone(choice.Out) {
		exits[i].Redirect(e.To)
		exits[i].Title = cmp.Or(exits[i].Title, e.Title)
		e.Disconnect()
	}
	choice.Region.Nodes = without(choice.Region.Nodes, choice)
}

// repeats reports whether one of the steps of a plan has the name after which a step is called that repeats it.
func (p *partPlan) repeats(name string) bool {
	if p == nil {
		return false
	}
	if p.name != "" && numberedName(name, repeatPrefix+p.name) {
		return true
	}
	for _, q := range p.inside() {
		if q.repeats(name) {
			return true
		}
	}
	return false
}
