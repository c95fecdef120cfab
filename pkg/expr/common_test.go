package expr_test

import (
	"math/rand/v2"
	"testing"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/expr/exprtest"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/value/valuetest"
)

// TestCommonCondition reads filters in common terms, for data of the types that they are written for.
func TestCommonCondition(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ text, want string }{
		{"$[?(@.a > 1)]", "$.a > 1"},
		{"$[?(@.a != 1)]", "not ($.a = 1)"},
		{"$[?(@.a in [1, 2])]", "$.a = 1 or $.a = 2"},
		{"$[?(@.a && @.b)]", "$.a is there and $.b is there"},
		{"$[?(@.a > @.b)]", "$.a > $.b"},
		{"$[?(@.items.length() > 2)]", "length($.items) > 2"},
		{"$.items[?(@.qty > 1)]", "any($.items, @.qty > 1)"},
		{"$.items[*].qty", "any($.items, @.qty is there)"},
		{"$.orders[?(@.open == true)].items[?(@.qty > 1)]", "any($.orders, (@.open = true and any(@.items, @.qty > 1)))"},
		{"$[?(@.name =~ /(?s)a.*/)]", `$.name starts with "a"`},
		{"$[?('x' in @.tags)]", `"x" in $.tags`},
	} {
		p, err := expr.ParsePath(source.Plain(test.text, 0))
		if err != nil {
			t.Fatal(test.text, err.Message)
		}
		if got := expr.Readable(expr.CommonCondition(p, expr.Domain{Objects: true, Typed: true})); got != test.want {
			t.Errorf("%s is %s, want %s", test.text, got, test.want)
		}
	}
}

// TestAssume looks at what is left of the answers of tests: those about what a condition asks for, until that is known.
func TestAssume(t *testing.T) {
	t.Parallel()
	a := expr.NewPath(expr.RootInput, "a")
	there := &expr.Test{Op: expr.TestPresent, Path: a, Null: expr.Yes}
	is := &expr.Test{Op: expr.TestEqual, Path: a, Value: int64(1), Wrong: expr.Fails}
	answers := func(x expr.Expr) [3]expr.Answer {
		t := x.(*expr.Test)
		return [3]expr.Answer{t.Wrong, t.Null, t.Missing}
	}
	assume := func(x expr.Expr) expr.Expr { return expr.Assume(x, expr.Domain{Objects: true, Typed: true}) }
	free := [3]expr.Answer{expr.Free, expr.Free, expr.Free}
	if got := answers(assume(is)); got != free {
		t.Errorf("a test by itself answers %v", got)
	}
	after := assume(&expr.Logic{Op: expr.And, Operands: []expr.Expr{there, is}}).(*expr.Logic)
	if got := answers(after.Operands[1]); got != free {
		t.Errorf("a test of what is there answers %v", got)
	}
	before := assume(&expr.Logic{Op: expr.And, Operands: []expr.Expr{is, there}}) // what comes after it is known
	if got := answers(before); got != [3]expr.Answer{expr.Free, expr.Free, expr.No} {
		t.Errorf("a test of what may be missing answers %v", got)
	}
	asserted := &expr.Test{Op: expr.TestObject, Path: a, Wrong: expr.Fails, Null: expr.Fails, Missing: expr.Fails}
	if got := expr.Readable(assume(&expr.Logic{Op: expr.And, Operands: []expr.Expr{asserted, is}})); got != "$.a = 1" {
		t.Errorf("what is asserted is left: %s", got)
	}
	if got := assume(asserted); expr.Readable(got) != "true" {
		t.Errorf("what is asserted is %s", expr.Readable(got))
	}
}

// TestAssumeKeepsAnswers evaluates conditions before and after on documents of the types that they are for.
func TestAssumeKeepsAnswers(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(13, 14))
	for range 3000 {
		x := exprtest.Condition(r.IntN, 3)
		y := expr.CommonCondition(x, expr.Domain{Objects: true, Typed: true})
		for range 6 {
			doc := exprtest.Document(r.IntN)
			want, err := expr.Holds(x, &expr.Env{Input: doc})
			if err != nil {
				continue
			}
			if got, err := expr.Holds(y, &expr.Env{Input: doc}); err != nil || got != want {
				t.Fatalf("%s\nof %s is %t, and %t (%v) as\n%s", expr.Readable(x), value.Append(nil, doc), want, got, err, expr.Readable(y))
			}
		}
	}
}

