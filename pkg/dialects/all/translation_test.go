package all_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/expr/exprtest"
	"github.com/flowglot/flowglot/pkg/value"
)

// languages are the dialects whose conditions have a text, and all are those that write conditions.
var (
	textual  = []string{"step", "sw", "arrow"}
	everyone = []string{"step", "sw", "arrow", "asl", "fsm"}
)

var domain = expr.Domain{Objects: true, Typed: true}

// translated checks that a condition has the same answers in each dialect that can express it, read from its text and taken on to others.
// It returns the dialects that can.
func translated(t testing.TB, x expr.Expr, documents []*value.Object) []string {
	want := make([]bool, len(documents))
	for i, doc := range documents {
		holds, err := expr.Holds(x, &expr.Env{Input: doc})
		if err != nil { // such as an item of an empty list
			return nil
		}
		want[i] = holds
	}
	var able []string
	for _, name := range everyone {
		out, _ := translatorNamed(t, name).Condition(x, typed)
		if out == nil {
			continue
		}
		able = append(able, name)
		sameAnswers(t, x, out, name, documents, want)
	}
	for _, name := range textual {
		out, _ := translatorNamed(t, name).Condition(x, typed)
		if out == nil {
			continue
		}
		if l, fixed := out.(*expr.Literal); fixed {
			t.Fatalf("%s writes a condition as %v", name, l.Value)
		}
		read := conditionIn(t, name, written(out))
		sameAnswers(t, x, read, name+" "+written(out), documents, want)
		common := expr.CommonCondition(read, domain)
		sameAnswers(t, x, common, "the meaning of "+name+" "+written(out), documents, want)
		for _, to := range everyone {
			if on, _ := translatorNamed(t, to).Condition(read, typed); on != nil {
				sameAnswers(t, x, on, name+" "+written(out)+" in "+to+": "+written(on), documents, want)
			}
		}
	}
	return able
}

func sameAnswers(t testing.TB, x, y expr.Expr, what string, documents []*value.Object, want []bool) {
	t.Helper()
	for i, doc := range documents {
		got, err := expr.Holds(y, &expr.Env{Input: doc})
		if err != nil || got != want[i] {
			t.Fatalf("%s\nof %s is %t, and %t (%v) in\n%s\n%s", expr.Readable(x), value.Append(nil, doc), want[i], got, err, what, expr.Readable(y))
		}
	}
}

func documents(c exprtest.Choice, n int) []*value.Object {
	out := make([]*value.Object, n)
	for i := range out {
		out[i] = exprtest.Document(c)
	}
	return out
}

// TestTranslatedConditions takes conditions through all dialects.
func TestTranslatedConditions(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	able := map[string]int{}
	const rounds = 3000
	for range rounds {
		x := exprtest.Condition(r.IntN, 2)
		for _, name := range translated(t, x, documents(r.IntN, 8)) {
			able[name]++
		}
	}
	for name, least := range map[string]int{"step": 90, "asl": 90, "sw": 40, "arrow": 40, "fsm": 15} {
		if got := able[name] * 100 / rounds; got < least {
			t.Errorf("%s can express %d %% of the conditions, want %d %% at least", name, got, least)
		}
	}
}

// FuzzTranslatedConditions does the same with what a fuzzer picks.
func FuzzTranslatedConditions(f *testing.F) {
	for i := range byte(13) {
		f.Add([]byte{0, i, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, []byte{1, 2, 3, 1, 2, 3, 0, 3, 2, 1})
		f.Add([]byte{1, 1, i, 0, i, 3, 4, 0, 6, 1, 8, 9, 1, 11, 2, 3}, []byte{7, 6, 5, 4, 3, 2, 1, 0, 1, 1, 3, 2, 1, 1, 2})
	}
	f.Fuzz(func(t *testing.T, condition, data []byte) {
		translated(t, exprtest.Condition(exprtest.Bytes(condition), 3), documents(exprtest.Bytes(data), 4))
	})
}

// FuzzConditionTexts takes any text that a dialect reads as a condition to all others, for data of the expected types and of any.
func FuzzConditionTexts(f *testing.F) {
	for _, pair := range readablePairs {
		f.Add(pair.from, pair.text)
	}
	f.Add("asl", `{"Condition": "{% $sum($states.input.items[qty > 1].(qty * price)) > $x %}"}`)
	f.Add("step", "let x = a; x.b[0] ?? 'c' contains $env['d'] ? any(filter(l, # > 1), # in [1, nil]) : -len(m) ** 2 == 1")
	f.Add("sw", "{{ $..a[?(@.b[1:2].length() > 0 && !(@.c nin ['x']))].d }}")
	f.Fuzz(func(t *testing.T, dialect, text string) {
		if !slices.Contains(everyone, dialect) {
			return
		}
		x := conditionIfAny(t, dialect, text)
		if x == nil {
			return
		}
		for _, to := range everyone {
			for _, s := range []*dialects.Sight{typed, untyped} {
				out, lacks := translatorNamed(t, to).Condition(x, s)
				if (out == nil) == (lacks == "") {
					t.Fatalf("%s %s in %s is %v, and lacks %q", dialect, text, to, out, lacks)
				}
				if value, lacks := translatorNamed(t, to).Value(x, s); (value == nil) == (lacks == "") {
					t.Fatalf("the value of %s %s in %s is %v, and lacks %q", dialect, text, to, value, lacks)
				}
			}
		}
	})
}
