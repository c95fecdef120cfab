package asl

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/expr"
)

// ofResults is a value that a Map or Parallel state makes of its results, which are a list. JSONata looks up a name in each item of a list,
// and makes a single value of a list of one: an expression that does so has no meaning in the terms of all languages.
func ofResults(x expr.Expr) expr.Expr {
	switch x := x.(type) {
	case *expr.Object:
		out := *x
		out.Members = slices.Clone(x.Members)
		for i := range out.Members {
			out.Members[i].Value = ofResults(out.Members[i].Value)
		}
		return &out
	case *expr.List:
		out := *x
		out.Items = slices.Clone(x.Items)
		for i := range out.Items {
			out.Items[i] = ofResults(out.Items[i])
		}
		return &out
	case *expr.Foreign:
		if x.MeansTyped == nil {
			return x
		}
		out, means := *x, x.MeansTyped
		out.MeansTyped = func() expr.Expr {
			if m := means(); m != nil && !looksInEach(m) {
				return m
			}
			return nil
		}
		return &out
	}
	return x
}

// looksInEach reports whether an expression looks up a name in the answer itself, which is a list.
func looksInEach(x expr.Expr) bool {
	looks := false
	expr.Walk(x, func(x expr.Expr) {
		p, ok := x.(*expr.Path)
		looks = looks || ok && p.Root == expr.RootAnswer && len(p.Steps) > 0 && p.Steps[0].Kind == expr.StepChild
	})
	return looks
}
