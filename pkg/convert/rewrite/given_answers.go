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

// giveLast has the answers of the last steps of a region, of several in a row or after choices, replace the document, if the steps put them
// among the results of branches, or merge them. A last step that only puts the document there is taken out. It reports false for other regions.
func (c *Conversion) giveLast(w *workflow.Workflow, r *workflow.Region) bool {
	var helpers, givers []*workflow.Node
	chosen := slices.ContainsFunc(r.Nodes, func(n *workflow.Node) bool { return len(n.Out) > 1 || len(n.In) > 1 && n.Kind != workflow.End })
	for _, n := range r.Nodes {
		d := &n.Data
		switch last := leadsToEnd(n); {
		case n.Kind == workflow.End && n.Terminates:
			return false
		case n.Kind == workflow.End || n.Kind == workflow.Fail:
		case !last && chosen && !replacesOrKeeps(n):
			return false
		case !last:
		case n == r.Start || n.Kind != workflow.Task || len(n.Out) != 1:
			return false
		case c.helps(n, resultPrefix+r.Start.Name()) && toldAsResult(n):
			helpers = append(helpers, n)
		case !merging(d.Combine) && !putAsResult(d.Combine) || d.Result != nil || d.Output != nil || d.Assign != nil:
			return false
		default:
			givers = append(givers, n)
		}
	}
	for _, n := range givers {
		n.Data.Combine = nil
	}
	for _, n := range helpers {
		c.loseFinishing(w, r.Start, n)
		Splice(n)
	}
	return len(helpers)+len(givers) > 0
}

// leadsToEnd reports whether an edge of a node leads to an end.
func leadsToEnd(n *workflow.Node) bool {
	return slices.ContainsFunc(n.Out, func(e *workflow.Edge) bool { return e.To.Kind == workflow.End })
}

// replacesOrKeeps reports whether what a node gives is the document, or whether it leaves the document alone, so that nothing that it adds is
// among what a branch has changed in the end.
func replacesOrKeeps(n *workflow.Node) bool {
	switch n.Kind {
	case workflow.Choice, workflow.Pass:
		return n.Data.IsZero()
	case workflow.Task, workflow.Scope:
		return replacing(n.Data.Combine)
	}
	return false
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
