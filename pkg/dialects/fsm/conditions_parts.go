package fsm

import "github.com/flowglot/flowglot/pkg/expr"

// How the parts of a condition of another dialect become criteria, and groups of them.

// appendPart appends a part to those of a group: those of a group of its kind each by itself, and two bounds of one value as
// the range between them.
func appendPart(parts []expr.Expr, op expr.LogicOp, x expr.Expr) []expr.Expr {
	if g, ok := x.(*expr.Logic); ok && g.Op == op {
		for _, part := range g.Operands {
			parts = appendPart(parts, op, part)
		}
		return parts
	}
	if len(parts) > 0 && op == expr.And {
		if between := rangeOf(parts[len(parts)-1], x); between != nil {
			return append(parts[:len(parts)-1], between)
		}
	}
	return append(parts, x)
}

// groupOf writes a conjunction or a disjunction, or its opposite, which is the other one of the opposites. It is nil if one of its
// operands is.
func groupOf(x *expr.Logic, not bool, write func(x expr.Expr, not bool) expr.Expr) expr.Expr {
	out := &expr.Logic{Op: x.Op}
	if not {
		out.Op = map[expr.LogicOp]expr.LogicOp{expr.And: expr.Or, expr.Or: expr.And}[x.Op]
	}
	for _, o := range x.Operands {
		y := write(o, not)
		if y == nil {
			return nil
		}
		if l, ok := y.(*expr.Literal); ok {
			if l.Value == (out.Op == expr.Or) {
				return l
			}
			continue
		}
		out.Operands = appendPart(out.Operands, out.Op, y)
	}
	return out.Reduced()
}

// rangeOf is the range that a lower and an upper bound make; nil if they make none.
func rangeOf(a, b expr.Expr) expr.Expr {
	low, ok := a.(*expr.Loose)
	high, okay := b.(*expr.Loose)
	if !ok || !okay {
		return nil
	}
	if low.Op == expr.LooseLess || low.Op == expr.LooseLessEqual {
		low, high = high, low
	}
	op := expr.LooseBetween
	switch {
	case low.Op == expr.LooseGreater && high.Op == expr.LooseLess:
	case low.Op == expr.LooseGreaterEqual && high.Op == expr.LooseLessEqual:
		op = expr.LooseBetweenOrEqual
	default:
		return nil
	}
	if low.Left.(*expr.Path).String() != high.Left.(*expr.Path).String() || !below(low.Right[0], high.Right[0]) {
		return nil
	}
	return &expr.Loose{Op: op, Left: low.Left, Right: []*expr.Literal{low.Right[0], high.Right[0]}}
}

// below reports whether two bounds are of one kind, a number or a text, and in order.
func below(low, high *expr.Literal) bool {
	_, text := low.Value.(string)
	_, other := high.Value.(string)
	_, flag := low.Value.(bool)
	_, another := high.Value.(bool)
	if text != other || flag || another {
		return false
	}
	holds, err := expr.Holds(&expr.Loose{Op: expr.LooseLess, Left: low, Right: []*expr.Literal{high}}, &expr.Env{})
	return err == nil && holds
}

// operation is the operator for a test, or its opposite; nil if there is none.
func operation(t *expr.Test, path *expr.Path, not bool) *expr.Loose {
	x := &expr.Loose{Left: path, Right: []*expr.Literal{{Value: t.Value}}}
	if _, list := t.Value.([]any); list {
		if x.Op = expr.LooseItems; not {
			return nil
		}
		return x
	}
	switch t.Op {
	case expr.TestEqual:
		x.Op, x.Negated = expr.LooseEqual, not
		if t.Value == nil {
			x.Op, x.Right = expr.LooseNull, nil
		}
	case expr.TestContains:
		x.Op, x.Negated = expr.LooseContains, not
	case expr.TestStartsWith:
		x.Op, x.Negated = expr.LooseStartsWith, not
	case expr.TestEndsWith:
		x.Op, x.Negated = expr.LooseEndsWith, not
	default:
		ops := map[expr.TestOp][2]expr.LooseOp{
			expr.TestLess: {expr.LooseLess, expr.LooseGreaterEqual}, expr.TestLessEqual: {expr.LooseLessEqual, expr.LooseGreater},
			expr.TestGreater: {expr.LooseGreater, expr.LooseLessEqual}, expr.TestGreaterEqual: {expr.LooseGreaterEqual, expr.LooseLess}}
		op, ok := ops[t.Op]
		if x.Op = op[0]; not {
			x.Op = op[1]
		}
		if !ok {
			return nil
		}
	}
	return x
}
