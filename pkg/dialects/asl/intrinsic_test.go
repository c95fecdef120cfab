package asl

import (
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
)

func TestIntrinsics(t *testing.T) {
	t.Parallel()
	const input = `{"a": {"b": [1, 2.5, {"c": null}]}, "list": [1, 2, 2, 3, "x"], "text": "a-b, c", "n": 6.5}`
	for call, want := range map[string]string{
		`States.Format('It\'s {} \{{}\} {}', $.n, 'x', null)`:              `"It's 6.5 {x} null"`,
		`States.Format($.text)`:                                            `"a-b, c"`,
		`States.StringToJson('\{"a": [1]\}')`:                              `{"a":[1]}`,
		`States.StringToJson('')`:                                          `null`,
		`States.JsonToString('x')`:                                         `"\"x\""`,
		`States.Array()`:                                                   `[]`,
		`States.Array(1, null, $.n, States.Array(true))`:                   `[1,null,6.5,[true]]`,
		`States.ArrayPartition($.list, 2)`:                                 `[[1,2],[2,3],["x"]]`,
		`States.ArrayPartition(States.Array(), 2)`:                         `[]`,
		`States.ArrayContains($.a.b, States.StringToJson('\{"c":null\}'))`: `true`,
		`States.ArrayContains($.list, null)`:                               `false`,
		`States.ArrayRange(1, 9, 3)`:                                       `[1,4,7]`,
		`States.ArrayRange(3, 1, -1)`:                                      `[3,2,1]`,
		`States.ArrayRange(3, 1, 1)`:                                       `[]`,
		`States.ArrayGetItem($.list, 4)`:                                   `"x"`,
		`States.ArrayLength($.list)`:                                       `5`,
		`States.ArrayUnique($.list)`:                                       `[1,2,3,"x"]`,
		`States.Base64Encode('Grüße')`:                                     `"R3LDvMOfZQ=="`,
		`States.Base64Decode('R3LDvMOfZQ==')`:                              `"Grüße"`,
		`States.Hash('input', 'MD5')`:                                      `"a43c1b0aa53a0c908810c06ab1ff3967"`,
		`States.MathAdd($.n, -0.5)`:                                        `7`,
		`States.MathAdd(-6.5, 0)`:                                          `-6`,
		`States.StringSplit($.text, '-, ')`:                                `["a","b","c"]`,
		`States.StringSplit('', '')`:                                       `[]`,
	} {
		x, fault := ParseIntrinsic(source.Plain(call, 0))
		if fault != nil {
			t.Errorf("%s: %v", call, fault)
			continue
		}
		doc, err := value.Parse([]byte(input))
		if err != nil {
			t.Fatal(err)
		}
		got, err := expr.Eval(x, &expr.Env{Input: doc})
		if err != nil {
			t.Errorf("%s: %v", call, err)
		} else if text := string(value.Append(nil, got)); text != want {
			t.Errorf("%s: got %s, want %s", call, text, want)
		}
	}
}

func TestIntrinsicFaults(t *testing.T) {
	t.Parallel()
	for call, want := range map[string]expr.Fault{
		`States.MathAdd(1, 'x')`:                      expr.FunctionFault,
		`States.MathAdd(2147483647, 1)`:               expr.FunctionFault,
		`States.ArrayGetItem(States.Array(1), 1)`:     expr.FunctionFault,
		`States.ArrayRange(1, 1001, 1)`:               expr.FunctionFault,
		`States.ArrayRange(1, 2, 0)`:                  expr.FunctionFault,
		`States.StringToJson('x')`:                    expr.FunctionFault,
		`States.JsonMerge($, $, true)`:                expr.FunctionFault,
		`States.Hash('x', 'md5')`:                     expr.FunctionFault,
		`States.Format('{} {}', 1)`:                   expr.FunctionFault,
		`States.Format('{}', $.missing)`:              expr.DataFault,
		`States.Array(States.ArrayLength($.missing))`: expr.DataFault,
	} {
		x, fault := ParseIntrinsic(source.Plain(call, 0))
		if fault != nil {
			t.Errorf("%s: %v", call, fault)
			continue
		}
		_, err := expr.Eval(x, &expr.Env{Input: value.NewObject(0)})
		if e, ok := err.(*expr.EvalError); !ok || e.Fault != want || e.Missing != (want == expr.DataFault) {
			t.Errorf("%s: got %#v, want the fault %d", call, err, want)
		}
	}
}

// TestIntrinsicSyntax checks what is wrong with a text, and at which characters.
func TestIntrinsicSyntax(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		call     string
		from, to int
		message  string
	}{
		{`States.MathAdd(1)`, 0, 17, "States.MathAdd takes 2 arguments, found 1"},
		{`States.Formt('x')`, 0, 12, "the function States.Formt does not exist"},
		{`States.Array(1, 2`, 12, 13, "the ( after States.Array is not closed"},
		{`States.Array('a\n')`, 15, 17, "a backslash must be followed by a quote, a brace or a backslash"},
		{`States.Array('a)`, 13, 14, "the text is not closed: a ' is missing"},
		{`States.Array(1)[0]`, 15, 18, "nothing may follow the call of States.Array"},
		{`States.Array("a")`, 13, 14, "a text in double quotes is not an argument of States.Array"},
		{`States.Array(1 2)`, 15, 16, "expected , or ) after an argument of States.Array, found '2'"},
		{`States.Array($.a[)`, 17, 18, "expected a name in quotes, an index, a slice, `*` or a filter, found `)`"},
		{strings.Repeat("States.Array(", 11) + strings.Repeat(")", 11), 130, 143, "more than 10 calls are nested"},
	} {
		_, err := ParseIntrinsic(source.Plain(c.call, 0))
		if err == nil {
			t.Errorf("%s: no error", c.call)
		} else if err.Span != (source.Span{Start: c.from, End: c.to}) || err.Message != c.message {
			t.Errorf("%s: %v: %s", c.call, err.Span, err.Message)
		}
	}
}

func FuzzIntrinsic(f *testing.F) {
	for _, s := range []string{`States.Format('{}', $.a)`, `States.Array(1, 'x', States.UUID())`, `States.MathAdd($$.a[0], $v)`, `States.Hash('`,
		`States.Format('\{\}{}', $..[?(@.a)])`, "States.ArrayRange(1,9,1)"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		x, err := ParseIntrinsic(source.Plain(s, 0))
		switch {
		case err != nil && (err.Span.Start < 0 || err.Span.End > len(s) || err.Span.Start > err.Span.End):
			t.Fatalf("%q: %v is outside of the text", s, err.Span)
		case err == nil:
			_, _ = expr.Eval(x, &expr.Env{Input: []any{int64(1), "x"}, Context: "c"})
		}
	})
}
