package sw

import (
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/value/valuetest"
)

// TestMeans holds what a condition means in the terms of all languages to what it says.
func TestMeans(t *testing.T) {
	t.Parallel()
	values := []any{nil, true, false, int64(0), int64(7), "", "x", []any{}, []any{int64(1)}, valuetest.Object(), valuetest.Object("b", true),
		valuetest.Object("b", ""), []any{valuetest.Object("b", false), valuetest.Object("b", int64(2))}}
	documents := []any{valuetest.Object()}
	for _, v := range values {
		documents = append(documents, valuetest.Object("a", v))
	}
	for text, meant := range map[string]bool{
		"$.a":                            true,
		"$.a.b":                          true,
		"$.a[0]":                         true,
		"$[?(@.a)]":                      true,
		"$.[?(@.a == 7)]":                true,
		"$[?(!@.a || @.a.b && @.a > 3)]": true,
		"$[?(@.a != 'x')]":               true,
		"$.a[?(@.b == 2)]":               true,
		"$.a[*]":                         true,
		"$..b":                           true,
		"$.a[?(@.b)]":                    false,
		"$.a.length()":                   false,
		"$[?(@.a[?(@.b)])]":              false,
	} {
		p, err := expr.ParseTruthPath(source.Plain(text, 0))
		if err != nil {
			t.Fatal(text, err)
		}
		condition := (&Template{Node: source.Node{Kind: source.String, Text: "{{ " + text + " }}"}, Paths: []*expr.Path{p}, Beside: []string{"", ""}}).holds()
		x := expr.Portable(condition, true)
		if _, foreign := x.(*expr.Foreign); foreign == meant {
			t.Errorf("%s means something in other terms: %v", text, !foreign)
		}
		for _, doc := range documents {
			want, err := expr.Holds(condition, &expr.Env{Input: doc})
			if err != nil {
				t.Fatal(text, err)
			}
			got, err := expr.Holds(x, &expr.Env{Input: doc})
			if err != nil || got != want {
				t.Errorf("%s of %s: %v, %v, want %v", text, value.Append(nil, doc), got, err, want)
			}
		}
	}
}

// TestFilterMeans holds what a filter of a state's data means in the terms of all languages to what it selects: also where that is
// nothing, and where a member is a list.
func TestFilterMeans(t *testing.T) {
	t.Parallel()
	documents := []any{valuetest.Object(), []any{valuetest.Object("b", int64(1))}}
	for _, v := range []any{nil, int64(7), "x", []any{}, []any{int64(1)}, valuetest.Object("b", int64(3)), []any{valuetest.Object("b", int64(1)), valuetest.Object("b", int64(5))}} {
		documents = append(documents, valuetest.Object("a", v, "c", true))
	}
	for _, text := range []string{"$", "$.a", "$.a.b", "$.a[0]", "$.a[?(@.b > 2)]"} {
		p, err := expr.ParsePath(source.Plain(text, 0))
		if err != nil {
			t.Fatal(text, err)
		}
		for _, plain := range []bool{false, true} {
			f := (&Template{Node: source.Node{Kind: source.String, Text: "{{ " + text + " }}"}, Paths: []*expr.Path{p}, Beside: []string{"", ""}}).filter(plain)
			for _, doc := range documents {
				if _, list := doc.([]any); list && text != "$" {
					continue // of a list, a member is no path that can be asked for
				}
				env := &expr.Env{Input: doc}
				want, err := expr.Eval(f, env)
				if err != nil {
					t.Fatal(text, err)
				}
				if got, err := expr.Eval(f.(*expr.Foreign).Means(), env); err != nil || !value.Equal(got, want) {
					t.Errorf("%s (plain %v) of %s means %s, %v, want %s", text, plain, value.Append(nil, doc), value.Append(nil, got), err, value.Append(nil, want))
				}
			}
		}
	}
}

// TestExactFilters compares conditions with what is written for them, for values of all types. What fails for some of them is not written.
func TestExactFilters(t *testing.T) {
	t.Parallel()
	path := func(text string) *expr.Path {
		p, err := expr.ParsePath(source.Plain(text, 0))
		if err != nil {
			t.Fatal(text, err)
		}
		return p
	}
	var tests []expr.Expr
	answers := []expr.Answer{expr.No, expr.Yes, expr.Fails}
	for _, op := range []expr.TestOp{expr.TestEqual, expr.TestLess, expr.TestLessEqual, expr.TestGreater, expr.TestGreaterEqual, expr.TestContains,
		expr.TestStartsWith, expr.TestEndsWith, expr.TestPresent, expr.TestObject} {
		for _, v := range []any{int64(3), "a.b", "'", true, nil} {
			_, text := v.(string)
			_, number := v.(int64)
			if !text && op >= expr.TestContains && op <= expr.TestEndsWith || !text && !number && op >= expr.TestLess && op <= expr.TestGreaterEqual {
				continue
			}
			for i := range 27 {
				tests = append(tests, &expr.Test{Op: op, Path: path("$.a.b"), Value: v, Wrong: answers[i%3], Null: answers[i/3%3], Missing: answers[i/9]})
			}
		}
	}
	same := &expr.Test{Op: expr.TestEqual, Path: path("$.a.b"), Value: int64(3), Missing: expr.Yes}
	other := &expr.Test{Op: expr.TestLess, Path: path("$.c"), Value: int64(3)}
	tests = append(tests,
		&expr.Logic{Op: expr.And, Operands: []expr.Expr{same, other, same}},
		&expr.Logic{Op: expr.Or, Operands: []expr.Expr{same, &expr.Not{Operand: other}}},
		&expr.Not{Operand: &expr.Logic{Op: expr.Or, Operands: []expr.Expr{other, &expr.Not{Operand: same}}}},
		&expr.Logic{Op: expr.And}, &expr.Logic{Op: expr.Or},
		path("$.a[?(@.b)]"), path("$[?(@.a.b && !@.c)]"), path("$..b"), path("$.a[?(@.b[*])]"))
	var documents []any
	for _, b := range []any{nil, true, int64(3), int64(4), 2.5, "a.b", "xa.b", "a.bx", "axb", "", "'", []any{}, []any{int64(3)}, valuetest.Object(), valuetest.Object("c", nil)} {
		documents = append(documents, valuetest.Object("a", valuetest.Object("b", b)), valuetest.Object("a", valuetest.Object("b", b), "c", int64(1)), valuetest.Object("a", b))
	}
	documents = append(documents, valuetest.Object(), valuetest.Object("c", "x"))
	written := 0
	for _, x := range tests {
		for _, x := range []expr.Expr{x, &expr.Not{Operand: x}} {
			out, lacks := Dialect{}.Condition(x, &dialects.Sight{Domain: dialects.Domain{Objects: true}})
			if out != nil {
				written++
			}
			for _, doc := range documents {
				env := &expr.Env{Input: doc}
				want, err := expr.Holds(x, env)
				switch {
				case out == nil:
					continue
				case err != nil:
					t.Fatalf("%s fails of %s, and was written", expr.Readable(x), value.Append(nil, doc))
				}
				if got, err := expr.Holds(out, env); err != nil || got != want {
					t.Fatalf("%s of %s: %v (%v), want %v %s", expr.Readable(x), value.Append(nil, doc), got, err, want, lacks)
				}
			}
		}
	}
	if written < 500 {
		t.Errorf("only %d conditions were written", written)
	}
}
