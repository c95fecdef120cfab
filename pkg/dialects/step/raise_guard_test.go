package step

import (
	"fmt"
	"slices"
	"testing"
	"unicode/utf8"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/value/valuetest"
)

// pathOf reads a path.
func pathOf(t testing.TB, text string) *expr.Path {
	t.Helper()
	p, err := expr.ParsePath(source.Plain(text, 0))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// guardDocuments are variables that conditions about a, a.b, a.b.c, a[1] and two-words are asked of.
func guardDocuments() []any {
	values := []any{"x", "X", "s", "1e1", "-.5", "5.", "a5", "+", 1e16, 1e-7, "w", "", "5", int64(5), int64(1), 5.0, 2.5, true, false, nil, []any{}, []any{"x", "x"}, []any{int64(5), int64(5)},
		[]any{nil, nil, nil}, []any{[]any{"x"}, []any{true}}, "2020-06-01T12:00:00Z", "2024-06-01T12:00:00.5+02:00", "2020-13-01T12:00:00Z", "2023-02-29T12:00:00Z", "2020-06-01T12:00:00.0Z", valuetest.Object()}
	for _, v := range values[:24] {
		values = append(values, valuetest.Object("b", v), valuetest.Object("b", valuetest.Object("c", v)), []any{"y", v})
	}
	out := []any{valuetest.Object(), valuetest.Object("d", "x"), valuetest.Object("two-words", "x")}
	for _, v := range values {
		out = append(out, valuetest.Object("a", v), valuetest.Object("a", v, "d", true), valuetest.Object("two-words", v, "a", v))
	}
	return out
}

// agrees holds a condition as it is written against what it says.
func agrees(t *testing.T, l *language, x expr.Expr, g *guard, documents []any) {
	t.Helper()
	c, ok := g.condition(x, true)
	if !ok {
		t.Errorf("%s cannot be written", expr.Readable(x))
		return
	}
	parsed := l.parse(source.Plain(c.text, 0))
	if parsed.Mistake != nil {
		t.Errorf("%s is written %s: %v", expr.Readable(x), c.text, parsed.Mistake)
		return
	}
	written := parsed.foreign()
	for _, doc := range documents {
		want, fault := expr.Holds(x, &expr.Env{Input: doc})
		got, err := expr.Holds(written, &expr.Env{Input: doc})
		if got != want || (err == nil) != (fault == nil) {
			t.Errorf("%s, written %s, of %s is %t, %v, and was %t, %v", expr.Readable(x), c.text, value.Append(nil, doc), got, err, want, fault)
			return
		}
	}
}

// TestWrittenTests holds all tests, with all the answers they may give, against how they are written.
func TestWrittenTests(t *testing.T) {
	t.Parallel()
	l, documents := newLanguage(), guardDocuments()
	answers := []expr.Answer{expr.No, expr.Yes, expr.Fails}
	for _, path := range []string{"$.a", "$.a.b", "$.a.b.c", "$.a[1]", "$['two-words']"} {
		p := pathOf(t, path)
		for _, v := range []any{"x", int64(5), 2.5, true, false, nil} {
			for op := expr.TestPresent; op <= expr.TestObject; op++ {
				_, boolean := v.(bool)
				if (v == nil || boolean) && op != expr.TestPresent && op != expr.TestEqual && op != expr.TestObject || op >= expr.TestContains && op != expr.TestObject && v != "x" {
					continue
				}
				for _, wrong := range answers {
					for _, null := range answers {
						for _, missing := range answers {
							agrees(t, l, &expr.Test{Op: op, Path: p, Value: v, Wrong: wrong, Null: null, Missing: missing}, &guard{}, documents)
						}
					}
				}
			}
		}
		for op := expr.TestEqual; op <= expr.TestGreaterEqual; op++ {
			agrees(t, l, &expr.Test{Op: op, Path: p, Value: "2020-06-01T12:00:00Z", Instant: true, Missing: expr.Fails}, &guard{}, documents)
		}
	}
}

// TestWrittenLogic looks at connectives, among them those behind whose first operand a missing variable is no error.
func TestWrittenLogic(t *testing.T) {
	t.Parallel()
	l, documents := newLanguage(), guardDocuments()
	a := &expr.Test{Op: expr.TestEqual, Path: pathOf(t, "$.a"), Value: "x", Missing: expr.Fails}
	more := &expr.Test{Op: expr.TestGreater, Path: pathOf(t, "$.a"), Value: "v", Missing: expr.Fails}
	d := &expr.Test{Op: expr.TestEqual, Path: pathOf(t, "$.d"), Value: true, Missing: expr.Fails}
	e := &expr.Test{Op: expr.TestEqual, Path: pathOf(t, "$.a.b.c"), Value: "x", Missing: expr.Fails}
	of := func(op expr.LogicOp, all ...expr.Expr) expr.Expr { return &expr.Logic{Op: op, Operands: all} }
	not := func(x expr.Expr) expr.Expr { return &expr.Not{Operand: x} }
	for _, x := range []expr.Expr{of(expr.And, a, d), of(expr.Or, a, d), of(expr.Or, d, a), not(of(expr.And, a, d)), of(expr.And, more, a, d),
		of(expr.Or, of(expr.And, a, e), not(d)), of(expr.And, not(of(expr.Or, a, d)), d), of(expr.And), of(expr.Or), not(e),
		of(expr.And, of(expr.Or, d, a), of(expr.Or, a, d)), of(expr.Or, of(expr.And, more, a), of(expr.And, d, e))} {
		agrees(t, l, x, &guard{}, documents)
	}
}

// loosely makes a condition of an entity state machine.
func loosely(t *testing.T, path string, op expr.LooseOp, negated, fold bool, right ...any) *expr.Loose {
	t.Helper()
	x := expr.Loose{Op: op, Left: pathOf(t, path), Negated: negated, Fold: fold}
	for _, v := range right {
		x.Right = append(x.Right, &expr.Literal{Value: v})
	}
	out, err := expr.NewLoose(x)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestWrittenLoosely holds all conditions of entities against how they are written.
func TestWrittenLoosely(t *testing.T) {
	t.Parallel()
	l, documents := newLanguage(), slices.DeleteFunc(guardDocuments(), func(doc any) bool { return doc.(*value.Object).Len() > 1 })
	constants := []any{"x", "X", "ſ", "tr", "5", "5.0", "1e1", ".", "", int64(5), int64(0), 2.5, 1e15, true, nil, []any{"x"}, valuetest.Object("c", "x")}
	for _, path := range []string{"$.a", "$.a[1].b", "$['two-words']", "$.a[*]", "$.a[*].b", "$.a.b[*].c"} {
		for _, negated := range []bool{false, true} {
			check := func(op expr.LooseOp, fold bool, right ...any) {
				x, g := loosely(t, path, op, negated, fold, right...), &guard{}
				agrees(t, l, x, g, documents)
				if g.differs != "" {
					t.Errorf("%s differs for %s", expr.Readable(x), g.differs)
				}
			}
			check(expr.LooseNull, false)
			for _, v := range constants {
				for _, fold := range []bool{false, true} {
					for _, op := range []expr.LooseOp{expr.LooseEqual, expr.LooseContains, expr.LooseStartsWith, expr.LooseEndsWith} {
						check(op, fold, v)
					}
				}
				for op := expr.LooseGreater; op <= expr.LooseLessEqual; op++ {
					check(op, false, v)
				}
				check(expr.LooseBetween, false, int64(1), v)
				check(expr.LooseBetweenOrEqual, false, v, "z")
			}
			for _, pattern := range []string{"x", "^[0-9]+$", "%", "_", "t%e", "5%", "%x", "2._"} {
				check(expr.LooseLike, false, pattern)
				if pattern[0] != '%' {
					check(expr.LooseMatches, false, pattern)
				}
			}
		}
	}
}

// TestWrittenItems looks at how conditions of entities read, and at those that are not written.
func TestWrittenItems(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		x    expr.Expr
		want string // empty: it is not written
	}{
		{loosely(t, "$.a", expr.LooseEqual, false, false, "x"), "any(flatten([$env.a]), # == 'x')"},
		{loosely(t, "$.a", expr.LooseNull, true, false), "$env.a == [] || any(flatten([$env.a]), # != nil)"},
		{loosely(t, "$.a", expr.LooseContains, true, false, "x"), "any(flatten([$env.a]), !(type(#) == 'string' && # contains 'x'))"},
		{loosely(t, "$.a", expr.LooseEqual, false, true, "Red"), `any(flatten([$env.a]), type(#) == 'string' && # matches '(?i)\\ARed\\z')`},
		{loosely(t, "$.a", expr.LooseLike, false, false, "x%"), `any(flatten([$env.a]), type(#) == 'string' && # matches '(?s)\\Ax.*\\z')`},
		{&expr.Loose{Op: expr.LooseItems, Left: pathOf(t, "$.a"), Right: []*expr.Literal{{Value: []any{"x"}}}}, ""},
		{&expr.Loose{Op: expr.LooseNull, Left: pathOf(t, "$.a[*][*]")}, ""},
		{&expr.Loose{Op: expr.LooseNull, Left: pathOf(t, "$[*].a")}, ""},
		{pathOf(t, "$..a"), ""},
		{&expr.Foreign{Language: "other", Text: "a"}, ""},
	} {
		c, ok := (&guard{}).condition(test.x, true)
		if ok != (test.want != "") || ok && c.text != test.want {
			t.Errorf("%s is written %s, want %s", expr.Readable(test.x), c.text, test.want)
		}
	}
	g := &guard{}
	if _, ok := g.condition(loosely(t, "$.a", expr.LooseGreater, false, false, 1e17), true); !ok || g.differs == "" {
		t.Errorf("a number that doubles do not hold exactly differs for %q", g.differs)
	}
}

// FuzzQuoted reads back texts as they are written in expressions.
func FuzzQuoted(f *testing.F) {
	for _, s := range []string{"", "it's", "a\\b\n", "${x}", "\x00\x7f", "é\u2028"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		x := newLanguage().parse(source.Plain(quotedText(s), 0)).foreign()
		if v, err := x.Run(&expr.Env{}); utf8.ValidString(s) && (v != s || err != nil) {
			t.Errorf("%q became %v, %v", s, v, err)
		}
	})
}

