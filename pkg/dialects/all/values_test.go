package all_test

import (
	"math/rand/v2"
	"testing"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/expr/exprtest"
	"github.com/flowglot/flowglot/pkg/value"
)

// TestTranslatedValues takes values through the dialects that compute some: what is written has the value of the source, and so has what
// another dialect writes of it.
func TestTranslatedValues(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(11, 12))
	able := map[string]int{}
	const rounds = 3000
	for range rounds {
		x := exprtest.Value(r.IntN, 2)
		made := map[string]expr.Expr{}
		for _, name := range []string{"step", "sw", "asl"} {
			out, _ := translatorNamed(t, name).Value(x, typed)
			if out == nil {
				continue
			}
			able[name]++
			made[name] = out
			for _, to := range []string{"step", "sw", "asl"} {
				if on, _ := translatorNamed(t, to).Value(out, typed); on != nil {
					made[name+" to "+to] = on
				}
			}
		}
		for range 6 {
			doc := exprtest.Document(r.IntN)
			want, err := expr.Eval(x, &expr.Env{Input: doc})
			if err != nil {
				continue
			}
			for name, y := range made {
				got, err := expr.Eval(y, &expr.Env{Input: doc})
				if err != nil || !value.Equal(got, want) {
					t.Fatalf("%s\nof %s is %s, and %s (%v) in %s\n%s", expr.Readable(x), value.Append(nil, doc), value.Append(nil, want), value.Append(nil, got), err, name, written(y))
				}
			}
		}
	}
	for name, least := range map[string]int{"step": 90, "asl": 75, "sw": 15} {
		if got := able[name] * 100 / rounds; got < least {
			t.Errorf("%s can express %d %% of the values, want %d %% at least", name, got, least)
		}
	}
}
