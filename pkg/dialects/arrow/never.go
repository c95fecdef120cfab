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

// neverAll returns the part of a conjunction that excludes what stands before it.
func neverAll(x *expr.Logic) expr.Expr {
	known := map[string]*constraints{}
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
				k = &constraints{}
				known[path.Text] = k
			}
			if !k.add(op, constant) {
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
		op = map[expr.CompareOp]expr.CompareOp{expr.Equal: expr.Equal, expr.NotEqual: expr.NotEqual, expr.Less: expr.Greater,
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

// constraints are what the comparisons so far say about one value.
type constraints struct {
	equal       []any // at most one
	not         []any
	low, high   any // numbers, or nil
	above, less bool
	text        bool // it is compared as a text
}

// add takes a further comparison and reports whether a value may still fit all.
func (k *constraints) add(op expr.CompareOp, v any) bool {
	switch _, isText := v.(string); {
	case op == expr.Equal:
		if len(k.equal) > 0 {
			return value.Equal(k.equal[0], v)
		}
		k.equal = []any{v}
	case op == expr.NotEqual:
		if len(k.not) < 100 {
			k.not = append(k.not, v)
		}
	case isText:
		k.text = true
	case op == expr.Less || op == expr.LessEqual:
		if c, _ := compare(v, k.high); k.high == nil || c < 0 || c == 0 && op == expr.Less {
			k.high, k.less = v, op == expr.Less
		}
	default:
		if c, _ := compare(v, k.low); k.low == nil || c > 0 || c == 0 && op == expr.Greater {
			k.low, k.above = v, op == expr.Greater
		}
	}
	return k.possible()
}

func compare(a, b any) (int, bool) {
	if b == nil {
		return 0, false
	}
	return value.Compare(a, b)
}

// possible reports whether there is a value that fits.
func (k *constraints) possible() bool {
	number := k.low != nil || k.high != nil
	if k.text && number {
		return false
	}
	if k.low != nil && k.high != nil {
		if c, ok := value.Compare(k.low, k.high); ok && (c > 0 || c == 0 && (k.above || k.less)) {
			return false
		}
	}
	if len(k.equal) == 0 {
		return true
	}
	v := k.equal[0]
	for _, x := range k.not {
		if value.Equal(x, v) {
			return false
		}
	}
	if !number {
		return true
	}
	return k.within(v)
}

// within reports whether a value is a number between the bounds.
func (k *constraints) within(v any) bool {
	if k.low != nil {
		if c, ok := value.Compare(v, k.low); !ok || c < 0 || c == 0 && k.above {
			return false
		}
	}
	if k.high != nil {
		if c, ok := value.Compare(v, k.high); !ok || c > 0 || c == 0 && k.less {
			return false
		}
	}
	return true
}
