package expr

import (
	"testing"

	"github.com/flowglot/flowglot/pkg/value/valuetest"
)

// TestKnown answers what conditions ask of the context.
func TestKnown(t *testing.T) {
	t.Parallel()
	ask := func(path string, v any) Expr {
		return &Loose{Op: LooseEqual, Left: parsedFilter(t, path), Right: []*Literal{{Value: v}}}
	}
	group := func(op LogicOp, operands ...Expr) Expr { return &Logic{Op: op, Operands: operands} }
	is, isNot, data := ask("$$.state", "NEW"), ask("$$.state", "OLD"), ask("$.a", int64(1))
	fallible := &Foreign{Language: "other", Text: "it"}
	for _, tt := range []struct {
		x    Expr
		want string
	}{
		{is, "true"},
		{isNot, "false"},
		{data, "$.a == 1"},
		{ask("$$.previousTransition", "GO"), `previousTransition == "GO"`},
		{group(And, is, data), "$.a == 1"},
		{group(Or, is, data), "true"},
		{group(And, data, isNot), "false"},
		{group(And, is, is), "true"},
		{group(Or, isNot), "false"},
		{group(And), "true"},
		{group(Or), "false"},
		{&Not{Operand: is}, "false"},
		{&Not{Operand: data}, "not ($.a == 1)"},
		{group(Or, data, group(And, is, data)), "$.a == 1 or $.a == 1"},
		{group(And, fallible, isNot, data), "it and false"},
		{group(And, &Literal{Value: "text"}, data), `"text" and $.a == 1`},
	} {
		if got := Readable(Known(tt.x, valuetest.Object("state", "NEW"))); got != tt.want {
			t.Errorf("%s is %s, want %s", Readable(tt.x), got, tt.want)
		}
	}
}
