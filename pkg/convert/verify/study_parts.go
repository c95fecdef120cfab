package verify

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/expr"
)

// selectedPart is the path at which a part of the value of an expression is, and the root of that path; nil selects everything. It is false
// for a part that is not selected.
func selectedPart(x expr.Expr, steps []expr.Step) (root expr.Root, at []expr.Step, ok bool) {
	switch x := x.(type) {
	case nil:
		return expr.RootInput, steps, true
	case *expr.Foreign:
		if m := x.Meaning(); m != nil {
			return selectedPart(m, steps)
		}
	case *expr.Path:
		if !slices.ContainsFunc(x.Steps, func(s expr.Step) bool { return s.Kind != expr.StepChild && !isIndex(s) }) {
			return x.Root, slices.Concat(x.Steps, steps), true
		}
	case *expr.Object:
		for _, m := range x.Members {
			if len(steps) > 0 && m.Key == steps[0].Name {
				return selectedPart(m.Value, steps[1:])
			}
		}
	case *expr.Apply:
		return mergedPart(x, steps)
	}
	return 0, nil, false
}

// mergedPart is [selectedPart] of what is merged: the part of the last object with such a member, or else of the first value.
func mergedPart(x *expr.Apply, steps []expr.Step) (root expr.Root, at []expr.Step, ok bool) {
	if x.Do != expr.Merge || len(steps) == 0 || len(x.Args) == 0 {
		return 0, nil, false
	}
	for _, a := range slices.Backward(x.Args[1:]) {
		o, object := expr.Meant(a).(*expr.Object)
		if !object {
			return 0, nil, false
		}
		if slices.ContainsFunc(o.Members, func(m expr.ObjectMember) bool { return m.Key == steps[0].Name }) {
			return selectedPart(o, steps)
		}
	}
	return selectedPart(x.Args[0], steps)
}
