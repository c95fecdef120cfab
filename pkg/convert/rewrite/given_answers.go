package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// giveAnswers has the branches of a node give what they put at places of the document for a step after them, which is taken out: the answer of
// a task, of the call of a workflow, or of the last step of one, or what came to them.
func (c *Conversion) giveAnswers(w *workflow.Workflow, n *workflow.Node) {
	for _, r := range n.Body.Regions {
		inner, d := calledAlone(r), &r.Start.Data
		switch {
		case c.givesInput(n, r):
			c.loseFinishing(w, n, r.Start)
			Splice(r.Start)
		case (r.Start.Kind == workflow.Task || mergesCalled(r.Start)) && len(r.Nodes) == 2 && !isDropped(d) && d.Output == nil:
			d.Combine = nil
			if r.Start.Body != nil {
				c.giveLast(w, r.Start.Body.Regions[0])
			}
		case inner == nil:
		case placesLast(inner):
			for _, x := range inner.Nodes {
				if x.Kind == workflow.Task || x.Kind == workflow.Pass {
					x.Data.Combine, x.Data.Result = nil, unplaced(x.Data.Result)
				}
			}
			unpack(w, r.Start)
		case c.giveLast(w, inner):
			unpack(w, r.Start)
		}
	}
}

// givesInput reports whether all that a region does is a step that puts what came to it among the results of the branches of a node.
func (c *Conversion) givesInput(n *workflow.Node, r *workflow.Region) bool {
	return len(r.Nodes) == 2 && c.helps(r.Start, resultPrefix+n.Name()) && toldAsResult(r.Start)
}

// toldAsResult reports whether a task is told to put the document among the results of branches.
func toldAsResult(n *workflow.Node) bool {
	given := givenPlan(n)
	if given == nil {
		return false
	}
	made := addedTo(valueTold(given.Get(givenValue)))
	if made == nil {
		return false
	}
	at, leaf := placeIn(made)
	return len(at) > 1 && at[0] == resultsMember && leaf != nil && isWhole(leaf)
}

// putAsResult reports whether an answer is put among the results of branches.
func putAsResult(k *workflow.Combine) bool {
	return k != nil && k.Mode == workflow.SetAt && len(k.Path.Steps) > 1 && k.Path.Steps[0].Name == resultsMember
}

// giveLast has the answer of the last of several steps in a row replace the document, if the step puts it among the results of branches, or
// merges it. If that step only puts the document there, it is taken out. It reports false for other regions.
func (c *Conversion) giveLast(w *workflow.Workflow, r *workflow.Region) bool {
	last := r.Start
	for out := onwardEdge(last); out != nil && out.To.Kind != workflow.End; out = onwardEdge(last) {
		if len(last.Out) != 1 || len(out.To.In) != 1 || out.To == r.Start {
			return false
		}
		last = out.To
	}
	switch d := &last.Data; {
	case last == r.Start || last.Kind != workflow.Task:
		return false
	case c.helps(last, resultPrefix+r.Start.Name()) && toldAsResult(last):
		c.loseFinishing(w, r.Start, last)
		Splice(last)
	case !merging(d.Combine) && !putAsResult(d.Combine) || d.Result != nil || d.Output != nil || d.Assign != nil:
		return false
	default:
		d.Combine = nil
	}
	return true
}

// placesLast reports whether all that is done in a region, after choices, is a step that merges an answer, or the data that it puts in the
// place of one, into the document.
func placesLast(r *workflow.Region) bool {
	return !slices.ContainsFunc(r.Nodes, func(n *workflow.Node) bool {
		switch n.Kind {
		case workflow.Choice:
			return !n.Data.IsZero()
		case workflow.End, workflow.Fail:
			return n.Terminates
		case workflow.Task, workflow.Pass:
			out := onwardEdge(n)
			return out == nil || out.To.Kind != workflow.End || !mergesAnswer(n) && !(putAsResult(n.Data.Combine) && n.Data.Output == nil) || n.Data.Assign != nil || (n.Kind == workflow.Pass) != (unplaced(n.Data.Result) != nil)
		}
		return true
	})
}

// unplaced is the data that is put at a member of the results of branches; nil if something else is put into the document.
func unplaced(x expr.Expr) expr.Expr {
	for range 2 {
		l, ok := x.(*expr.Literal)
		if !ok {
			return nil
		}
		o, ok := l.Value.(*value.Object)
		if !ok || o.Len() != 1 {
			return nil
		}
		for _, v := range o.All() {
			x = &expr.Literal{Value: v, Span: l.Span}
		}
	}
	return x
}
