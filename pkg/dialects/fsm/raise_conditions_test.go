package fsm

import (
	"slices"
	"testing"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/value/valuetest"
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

// allTests are tests of all kinds, with all answers for what they cannot be about.
func allTests(t testing.TB) []*expr.Test {
	var out []*expr.Test
	values := []any{"red", "5", int64(5), 2.5, true, nil, valuetest.Object("b", int64(1)), []any{"red"}}
	for op := expr.TestPresent; op <= expr.TestObject; op++ {
		for i, v := range values {
			_, text := v.(string)
			_, list := v.([]any)
			_, object := v.(*value.Object)
			switch unary := op == expr.TestPresent || op == expr.TestObject; {
			case unary && i > 0,
				op >= expr.TestContains && op <= expr.TestEndsWith && !text,
				op >= expr.TestLess && op <= expr.TestGreaterEqual && (v == nil || v == true || list || object):
				continue
			}
			for answers := range 27 {
				wrong, null, missing := expr.Answer(answers%3), expr.Answer(answers/3%3), expr.Answer(answers/9)
				out = append(out, &expr.Test{Op: op, Path: fieldPath(t, "$.a"), Value: v, Wrong: wrong, Null: null, Missing: missing})
			}
		}
	}
	return out
}

// TestPhrase says tests and their opposites as conditions: they answer the same, unless it is reported that they may not for
// such a value.
func TestPhrase(t *testing.T) {
	t.Parallel()
	const arrays, numbers, texts = "an array is tested item by item", "numbers are compared with strings", "numbers and booleans are treated as strings"
	docs := []any{valuetest.Object()}
	for _, v := range []any{nil, "red", "reds", "", "5", "5.0", "a", int64(5), int64(6), 2.5, true, false, valuetest.Object("b", int64(1)), valuetest.Object(),
		[]any{"red"}, []any{}, []any{nil, int64(5)}} {
		docs = append(docs, valuetest.Object("a", v))
	}
	for _, test := range allTests(t) {
		for _, not := range []bool{false, true} {
			p := &phrase{}
			said := p.translate(test, not)
			if said == nil {
				if _, list := test.Value.([]any); !list {
					t.Errorf("%s cannot be said", expr.Readable(test))
				}
				continue
			}
			for _, doc := range docs {
				want, fault := expr.Holds(test, &expr.Env{Input: doc})
				got, err := expr.Holds(said, &expr.Env{Input: doc})
				a, there := doc.(*value.Object).Lookup("a")
				why := []string{otherKinds}
				switch a.(type) {
				case nil:
					why = []string{nullIsMissing}
				case string:
					why = append(why, numbers)
				case int64, float64, bool:
					why = append(why, texts, numbers)
				case []any:
					why = append(why, arrays)
				}
				if fault != nil {
					why = []string{noError}
				}
				reported := slices.ContainsFunc(why, func(w string) bool { return slices.Contains(p.differs, w) })
				if err != nil || (fault != nil || got != (want != not)) && !reported {
					t.Errorf("%s (wrong %d, null %d, missing %d; not %t) of %s (%t) is %t %v, and %s is %t; told %q", expr.Readable(test), test.Wrong, test.Null,
						test.Missing, not, value.Append(nil, doc), there, want, fault, expr.Readable(said), got, p.differs)
				}
			}
		}
	}
}

// TestPhraseForms looks at how conditions are said.
func TestPhraseForms(t *testing.T) {
	t.Parallel()
	ask := func(op expr.TestOp, path string, v any) expr.Expr {
		return &expr.Test{Op: op, Path: fieldPath(t, path), Value: v}
	}
	both := func(op expr.LogicOp, operands ...expr.Expr) expr.Expr { return &expr.Logic{Op: op, Operands: operands} }
	not := func(x expr.Expr) expr.Expr { return &expr.Not{Operand: x} }
	for _, tt := range []struct {
		x    expr.Expr
		want string // empty: it cannot be said
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
		if said := (&phrase{}).translate(tt.x, false); said != nil {
			got = expr.Readable(said)
		}
		if got != tt.want {
			t.Errorf("%s is said as %q, want %q", expr.Readable(tt.x), got, tt.want)
		}
	}
}
