package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var constantGuards = Rewrite{
	ID:     "rewrite/constant-guard",
	What:   "a branch that is always taken becomes the default, one that is never taken, or asks the same as one before, is left out, and a choice in which none is ever taken is a failure",
	When:   "always",
	Before: "choice Large?: if $.n > 5 -> Large, if true -> Small; choice Failed: if false -> end",
	After:  "choice Large?: if $.n > 5 -> Large, else -> Small; fail Failed",
	Apply:  (*Conversion).foldAll,
}

// foldAll reduces the edges of the choices of a workflow to those that can be taken, and reports whether there were others.
func (c *Conversion) foldAll(w *workflow.Workflow) bool {
	changed := false
	for _, n := range w.Nodes {
		if n.Kind == workflow.Choice && n.When == nil && c.foldGuards(w, n) {
			changed = true
		}
	}
	if changed {
		c.noteUntaken(w, Prune(w))
	}
	return changed
}

// noteUntaken notes the elements that no run reaches, which are left out. An end that another one is like is nothing to note.
func (c *Conversion) noteUntaken(w *workflow.Workflow, gone []*workflow.Element) {
	var names []string
	for _, e := range gone {
		if o := e.Original(); o != e && o.Name == e.Name && e.Primary != nil && e.Primary.Kind != workflow.End {
			names = append(names, e.Name)
		}
	}
	if len(names) > 0 {
		c.Note("no run reaches " + quoted(names) + ", which is left out")
	}
}

// foldGuards reduces the edges of a choice to those that can be taken.
func (c *Conversion) foldGuards(w *workflow.Workflow, n *workflow.Node) bool {
	changed, decided := false, false
	asked := map[string][]expr.Expr{}
	for _, e := range slices.Clone(n.Out) {
		guard := c.commonGuard(e)
		holds, fixed := constant(guard)
		switch {
		case e.Kind != workflow.Guarded && e.Kind != workflow.Default:
			continue
		case decided, fixed && !holds, asksAgain(asked, guard):
			e.Disconnect()
		case fixed && e.Kind == workflow.Guarded:
			e.Kind, e.Guard, decided = workflow.Default, nil, true
		default:
			continue
		}
		changed = true
	}
	if !changed {
		return false
	}
	switch {
	case len(n.Out) == 0 && n.NoMatch == workflow.MatchOrFail:
		n.Kind, n.Data = workflow.Fail, workflow.Stages{}
		n.Raises = &workflow.Raises{Name: &expr.Literal{Value: w.Errors.NoMatch.Name, Span: n.Span}}
	case len(n.Out) == 1 && n.Out[0].Kind == workflow.Default && n.Out[0].Data.IsZero():
		n.Kind, n.Out[0].Kind = workflow.Pass, workflow.Next
	}
	return true
}

// commonGuard is the condition of an edge that depends on nothing but the document, in common terms; nil if the edge has no such condition.
func (c *Conversion) commonGuard(e *workflow.Edge) expr.Expr {
	if e.Kind != workflow.Guarded || e.Guard == nil || e.Require != nil || e.Ask != nil {
		return nil
	}
	return expr.CommonCondition(e.Guard, c.domain())
}

// constant is what a condition is for any document; fixed is false if that depends on the document.
func constant(x expr.Expr) (holds, fixed bool) {
	l, ok := x.(*expr.Literal)
	if !ok {
		return false, false
	}
	holds, fixed = l.Value.(bool)
	return holds, fixed
}

// asksAgain reports whether a condition is one of those that were asked before, and adds it to them. One that has terms of a language of
// its own, which may draw a number at random, is asked again each time.
func asksAgain(asked map[string][]expr.Expr, x expr.Expr) bool {
	if x == nil {
		return false
	}
	common := true
	expr.Walk(x, func(x expr.Expr) {
		switch x.(type) {
		case *expr.Foreign, *expr.Call:
			common = false
		}
	})
	if !common {
		return false
	}
	text := expr.Readable(x)
	again := slices.ContainsFunc(asked[text], func(before expr.Expr) bool { return workflow.SameExpr(before, x) })
	asked[text] = append(asked[text], x)
	return again
}
