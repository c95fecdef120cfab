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
		{"none?.name", "null"}, {"yes ? 1 : 2", "1"}, {"upper('a')", `"A"`}, {"list | len()", "4"}, {"groupBy(1..3, # % 2)", `{"1":[1,3],"0":[2]}`},
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
		{"(n", `"(" is not closed at "("`}, {"n)", `')' has no opening bracket at ")"`}, {"n AND yes", `an operator is missing before "AND" at "AND"`},
		{"“x”", `unexpected character '“' at "“"`}, {"n.", `unexpected end after "." at "."`},
		{"99999999999999999999", `the number "99999999999999999999" is too large or malformed at "99999999999999999999"`},
	} {
		if got := evaluate(t, l, test.text, variables); got != test.want {
			t.Errorf("%s: %s, want %s", test.text, got, test.want)
		}
	}
}

// TestObjectsInExpressions checks that members keep the order in which they were written or made, and that the functions of
// the library see objects.
func TestObjectsInExpressions(t *testing.T) {
	t.Parallel()
	const variables = `{"z": 1, "user": {"name": "Ann", "age": 5, "at": {"y": 1, "x": [2, {"q": 1, "p": 2}]}}, "none": null, "empty": {},
		"list": [{"k": "b", "v": 1}, {"k": "a", "v": 2}, {"k": "b", "v": 3}], "key": "age"}`
	l := newLanguage()
	for _, test := range []struct{ text, want string }{
		{"user", `{"name":"Ann","age":5,"at":{"y":1,"x":[2,{"q":1,"p":2}]}}`}, {"user.at", `{"y":1,"x":[2,{"q":1,"p":2}]}`},
		{"user.at.x[1]", `{"q":1,"p":2}`}, {"user['at']['x'][-1].p", "2"}, {"user[key]", "5"}, {"user.nick", "null"}, {"$env.user.age", "5"},
		{"{b: user, a: z, 'c d': [user.at]}", `{"b":{"name":"Ann","age":5,"at":{"y":1,"x":[2,{"q":1,"p":2}]}},"a":1,"c d":[{"y":1,"x":[2,{"q":1,"p":2}]}]}`},
		{"{(key): 1, a: 2}", `{"age":1,"a":2}`}, {"{}", "{}"}, {"{b: 1, a: 2, b: 3}", `{"b":1,"a":2}`},
		{"{t: now(), d: duration('90s'), l: [1, 1..2]}", `{"t":"2025-01-02T03:04:05Z","d":"1m30s","l":[1,[1,2]]}`},
		{"{t: now()}.t.Year()", "2025"}, {"{b: {t: now()}, a: 1}?.b.t.Year()", "2025"}, {"keys({b: now(), a: 1})", `["b","a"]`},
		{"keys(user)", `["name","age","at"]`}, {"values(user.at.x[1])", "[1,2]"}, {"toPairs(user.at.x[1])", `[["q",1],["p",2]]`},
		{"fromPairs([['b', 1], ['a', user.at.x]])", `{"b":1,"a":[2,{"q":1,"p":2}]}`}, {"fromPairs(toPairs(user)) == user", "true"},
		{"fromJSON('{\"b\": 9007199254740993, \"a\": {}}')", `{"b":9007199254740993,"a":{}}`},
		{"toJSON(user.at.x[1])", `"{\n  \"q\": 1,\n  \"p\": 2\n}"`}, {"toJSON([{b: now()}])", `"[\n  {\n    \"b\": \"2025-01-02T03:04:05Z\"\n  }\n]"`},
		{"string(user.at.x[1])", `"{\"q\":1,\"p\":2}"`}, {"string([1, empty])", `"[1 {}]"`}, {"type(user)", `"map"`}, {"type({a: now()})", `"map"`},
		{"len(user) + len({}) + len('ab') + len(list)", "8"}, {"get(user, 'age')", "5"}, {"get(user, 'nick')", "null"}, {"get(list, 9)", "null"},
		{"groupBy(list, .k)", `{"b":[{"k":"b","v":1},{"k":"b","v":3}],"a":[{"k":"a","v":2}]}`}, {"groupBy(list, .k).b[1].v", "3"},
		{"groupBy(list, .k)['c']", "null"}, {"'a' in groupBy(list, .k)", "true"}, {"keys(groupBy(list, .k))", `["b","a"]`}, {"len(groupBy(list, .v > 1))", "2"},
		{"groupBy(list, .v > 1)", `{"false":[{"k":"b","v":1}],"true":[{"k":"a","v":2},{"k":"b","v":3}]}`}, {"groupBy([], #)", "{}"},
		{"map(groupBy(list, .k).b, ({v: .v, k: .k}))", `[{"v":1,"k":"b"},{"v":3,"k":"b"}]`},
		{"filter(list, .k == 'b')", `[{"k":"b","v":1},{"k":"b","v":3}]`}, {"map(list, .v)", "[1,2,3]"}, {"find(list, #.v > 1)", `{"k":"a","v":2}`},
		{"sortBy(list, .k)", `[{"k":"a","v":2},{"k":"b","v":1},{"k":"b","v":3}]`}, {"first(list)", `{"k":"b","v":1}`}, {"last(list).v", "3"},
		{"reverse(list)[0].v", "3"}, {"concat(list, [user.at])[3]", `{"y":1,"x":[2,{"q":1,"p":2}]}`}, {"flatten([[list[0]], [1..2, 'x']])", `[{"k":"b","v":1},1,2,"x"]`},
		{"uniq([{a: 1, b: 2}, {b: 2, a: 1}, list[0]])", `[{"a":1,"b":2},{"k":"b","v":1}]`}, {"{a: 1, b: 2} == {b: 2, a: 1}", "true"},
		{"{a: [1, 2]} in [{a: [1.0, 2]}]", "true"}, {"reduce(1..3, # * 2)", "6"},
		{"let u = user; u.at?.x", `[2,{"q":1,"p":2}]`}, {"user?.at?.y", "1"}, {"user?.nick?.x.y", "null"}, {"none?.a.b.c", "null"},
		{"user?.at.x[1]?.q", "1"}, {"user?.[key]", "5"}, {"none?.[user.age.x]", "null"}, {"user?.nick ?? {b: 1, a: 2}", `{"b":1,"a":2}`},
		{"list[1:] == [list[1], list[2]]", "true"}, {"z == 1 ? user.at : empty", `{"y":1,"x":[2,{"q":1,"p":2}]}`}, {"[1, 2][0]", "1"},
		{"contains(user, 'age') && !contains(user, 'nick') && 'a' in {a: 1}", "true"}, {"max(map(list, .v))", "3"},
		{"all(list, {any([1], # == 1)})", "true"},

		{"user.age.x", `a number has no member or item "x" at "x"`}, {"user[5]", `a number is not the key of a member at "["`},
		{"user + 1", `"+" cannot be applied to an object and a number at "+"`}, {"upper(user)", `expected a string at "upper", found an object at "upper"`},
		{"keys(list)", `"keys" takes an object, not an array at "keys"`}, {"groupBy(list, #)", `an object cannot be the key of a group at "groupBy"`},
		{"{(z): 1}", `a number is not the key of a member at "{"`}, {"fromJSON('{')", `the text is not JSON: expected a key in double quotes, found the end of the text at byte 1 at "fromJSON"`},
		{"fromPairs([1])", `"fromPairs" takes pairs of a key and a value at "fromPairs"`}, {"flatten(user)", `"flatten" takes a list, not an object at "flatten"`},
		{"user.Keys()", `it cannot be evaluated with these variables, at "Keys" at "Keys"`}, {"user.Set('a', 1)", `it cannot be evaluated with these variables, at "Set" at "Set"`},
	} {
		if got := evaluate(t, l, test.text, variables); got != test.want {
			t.Errorf("%s: %s, want %s", test.text, got, test.want)
		}
	}
}

