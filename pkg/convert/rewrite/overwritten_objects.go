package rewrite

import (
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// clearedPrefix is how the name begins of a step that clears members which the next one sets.
const clearedPrefix = "Clear for "

// deepened are the members that a pass node sets as a whole and of which a target that merges objects in turn would keep others: what is set
// may be an object, and there may be one already. Inside of the domain, that is only known of those of which a part is read before, as the
// text has it. What a rewrite adds has members of its own.
func (c *Conversion) deepened(w *workflow.Workflow, n *workflow.Node) []string {
	made, ok := membersMade(n.Data.Result)
	author := n.Element.Original().Primary
	if k := n.Data.Combine; !ok || !c.Able.ComputesDeep || author == nil || author.Kind != workflow.Pass || k == nil || k.Mode != workflow.MergeShallow {
		return nil
	}
	var out []string
	for _, m := range made.Members {
		first, known := c.membersOf(w).within[m.Key]
		if mayBeObject(m.Value) && (!c.Options.Domain.Disjoint || known && first <= placeOf(n).Start) {
			out = append(out, m.Key)
		}
	}
	return out
}

// mayBeObject reports whether a value may be an object.
func mayBeObject(x expr.Expr) bool {
	switch x := meaningOrSelf(x).(type) {
	case *expr.Literal:
		_, is := x.Value.(*value.Object)
		return is
	case *expr.Logic, *expr.Not, *expr.Compare, *expr.Test, *expr.Is, *expr.List:
		return false
	}
	return true
}

// clear adds a step before a pass node that sets the members to null that the target would merge with objects which are there: what is merged
// into null takes its place. What is computed is left: it may be read from these members.
func (c *Conversion) clear(w *workflow.Workflow, n *workflow.Node, made *expr.Object) {
	computed := false
	_, known := mapTree(made, func(p *expr.Path) (expr.Expr, bool) {
		computed = true
		return p, true
	})
	members := c.deepened(w, n)
	if len(members) == 0 || computed || !known {
		return
	}
	nothing := &expr.Object{Span: n.Span}
	for _, name := range members {
		nothing.Members = append(nothing.Members, expr.ObjectMember{Key: name, Value: &expr.Literal{}})
	}
	before := AddBefore(w, n, c.NewElement(w, n.Element, clearedPrefix+n.Name(), ""), workflow.Pass)
	before.Data = workflow.Stages{Result: nothing, Combine: &workflow.Combine{Mode: workflow.MergeShallow, Span: n.Span}}
}
