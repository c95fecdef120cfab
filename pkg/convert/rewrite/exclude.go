package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
)

// exclude reports whether it is known that no document has two conditions hold. A nil condition always holds.
func exclude(a, b expr.Expr) bool {
	if a == nil || b == nil {
		return false
	}
	return slices.ContainsFunc(testsOf(a), func(x *expr.Test) bool {
		return slices.ContainsFunc(testsOf(b), func(y *expr.Test) bool { return apart(x, y) })
	})
}

// testsOf are tests that all have to hold for a condition to hold.
func testsOf(x expr.Expr) []*expr.Test {
	var out []*expr.Test
	var collect func(x expr.Expr)
	collect = func(x expr.Expr) {
		switch x := x.(type) {
		case *expr.Test:
			out = append(out, x)
		case *expr.Logic:
			if x.Op == expr.And {
				for _, o := range x.Operands {
					collect(o)
				}
			}
		}
	}
	collect(expr.Portable(x, true))
	return out
}

// apart reports whether two tests of one value cannot both hold.
func apart(x, y *expr.Test) bool {
	if x.Path.String() != y.Path.String() || x.Instant || y.Instant || x.Wrong == expr.Yes || y.Wrong == expr.Yes ||
		x.Null == expr.Yes || y.Null == expr.Yes || x.Missing == expr.Yes && y.Missing == expr.Yes {
		return false
	}
	if x.Op == expr.TestEqual && y.Op == expr.TestEqual {
		return !value.Equal(x.Value, y.Value)
	}
	order, ok := value.Compare(x.Value, y.Value)
	if !ok {
		return false
	}
	inclusive := x.Op != expr.TestGreater && x.Op != expr.TestLess && y.Op != expr.TestGreater && y.Op != expr.TestLess
	return fromBelow(x) && fromAbove(y) && (order > 0 || order == 0 && !inclusive) ||
		fromAbove(x) && fromBelow(y) && (order < 0 || order == 0 && !inclusive)
}

// fromBelow reports whether a test has a least value, and fromAbove whether it has a greatest.
func fromBelow(t *expr.Test) bool {
	return t.Op == expr.TestGreater || t.Op == expr.TestGreaterEqual || t.Op == expr.TestEqual
}

func fromAbove(t *expr.Test) bool {
	return t.Op == expr.TestLess || t.Op == expr.TestLessEqual || t.Op == expr.TestEqual
}
