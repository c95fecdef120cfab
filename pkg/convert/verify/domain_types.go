package verify

import (
	"cmp"
	"slices"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
)

// mistypedIn is [mistyped] of a condition that is asked of a document; nil without one of them.
func (as typing) mistypedIn(x expr.Expr, env *expr.Env) *expr.Path {
	if x == nil || env.Input == nil {
		return nil
	}
	_, whole := env.Input.(*value.Object) // then a filter of it tests what it has
	return cmp.Or(as.mistyped(expr.Portable(x, whole), env), as.mistyped(x, env))
}

// mistyped returns the path of a condition whose value is missing, or of another type than what it is compared with; nil if there is
// none. Of the operands of a conjunction that need not be looked at, those count whose field none before them reads: they may ask whether the
// field is there.
func (as typing) mistyped(x expr.Expr, env *expr.Env) *expr.Path {
	switch x := x.(type) {
	case *expr.Foreign:
		if m := x.Meaning(); m != nil {
			return as.mistyped(m, env)
		}
	case *expr.Logic:
		if p := expr.TruthAsked(x); p != nil {
			return as.mistypedPath(p, env)
		}
		reached := true
		for i, o := range x.Operands {
			if p := as.mistyped(o, env); p != nil && (reached || !readsField(x.Operands[:i], p)) {
				return p
			}
			holds, err := expr.Holds(o, env)
			if err != nil && reached {
				return nil
			}
			reached = reached && (x.Op != expr.And || holds)
		}
	case *expr.Not:
		return as.mistyped(x.Operand, env)
	case *expr.Path:
		return as.mistypedPath(x, env)
	case *expr.Is:
		if p, ok := x.Operand.(*expr.Path); ok && failsWithout(x, env) {
			return p
		}
	case *expr.Test:
		if x.Op >= expr.TestEqual && x.Op <= expr.TestEndsWith && (differs(x.Path, x.Value, env) || x.Instant && untimely(x.Path, env)) {
			return x.Path
		}
	case *expr.Apply:
		if x.Do != expr.Truth {
			return as.mistypedItems(x, env)
		}
		if p, ok := x.Args[0].(*expr.Path); ok && differs(p, true, env) {
			return p
		}
	case *expr.Loose:
		if p, ok := x.Left.(*expr.Path); ok && len(x.Right) > 0 && differs(p, x.Right[0].Value, env) {
			return p
		}
	case *expr.Compare:
		return cmp.Or(mistypedSide(x, env), as.mistypedItems(x.Left, env), as.mistypedItems(x.Right, env))
	}
	return nil
}

// mistypedItems returns the list that a function filters or asks of whose items one has no member of the type that the condition
// compares it with; nil if there is none. It looks into the operands of other functions.
func (as typing) mistypedItems(x expr.Expr, env *expr.Env) *expr.Path {
	a, ok := expr.Meant(x).(*expr.Apply)
	if !ok {
		return nil
	}
	if a.Do != expr.Any && a.Do != expr.All && a.Do != expr.Where {
		for _, operand := range a.Args {
			if p := as.mistypedItems(operand, env); p != nil {
				return p
			}
		}
		return nil
	}
	list, ok := expr.Meant(a.Args[0]).(*expr.Path)
	if !ok {
		return as.mistypedItems(a.Args[0], env)
	}
	v, err := expr.Eval(list, env)
	if err != nil {
		return nil
	}
	items, _ := v.([]any)
	for _, item := range items {
		in := *env
		in.Item = item
		if as.mistyped(a.Args[1], &in) != nil {
			return list
		}
	}
	return nil
}

// mistypedSide is [typing.mistyped] of a comparison.
func mistypedSide(x *expr.Compare, env *expr.Env) *expr.Path {
	left, right := x.Left, x.Right
	if x.Op == expr.In {
		return mistypedItem(left, right, env)
	}
	if _, ok := left.(*expr.Literal); ok {
		left, right = right, left
	}
	p, isPath := left.(*expr.Path)
	if l, ok := right.(*expr.Literal); ok && isPath && (differs(p, l.Value, env) || x.As == expr.Timestamp && untimely(p, env)) {
		return p
	}
	if q, ok := right.(*expr.Path); ok && isPath && q.Definite && x.Op <= expr.GreaterEqual {
		return mistypedPair(x.Op, p, q, env)
	}
	return nil
}

