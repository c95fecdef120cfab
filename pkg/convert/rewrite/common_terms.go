package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// commonTerms makes expressions of a query language comparable with those of other dialects. Their meaning in common terms holds only for
// data of the types that they are written for, so that it is used under the assumption "typed" only.
var commonTerms = Rewrite{
	ID:     "rewrite/common-terms",
	What:   "an expression of a query language is replaced by its meaning for data of the types that it is written for",
	When:   "always, unless typed is not assumed",
	Before: "Output: $merge([$states.input, {'stock': $states.result}])",
	After:  "Output: merge($, {\"stock\": answer})",
	Losses: []*dialects.LossRule{&lossListMembers},
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		if !c.Options.Domain.Typed {
			return false
		}
		c.loseListMembers(w)
		changed := false
		means := func(x expr.Expr) expr.Expr {
			out := inCommonTerms(x)
			changed = changed || out != x
			return out
		}
		mapExpressions(w, means)
		return changed
	},
}

// inCommonTerms returns an expression in which each part that has a meaning for data of its types is replaced by that meaning; the
// expression itself if there are no such parts.
func inCommonTerms(x expr.Expr) expr.Expr {
	changed := false
	part := func(x expr.Expr) expr.Expr {
		out := inCommonTerms(x)
		changed = changed || out != x
		return out
	}
	switch x := x.(type) {
	case *expr.Foreign:
		if x.Means == nil && x.MeansTyped != nil {
			if m := x.MeansTyped(); m != nil {
				return m
			}
		}
	case *expr.Call:
		if x.Means != nil {
			if p, ok := x.Means(x).(*expr.Path); ok { // the function only checks what is there
				return p
			}
		}
	case *expr.Object:
		out := &expr.Object{Members: slices.Clone(x.Members), Span: x.Span}
		for i := range out.Members {
			out.Members[i].Value = part(x.Members[i].Value)
		}
		if changed {
			return out
		}
	case *expr.List:
		out := &expr.List{Items: slices.Clone(x.Items), Span: x.Span}
		for i := range out.Items {
			out.Items[i] = part(x.Items[i])
		}
		if changed {
			return out
		}
	}
	return x
}
