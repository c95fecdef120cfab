package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// movable reports whether the steps can have a member as their document.
func (l *loop) movable() bool {
	_, can := l.current()
	return can && l.canMove(l.region)
}

// canMove reports whether what is in a region can.
func (l *loop) canMove(r *workflow.Region) bool {
	ok := true
	see := func(at *expr.Expr) {
		_, can := l.moved(*at)
		ok = ok && can
	}
	for _, x := range r.Nodes {
		d := &x.Data
		switch x.Kind {
		case workflow.Task, workflow.Wait, workflow.Fail, workflow.Emit:
			ok = ok && (d.Select == nil || d.Payload == nil)
		case workflow.Pass:
			ok = ok && d.Select == nil && d.Payload == nil
		case workflow.Choice, workflow.End:
			ok = ok && d.IsZero()
		case workflow.Scope:
			ok = ok && !l.bare && !x.Body.Each && d.Select == nil && d.Payload == nil && d.Result == nil && d.Output == nil &&
				!slices.ContainsFunc(x.Body.Regions, func(r *workflow.Region) bool { return !l.canMove(r) })
		default:
			return false
		}
		mapNode(x, see)
		for _, e := range x.Out {
			mapEdge(e, see)
			ok = ok && e.Kind != workflow.OnError
		}
		ok = ok && d.Assign == nil
	}
	return ok
}

// unroll makes the iteration a loop.
func (l *loop) unroll() {
	n, seen := l.n, observes(l.n)
	if l.kept != nil {
		l.keepAt(l.flow, l.n, l.kept)
	}
	l.limits()
	first, _ := l.current()
	l.result = l.path(l.item)
	if l.bare {
		l.result = &expr.Object{Members: []expr.ObjectMember{{Key: l.item, Value: l.path(l.item)}}}
	}
	answers := l.steps(l.region, false)
	out, data := nextOf(n), n.Data
	l.addStart()
	item := l.addPass("Next of "+n.Name(), expr.ObjectMember{Key: l.item, Value: first})
	if answers { // so that nothing of the answer before is left
		o := item.Data.Result.(*expr.Object)
		o.Members = append(o.Members, expr.ObjectMember{Key: l.answer, Value: &expr.Literal{}})
	}
	last := l.addResult()
	if n.Body.Item != "" && l.ending[n] {
		l.Lose(l.flow, &dialects.LossIteration, placeOf(n), n.Element, "the whole document", "a run that ends inside %q gives the document of an item", n.Name())
	}
	guard := &expr.Compare{Op: expr.Less, As: expr.Alike, Left: l.count(), Right: &expr.Apply{Do: expr.Count, Args: []expr.Expr{l.list}}, Span: n.Span}
	o := &opening{Conversion: l.Conversion, flow: l.flow}
	start, ends := o.empty(n, l.region)
	l.arrange(item, last)
	n.Kind, n.Body, n.Data = workflow.Choice, nil, workflow.Stages{}
	more := l.flow.Connect(n, item, workflow.Guarded, n.Span)
	more.Guard = guard
	n.Out = append([]*workflow.Edge{more}, without(n.Out, more)...)
	if start == nil {
		start = last
	}
	l.flow.Connect(item, start, workflow.Next, n.Span)
	goOn(ends, last)
	l.flow.Connect(last, n, workflow.Next, n.Span).Back = true
	if out != nil {
		out.Kind = workflow.Default
		l.place(out, data)
	}
	l.reread(l.flow, n)
	if seen {
		l.Lose(l.flow, &lossLoopData, placeOf(n), n.Element, "", "the members that the loop of %q uses stay in the document", n.Name())
	}
}

// arrange puts the added nodes before and after the steps in the order of the text.
func (l *loop) arrange(item, last *workflow.Node) {
	r, at := l.n.Region, l.n
	for _, x := range l.region.Nodes {
		if x.Region == r {
			at = x
		}
	}
	r.PlaceBeside(last, at, true)
	r.PlaceBeside(item, l.n, true)
}

