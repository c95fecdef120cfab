package rewrite

import (
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var errorPlaces = Rewrite{
	ID:     "rewrite/error-place",
	What:   "an error that is merged into the document under a member is set there",
	When:   "always",
	Before: "on an error: merge {\"error\": …}",
	After:  "on an error: → $.error",
	Apply: func(_ *Conversion, w *workflow.Workflow) bool {
		changed := false
		for _, e := range w.Edges {
			if e.Kind == workflow.OnError && setError(e) {
				changed = true
			}
		}
		return changed
	},
}

// setError sets what is known of an error at a place, where it is merged as an object with that place alone.
func setError(e *workflow.Edge) bool {
	d := &e.Data
	if d.Combine == nil || d.Combine.Mode != workflow.MergeDeep || d.Result == nil {
		return false
	}
	names, leaf := placeIn(expr.Meant(d.Result))
	into := *d.Combine
	switch {
	case leaf == nil || len(names) == 0:
		l, fixed := leaf.(*expr.Literal)
		if !fixed || l.Value != nil {
			return false
		}
		into.Mode = workflow.Drop
	default:
		into.Mode, into.Path = workflow.SetAt, expr.NewPath(expr.RootInput, names...)
	}
	d.Combine, d.Result = &into, leaf
	if p, ok := leaf.(*expr.Path); ok && p.Root == expr.RootError && len(p.Steps) == 0 || into.Mode == workflow.Drop {
		d.Result = nil
	}
	return true
}

// placeIn are the names of the members that lead to the only value in an object, and that value.
func placeIn(x expr.Expr) (names []string, leaf expr.Expr) {
	for {
		o, ok := x.(*expr.Object)
		if !ok {
			return names, x
		}
		if len(o.Members) != 1 {
			return nil, nil
		}
		names, x = append(names, o.Members[0].Key), o.Members[0].Value
	}
}
