package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var results = Rewrite{
	ID:     "rewrite/result",
	What:   "a value computed from the answer of a task is computed by a step after it, which reads the answer in the document",
	When:   "cannot reshape an answer",
	Before: "the answer of quote, as {\"price\": $.total} → $.quote",
	After:  "answer of quote → $.quote; then $.quote is {\"price\": $.quote.total}",
	Losses: []*dialects.LossRule{&lossMergedResult, &lossResult, &lossWholeAnswer},
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		changed := false
		if c.Able.Results || c.Able.ComputesDeep {
			for _, n := range w.Nodes {
				changed = n.Kind == workflow.Task && n.Data.Result != nil && c.keepWholeAnswer(w, n) || changed
			}
			return changed
		}
		if !c.Able.Computes {
			return false
		}
		for _, n := range w.Nodes {
			if n.Kind == workflow.Task && n.Data.Result != nil && c.reshapeAfter(w, n) {
				c.reread(w, n)
				changed = true
			}
		}
		return changed
	},
}

var lossWholeAnswer = dialects.LossRule{ID: "convert/whole-answer", Level: dialects.Approximated, Affects: dialects.Inputs | dialects.Output, Data: dialects.Includes,
	What: "an answer is kept as a whole, and not the part of it that the source keeps", Remedy: "let the worker answer with that part alone"}

// keepWholeAnswer has an answer kept as a whole, of which the source keeps some members under their names, where the target cannot select
// those. It reports whether it did.
func (c *Conversion) keepWholeAnswer(w *workflow.Workflow, n *workflow.Node) bool {
	d := &n.Data
	made := expr.CommonValue(d.Result, c.domain())
	if _, object := made.(*expr.Object); !object || d.Combine == nil || d.Output != nil || readsDocument(made) {
		return false
	}
	if out, _ := c.writtenValue(d.Result, &dialects.Sight{Domain: c.Options.Domain, Settings: c.Options.Settings, Answer: true}); out != nil {
		return false
	}
	parts, ok := replaceRoot(made, expr.RootAnswer, whole())
	if !ok || !isThere(parts) {
		return false
	}
	if observes(n) {
		c.Lose(w, &lossWholeAnswer, placeOf(n), n.Element, "the whole answer", "the source keeps only a part of the answer of %q", n.Name())
	}
	d.Result = nil
	return true
}

// reshapeAfter makes a node after a task make what the task made of its answer. It reports whether it could.
func (c *Conversion) reshapeAfter(w *workflow.Workflow, n *workflow.Node) bool {
	d := &n.Data
	into := d.Combine
	made := expr.CommonValue(d.Result, c.domain())
	switch {
	case into != nil && into.Mode == workflow.Drop:
		d.Result = nil
		return true
	case d.Output != nil:
		return false
	case into == nil || into.Mode != workflow.SetAt && into.Mode != workflow.AppendAt:
		return c.reshapeMembers(w, n, made)
	}
	at, plain := placeOfMember(d)
	if !plain || readsMember(made, at) {
		return false
	}
	x, ok := replaceRoot(made, expr.RootAnswer, expr.NewPath(expr.RootInput, at))
	if !ok {
		return false
	}
	c.addReshaped(w, n, []expr.ObjectMember{{Key: at, Value: x}})
	return true
}

// reshapeMembers is for members that are made of an answer and merged into the document, or become it. If they are parts of the answer as
// they are, the answer is merged as a whole; else it is put at a member of its own, from which they are made.
func (c *Conversion) reshapeMembers(w *workflow.Workflow, n *workflow.Node, made expr.Expr) bool {
	d := &n.Data
	if parts, ok := replaceRoot(made, expr.RootAnswer, whole()); ok && isThere(parts) && !readsDocument(made) {
		if d.Combine != nil && observes(n) {
			c.Lose(w, &lossResult, placeOf(n), n.Element, "the whole answer", "only a part of the answer of %q is merged into the document in the source", n.Name())
		}
		d.Result = nil
		return true
	}
	at := c.freeMember(w, memberName(slug(n.Element.Name)))
	x, ok := replaceRoot(made, expr.RootAnswer, expr.NewPath(expr.RootInput, at))
	object, isObject := x.(*expr.Object)
	if !ok || !isObject {
		return false
	}
	if observes(n) {
		c.Lose(w, &lossMergedResult, placeOf(n), n.Element, "members of the document", "the value computed from the answer of %q is merged into the document, and the answer stays there", n.Name())
	}
	d.Combine = &workflow.Combine{Mode: workflow.SetAt, Path: expr.NewPath(expr.RootInput, at)}
	c.addReshaped(w, n, slices.DeleteFunc(slices.Clone(object.Members), func(m expr.ObjectMember) bool { return isThere(m.Value, m.Key) }))
	return true
}

// isThere reports whether what is made for a place of the document is what is there: the value of the place itself, or an object of such
// values.
func isThere(x expr.Expr, place ...string) bool {
	switch x := x.(type) {
	case *expr.Path:
		return x.Root == expr.RootInput && slices.EqualFunc(x.Steps, place, func(s expr.Step, name string) bool { return s.Kind == expr.StepChild && s.Name == name })
	case *expr.Object:
		return len(x.Members) > 0 && !slices.ContainsFunc(x.Members, func(m expr.ObjectMember) bool { return !isThere(m.Value, append(slices.Clone(place), m.Key)...) })
	}
	return false
}

// addReshaped adds the node after a task that sets members, if there are some.
func (c *Conversion) addReshaped(w *workflow.Workflow, n *workflow.Node, members []expr.ObjectMember) {
	n.Data.Result = nil
	if len(members) == 0 {
		return
	}
	e := c.NewElement(w, n.Element, resultPrefix+n.Name(), "")
	var pass *workflow.Node
	if on := withoutError(n); on != nil {
		pass = AddOn(w, on, e, workflow.Pass)
	} else {
		pass = AddAfter(w, n, e, workflow.Pass)
	}
	pass.Data.Result = &expr.Object{Members: members}
	pass.Data.Combine = &workflow.Combine{Mode: workflow.MergeShallow}
}

// withoutError is the edge that is taken where the answer of a task is not an error, if a choice asks whether it is; else nil.
func withoutError(n *workflow.Node) *workflow.Edge {
	out := nextOf(n)
	if out == nil || out.To.Kind != workflow.Choice || out.To.Element.Original() != n.Element.Original() || out.To.Element.Name != n.Name()+failedSuffix {
		return nil
	}
	return nextOf(out.To)
}