// limits notes what an iteration has that a loop does not.
func (l *loop) limits() {
	n := l.n
	for i := range n.Timers {
		l.Lose(l.flow, &lossScopeLimits, placeOf(n), n.Element, "", "the time limit of %q is dropped, as it covers several steps", n.Name())
		if e := n.Timers[i].Edge; e != nil {
			e.Disconnect()
		}
	}
	n.Timers = nil
	if most, ok := n.Body.Most.(*expr.Literal); ok && value.Equal(most.Value, int64(1)) {
		return
	}
	l.loseOrder(l.region)
}

// loseOrder notes that the tasks of a region are not called at the same time for several items.
func (l *loop) loseOrder(r *workflow.Region) {
	for _, x := range r.Nodes {
		if x.Kind == workflow.Task {
			l.Lose(l.flow, &lossSequence, placeOf(l.n), x.Element, "one item after the other", "the source processes the items of %q in parallel", l.n.Name())
		}
		if x.Body != nil {
			for _, inner := range x.Body.Regions {
				l.loseOrder(inner)
			}
		}
	}
}

// addPass adds a node of the loop that sets members, before what leads nowhere yet.
func (l *loop) addPass(name string, members ...expr.ObjectMember) *workflow.Node {
	pass := addBeside(l.flow, l.n, l.NewElement(l.flow, l.n.Element, name, ""), workflow.Pass, true)
	pass.Data.Result = &expr.Object{Members: members}
	pass.Data.Combine = &workflow.Combine{Mode: workflow.MergeShallow}
	return pass
}

// addStart adds the node that begins the list of the results, or the count.
func (l *loop) addStart() {
	start := AddBefore(l.flow, l.n, l.NewElement(l.flow, l.n.Element, "Start of "+l.n.Name(), ""), workflow.Pass)
	begin := &expr.Literal{Value: []any{}}
	if !l.collects {
		begin.Value = int64(0)
	}
	start.Data.Result = &expr.Object{Members: []expr.ObjectMember{{Key: l.results, Value: begin}}}
	start.Data.Combine = &workflow.Combine{Mode: workflow.MergeShallow}
}

// addResult adds the node that adds a result to the list, or counts.
func (l *loop) addResult() *workflow.Node {
	next := &expr.Apply{Do: expr.Append, Args: []expr.Expr{l.path(l.results), l.result}}
	if !l.collects {
		next = &expr.Apply{Do: expr.Add, Args: []expr.Expr{l.path(l.results), &expr.Literal{Value: int64(1)}}}
	}
	return l.addPass("Result of "+l.n.Name(), expr.ObjectMember{Key: l.results, Value: next})
}

// place puts the list where the source has it, on the edge that leads on.
func (l *loop) place(out *workflow.Edge, d workflow.Stages) {
	if l.placed || !l.collects {
		return
	}
	if replacing(d.Combine) && d.Result == nil && d.Output == nil && l.readAt(l.flow, out, l.path(l.results)) {
		return
	}
	result := expr.Expr(l.path(l.results))
	if d.Result != nil {
		if x, ok := replaceRoot(d.Result, expr.RootAnswer, l.path(l.results)); ok {
			result = x
		}
	}
	pass := AddOn(l.flow, out, l.NewElement(l.flow, l.n.Element, "Results of "+l.n.Name(), ""), workflow.Pass)
	pass.Data = workflow.Stages{Result: result, Combine: d.Combine, Output: d.Output}
}

// endingScopes are the scopes with a node inside that ends the whole run.
func endingScopes(nodes []*workflow.Node) map[*workflow.Node]bool {
	out := map[*workflow.Node]bool{}
	for _, n := range nodes {
		if n.Kind != workflow.End || !n.Terminates {
			continue
		}
		for at := n.Region.Scope; at != nil && !out[at]; at = at.Region.Scope {
			out[at] = true
		}
	}
	return out
}
