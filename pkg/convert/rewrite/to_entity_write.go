package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// write makes the state of a plan.
func (x *making) write(p *plan) {
	n := p.node
	n.Kind, n.Role, n.Awaits = workflow.State, workflow.Primary, nil
	n.Element.Primary = n
	x.flow.Root.Nodes = append(x.flow.Root.Nodes, n)
	for _, t := range p.transitions {
		to := t.to
		if to.Kind == workflow.End && to.Role != workflow.Primary {
			to = x.end(to)
		}
		if len(t.tasks) > 0 {
			to = x.process(n, t.tasks, to)
		}
		e := x.flow.Connect(n, to, t.kind, t.edge.Span)
		e.Name, e.Guard, e.Ask = t.name, t.edge.Guard, t.edge.Ask
	}
	n.Call, n.Data, n.Retry, n.Timers = nil, workflow.Stages{}, nil, nil
}

// giveNames gives each state a name of its own, and notes those that are not the names of the source. What a rewrite added for an
// element that has a state itself has no name in the source.
func (x *making) giveNames() {
	taken, numbers := map[string]bool{}, dialects.Numbers{}
	for _, p := range x.order {
		e := p.node.Element
		e.Name = numbers.Free(taken, e.Name, " ")
		x.rename(e, e.Name)
	}
}

// rename notes what an element of the source is called, if that is another name.
func (x *making) rename(e *workflow.Element, to string) {
	if r := (dialects.Renaming{From: e.Original().Name, To: to}); r.From != to && x.isNew(e, r) {
		x.Raised.Names = append(x.Raised.Names, r)
	}
}

// partIs notes that what an element of the source calls is called in a state of another one, perhaps beside what others call.
func (x *making) partIs(e, state *workflow.Element) {
	for _, e := range []*workflow.Element{state, e} {
		if r := (dialects.Renaming{From: e.Original().Name, To: state.Name}); x.isNew(e, r) {
			x.Raised.Parts = append(x.Raised.Parts, r)
		}
	}
}

// isNew reports whether an element has a name in the source of which this is not noted yet, and notes that it is.
func (x *making) isNew(e *workflow.Element, r dialects.Renaming) bool {
	if x.renamed == nil {
		x.renamed = map[dialects.Renaming]bool{}
		for _, before := range slices.Concat(x.Raised.Names, x.Raised.Parts) { // of other workflows
			x.renamed[before] = true
		}
	}
	own := x.own[e.Original()]
	if r.From == "" || own != nil && own != e || x.renamed[r] {
		return false
	}
	x.renamed[r] = true
	return true
}

// end is the state of an end without a name.
func (x *making) end(n *workflow.Node) *workflow.Node {
	if x.done == nil {
		x.done = x.flow.AddNode(x.flow.Root, x.NewElement(x.flow, n.Element, dialects.EndState, ""), workflow.State, workflow.Primary)
	}
	return x.done
}

// process adds the scope with the processors of a transition.
func (x *making) process(state *workflow.Node, tasks []*workflow.Node, to *workflow.Node) *workflow.Node {
	scope := x.flow.AddNode(x.flow.Root, state.Element, workflow.Scope, workflow.Processing)
	scope.Body.Gather = workflow.GatherOne
	x.flow.Connect(scope, to, workflow.Next, state.Span)
	r := x.flow.AddRegion(scope, state.Span)
	r.Shared = true
	var last *workflow.Node
	for _, t := range tasks {
		n := x.flow.AddNode(r, state.Element, workflow.Task, workflow.Processing)
		x.processor(n, t)
		if last != nil {
			x.follow(last, n)
		} else {
			r.Start = n
		}
		last = n
		if t != state {
			x.partIs(t.Element, state.Element)
		}
	}
	end := x.flow.AddNode(r, state.Element, workflow.End, workflow.Ending)
	x.follow(last, end)
	return scope
}

// processor makes a node do what a task does.
func (x *making) processor(n, t *workflow.Node) {
	call := *t.Call
	call.Silent = true
	n.Call, n.Timers, n.Span = &call, t.Timers, t.Span
	x.callFor(n, t.Element)
	if isEmptyObject(t.Data.Payload) || t.Data.Payload == nil && isEmptyObject(t.Data.Select) {
		n.Data.Select = &expr.Literal{Value: value.NewObject(0), Span: t.Span}
	}
	n.Data.Combine = &workflow.Combine{Mode: workflow.Replace, Span: t.Span}
	if c := t.Data.Combine; c != nil && c.Mode == workflow.Drop {
		n.Data.Combine.Mode = workflow.Drop
		if !x.ignored[t] && !x.isSubstitute(t.Call.Task) {
			x.Lose(x.flow, &lossIgnoredFailure, placeOf(t), t.Element, "", "a failure of %q is ignored", t.Name())
		}
	}
}

// follow connects a processor with what is after it, which is also what follows an ignored failure.
func (x *making) follow(n, to *workflow.Node) {
	x.flow.Connect(n, to, workflow.Next, n.Span)
	if n.Data.Combine.Mode == workflow.Drop {
		e := x.flow.Connect(n, to, workflow.OnError, n.Span)
		e.On = workflow.Matcher{{All: true, Span: n.Span}}
		e.Data.Combine = &workflow.Combine{Mode: workflow.Drop, Span: n.Span}
	}
}

func isEmptyObject(x expr.Expr) bool {
	l, ok := x.(*expr.Literal)
	if !ok {
		return false
	}
	o, ok := l.Value.(*value.Object)
	return ok && o.Len() == 0
}

// completeProgram makes the program one of entities.
func (x *making) completeProgram() {
	p := x.Program
	x.flow.Root.Shared = true
	if x.flow == p.Start() {
		p.Select, p.Fallback = []workflow.Candidate{{Workflow: x.flow}}, x.flow
	}
}
