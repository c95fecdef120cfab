package expr

import "github.com/flowglot/flowglot/pkg/value"

// Constant is the value that an expression has for all data: a literal, or an object or a list of such. It reports false for any other, whose
// value may depend on the data.
func Constant(x Expr) (any, bool) {
	switch x := x.(type) {
	case *Literal:
		return x.Value, true
	case *Object:
		out := value.NewObject(len(x.Members))
		for _, m := range x.Members {
			v, ok := Constant(m.Value)
			if !ok {
				return nil, false
			}
			out.Set(m.Key, v)
		}
		return out, true
	case *List:
		out := make([]any, 0, len(x.Items))
		for _, item := range x.Items {
			v, ok := Constant(item)
			if !ok {
				return nil, false
			}
			out = append(out, v)
		}
		return out, true
	}
	return nil, false
}
