package expr

import (
	"testing"

	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value/valuetest"
)

// parsedFilter is a path as a guard.
func parsedFilter(t testing.TB, text string) *Path {
	t.Helper()
	p, err := ParsePath(source.Plain(text, 0))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return p
}

// portableCases are conditions that can be said as tests.
func portableCases(t testing.TB) []Expr {
	typed := func(op CompareOp, as Typing, path string, v any) Expr {
		return &Compare{Op: op, As: as, Left: parsedFilter(t, path), Right: &Literal{Value: v}}
	}
	return []Expr{
		typed(Equal, Text, "$.a", "x"),
		typed(Less, Text, "$.a", "x"),
		typed(GreaterEqual, Numeric, "$.a.b", int64(3)),
		typed(Equal, Numeric, "$.a", 2.5),
		typed(Equal, Boolean, "$.a", true),
		typed(Greater, Timestamp, "$.a", "2020-01-01T00:00:00Z"),
		&Not{Operand: typed(Equal, Text, "$.a", "x")},
		&Logic{Op: And, Operands: []Expr{typed(Equal, Text, "$.a", "x"), typed(Less, Numeric, "$.b", int64(1))}},
		parsedFilter(t, "$.a"),
		parsedFilter(t, "$[?(@.a == 'x')]"),
		parsedFilter(t, "$[?(@.a != 'x')]"),
		parsedFilter(t, "$[?(@.a > 2)]"),
		parsedFilter(t, "$[?(2 > @.a)]"),
		parsedFilter(t, "$[?(@.a <= 'w' || @.b && !(@.b == null))]"),
		parsedFilter(t, "$[?(@.a)]"),
	}
}

// portableDocuments are what the conditions are asked of: fitting and wrongly typed values, null, and what is missing.
func portableDocuments() []any {
	var out []any
	for _, a := range []any{"x", "a", "", "2021-05-05T00:00:00Z", int64(1), int64(3), 2.5, true, false, nil, []any{"x"}, []any{},
		valuetest.Object("b", int64(3)), valuetest.Object("b", nil), valuetest.Object()} {
		out = append(out, valuetest.Object("a", a), valuetest.Object("a", a, "b", int64(0)), valuetest.Object("a", a, "b", nil))
	}
	return append(out, valuetest.Object(), valuetest.Object("b", "y"))
}

// TestPortable compares conditions with what they are in terms of tests, on all kinds of values.
func TestPortable(t *testing.T) {
	t.Parallel()
	for _, x := range portableCases(t) {
		p := Portable(x, true)
		if !saysAll(p) {
			t.Errorf("%s is not said as tests", Readable(x))
			continue
		}
		for _, doc := range portableDocuments() {
			want, fault := Holds(x, &Env{Input: doc})
			got, err := Holds(p, &Env{Input: doc})
			if got != want || (err == nil) != (fault == nil) {
				t.Errorf("%s of %v is %t, %v, and as a test %t, %v", Readable(x), doc, want, fault, got, err)
			}
		}
	}
}

// saysAll reports whether a condition is made of tests alone.
func saysAll(x Expr) bool {
	switch x := x.(type) {
	case *Logic:
		for _, o := range x.Operands {
			if !saysAll(o) {
				return false
			}
		}
		return true
	case *Not:
		return saysAll(x.Operand)
	case *Test:
		return true
	}
	return false
}

// TestPortableLeaves looks at what no test can say, which stays as it is.
func TestPortableLeaves(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"$.a[?(@.b == 1)]", "$..a", "$[?(@.a == @.b)]", "$[?(@.a =~ /x+/)]", "$[?(@..a == 1)]", "$[?(true == @.a || @.a < true)]"} {
		x := parsedFilter(t, text)
		if got := Portable(x, true); got != Expr(x) {
			t.Errorf("%s became %s", text, Readable(got))
		}
	}
	if x := parsedFilter(t, "$[?(@.a == 1)]"); Portable(x, false) != Expr(x) {
		t.Error("a filter on what may be a list became a test of the whole")
	}
	for op, want := range map[TestOp]string{TestPresent: "$.a is there", TestLessEqual: "$.a <= 2", TestEndsWith: "$.a ends with 2"} {
		if got := Readable(&Test{Op: op, Path: parsedFilter(t, "$.a"), Value: int64(2)}); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	means := &Foreign{Language: "other", Means: func() Expr { return parsedFilter(t, "$.a") }}
	if _, ok := Portable(means, true).(*Test); !ok {
		t.Error("what a foreign expression means is not looked at")
	}
	if x := (&Foreign{Language: "other", Means: func() Expr { return nil }}); Portable(x, true) != Expr(x) {
		t.Error("a foreign expression without a meaning does not stay")
	}
}
