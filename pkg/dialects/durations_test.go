package dialects_test

import (
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// TestDuration8601 has fixed lengths be durations, and no others.
func TestDuration8601(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		value any
		unit  workflow.Unit
		want  string
		fixed bool
	}{
		{int64(90), workflow.Seconds, "PT1M30S", true},
		{0.5, workflow.Seconds, "PT0.5S", true},
		{3e9, workflow.Seconds, "PT3000000000S", true},
		{"P1M", workflow.Duration, "P1M", true},
		{"soon", workflow.Duration, "soon", false},
		{int64(-1), workflow.Seconds, "", false},
		{"2030-01-01T00:00:00Z", workflow.Instant, "", false},
	} {
		text, fixed := dialects.Duration8601(&workflow.Length{Expr: &expr.Literal{Value: x.value}, Unit: x.unit})
		if fixed != x.fixed || fixed && text != x.want {
			t.Errorf("%v is %q, %v", x.value, text, fixed)
		}
	}
	if _, fixed := dialects.Duration8601(&workflow.Length{Expr: expr.NewPath(expr.RootInput, "delay"), Unit: workflow.Seconds}); fixed {
		t.Error("a length that depends on data is fixed")
	}
}
