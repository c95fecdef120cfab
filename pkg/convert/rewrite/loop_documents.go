package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// moved is an expression of the document of the steps as one of the document of the loop.
func (l *loop) moved(x expr.Expr) (expr.Expr, bool) {
	return mapTree(x, func(p *expr.Path) (expr.Expr, bool) {
		switch {
		case p.Root == expr.RootAnswer:
			return continued(l.path(l.answer), p)
		case p.Root == expr.RootInput && !l.bare:
			return continued(l.path(l.item), p)
		}
		return p, true
	})
}

// steps makes the nodes of a region read and write the member that is their document; within reports that the region is one of several that
// run at the same time. It reports whether one does that through a member for its answer.
func (l *loop) steps(r *workflow.Region, within bool) (answers bool) {
	for _, x := range slices.Clone(r.Nodes) {
		if x.Kind == workflow.Scope {
			for _, inner := range x.Body.Regions {
				l.steps(inner, true)
			}
		}
		answers = l.step(x, within) || answers
	}
	return answers
}

// step makes a node read and write the member that is its document. It reports whether that is through a member for its answer. What runs
// at the same time cannot share such a member: an answer is merged then.
func (l *loop) step(x *workflow.Node, within bool) bool {
	d := &x.Data
	replaces := x.Kind == workflow.Task && (d.Combine == nil || d.Combine.Mode == workflow.Replace)
	if replaces && within {
		l.Lose(l.flow, &lossMergedResult, placeOf(x), x.Element, "the answer is merged into it", "the answer of %q replaces the document in the source", x.Name())
		d.Combine, replaces = &workflow.Combine{Mode: workflow.MergeDeep}, false
	}
	result, output := d.Result, d.Output
	if replaces {
		d.Result, d.Output = nil, nil
	}
	move := func(at *expr.Expr) { *at, _ = l.moved(*at) }
	answer := d.Result // it sees the answer itself
	d.Result = nil
	mapNode(x, move)
	d.Result = answer
	for _, e := range x.Out {
		mapEdge(e, move)
	}
	switch {
	case x.Kind == workflow.Pass:
		l.pass(x)
	case x.Kind != workflow.Task:
	case replaces:
		l.replace(x, result, output)
	default:
		l.merge(x)
	}
	if x.Kind == workflow.Task && d.Payload == nil && d.Select == nil {
		d.Payload = l.path(l.item)
	}
	l.reread(l.flow, x)
	return replaces
}

// replace makes the answer of a task the document of the steps, by way of a member that takes it as it is.
func (l *loop) replace(x *workflow.Node, result, output expr.Expr) {
	if result == nil {
		result = &expr.Path{Root: expr.RootAnswer, Definite: true}
	}
	if output != nil {
		if all, ok := replaceRoot(output, expr.RootInput, result); ok {
			result = all
		}
	}
	result, _ = l.moved(result)
	x.Data.Combine = &workflow.Combine{Mode: workflow.SetAt, Path: l.path(l.answer)}
	if out := nextOf(x); out != nil && out.To.Kind == workflow.End && !out.To.Terminates && l.endsOnce() {
		l.result = result
		return
	}
	pass := AddAfter(l.flow, x, l.NewElement(l.flow, x.Element, outputPrefix+x.Name(), ""), workflow.Pass)
	pass.Data.Result = &expr.Object{Members: []expr.ObjectMember{{Key: l.item, Value: result}, {Key: l.answer, Value: &expr.Literal{}}}}
	pass.Data.Combine = &workflow.Combine{Mode: workflow.MergeShallow}
}

// endsOnce reports whether a single edge leads to where the steps are done.
func (l *loop) endsOnce() bool {
	count := 0
	for _, x := range l.region.Nodes {
		if x.Kind == workflow.End && !x.Terminates {
			count += len(x.In)
		}
	}
	return count == 1
}

// merge makes the answer of a task get into the member that is the document of the steps.
func (l *loop) merge(x *workflow.Node) {
	d := &x.Data
	if d.Result != nil {
		d.Result, _ = mapTree(d.Result, func(p *expr.Path) (expr.Expr, bool) {
			if p.Root == expr.RootInput && !l.bare {
				return continued(l.path(l.item), p)
			}
			return p, true
		})
	}
	into := *d.Combine
	switch into.Mode {
	case workflow.Drop:
	case workflow.SetAt, workflow.AppendAt:
		into.Path = l.within(into.Path)
	default:
		into.Mode, into.Path = workflow.SetAt, l.path(l.item)
	}
	d.Combine = &into
	if d.Output != nil {
		pass := AddAfter(l.flow, x, l.NewElement(l.flow, x.Element, outputPrefix+x.Name(), ""), workflow.Pass)
		pass.Data.Result = &expr.Object{Members: []expr.ObjectMember{{Key: l.item, Value: d.Output}}}
		pass.Data.Combine = &workflow.Combine{Mode: workflow.MergeShallow}
		d.Output = nil
	}
}

// within is a place in the document of the steps as one in that of the loop.
func (l *loop) within(p *expr.Path) *expr.Path {
	out := *p
	out.Steps = slices.Concat(l.path(l.item).Steps, p.Steps)
	out.Text = out.String()
	return &out
}

// pass makes what a node makes get into the member that is the document of the steps.
func (l *loop) pass(x *workflow.Node) {
	d := &x.Data
	if d.Result == nil && d.Output == nil {
		return
	}
	result := d.Result
	if result != nil {
		result, _ = l.moved(result)
	}
	c := d.Combine
	switch {
	case result == nil, c != nil && c.Mode == workflow.Drop:
		result = l.path(l.item)
	case c != nil && c.Mode == workflow.SetAt:
		d.Result, d.Combine = result, &workflow.Combine{Mode: workflow.SetAt, Path: l.within(c.Path), Span: c.Span}
		return
	case c != nil && c.Mode != workflow.Replace:
		l.Lose(l.flow, &lossResultPlace, placeOf(x), x.Element, "the whole member "+l.item, "%q sets members of %s, and leaves its other members", x.Name(), l.item)
	}
	if d.Output != nil {
		result = d.Output
	}
	*d = workflow.Stages{Result: &expr.Object{Members: []expr.ObjectMember{{Key: l.item, Value: result}}}, Combine: &workflow.Combine{Mode: workflow.MergeShallow}}
}
