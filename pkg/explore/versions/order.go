package versions

import (
	"slices"
	"strings"
	"unicode"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
)

// readable is an expression for people, with the members of objects in the order of their names: in which order they are written makes no
// difference.
func readable(x expr.Expr) string { return expr.Readable(inOrder(x)) }

// inOrder is an expression with the members of its objects in the order of their names.
func inOrder(x expr.Expr) expr.Expr {
	switch x := x.(type) {
	case *expr.Object:
		out := &expr.Object{Members: slices.Clone(x.Members), Span: x.Span}
		slices.SortStableFunc(out.Members, func(a, b expr.ObjectMember) int { return strings.Compare(a.Key, b.Key) })
		for i := range out.Members {
			out.Members[i].Value = inOrder(out.Members[i].Value)
		}
		return out
	case *expr.List:
		out := &expr.List{Span: x.Span}
		for _, item := range x.Items {
			out.Items = append(out.Items, inOrder(item))
		}
		return out
	case *expr.Focus:
		return &expr.Focus{On: inOrder(x.On), Of: inOrder(x.Of)}
	case *expr.Literal:
		return &expr.Literal{Value: sorted(x.Value), Span: x.Span}
	}
	return x
}

// sorted is a value with the members of its objects in the order of their names.
func sorted(v any) any {
	switch v := v.(type) {
	case *value.Object:
		var all []value.Member
		for k, m := range v.All() {
			all = append(all, value.Member{Key: k, Value: sorted(m)})
		}
		slices.SortStableFunc(all, func(a, b value.Member) int { return strings.Compare(a.Key, b.Key) })
		return value.ObjectOf(all...)
	case []any:
		out := make([]any, len(v))
		for i, x := range v {
			out[i] = sorted(x)
		}
		return out
	}
	return v
}

// alike reports whether two texts differ in nothing but blanks outside of quotes, which mean nothing in any language of expressions.
func alike(a, b string) bool { return a == b || withoutBlanks(a) == withoutBlanks(b) }

func withoutBlanks(s string) string {
	var quote rune
	escaped := false
	return strings.Map(func(r rune) rune {
		switch {
		case quote == 0 && unicode.IsSpace(r):
			return -1
		case quote == 0 && strings.ContainsRune("\"'`", r):
			quote = r
		case r == quote && !escaped:
			quote = 0
		}
		escaped = quote != 0 && r == '\\' && !escaped
		return r
	}, s)
}
