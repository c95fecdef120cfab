package all_test

import (
	"math/rand/v2"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/expr/exprtest"
	"github.com/flowglot/flowglot/pkg/value"
)

// untyped is data of which it is known only that it is an object.
var untyped = &dialects.Sight{Domain: dialects.Domain{Objects: true}}

// disturbed is a document some of whose members are missing, null or of another type.
func disturbed(c exprtest.Choice, o *value.Object) *value.Object {
	out := value.NewObject(o.Len())
	for key, v := range o.All() {
		inner, isObject := v.(*value.Object)
		switch c(9) {
		case 0: // it is missing
		case 1:
			out.Set(key, nil)
		case 2:
			out.Set(key, []any{int64(1), "A"})
		case 3:
			out.Set(key, "10")
		case 4:
			out.Set(key, int64(7))
		case 5:
			out.Set(key, c(2) == 1)
		default:
			if isObject {
				v = disturbed(c, inner)
			}
			out.Set(key, v)
		}
	}
	return out
}

// TestExactConditions takes conditions of each language to others for data of any type: what is written has the same answer to all, and
// fails of the same.
func TestExactConditions(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(7, 8))
	able := map[string]int{}
	for range 4000 {
		x := exprtest.Condition(r.IntN, 1)
		from := textual[r.IntN(len(textual))]
		out, _ := translatorNamed(t, from).Condition(x, typed)
		if out == nil {
			continue
		}
		source := conditionIn(t, from, written(out))
		for _, to := range everyone {
			if to == from {
				continue
			}
			made, _ := translatorNamed(t, to).Condition(source, untyped)
			if made == nil {
				continue
			}
			able[from+" to "+to]++
			for range 10 {
				doc := disturbed(r.IntN, exprtest.Document(r.IntN))
				want, fault := expr.Holds(source, &expr.Env{Input: doc})
				got, err := expr.Holds(made, &expr.Env{Input: doc})
				if got != want || (err == nil) != (fault == nil) {
					t.Fatalf("%s %s\nof %s is %t (%v), and %t (%v) in %s\n%s", from, written(out), value.Append(nil, doc), want, fault, got, err, to, written(made))
				}
			}
		}
	}
	for pair, least := range map[string]int{"sw to step": 100, "sw to arrow": 100, "arrow to step": 100, "arrow to sw": 100, "arrow to asl": 100, "step to asl": 40} {
		if able[pair] < least {
			t.Errorf("%s: %d conditions were written, want %d at least", pair, able[pair], least)
		}
	}
}
