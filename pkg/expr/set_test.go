package expr_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/value/valuetest"
)

func TestSet(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ doc, path, want string }{
		{`{"a":1}`, "$", `"v"`},
		{`{"a":1}`, "$.a", `{"a":"v"}`},
		{`{"a":1}`, "$.b", `{"a":1,"b":"v"}`},
		{`{"a":1}`, "$.b.greeting", `{"a":1,"b":{"greeting":"v"}}`},
		{`{}`, "$.a.b.c.d", `{"a":{"b":{"c":{"d":"v"}}}}`},
		{`{"a":[1,2]}`, "$.a[1]", `{"a":[1,"v"]}`},
		{`[[0,0,[0,{"foo":0}]]]`, "$[0][2][1].foo", `[[0,0,[0,{"foo":"v"}]]]`},
		{`[{},{}]`, "$[1].x.y", `[{},{"x":{"y":"v"}}]`},
		{`[1,2]`, "$[-1]", `[1,"v"]`},
		{`{"store":[{},{}]}`, "$['store'][0]['book']", `{"store":[{"book":"v"},{}]}`},
	} {
		doc := parse(t, c.doc)
		got, err := expr.Set(doc, path(t, c.path), "v")
		if err != nil {
			t.Errorf("%s in %s: %v", c.path, c.doc, err)
		} else if !value.Equal(got, parse(t, c.want)) {
			t.Errorf("%s in %s: %s", c.path, c.doc, value.Append(nil, got))
		}
		if !value.Equal(doc, parse(t, c.doc)) {
			t.Errorf("%s in %s: the document became %s", c.path, c.doc, value.Append(nil, doc))
		}
	}
}

func TestSetErrors(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ doc, path, message string }{
		{`"foo"`, "$«.x»", "nothing can be set at `$.x`: `$` is a string and has no members"},
		{`{"a":1}`, "$.a«.b».c", "nothing can be set at `$.a.b.c`: `$.a` is a number and has no members"},
		{`{"a":null}`, "$.a«.b»", "nothing can be set at `$.a.b`: `$.a` is null and has no members"},
		{`{"a":[]}`, "$.a«.b»", "nothing can be set at `$.a.b`: `$.a` is an array and has no members"},
		{`{"a":[]}`, "$.a«[0]»", "nothing can be set at `$.a[0]`: `$.a` has no item 0, it has 0"},
		{`{"a":[1]}`, "$.a«[-2]»", "nothing can be set at `$.a[-2]`: `$.a` has no item -2, it has 1"},
		{`{}`, "$.a«[0]»", "nothing can be set at `$.a[0]`: `$.a` is an object and has no items"},
		{`{"a":{}}`, "$.a«[0]»", "nothing can be set at `$.a[0]`: `$.a` is an object and has no items"},
		{`{"a":[1]}`, "$.a«[*]»", "nothing can be set at `$.a[*]`: `$.a` can be followed by names and indexes only"},
		{`{}`, "«$$.a»", "`$$.a` is not a place in the input"},
		{`{}`, "«$x»", "`$x` is not a place in the input"},
	} {
		before, rest, _ := strings.Cut(c.path, "«")
		step, after, _ := strings.Cut(rest, "»")
		_, err := expr.Set(parse(t, c.doc), path(t, before+step+after), "v")
		var e *expr.EvalError
		if !errors.As(err, &e) {
			t.Errorf("%s in %s: error %v", c.path, c.doc, err)
			continue
		}
		want := source.Span{Start: len(before), End: len(before) + len(step)}
		if e.Missing || e.Span != want || e.Message != c.message {
			t.Errorf("%s in %s\n got %v %s\nwant %v %s", c.path, c.doc, e.Span, e.Message, want, c.message)
		}
	}
}

// TestSetShares checks that what does not lie on the way is the same and not a copy.
func TestSetShares(t *testing.T) {
	t.Parallel()
	side := valuetest.Object("x", int64(1))
	doc := valuetest.Object("side", side, "way", valuetest.Object("beside", side))
	got, err := expr.Set(doc, path(t, "$.way.new"), "v")
	if err != nil {
		t.Fatal(err)
	}
	side.Set("x", "changed")
	want := `{"side":{"x":"changed"},"way":{"beside":{"x":"changed"},"new":"v"}}`
	if text := string(value.Append(nil, got)); text != want {
		t.Errorf("got %s", text)
	}
}
