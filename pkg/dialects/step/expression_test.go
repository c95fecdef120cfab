package step

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
)

// evaluate computes an expression on variables that are given as JSON, and prints the value, or the error with the word
// that it is about.
func evaluate(t testing.TB, l *language, text, variables string) string {
	t.Helper()
	input, err := value.Parse([]byte(variables))
	if err != nil {
		t.Fatal(err)
	}
	x := l.parse(source.Plain(text, 0))
	v, err := x.foreign().Run(&expr.Env{Input: input, Now: time.Date(2025, 1, 2, 3, 4, 5, 678, time.UTC)})
	if err != nil {
		fault := err.(*expr.EvalError)
		_, message, _ := strings.Cut(fault.Message, "`: ")
		return fmt.Sprintf("%s at %q", message, text[fault.Span.Start:fault.Span.End])
	}
	return string(value.Append(nil, v))
}

func TestEvaluate(t *testing.T) {
	t.Parallel()
	var variables = `{"n": 5, "f": 2.5, "s": "A || B", "yes": true, "no": false, "none": null, "big": 9007199254740993,
		"most": 9223372036854775807, "list": [1, 2, "x", {"a": 1}], "l1000": [` + strings.Repeat("1,", 1000) + `1], "user": {"name": "Ann", "roles": ["ADMIN"]}, "len": 7}`
	l := newLanguage() // one for all, as in a definition
	for _, test := range []struct{ text, want string }{
		{"n + 1", "6"}, {"#n + 1", "6"}, {"${n} + 1", "6"}, {"${n + #n}", "10"}, {"n / 2", "2.5"}, {"n * 1.0", "5"},
		{"most + 1", "9.223372036854776e+18"}, {"-most - 2", "-9.223372036854776e+18"}, {"most * 2", "1.8446744073709552e+19"},
		{"n % 3", "2"}, {"2 ** 3", "8"}, {"n - 7", "-2"}, {"f + n", "7.5"}, {"'a' + \"b\"", `"ab"`},
		{"big == 9007199254740993", "true"}, {"big == 9007199254740992", "false"}, {"big > 9007199254740992.0", "true"},
		{"n == 5.0", "true"}, {"'5' == n", "false"}, {"'5' == 5", "false"}, {"n != '5'", "true"}, {"none == nil", "true"},
		{"none == null", "true"}, {"user.nick == null", "true"}, {"user == {name: 'Ann', roles: ['ADMIN']}", "true"},
		{"list[3] == {\"a\": 1.0}", "true"}, {"[1, 2] == [1.0, 2]", "true"}, {"s == 'A || B'", "true"}, {"'#n' == s", "false"},
		{"len('${s}')", "4"}, {"contains(user.roles, 'ADMIN')", "true"}, {"!contains(list, 3)", "true"}, {"'x' in list", "true"},
		{"{\"a\": 1} in list", "true"}, {"contains(user, 'name')", "true"}, {"s contains 'B'", "true"}, {"s contains ('||')", "true"},
		{"len", "7"}, {"len(list)", "4"}, {"len(user)", "2"}, {"keys(user)", `["name","roles"]`}, {"yes && !no", "true"},
		{"yes || no", "true"}, {"n in 1..9", "true"}, {"1..3", "[1,2,3]"}, {"[n, {a: n}]", `[5,{"a":5}]`}, {"now()", `"2025-01-02T03:04:05Z"`},
		{"now() > date('2024-12-31')", "true"}, {"now() - duration('1h')", `"2025-01-02T02:04:05Z"`}, {"now().Year()", "2025"},
		{"filter(list, # == 2)", "[2]"}, {"map(1..3, # * n)", "[5,10,15]"}, {"any(user.roles, # == 'ADMIN')", "true"},
		{"sum(1..4)", "10"}, {"let x = n; x + x", "10"}, {"$env.n", "5"}, {"uniq([1, 1.0, 2])", "[1,2]"}, {"user?.name", `"Ann"`},
		{"none?.name", "null"}, {"yes ? 1 : 2", "1"}, {"upper('a')", `"A"`}, {"list | len()", "4"}, {"groupBy(1..3, # % 2)", `{"0":[2],"1":[1,3]}`},
		{"/* # */ n // 1", "5"}, {"'it\\'s'", `"it's"`}, {"`a``b`", "\"a`b\""},

		{"n / 0", `it divides by zero at "/"`}, {"n % 0", `it divides by zero at "%"`}, {"s < n", `"<" cannot be applied to a string and a number at "<"`},
		{"s + n", `"+" cannot be applied to a string and a number at "+"`}, {"true || nowhere == 1", `the variable "nowhere" is not defined at "nowhere"`},
		{"#nowhere", `the variable "nowhere" is not defined at "nowhere"`}, {"none.name", `null has no member or item "name" at "name"`},
		{"!n", `expected a boolean at "!", found a number at "!"`}, {"n && yes", `expected a boolean at "&&", found a number at "&&"`},
		{"n in 5", `a number has no elements at "in"`}, {"list[9]", `index out of range: 9 at "["`}, {"10.0 ** 400", `its result is not a finite number at "**"`},
		{"upper(n)", `expected a string at "upper", found a number at "upper"`},
		{"1..1e9", `the list has more than 1000000 items at ".."`}, {"n..1000000000", `it takes too much time or memory at ".."`},
		{"all(1..900, all(1..900, all(1..900, true)))", `it takes too much time or memory at ".."`},
		{"all(l1000, all(l1000, true))", `it takes too much time or memory at "true"`},
		{"replace(repeat('a', 900000), '', repeat('b', 90000))", `it builds a text of more than 1000000 bytes at "replace"`},
		{"n +", `unexpected end after "+" at "+"`}, {"kind == 'a", `the text that starts with ' is not closed at "'a"`},
		{"n = 5", `"=" is not an operator at "="`}, {"foo(n)", `unknown function "foo" at "foo"`}, {"len()", `"len" does not accept 0 arguments at "len"`},
		{"contains(list)", `"contains" takes a collection and an element, not 1 arguments at "contains"`}, {"n${n}", `an operator is missing before "${" at "${"`},
		{"n #n", `an operator is missing before "#" at "#n"`}, {">= 750", `">=" has no left operand at ">="`}, {"", `the expression is empty at ""`},
		{"(n", `"(" is not closed at "("`}, {"n)", `')' closes nothing at ")"`}, {"n AND yes", `an operator is missing before "AND" at "AND"`},
		{"“x”", `unexpected character '“' at "“"`}, {"n.", `unexpected end after "." at "."`},
		{"99999999999999999999", `the number "99999999999999999999" is too large or malformed at "99999999999999999999"`},
	} {
		if got := evaluate(t, l, test.text, variables); got != test.want {
			t.Errorf("%s: %s, want %s", test.text, got, test.want)
		}
	}
}

