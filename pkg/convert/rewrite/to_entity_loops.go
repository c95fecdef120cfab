package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// maxTransitions is how many transitions one request may take.
const maxTransitions = 100

// leastVisits is how often one request may enter a state, if the engine is not configured otherwise.
const leastVisits = 10

var lossCascade = dialects.LossRule{ID: "convert/cascade-limit", Level: dialects.Approximated,
	Affects: dialects.Outcome | dialects.ErrorName | dialects.Attempts, Data: dialects.Same, OnVisits: leastVisits,
	What:   "a request is aborted when it enters a state too often, or takes too many transitions",
	Remedy: "make one of the transitions of the loop a manual one, which a scheduler requests"}

// breakLoops gives the transitions without a condition that close a loop the condition that none of those before them holds: an engine
// refuses a loop of transitions that are always taken.
func (x *making) breakLoops() {
	walked := map[*plan]bool{}
	for i := 0; i < len(x.order); {
		path, loop := x.walk(x.order[i], walked)
		if loop == nil {
			i++
			continue
		}
		p := x.foremost(loop)
		guarded, at := x.leaving(p)
		if guarded == nil {
			x.Refuse(x.flow, placeOf(p.node), "the steps from %q on loop, and no transition leaves the loop", p.node.Name())
			return
		}
		x.breakLoop(guarded, at)
		for _, p := range path { // again: a state may have a further transition without a condition
			delete(walked, p)
		}
	}
}

// walk follows the transitions without conditions from a state, up to one that was visited before. It returns the states on that path, and
// those of them that form a loop; nil if none do.
func (x *making) walk(p *plan, walked map[*plan]bool) (path []*plan, loop map[*plan]bool) {
	for at := p; at != nil && !walked[at]; {
		walked[at] = true
		path = append(path, at)
		t := at.forced()
		if t == nil {
			return path, nil
		}
		if at = x.plans[t.to]; !walked[at] {
			continue
		}
		if i := slices.Index(path, at); i >= 0 {
			loop = map[*plan]bool{}
			for _, p := range path[i:] {
				loop[p] = true
			}
		}
	}
	return path, loop
}

// foremost returns the first of some states, in the order of all states: which transition of a loop gets a condition must not depend on a
// map.
func (x *making) foremost(some map[*plan]bool) *plan {
	for _, p := range x.order {
		if some[p] {
			return p
		}
	}
	return nil
}

// leaving returns a state of a loop that has transitions with conditions, and its transition without one; nil if no state of the loop does.
func (x *making) leaving(p *plan) (*plan, *transition) {
	for at := p; ; {
		t := at.forced()
		if at.transitions[0].kind == workflow.Guarded {
			return at, t
		}
		if at = x.plans[t.to]; at == p {
			return nil, nil
		}
	}
}

// breakLoop gives a transition the condition that none of those before it holds, or, if that cannot be expressed, one that always
// holds: that the entity was created.
func (x *making) breakLoop(p *plan, t *transition) {
	any := &expr.Logic{Op: expr.Or, Span: t.edge.Span}
	for _, before := range p.transitions {
		if before.kind == workflow.Guarded {
			any.Operands = append(any.Operands, before.edge.Guard)
		}
	}
	var none expr.Expr = &expr.Not{Operand: any, Span: t.edge.Span}
	if len(any.Operands) == 1 {
		none = &expr.Not{Operand: any.Operands[0], Span: t.edge.Span}
	}
	if out, _ := x.writtenCondition(none, &dialects.Sight{Domain: x.Options.Domain}); out == nil {
		none = &expr.Loose{Op: expr.LooseNull, Negated: true, Left: expr.NewPath(expr.RootContext, workflow.EntityCreated), Span: t.edge.Span}
	}
	t.edge.Guard, t.kind = none, workflow.Guarded
}

// forced returns the transition of a state that is taken if no earlier one is, whatever the document holds; nil if there is none.
func (p *plan) forced() *transition {
	for _, t := range p.transitions {
		if t.kind == workflow.Next {
			return t
		}
	}
	return nil
}

// addCascadeLosses adds the loss of what a request cannot do: enter a state again and again, or take too many transitions.
func (x *making) addCascadeLosses() {
	incoming, longest := map[*plan]int{}, map[*plan]int{}
	for _, p := range x.order {
		for _, t := range p.automated() {
			incoming[x.plans[t.to]]++
		}
	}
	var todo []*plan
	for _, p := range x.order {
		if incoming[p] == 0 {
			todo = append(todo, p)
		}
	}
	for i := 0; i < len(todo); i++ {
		p := todo[i]
		for _, t := range p.automated() {
			to := x.plans[t.to]
			if to == nil {
				continue
			}
			if longest[to] = max(longest[to], longest[p]+1); longest[to] == maxTransitions+1 {
				x.Lose(x.flow, &lossCascade, placeOf(to.node), to.node.Element, "", "%q is not entered if the request has taken %d transitions before", to.node.Name(), maxTransitions)
			}
			if incoming[to]--; incoming[to] == 0 {
				todo = append(todo, to)
			}
		}
	}
	for _, p := range x.order {
		if incoming[p] > 0 {
			x.Lose(x.flow, &lossCascade, placeOf(p.node), p.node.Element, "", "a request is aborted when it enters %q too often: %d times, if the engine is not configured otherwise", p.node.Name(), leastVisits)
			return
		}
	}
}

// automated are the transitions of a plan that nobody has to request.
func (p *plan) automated() []*transition {
	var out []*transition
	for _, t := range p.transitions {
		if t.kind != workflow.Manual {
			out = append(out, t)
		}
	}
	return out
}
