package step

import (
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
	values := []any{"x", "w", "", "5", int64(5), int64(1), 5.0, 2.5, true, false, nil, []any{}, []any{"x", "x"}, []any{int64(5), int64(5)},
		[]any{nil, nil, nil}, []any{[]any{"x"}, []any{true}}, "2020-06-01T12:00:00Z", "2024-06-01T12:00:00.5+02:00", "2020-13-01T12:00:00Z", valuetest.Object()}
	for _, v := range values[:16] {
		values = append(values, valuetest.Object("b", v), valuetest.Object("b", valuetest.Object("c", v)), []any{"y", v})
	}
	out := []any{valuetest.Object(), valuetest.Object("d", "x"), valuetest.Object("two-words", "x")}
	for _, v := range values {
		out = append(out, valuetest.Object("a", v), valuetest.Object("a", v, "d", true), valuetest.Object("two-words", v, "a", v))
	}
	return out
}

// agrees holds a condition as it is written against what it says.
func agrees(t *testing.T, l *language, x expr.Expr, g *guard) {
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
	for _, doc := range guardDocuments() {
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
	l := newLanguage()
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
							agrees(t, l, &expr.Test{Op: op, Path: p, Value: v, Wrong: wrong, Null: null, Missing: missing}, &guard{})
						}
					}
				}
			}
		}
		for op := expr.TestEqual; op <= expr.TestGreaterEqual; op++ {
			agrees(t, l, &expr.Test{Op: op, Path: p, Value: "2020-06-01T12:00:00Z", Instant: true, Missing: expr.Fails}, &guard{})
		}
	}
}

// TestWrittenLogic looks at connectives, among them those behind whose first operand a missing variable is no error.
func TestWrittenLogic(t *testing.T) {
	t.Parallel()
	l := newLanguage()
	a := &expr.Test{Op: expr.TestEqual, Path: pathOf(t, "$.a"), Value: "x", Missing: expr.Fails}
	more := &expr.Test{Op: expr.TestGreater, Path: pathOf(t, "$.a"), Value: "v", Missing: expr.Fails}
	d := &expr.Test{Op: expr.TestEqual, Path: pathOf(t, "$.d"), Value: true, Missing: expr.Fails}
	e := &expr.Test{Op: expr.TestEqual, Path: pathOf(t, "$.a.b.c"), Value: "x", Missing: expr.Fails}
	of := func(op expr.LogicOp, all ...expr.Expr) expr.Expr { return &expr.Logic{Op: op, Operands: all} }
	not := func(x expr.Expr) expr.Expr { return &expr.Not{Operand: x} }
	for _, x := range []expr.Expr{of(expr.And, a, d), of(expr.Or, a, d), of(expr.Or, d, a), not(of(expr.And, a, d)), of(expr.And, more, a, d),
		of(expr.Or, of(expr.And, a, e), not(d)), of(expr.And, not(of(expr.Or, a, d)), d), of(expr.And), of(expr.Or), not(e),
		of(expr.And, of(expr.Or, d, a), of(expr.Or, a, d)), of(expr.Or, of(expr.And, more, a), of(expr.And, d, e))} {
		agrees(t, l, x, &guard{})
	}
}

// TestWrittenLoosely looks at the conditions of entities that are written as they are.
func TestWrittenLoosely(t *testing.T) {
	t.Parallel()
	l := newLanguage()
	for _, path := range []string{"$.a", "$.a.b", "$.a[1].b", "$.a[1]", "$['two-words']"} {
		for _, negated := range []bool{false, true} {
			for _, right := range [][]*expr.Literal{{{Value: "x"}}, {{Value: true}}, {{Value: nil}}, nil} {
				x := expr.Loose{Op: expr.LooseEqual, Left: pathOf(t, path), Right: right, Negated: negated}
				if right == nil {
					x.Op = expr.LooseNull
				}
				g := &guard{}
				agrees(t, l, &x, g)
				if g.differs != "" {
					t.Errorf("%s differs for %s", expr.Readable(&x), g.differs)
				}
			}
		}
	}
}

// TestWrittenNearly looks at conditions of which a difference is told, and at those that are not written.
func TestWrittenNearly(t *testing.T) {
	t.Parallel()
	loose := func(op expr.LooseOp, negated, fold bool, right ...any) expr.Expr {
		x := expr.Loose{Op: op, Left: pathOf(t, "$.a"), Negated: negated, Fold: fold}
		for _, v := range right {
			x.Right = append(x.Right, &expr.Literal{Value: v})
		}
		out, err := expr.NewLoose(x)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	for _, test := range []struct {
		x    expr.Expr
		want string // empty: it is not written
	}{
		{loose(expr.LooseEqual, false, false, int64(5)), "$env.a in [5, '5']"},
		{loose(expr.LooseEqual, true, false, "5.0"), "!($env.a in [5, '5', '5.0'])"},
		{loose(expr.LooseEqual, false, true, "Red"), "type($env.a) == 'string' && lower($env.a) == lower('Red')"},
		{loose(expr.LooseGreater, false, false, "10"), "type($env.a) in ['int', 'float'] && $env.a > 10"},
		{loose(expr.LooseBetween, false, false, int64(1), int64(5)), "type($env.a) in ['int', 'float'] && $env.a > 1 && $env.a < 5"},
		{loose(expr.LooseContains, true, false, "x"), "!(type($env.a) == 'string' && $env.a contains 'x')"},
		{loose(expr.LooseMatches, false, false, "[0-9]+"), "type($env.a) == 'string' && $env.a matches '[0-9]+'"},
		{loose(expr.LooseLike, false, false, "a%"), `type($env.a) == 'string' && $env.a matches '(?s)\\Aa.*\\z'`},
		{&expr.Loose{Op: expr.LooseItems, Left: pathOf(t, "$.a"), Right: []*expr.Literal{{Value: []any{"x"}}}}, ""},
		{&expr.Loose{Op: expr.LooseNull, Left: pathOf(t, "$.a[*].b")}, ""},
		{pathOf(t, "$..a"), ""},
		{&expr.Foreign{Language: "other", Text: "a"}, ""},
	} {
		g := &guard{}
		c, ok := g.condition(test.x, true)
		if ok != (test.want != "") || ok && (c.text != test.want || g.differs == "") {
			t.Errorf("%s is written %s, want %s; it differs for %q", expr.Readable(test.x), c.text, test.want, g.differs)
		}
	}
}

func TestKnownOfRun(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{"NEW": "true", "OLD": "false"} {
		x := &expr.Loose{Op: expr.LooseEqual, Left: &expr.Path{Root: expr.RootContext, Definite: true, Steps: []expr.Step{child("state")}},
			Right: []*expr.Literal{{Value: name}}}
		if c, ok := (&guard{known: valuetest.Object("state", "NEW")}).condition(x, true); !ok || c.text != want {
			t.Errorf("%s is %s, want %s", name, c.text, want)
		}
		if c, ok := (&guard{}).condition(x, true); ok {
			t.Errorf("%s is %s where nothing is known", name, c.text)
		}
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
