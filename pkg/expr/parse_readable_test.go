package expr_test

import (
	"testing"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
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
	for _, text := range []string{"", "$.n >", "$.n > 2 and", "check the sum", "($.n", "$.n > 2)", "{\"a\" 1}", "{{ $.payment }}", "$.n > 2 or $.n < 1 and $.n = 3", "\"a", "[1", "$.n ~ 2"} {
		if x := expr.ParseReadable(text); x != nil {
			t.Errorf("%q is read as %s", text, expr.Readable(x))
		}
	}
}
