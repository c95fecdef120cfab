package step

import (
	"testing"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/value/valuetest"
)

// meaningDocuments are the variables on which an expression and what it means are compared: values of all kinds for one
// variable, for a member of it, and for another; missing ones among them.
func meaningDocuments() []any {
	values := []any{"x", "xyz", "", int64(1), int64(5), 5.0, 2.5, true, false, nil, []any{"x"}, valuetest.Object()}
	for _, v := range values[:10] {
		values = append(values, valuetest.Object("b", v), valuetest.Object("b", valuetest.Object("c", v)))
	}
	out := []any{valuetest.Object(), valuetest.Object("d", "x")}
	for _, v := range values {
		out = append(out, valuetest.Object("a", v))
		for _, other := range values[:12] {
			out = append(out, valuetest.Object("a", v, "d", other))
		}
	}
	return out
}

// conditionsWithMeaning are conditions that other languages can be told, and what they are told.
var conditionsWithMeaning = []struct{ text, want string }{
	{"a == 'x'", `$.a = "x"`}, {"#a != 'x'", `not ($.a = "x")`}, {"a == 5", "$.a = 5"}, {"5.0 == ${a}", "$.a = 5"},
	{"a == true", "$.a = true"}, {"a == nil", "not ($.a is there)"}, {"null != a", "not (not ($.a is there))"}, {"a < 5", "$.a < 5"},
	{"2.5 <= a", "$.a >= 2.5"}, {"a >= 'x'", `$.a >= "x"`}, {"a > -1", "$.a > -1"}, {"a", "$.a = true"}, {"!a", "not ($.a = true)"},
	{"not (a == 1)", "not ($.a = 1)"}, {"a in ['x', 5, nil]", `$.a = "x" or $.a = 5 or not ($.a is there)`}, {"a not in [1]", "not ($.a = 1)"},
	{"contains([1, 'x'], a)", `$.a = 1 or $.a = "x"`}, {"a contains 'y'", `$.a contains "y"`}, {"a startsWith 'x'", `$.a starts with "x"`},
	{"a endsWith 'z'", `$.a ends with "z"`}, {"true", "true"},
	{"a == 'x' && d == 'x'", `$.d is there and $.a = "x" and $.d = "x"`}, {"a && a", "$.a = true and $.a = true"},
	{"a == 1 || d < 5 || d", "$.d is there and ($.a = 1 or $.d < 5 or $.d = true)"}, {"true || d == 1", "$.d is there and (true or $.d = 1)"},
	{"(a == 'x' or d == 1) and d != 2", `$.d is there and ($.a = "x" or $.d = 1) and not ($.d = 2)`},
	{"a.b == 'x'", `$.a is an object and $.a.b = "x"`}, {"a.b != nil", "not ($.a is an object and not ($.a.b is there))"},
	{"a.b", "$.a is an object and $.a.b = true"}, {"a.b.c > 1", "$.a.b is an object and $.a.b.c > 1"}, {"!(a['b'].c in ['x', nil])",
		`not ($.a.b is an object and ($.a.b.c = "x" or not ($.a.b.c is there)))`}, {"a.b startsWith 'x'", `$.a is an object and $.a.b starts with "x"`},
	{"d == 1 && a.b == 1", "$.a is there and $.d = 1 and $.a is an object and $.a.b = 1"},
}

// TestConditionMeans holds what a condition means against what it evaluates to.
func TestConditionMeans(t *testing.T) {
	t.Parallel()
	l := newLanguage()
	for _, test := range conditionsWithMeaning {
		f := l.parse(source.Plain(test.text, 0)).condition()
		m := f.Means()
		if m == nil {
			t.Errorf("%s means nothing", test.text)
			continue
		}
		if got := expr.Readable(expr.Portable(f, true)); got != test.want {
			t.Errorf("%s means %s, want %s", test.text, got, test.want)
		}
		for _, doc := range meaningDocuments() {
			want, fault := expr.Holds(f, &expr.Env{Input: doc})
			got, err := expr.Holds(m, &expr.Env{Input: doc})
			if got != want || (err == nil) != (fault == nil) {
				t.Errorf("%s of %s is %t, %v, and means %t, %v", test.text, value.Append(nil, doc), want, fault, got, err)
			}
		}
	}
}

// TestValueMeans does the same for values.
func TestValueMeans(t *testing.T) {
	t.Parallel()
	l := newLanguage()
	for _, test := range []struct{ text, want string }{
		{"a", "$.a"}, {"a.b", "$.a.b"}, {"a.b.c", "$.a.b.c"}, {"5", "5"}, {"'x'", `"x"`}, {"nil", "null"}, {"-2.5", "-2.5"}, {"a > 1", "$.a > 1"},
		{"!a", "not ($.a = true)"}, {"d == 1 && a == 1", "$.a is there and $.d = 1 and $.a = 1"}, {"a || !d", "$.d is there and ($.a = true or not ($.d = true))"},
	} {
		f := l.parse(source.Plain(test.text, 0)).value()
		m := f.Means()
		if m == nil || expr.Readable(m) != test.want {
			t.Errorf("%s means %v, want %s", test.text, m, test.want)
			continue
		}
		for _, doc := range meaningDocuments() {
			want, fault := expr.Eval(f, &expr.Env{Input: doc})
			got, err := expr.Eval(m, &expr.Env{Input: doc})
			if !value.Equal(got, want) || (err == nil) != (fault == nil) {
				t.Errorf("%s of %s is %v, %v, and means %v, %v", test.text, value.Append(nil, doc), want, fault, got, err)
			}
		}
	}
}

// TestNoMeaning looks at what no test says.
func TestNoMeaning(t *testing.T) {
	t.Parallel()
	l := newLanguage()
	for _, text := range []string{"a == d", "a + 1 == 2", "a?.b == 1", "a[0] == 1", "len(a) > 0", "a < true", "a < nil", "a in d", "'x' in a",
		"contains(a, 'x')", "a matches 'x'", "let b = a; b == 1", "$env.a == 1", "a == [1]", "5", "a ==", "(a == 1) == true", "a ? d : a"} {
		if m := l.parse(source.Plain(text, 0)).condition().Means(); m != nil {
			t.Errorf("the condition %s means %s", text, expr.Readable(m))
		}
	}
	for _, text := range []string{"a && d", "a == 1 || d", "a + 1", "[a]", "{b: a}", "a[0]", "now()", "a.b +"} {
		if m := l.parse(source.Plain(text, 0)).value().Means(); m != nil {
			t.Errorf("the value %s means %s", text, expr.Readable(m))
		}
	}
}

// FuzzMeans holds what any expression means against what it evaluates to.
func FuzzMeans(f *testing.F) {
	for _, test := range conditionsWithMeaning {
		f.Add(test.text)
	}
	documents := meaningDocuments()
	f.Fuzz(func(t *testing.T, text string) {
		x := newLanguage().parse(source.Plain(text, 0)).condition()
		m := x.Means()
		if m == nil {
			return
		}
		for _, doc := range documents {
			want, fault := expr.Holds(x, &expr.Env{Input: doc})
			got, err := expr.Holds(m, &expr.Env{Input: doc})
			if got != want || (err == nil) != (fault == nil) {
				t.Fatalf("%s of %s is %t, %v, and means %t, %v", text, value.Append(nil, doc), want, fault, got, err)
			}
		}
	})
}
