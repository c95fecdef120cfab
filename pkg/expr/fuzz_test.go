package expr_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
)

// unmarked removes the marks around the fault of a text.
func unmarked(text string) string { return strings.NewReplacer("«", "", "»", "").Replace(text) }

func FuzzParsePath(f *testing.F) {
	for _, c := range paths {
		f.Add(c.text)
	}
	for _, c := range mistakes {
		f.Add(unmarked(c.text))
	}
	f.Fuzz(func(t *testing.T, text string) { checkStable(t, expr.ParsePath, text) })
}

func FuzzParseReference(f *testing.F) {
	for _, c := range references {
		f.Add(c.text)
	}
	for _, c := range mistakes {
		f.Add(unmarked(c.text))
	}
	f.Fuzz(func(t *testing.T, text string) {
		p := checkStable(t, expr.ParseReference, text)
		if p != nil && !p.Definite {
			t.Errorf("%q is not definite", text)
		}
	})
}

// checkStable checks that what can be read is printed so that it reads as the same, and that errors lie in the text.
func checkStable(t *testing.T, parse func(source.Text) (*expr.Path, *expr.SyntaxError), text string) *expr.Path {
	t.Helper()
	p, err := parse(source.Plain(text, 0))
	if err != nil {
		if s := err.Span; s.Start < 0 || s.End < s.Start || s.End > len(text) || err.Message == "" {
			t.Errorf("%q: an error at %v: %q", text, s, err.Message)
		}
		return nil
	}
	printed := p.String()
	if len(printed) > 10_000 {
		return p // escapes make the canonical text longer than what is read
	}
	again, err := parse(source.Plain(printed, 0))
	if err != nil {
		t.Fatalf("%q prints as %q: %v", text, printed, err)
	}
	if diff := cmp.Diff(p, again, alike()...); diff != "" {
		t.Fatalf("%q prints as %q, which differs: %s", text, printed, diff)
	}
	if twice := again.String(); twice != printed {
		t.Fatalf("%q prints as %q, then as %q", text, printed, twice)
	}
	return p
}

func FuzzEval(f *testing.F) {
	for _, c := range paths {
		f.Add(c.text, shop)
	}
	f.Add("$..[?(@ == 1)]", `[1,[1,{"a":1.0}],{"b":[1]}]`)
	f.Add("$[?(@.a =~ /x+/ && $.b in @.c)]", `{"a":"xx","b":1,"c":[1]}`)
	f.Fuzz(func(t *testing.T, text, doc string) {
		p, syntax := expr.ParsePath(source.Plain(text, 0))
		v, err := value.Parse([]byte(doc))
		if syntax != nil || err != nil {
			return
		}
		before := value.Append(nil, v)
		e := &expr.Env{Input: v, Context: v, Item: v, Lookup: func(string) (any, bool) { return v, true }}
		got, err := expr.Eval(p, e)
		if after := value.Append(nil, v); !bytes.Equal(before, after) {
			t.Fatalf("%q changed %s to %s", text, before, after)
		}
		holds, holdsErr := expr.Holds(p, e)
		if err != nil {
			if holds {
				t.Fatalf("%q holds, but has no value: %v", text, err)
			}
			return
		}
		if list, ok := got.([]any); !p.Definite && !ok {
			t.Fatalf("%q is indefinite, and %s", text, value.Append(nil, got))
		} else if holdsErr != nil || holds != (p.Definite || len(list) > 0) {
			t.Fatalf("%q holds: %v, %v, but is %s", text, holds, holdsErr, value.Append(nil, got))
		}
	})
}

func FuzzSet(f *testing.F) {
	for _, c := range references {
		f.Add(c.text, shop, "1")
	}
	f.Add("$.store.book[0].title", shop, `"new"`)
	f.Fuzz(func(t *testing.T, text, doc, set string) {
		p, syntax := expr.ParseReference(source.Plain(text, 0))
		d, err := value.Parse([]byte(doc))
		v, err2 := value.Parse([]byte(set))
		if syntax != nil || err != nil || err2 != nil {
			return
		}
		before := value.Append(nil, d)
		got, err := expr.Set(d, p, v)
		if after := value.Append(nil, d); !bytes.Equal(before, after) {
			t.Fatalf("%q changed %s to %s", text, before, after)
		}
		if err != nil {
			return
		}
		there, err := expr.Eval(p, &expr.Env{Input: got})
		if err != nil || !value.Equal(there, v) {
			t.Fatalf("%q of %s is %v, %v", text, value.Append(nil, got), there, err)
		}
		if again, err := expr.Set(got, p, v); err != nil || !value.Equal(got, again) {
			t.Fatalf("%q set twice: %s, %v", text, value.Append(nil, again), err)
		}
	})
}