// TestApply computes functions of values of the types that they are for, and of others.
func TestApply(t *testing.T) {
	t.Parallel()
	object := valuetest.Object("a", int64(1))
	list := []any{int64(1), 2.5}
	for _, test := range []struct {
		do   expr.Function
		args []any
		want string // empty is an error
	}{
		{expr.Add, []any{int64(1), 0.5}, "1.5"}, {expr.Add, []any{int64(1), "x"}, ""}, {expr.Multiply, []any{int64(4), int64(3)}, "12"},
		{expr.Add, []any{int64(1) << 62, int64(1) << 62}, "9.223372036854776e+18"},
		{expr.Divide, []any{int64(7), int64(2)}, "3.5"}, {expr.Divide, []any{int64(1), int64(0)}, ""}, {expr.Remainder, []any{int64(-7), int64(2)}, "-1"},
		{expr.Remainder, []any{int64(7), int64(0)}, ""}, {expr.Negate, []any{int64(2)}, "-2"},
		{expr.Concat, []any{"a", "b", "c"}, `"abc"`}, {expr.Concat, []any{"a", int64(1)}, ""}, {expr.Length, []any{"zü"}, "2"}, {expr.Length, []any{object}, "1"},
		{expr.Count, []any{"zü"}, ""}, {expr.Letters, []any{list}, ""}, {expr.Sum, []any{list}, "3.5"}, {expr.Sum, []any{[]any{}}, "0"},
		{expr.Sum, []any{[]any{"x"}}, ""}, {expr.Least, []any{list}, "1"}, {expr.Greatest, []any{[]any{}}, ""}, {expr.Floor, []any{-1.5}, "-2"},
		{expr.Abs, []any{int64(-3)}, "3"}, {expr.Merge, []any{object, valuetest.Object("b", nil)}, `{"a":1,"b":null}`}, {expr.Merge, []any{object, list}, ""},
		{expr.Split, []any{"a,b", ","}, `["a","b"]`}, {expr.Split, []any{"ab", ""}, ""}, {expr.Join, []any{[]any{"a", "b"}, "-"}, `"a-b"`},
		{expr.Join, []any{list, "-"}, ""}, {expr.ToText, []any{2.5}, `"2.5"`}, {expr.ToText, []any{list}, ""}, {expr.ToNumber, []any{" 12 "}, "12"},
		{expr.ToNumber, []any{"x"}, ""}, {expr.FromJSON, []any{`[1]`}, "[1]"}, {expr.FromJSON, []any{`[`}, ""}, {expr.ToJSON, []any{"x"}, `"\"x\""`},
		{expr.Nth, []any{list, int64(-1)}, "2.5"}, {expr.Nth, []any{list, int64(2)}, ""}, {expr.HasPart, []any{"abc", "b"}, "true"},
		{expr.HasEnd, []any{"abc", int64(1)}, ""}, {expr.Keys, []any{object}, `["a"]`}, {expr.Truth, []any{int64(1)}, ""}, {expr.Upper, []any{"zü"}, `"ZÜ"`},
		{expr.Spread, []any{[]any{object, list, []any{}}}, `[{"a":1},1,2.5]`}, {expr.Spread, []any{object}, ""}, {expr.Joined, []any{object}, ""},
		{expr.Joined, []any{[]any{value.NewObject(0), object, value.NewObject(0)}}, `{"a":1}`}, {expr.Joined, []any{[]any{value.NewObject(0)}}, `{}`},
		{expr.Joined, []any{[]any{object, value.NewObject(0), list}}, `[{"a":1},[1,2.5]]`},
	} {
		x := &expr.Apply{Do: test.do}
		for _, a := range test.args {
			x.Args = append(x.Args, &expr.Literal{Value: a})
		}
		v, err := expr.Eval(x, &expr.Env{})
		got := ""
		if err == nil {
			got = string(value.Append(nil, v))
		}
		if got != test.want {
			t.Errorf("%s is %s (%v), want %s", expr.Readable(x), got, err, test.want)
		}
	}
}