// TestWrittenFilters holds filters of values that may be lists, objects or neither against how they are written.
func TestWrittenFilters(t *testing.T) {
	t.Parallel()
	l := newLanguage()
	documents := guardDocuments()
	for _, inner := range []any{"x", int64(5), true, nil, valuetest.Object("c", "x")} {
		object := valuetest.Object("b", inner)
		documents = append(documents, valuetest.Object("a", []any{"y", object}), valuetest.Object("a", []any{[]any{object}}), valuetest.Object("a", valuetest.Object("b", []any{object})))
	}
	for _, text := range []string{"$.a[?(@.b == 'x')]", "$.a[?(@.b > 2)]", "$.a[?(@.b)]", "$.a[?(@.b.c == 'x' || @.b == 5)]", "$.a.b[?(@.c != 'x')]", "$.a[?(!(@.b == 5))]"} {
		p, err := expr.ParseTruthPath(source.Plain(text, 0))
		if err != nil {
			t.Fatal(err)
		}
		x := expr.CommonCondition(p, expr.Domain{Objects: true, Filters: true})
		if _, still := x.(*expr.Path); still {
			t.Errorf("%s has no common terms", text)
			continue
		}
		c, ok := (&guard{}).condition(x, true)
		if !ok {
			t.Errorf("%s cannot be written: %s", text, expr.Readable(x))
			continue
		}
		written := l.parse(source.Plain(c.text, 0)).foreign()
		for _, doc := range documents {
			want, fault := expr.Holds(p, &expr.Env{Input: doc})
			got, err := expr.Holds(written, &expr.Env{Input: doc})
			if fault == nil && (got != want || err != nil) {
				t.Errorf("%s, written %s, of %s is %t, %v, and was %t", text, c.text, value.Append(nil, doc), got, err, want)
			}
		}
	}
}

// TestWrittenDays holds the pattern of timestamps against all days that a month may have.
func TestWrittenDays(t *testing.T) {
	t.Parallel()
	pattern := newLanguage().parse(source.Plain("at matches "+instants, 0)).foreign()
	for _, year := range []int{0, 4, 1900, 1996, 2000, 2023, 2024, 2100, 9999} {
		for month := range 14 {
			for day := range 33 {
				at := fmt.Sprintf("%04d-%02d-%02dT23:59:59Z", year, month, day)
				_, want := expr.ParseTimestamp(at)
				if got, err := expr.Holds(pattern, &expr.Env{Input: valuetest.Object("at", at)}); got != want || err != nil {
					t.Errorf("%s is a timestamp: %t, %v; want %t", at, got, err, want)
				}
			}
		}
	}
}
