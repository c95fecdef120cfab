package expr_test

import (
	"testing"

	"github.com/flowglot/flowglot/pkg/expr"
)

// TestCommonLooseNumbers has a value that is compared with a number be one, if conditions compare values of their type; with a text that
// reads as a number it may be either.
func TestCommonLooseNumbers(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		with    any
		negated bool
		want    string
	}{
		{int64(5), false, "$.a = 5"},
		{int64(5), true, "not ($.a = 5)"},
		{"5", false, `$.a = 5 or $.a = "5"`},
	} {
		c := expr.CommonCondition(&expr.Loose{Op: expr.LooseEqual, Negated: x.negated, Left: expr.NewPath(expr.RootInput, "a"), Right: []*expr.Literal{{Value: x.with}}}, expr.Domain{Objects: true, Typed: true})
		if got := expr.Readable(c); got != x.want {
			t.Errorf("compared with %v: %s, want %s", x.with, got, x.want)
		}
	}
}