// TestObjectsPassThrough checks that an object is not copied by an expression that it passes through.
func TestObjectsPassThrough(t *testing.T) {
	t.Parallel()
	input, err := value.Parse([]byte(`{"a": {"b": {"c": 1}}, "list": [[{"x": 1}]]}`))
	if err != nil {
		t.Fatal(err)
	}
	variables := input.(*value.Object)
	inner := variables.Get("a").(*value.Object).Get("b")
	for _, text := range []string{"a.b", "a?.b", "[a.b][0]", "{x: a.b}.x", "find([a.b], true)", "let v = a; v.b", "true ? a.b : a", "get(a, 'b')"} {
		v, err := newLanguage().parse(source.Plain(text, 0)).foreign().Run(&expr.Env{Input: input})
		if err != nil || v != inner {
			t.Errorf("%s: another object, %v", text, err)
		}
	}
	v, err := newLanguage().parse(source.Plain("list[:1]", 0)).foreign().Run(&expr.Env{Input: input})
	if list, ok := v.([]any); err != nil || !ok || &list[0] != &variables.Get("list").([]any)[0] {
		t.Errorf("the list was copied: %v, %v", v, err)
	}
}

// TestSharedParts checks that what an expression costs depends on what its value takes in memory and not on its text.
func TestSharedParts(t *testing.T) {
	t.Parallel()
	var list, object any = []any{int64(1)}, value.NewObject(0)
	for range 100 {
		list = []any{list, list}
		object = value.ObjectOf(value.Member{Key: "a", Value: object}, value.Member{Key: "b", Value: []any{object}})
	}
	env := &expr.Env{Input: value.ObjectOf(value.Member{Key: "list", Value: list}, value.Member{Key: "object", Value: object})}
	for _, text := range []string{
		"[list, list]", "{a: list, b: list}", "[object, 1]", "list == list", "concat(list, list)",
		"let a = {t: now(), l: list}; " + strings.Repeat("let a = {a: a, b: [a, a]}; ", 40) + "a",
	} {
		if _, err := newLanguage().parse(source.Plain(text, 0)).foreign().Run(env); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
	for _, text := range []string{"toJSON(object)", "string(list)", "uniq([list])", "flatten(list)"} {
		if _, err := newLanguage().parse(source.Plain(text, 0)).foreign().Run(env); err == nil {
			t.Errorf("%s: no error", text)
		}
	}
}

// TestHostile holds expressions that would take forever, or all memory, to a message.
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
		input, _ := value.Parse([]byte(`{"a":1,"b":null,"l":["x"],"user":{}}`))
		if v, err := x.foreign().Run(&expr.Env{Input: input}); err == nil && !isPlain(v) {
			t.Fatalf("the value %T", v)
		}
	})
}

func BenchmarkEvaluate(b *testing.B) {
	input, _ := value.Parse([]byte(`{"n":5,"score":720,"kind":"b","user":{"name":"Ann","age":5}}`))
	env := &expr.Env{Input: input}
	for _, text := range []string{"n", "#score >= 500 && #score < 700", "${n + 1}", "kind == 'b'", "user.age + 1", "user?.age", "{a: n, b: user}"} {
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
