package sw

import (
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
)

// constant is the value that an expression has for all data; false for one whose value depends on it.
func constant(x expr.Expr) (any, bool) {
	switch x := x.(type) {
	case *expr.Literal:
		return x.Value, true
	case *expr.Object:
		out := value.NewObject(len(x.Members))
		for _, m := range x.Members {
			v, ok := constant(m.Value)
			if !ok {
				return nil, false
			}
			out.Set(m.Key, v)
		}
		return out, true
	case *expr.List:
		out := make([]any, 0, len(x.Items))
		for _, item := range x.Items {
			v, ok := constant(item)
			if !ok {
				return nil, false
			}
			out = append(out, v)
		}
		return out, true
	}
	return nil, false
}
