package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/expr"
)

// A requirement is a comparison that has to hold, or must not.
type requirement struct {
	text  string
	holds bool
}

// required is a condition as a requirement. A value is not at least another one where it is less, and so on, if it has the type that it is
// compared with.
func (c *Conversion) required(x expr.Expr) requirement {
	return requirementOf(x, true, c.domain().Typed)
}

func requirementOf(x expr.Expr, holds, typed bool) requirement {
	switch x := x.(type) {
	case *expr.Not:
		return requirementOf(x.Operand, !holds, typed)
	case *expr.Test:
		opposite := map[expr.TestOp]expr.TestOp{expr.TestLessEqual: expr.TestGreater, expr.TestGreaterEqual: expr.TestLess}
		if op, ok := opposite[x.Op]; ok && typed {
			turned := *x
			turned.Op = op
			return requirement{expr.Readable(&turned), !holds}
		}
	case *expr.Compare:
		opposite := map[expr.CompareOp]expr.CompareOp{expr.LessEqual: expr.Greater, expr.GreaterEqual: expr.Less, expr.NotEqual: expr.Equal}
		if op, ok := opposite[x.Op]; ok && typed {
			turned := *x
			turned.Op = op
			return requirement{expr.Readable(&turned), !holds}
		}
	}
	return requirement{expr.Readable(x), holds}
}

// addAsked adds the comparisons of a condition.
func addAsked(to map[requirement]bool, x expr.Expr, holds bool) {
	switch x := x.(type) {
	case *expr.Not:
		addAsked(to, x.Operand, !holds)
	case *expr.Logic:
		for _, o := range x.Operands {
			addAsked(to, o, holds)
		}
	default:
		to[requirementOf(x, holds, true)] = true
	}
}

// withoutOpposites is a condition without the parts of it that hold only where others do not, which are tried before it.
func (c *Conversion) withoutOpposites(x expr.Expr, others []requirement) expr.Expr {
	all, ok := x.(*expr.Logic)
	if !ok || all.Op != expr.And {
		return x
	}
	rest := &expr.Logic{Op: expr.And, Span: all.Span}
	for _, o := range all.Operands {
		opposite := c.required(o)
		opposite.holds = !opposite.holds
		if !slices.Contains(others, opposite) {
			rest.Operands = append(rest.Operands, o)
		}
	}
	return rest.Reduced()
}
