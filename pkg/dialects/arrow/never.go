package arrow

import (
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
)

// never returns a part of a condition because of which it can never hold, or nil if there may be data for which it does:
// comparisons of one path with constants that exclude one another. Conditions nest no deeper than the parser lets them.
func never(x expr.Expr) expr.Expr {
	switch x := x.(type) {
	case *expr.Path:
		for i := range x.Steps {
			if f := x.Steps[i].Filter; f != nil {
				if part := never(f); part != nil {
					return part
				}
			}
		}
	case *expr.Literal:
		if x.Value == false {
			return x
		}
	case *expr.Compare:
		if impossible(x) {
			return x
		}
	case *expr.Logic:
		if x.Op == expr.And {
			return neverAll(x)
		}
		for _, o := range x.Operands {
			if never(o) == nil {
				return nil
			}
		}
		return x
	}
	return nil
}

// neverAll returns the part of a conjunction that excludes what is before it.
func neverAll(x *expr.Logic) expr.Expr {
	known := map[string]*expr.Constraints{}
	var walk func(*expr.Logic) expr.Expr
	walk = func(x *expr.Logic) expr.Expr {
		for _, o := range x.Operands {
			if part := never(o); part != nil {
				return part
			}
			if inner, ok := o.(*expr.Logic); ok && inner.Op == expr.And {
				if part := walk(inner); part != nil {
					return part
				}
				continue
			}
			path, op, constant, ok := comparison(o)
			if !ok {
				continue
			}
			k := known[path.Text]
			if k == nil {
				k = &expr.Constraints{}
				known[path.Text] = k
			}
			if !k.Add(op, constant) {
				return o
			}
		}
		return nil
	}
	return walk(x)
}

// comparison returns a comparison of a definite path with a constant, the path on the left.
func comparison(x expr.Expr) (path *expr.Path, op expr.CompareOp, constant any, ok bool) {
	c, isCompare := x.(*expr.Compare)
	if !isCompare || c.Op > expr.GreaterEqual {
		return nil, 0, nil, false
	}
	op = c.Op
	path, isPath := c.Left.(*expr.Path)
	l, isLiteral := c.Right.(*expr.Literal)
	if !isPath {
		path, isPath = c.Right.(*expr.Path)
		l, isLiteral = c.Left.(*expr.Literal)
		op = [...]expr.CompareOp{expr.Equal: expr.Equal, expr.NotEqual: expr.NotEqual, expr.Less: expr.Greater,
			expr.LessEqual: expr.GreaterEqual, expr.Greater: expr.Less, expr.GreaterEqual: expr.LessEqual}[op]
	}
	if !isPath || !isLiteral || !path.Definite {
		return nil, 0, nil, false
	}
	return path, op, l.Value, true
}

// impossible reports whether a comparison by itself never holds: of two constants, or the order of something that has
// none.
func impossible(c *expr.Compare) bool {
	if _, op, constant, ok := comparison(c); ok {
		return op >= expr.Less && op <= expr.GreaterEqual && !ordered(constant)
	}
	left, isLeft := c.Left.(*expr.Literal)
	right, isRight := c.Right.(*expr.Literal)
	if !isLeft || !isRight || c.Op > expr.NotEqual {
		return false
	}
	return value.Equal(left.Value, right.Value) != (c.Op == expr.Equal)
}

func ordered(v any) bool {
	switch v.(type) {
	case int64, float64, string:
		return true
	}
	return false
}
