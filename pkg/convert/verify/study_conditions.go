package verify

import (
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
)

// addGuard notes a condition that decides about the path.
func (v *inventor) addGuard(x expr.Expr, whole bool) {
	if x != nil {
		v.guards = append(v.guards, x)
		v.studyCondition(x, whole)
		expr.Walk(expr.CommonCondition(x, v.domain.Terms()), func(x expr.Expr) {
			if t, ok := x.(*expr.Test); ok && t.Op == expr.TestPresent {
				v.makeOptional(t.Path)
			}
		})
	}
}

// studyCondition collects what a condition compares.
func (v *inventor) studyCondition(x expr.Expr, whole bool) {
	if f, ok := x.(*expr.Foreign); ok {
		if m := f.Meaning(); m != nil {
			x = m
		}
	}
	if p, ok := x.(*expr.Path); ok && p.OfObject {
		x = expr.CommonCondition(p, expr.Domain{Objects: true, Typed: true})
	}
	if x == nil {
		return
	}
	switch x := expr.Portable(x, whole).(type) {
	case *expr.Logic:
		for _, o := range x.Operands {
			v.studyCondition(o, whole)
		}
		if x.Op == expr.And {
			v.studyRanges(x.Operands)
		}
	case *expr.Not:
		v.studyCondition(x.Operand, whole)
	case *expr.Is:
		if m := expr.CommonCondition(x, expr.Domain{}); m != expr.Expr(x) {
			v.studyCondition(m, whole)
		}
	case *expr.Test:
		v.addFact(x.Path, tested(x))
	case *expr.Loose:
		v.studyLoose(x)
	case *expr.Compare:
		v.studyCompared(x)
	case *expr.Apply:
		v.studyFunction(x, someBooleans)
	case *expr.Path:
		v.studyFilters(x)
		if x.Definite {
			v.addFact(x, []any{true, false})
		}
	}
}

// studyRanges collects a number for each two conditions that a number lies between.
func (v *inventor) studyRanges(conditions []expr.Expr) {
	const most = 20 // conditions that are compared with one another
	for _, a := range conditions[:min(len(conditions), most)] {
		low, ok := boundBy(a, expr.TestGreater, expr.TestGreaterEqual)
		if !ok {
			continue
		}
		for _, b := range conditions[:min(len(conditions), most)] {
			if high, ok := boundBy(b, expr.TestLess, expr.TestLessEqual); ok && low.at == high.at && low.number < high.number {
				v.addFact(low.path, []any{(low.number + high.number) / 2})
			}
		}
	}
}

// A bound is the number with which a condition compares a value.
type bound struct {
	path   *expr.Path
	at     string // the path as text
	number float64
}

// boundBy is the bound that a condition sets by one of two comparisons; false for any other condition.
func boundBy(x expr.Expr, strict, loose expr.TestOp) (bound, bool) {
	t, ok := expr.Portable(expr.Meant(x), true).(*expr.Test)
	if !ok || t.Op != strict && t.Op != loose {
		return bound{}, false
	}
	n, ok := value.Float(t.Value)
	return bound{t.Path, expr.Readable(t.Path), n}, ok
}

// tested are values that a test distinguishes, those first that it is made for; none if any will do.
func tested(x *expr.Test) []any {
	switch x.Op {
	case expr.TestText, expr.TestInstant:
		return []any{"2025-01-01T12:00:00Z", "text", int64(1)}
	case expr.TestNumber:
		return []any{int64(3), 0.5, "text"}
	case expr.TestBoolean:
		return []any{true, false, "text"}
	case expr.TestList:
		return []any{[]any{}, []any{int64(1)}, "text"}
	case expr.TestObject:
		return []any{value.NewObject(0), "text"}
	case expr.TestPresent: // which does not ask for a type
		return nil
	}
	return around(x.Value)
}

func (v *inventor) studyLoose(x *expr.Loose) {
	p, ok := x.Left.(*expr.Path)
	if !ok {
		return
	}
	var values []any
	for _, r := range x.Right {
		values = append(values, around(r.Value)...)
	}
	values = append(values, "x", int64(1))
	v.addFact(p, values)
}

// studyFilters collects what the filters of a path compare, as if of the document.
func (v *inventor) studyFilters(p *expr.Path) {
	for _, s := range p.Steps {
		if s.Filter == nil {
			continue
		}
		one := &expr.Path{Steps: []expr.Step{s}}
		if x := expr.Portable(one, true); x != expr.Expr(one) {
			v.studyCondition(x, true)
		}
	}
}

// compared are the texts that an expression compares with.
func compared(x expr.Expr) []string {
	var out []string
	switch x := x.(type) {
	case *expr.Foreign:
		if m := x.Meaning(); m != nil {
			return compared(m)
		}
	case *expr.Logic:
		for _, o := range x.Operands {
			out = append(out, compared(o)...)
		}
	case *expr.Not:
		return compared(x.Operand)
	case *expr.Compare:
		return append(compared(x.Left), compared(x.Right)...)
	case *expr.Test:
		return compared(&expr.Literal{Value: x.Value})
	case *expr.Literal:
		if s, ok := x.Value.(string); ok {
			return []string{s}
		}
	case *expr.Path:
		for _, s := range x.Steps {
			out = append(out, compared(s.Filter)...)
		}
	}
	return out
}

// around are a value and those that a comparison with it distinguishes from it; of a value without neighbors, others of each type.
func around(v any) []any {
	out := expr.Neighbors(v)
	if len(out) == 1 {
		out = append(out, "x", int64(0), true)
	}
	return out
}
