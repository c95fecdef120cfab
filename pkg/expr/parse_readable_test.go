package expr_test

import (
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/value/valuetest"
)

// TestParseReadable reads texts for people again, and evaluates what is read.
func TestParseReadable(t *testing.T) {
	t.Parallel()
	doc, err := value.Parse([]byte(`{"n": 5, "limit": 2, "list": [1, 2], "name": "a b", "order": {"sum-total": 7, "ok": true}}`))
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"$.n > 2 * $.limit": "true",
		"$.n <= 2 * $.limit and $.name starts with \"a\"":                 "false",
		"$.order.sum-total >= $.n + $.limit":                              "true",
		"length($.list) == 2 or $.nothing is there":                       "true",
		"not ($.nothing is there) and ($.n = 5 or $.n = 6)":               "true",
		"($.n - $.limit) * 2":                                             "6",
		"$.n in [4,5]":                                                    "true",
		"$.name = \"a \\\" b\"":                                           "false",
		"{\"reason\": \"far, above\", \"order\": $.order, \"by\": [$.n]}": `{"reason":"far, above","order":{"sum-total":7,"ok":true},"by":[5]}`,
		"{\"n\": $.n}":                                                    `{"n":5}`,
		"[$.list.length(), $.list[1], $.name, $['x, y'] is there]":        `[2,2,"a b",false]`,
		"$.order without \"ok\"":                                          `{"sum-total":7}`,
		"$ without \"list\", \"order\", \"name\"":                         `{"n":5,"limit":2}`,
		"map($.list, {\"each\": @})":                                      `[{"each":1},{"each":2}]`,
		"if($.n > 3, $.limit, {})":                                        "2",
		"$.order.ok = true":                                               "true",
	} {
		x := expr.ParseReadable(text)
		if x == nil {
			t.Errorf("%s is not read", text)
			continue
		}
		v, err := expr.Eval(x, &expr.Env{Input: doc})
		if got := string(value.Append(nil, v)); err != nil || got != want {
			t.Errorf("%s is %s, want %s (%v)", text, got, want, err)
		}
	}
	for _, text := range []string{"", "$.n >", "$.n > 2 and", "check the sum", "($.n", "$.n > 2)", "{\"a\" 1}", "{{ $.payment }}", "$.n > 2 or $.n < 1 and $.n = 3", "\"a", "[1", "$.n ~ 2", "@", "$.n > @.limit", "$ without n", "$ without \"n\", "} {
		if x := expr.ParseReadable(text); x != nil {
			t.Errorf("%q is read as %s", text, expr.Readable(x))
		}
	}
}

// TestNestedTexts has functions of texts inside of one another stop before the text does not fit into the memory.
func TestNestedTexts(t *testing.T) {
	t.Parallel()
	x := expr.ParseReadable(strings.Repeat("json(", 90) + `"\""` + strings.Repeat(")", 90))
	if x == nil {
		t.Fatal("it is not read")
	}
	if _, err := expr.Eval(x, &expr.Env{}); err == nil {
		t.Error("it has a value")
	}
}

// FuzzParseReadable has whatever is read be written as it was read.
func FuzzParseReadable(f *testing.F) {
	for _, text := range []string{`$.sum > 2 * $.limit`, `not ($.a is there) and ($.b == "x" or $.c in [1, 2])`, `merge($, {"total": $.price * $.count})`, `((((`, `$["a b"] == null`} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		x := expr.ParseReadable(text)
		if x == nil {
			return
		}
		if got := expr.Readable(x); got != text {
			t.Errorf("%q is read and written as %q", text, got)
		}
		_, _ = expr.Eval(x, &expr.Env{Input: valuetest.Object("a", int64(1))})
	})
}