// TestHostile holds expressions that would take for ever, or all memory, to a message.
func TestHostile(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		strings.Repeat("(", 500_000), strings.Repeat("!", 500_000), strings.Repeat("-", 60_000) + "1", strings.Repeat("a+", 30_000) + "a",
		"'" + strings.Repeat("x", 1_000_000) + "'", strings.Repeat("[", 300) + strings.Repeat("]", 300), strings.Repeat("a?", 900) + "b",
		strings.Repeat("a**", 900) + "a", "let a = repeat('x', 900000); " + strings.Repeat("let a = a + a; ", 100) + "a",
		"map(1..1000, map(1..1000, map(1..1000, #)))", "map(1..100000, repeat('x', 100000))", "\xff", "a\x00b", "`", "/*", "${", "}",
	} {
		got := evaluate(t, newLanguage(), text, `{"a": 1}`)
		if len(got) > 1_100_000 {
			t.Errorf("%.40s…: %.100s…", text, got)
		}
	}
}

func FuzzExpression(f *testing.F) {
	for _, s := range []string{"#a >= 700", "contains(user.roles, 'ADMIN') && ${b} <= 1", "${a + 'x}'}", "filter(l, {#.x > #index})", "let a=1;a", "a?.b[1:2] ?? null"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		x := newLanguage().parse(source.Plain(text, 0))
		if m := x.Mistake; m != nil && (m.from < 0 || m.to < m.from || m.to > len(text) || m.message == "") {
			t.Fatalf("the mistake %+v", m)
		}
		for _, n := range x.names {
			if x.Mistake == nil && text[n.from:n.to] != n.name {
				t.Fatalf("the name %+v is %q", n, text[n.from:n.to])
			}
		}
		enclosed(text)
		if v, err := x.foreign().Run(&expr.Env{Input: map[string]any{"a": int64(1), "b": nil, "l": []any{"x"}, "user": map[string]any{}}}); err == nil && !isPlain(v) {
			t.Fatalf("the value %T", v)
		}
	})
}

func BenchmarkEvaluate(b *testing.B) {
	env := &expr.Env{Input: map[string]any{"n": int64(5), "score": int64(720), "kind": "b"}}
	for _, text := range []string{"n", "#score >= 500 && #score < 700", "${n + 1}", "kind == 'b'"} {
		b.Run(text, func(b *testing.B) {
			x := newLanguage().parse(source.Plain(text, 0)).foreign()
			b.ReportAllocs()
			for b.Loop() {
				if _, err := x.Run(env); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkParse(b *testing.B) {
	l := newLanguage()
	b.ReportAllocs()
	for b.Loop() {
		l.parse(source.Plain("contains(user.roles, 'LOAN_OFFICER') && #loanAmount <= 50000", 0))
	}
}
