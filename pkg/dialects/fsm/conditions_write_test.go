package fsm

import (
	"testing"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
)

// fieldPath is a path of the entity.
func fieldPath(t testing.TB, text string) *expr.Path {
	t.Helper()
	p, err := expr.ParsePath(source.Plain(text, 0))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestCriterionForms looks at how conditions are written.
func TestCriterionForms(t *testing.T) {
	t.Parallel()
	ask := func(op expr.TestOp, path string, v any) expr.Expr {
		return &expr.Test{Op: op, Path: fieldPath(t, path), Value: v}
	}
	both := func(op expr.LogicOp, operands ...expr.Expr) expr.Expr { return &expr.Logic{Op: op, Operands: operands} }
	not := func(x expr.Expr) expr.Expr { return &expr.Not{Operand: x} }
	for _, tt := range []struct {
		x    expr.Expr
		want string // empty: it cannot be written
	}{
		{both(expr.And, ask(expr.TestGreater, "$.n", int64(1)), ask(expr.TestLess, "$.n", int64(5))), "$.n between 1, 5"},
		{both(expr.And, ask(expr.TestLessEqual, "$.n", int64(5)), ask(expr.TestGreaterEqual, "$.n", int64(1))), "$.n within 1, 5"},
		{both(expr.And, ask(expr.TestGreater, "$.n", int64(5)), ask(expr.TestLess, "$.n", int64(1))), "$.n > 5 and $.n < 1"},
		{both(expr.And, ask(expr.TestGreater, "$.n", int64(1)), ask(expr.TestLessEqual, "$.n", int64(5))), "$.n > 1 and $.n <= 5"},
		{both(expr.And, ask(expr.TestGreater, "$.n", int64(1)), ask(expr.TestLess, "$.m", int64(5))), "$.n > 1 and $.m < 5"},
		{both(expr.And, ask(expr.TestEqual, "$.a", true), both(expr.And, ask(expr.TestEqual, "$.b", true), ask(expr.TestEqual, "$.c", true))),
			"$.a == true and $.b == true and $.c == true"},
		{not(both(expr.Or, ask(expr.TestEqual, "$.a", "x"), not(ask(expr.TestContains, "$.b", "y")))), `$.a != "x" and $.b contains "y"`},
		{not(ask(expr.TestLess, "$.a", int64(3))), "$.a >= 3 or $.a is null"},
		{both(expr.And), "true"},
		{not(both(expr.And)), "false"},
		{both(expr.Or, ask(expr.TestEqual, "$.a", "x"), &expr.Literal{Value: true}), "true"},
		{both(expr.And, ask(expr.TestEqual, "$.a", "x"), &expr.Literal{Value: true}), `$.a == "x"`},
		{ask(expr.TestEqual, "$[0]", "x"), ""},
		{ask(expr.TestEqual, "$.a[-1]", "x"), ""},
		{ask(expr.TestEqual, "$$.a", "x"), ""},
		{ask(expr.TestEqual, "$.a[1].b", "x"), `$.a[1].b == "x"`},
		{ask(expr.TestPresent, "$", nil), "true"},
		{both(expr.Or, ask(expr.TestEqual, "$.a", "x"), ask(expr.TestEqual, "$", "x")), ""},
		{fieldPath(t, "$..a"), ""},
	} {
		got := ""
		w := &criterionWriter{}
		if x := w.write(tt.x, false); w.lacks == "" {
			got = expr.Readable(x)
		}
		if got != tt.want {
			t.Errorf("%s is written as %q, want %q", expr.Readable(tt.x), got, tt.want)
		}
	}
}
