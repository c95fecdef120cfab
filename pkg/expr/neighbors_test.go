package expr_test

import (
	"testing"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
)

func TestNeighbors(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		v    any
		want []any
	}{
		{int64(3), []any{int64(3), int64(4), int64(2)}},
		{2.5, []any{2.5, 3.0, 2.0}},
		{"a", []any{"a", "az", ""}},
		{"2025-01-01T12:00:00Z", []any{"2025-01-01T12:00:00Z", "2025-01-01T13:00:00Z", "2025-01-01T11:00:00Z"}},
		{false, []any{true, false}},
		{nil, []any{nil}},
	} {
		if got := expr.Neighbors(x.v); !value.Equal(got, x.want) {
			t.Errorf("the neighbors of %v are %v, want %v", x.v, got, x.want)
		}
	}
}
