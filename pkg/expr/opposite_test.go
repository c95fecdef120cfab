package expr_test

import (
	"testing"

	"github.com/flowglot/flowglot/pkg/expr"
)

func TestOpposite(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ of, want string }{
		{"$[?(@.a == 1)]", "$[?(!(@.a == 1))]"},
		{"$[?(!(@.a == 1))]", "$[?(@.a == 1)]"},
		{"$[?(@.a == 1 && !(@.b == 2))]", "$[?(!(@.a == 1) || @.b == 2)]"},
		{"$[?(@.a == 1 || (@.b == 2 && @.c == 3))]", "$[?(!(@.a == 1) && (!(@.b == 2) || !(@.c == 3)))]"},
	} {
		filter := func(text string) expr.Expr { return filtered(t, text).(*expr.Path).Steps[0].Filter }
		if got, want := expr.Readable(expr.Opposite(filter(c.of))), expr.Readable(filter(c.want)); got != want {
			t.Errorf("the opposite of %s is %s, not %s", c.of, got, want)
		}
	}
}