// mistypedItem returns the path of a question whether a value is in a list, if it selects no list, or a value of another type than all items
// of a fixed one; nil if it does neither.
func mistypedItem(item, list expr.Expr, env *expr.Env) *expr.Path {
	if p, ok := list.(*expr.Path); ok && p.Definite {
		if v, err := expr.Eval(p, env); err != nil || !sameType(v, []any{}) {
			return p
		}
	}
	p, isPath := item.(*expr.Path)
	l, isFixed := list.(*expr.Literal)
	if !isPath || !isFixed || !p.Definite {
		return nil
	}
	items, _ := l.Value.([]any)
	v, err := expr.Eval(p, env)
	if err != nil || len(items) > 0 && !slices.ContainsFunc(items, func(x any) bool { return sameType(v, x) }) {
		return p
	}
	return nil
}

// readsField reports whether one of some conditions reads the field of the document that a path begins with.
func readsField(list []expr.Expr, p *expr.Path) bool {
	for _, x := range list {
		reads := false
		expr.Walk(x, func(x expr.Expr) {
			q, ok := x.(*expr.Path)
			reads = reads || ok && q.Root == p.Root && (len(q.Steps) == 0 || len(p.Steps) == 0 || q.Steps[0].Name == p.Steps[0].Name)
		})
		if reads {
			return true
		}
	}
	return false
}

// mistypedPair returns the path of a comparison of two values that selects nothing, or one of another type than the other; nil if there is
// none. Null may be equal to another value, but has no order.
func mistypedPair(op expr.CompareOp, p, q *expr.Path, env *expr.Env) *expr.Path {
	v, err := expr.Eval(q, env)
	ordered := op != expr.Equal && op != expr.NotEqual
	switch {
	case err != nil, v == nil && ordered:
		return q
	case differs(p, v, env):
		return p
	}
	return nil
}

// untimely reports whether a definite path selects a text that is not a timestamp.
func untimely(p *expr.Path, env *expr.Env) bool {
	v, err := expr.Eval(p, env)
	if !p.Definite || err != nil {
		return false
	}
	text, ok := v.(string)
	_, timestamp := expr.ParseTimestamp(text)
	return ok && !timestamp
}

// failsWithout reports whether a question of what type a field has would fail since the field is missing.
func failsWithout(x *expr.Is, env *expr.Env) bool {
	_, err := expr.Holds(x, env)
	return err != nil
}

// itemsDiffer reports whether a path selects a member of all items of a list, which one of them does not have, or with another type.
func itemsDiffer(p *expr.Path, than any, env *expr.Env) bool {
	at := slices.IndexFunc(p.Steps, func(s expr.Step) bool { return s.Kind != expr.StepChild })
	if at < 0 || p.Steps[at].Kind != expr.StepWildcard || slices.ContainsFunc(p.Steps[at+1:], func(s expr.Step) bool { return s.Kind != expr.StepChild }) {
		return false
	}
	all := *p
	all.Steps = p.Steps[:at+1]
	of := *p
	of.Root, of.Steps, of.Definite = expr.RootItem, p.Steps[at+1:], true
	items, err := expr.Eval(&all, env)
	list, _ := items.([]any)
	return err != nil || slices.ContainsFunc(list, func(item any) bool {
		in := *env
		in.Item = item
		v, err := expr.Eval(&of, &in)
		return err != nil || !sameType(v, than)
	})
}

// differs reports whether a definite path selects nothing, or a value of another type; or another one looks into a list that is none, or whose
// items do not have what it selects.
func differs(p *expr.Path, than any, env *expr.Env) bool {
	if than == nil {
		return false
	}
	if !p.Definite {
		return typing{}.mistypedPath(p, env) != nil || itemsDiffer(p, than, env)
	}
	v, err := expr.Eval(p, env)
	return err != nil || !sameType(v, than)
}
