package sw

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/value/valuetest"
)

// templateOf reads a string as an expression, or as a text with some.
func templateOf(t testing.TB, text string, alone bool) *Template {
	t.Helper()
	f := source.NewFile("x.json", []byte(`{"x": `+string(value.AppendString(nil, text))+`}`))
	source.Parse(f)
	r := newReader(f)
	x := r.template(&f.Root.Members[0], alone)
	if len(r.List) > 0 {
		t.Fatalf("%q: %s", text, r.List[0].Message)
	}
	return x
}

const document = `{"name": "Bea", "age": 30, "zero": 0, "no": false, "empty": {}, "none": null, "blank": "", "list": [1, 2.5], "in": {"a": {"b": 1}}}`

func parsed(t testing.TB, text string) any {
	t.Helper()
	f := source.NewFile("x.json", []byte(text))
	if p := source.Parse(f); len(p) > 0 {
		t.Fatal(p[0].Message)
	}
	return value.Of(f.Root)
}

// TestHolds holds conditions to the truth of what they select.
func TestHolds(t *testing.T) {
	t.Parallel()
	env := &expr.Env{Input: parsed(t, document)}
	for text, want := range map[string]bool{
		"{{ $.name }}": true, "{{ $.age }}": true, "{{ $.zero }}": true, "{{ $.no }}": false, "{{ $.empty }}": false, "{{ $.none }}": false,
		"{{ $.blank }}": false, "{{ $.missing }}": false, "{{ $[?(@.age > 18)] }}": true, "{{ $.[?(@.age < 18)] }}": false,
		"{{ $.list[?(@ > 5)] }}": false, "{{ $..b }}": true,
	} {
		if got, err := expr.Holds(templateOf(t, text, true).holds(), env); err != nil || got != want {
			t.Errorf("%s: %v, %v", text, got, err)
		}
	}
}

// TestFilter holds filters of states to keeping names, lists and what they do not select.
func TestFilter(t *testing.T) {
	t.Parallel()
	env := &expr.Env{Input: parsed(t, document)}
	for text, want := range map[string]string{
		"{{ $ }}":                document,
		"{{ $.name }}":           `{"name": "Bea"}`,
		"{{ $.none }}":           `{"none": null}`,
		"{{ $.list }}":           `[1, 2.5]`,
		"{{ $.in.a }}":           `{"b": 1}`,
		"{{ $.missing }}":        document,
		"{{ $.list[?(@ > 5)] }}": document,
		"{{ $.list[?(@ > 2)] }}": `[2.5]`,
	} {
		got, err := expr.Eval(templateOf(t, text, true).filter(false), env)
		if d := cmp.Diff(parsed(t, want), got, valuetest.Members()); err != nil || d != "" {
			t.Errorf("%s: %v\n%s", text, err, d)
		}
	}
}

// TestText holds texts with expressions to what they become.
func TestText(t *testing.T) {
	t.Parallel()
	env := &expr.Env{Input: parsed(t, document)}
	for text, want := range map[string]string{
		"{{ $.age }}":                          `30`,
		" {{ $.list }} ":                       `[1, 2.5]`,
		"{{ $.missing }}":                      `null`,
		"{{ $.list[?(@ > 5)] }}":               `[]`,
		"Dear {{ $.name }}, {{ $.age }} years": `"Dear Bea, 30 years"`,
		"{{ $.name }}{{ $.list }}{{ $.x }}!":   `"Bea[1,2.5]!"`,
	} {
		got, err := templateOf(t, text, false).text(env)
		if d := cmp.Diff(parsed(t, want), got, valuetest.Members()); err != nil || d != "" {
			t.Errorf("%s: %v\n%s", text, err, d)
		}
	}
}

// TestFiltersThatMerge holds what they select to the names of the way to it.
func TestFiltersThatMerge(t *testing.T) {
	t.Parallel()
	const event = `{"type": "t", "k": 1, "data": {"a": {"b": [1, {"c": 2}]}, "k": 3, "list": [4, 5]}}`
	for text, want := range map[string]struct{ results, event, plain string }{
		"{{ $.data.a.b[1] }}":        {`{"c": 2}`, `{"c": 2}`, `{"c": 2}`},
		"{{ $.data.a }}":             {`{"data": {"a": {"b": [1, {"c": 2}]}}}`, `{"a": {"b": [1, {"c": 2}]}}`, `{"b": [1, {"c": 2}]}`},
		"{{ $.data.list }}":          {`{"data": {"list": [4, 5]}}`, `{"list": [4, 5]}`, `[4, 5]`},
		"{{ $.a.b[1].c }}":           {`null`, `{"c": 2}`, `2`},
		"{{ $.k }}":                  {`{"k": 1}`, `{"k": 1}`, `1`}, // of the event, before that of its data
		"{{ $.data.list[*] }}":       {`[4, 5]`, `[4, 5]`, `[4, 5]`},
		"{{ $.data.list.length() }}": {`2`, `2`, `2`},
		"{{ $.none }}":               {`null`, `null`, `null`},
	} {
		x := templateOf(t, text, true)
		for i, tt := range []struct {
			by   expr.Expr
			want string
		}{{x.results(false), want.results}, {x.ofEvent(false), want.event}, {x.ofEvent(true), want.plain}} {
			got, err := expr.Eval(tt.by, &expr.Env{Input: parsed(t, event), Answer: parsed(t, event)})
			if d := cmp.Diff(parsed(t, tt.want), got, valuetest.Members()); err != nil || d != "" {
				t.Errorf("%s, %d: %v\n%s", text, i, err, d)
			}
		}
	}
}

// TestErrorsAskedFor finds the expressions that are about any error, about those of some names, or about all but those.
func TestErrorsAskedFor(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"{{ $.error }}": "all but []", "{{ $.exceptions }}": "all but []", "{{ $.errors[?(@.name == 'A')] }}": "[A]", "{{ $.exception[?(@.name == \"B\")] }}": "[B]",
		"{{ $.errors[?(@.name != 'A')] }}": "all but [A]", "{{ $.errors[0] }}": "", "{{ $.errors[?(@.message == 'A')] }}": "", "{{ $.result }}": "",
		"{{ $.errors[?(@.name == 'A')].name }}": "", "{{ $.errors[?(@.name == 'A' || @.name == 'B')] }}": "[A B]",
		"{{ $.errors[?(@.name in ['A', 'B'])] }}": "[A B]", "{{ $.errors[?(@.name != 'A' && @.name != 'B')] }}": "all but [A B]",
		"{{ $.errors[?(!(@.name == 'A'))] }}": "all but [A]", "{{ $.errors[?(@.name != 'A' || @.name != 'B')] }}": "",
		"{{ $.errors[?(@.name == 'A' && @.name == 'B')] }}": "", "{{ $.errors[?(@.name == 'A' || @.name != 'B')] }}": "",
	} {
		names, but, ok := errorsAskedFor(templateOf(t, text, true).path())
		got := fmt.Sprint(names)
		switch {
		case !ok:
			got = ""
		case but:
			got = "all but " + got
		}
		if got != want {
			t.Errorf("%s asks for %q, want %q", text, got, want)
		}
	}
}

// TestTruth has filters ask for the truth of a lone path.
func TestTruth(t *testing.T) {
	t.Parallel()
	env := &expr.Env{Input: parsed(t, `{"a": [{"b": true, "c": 1}, {"b": false, "c": 2}, {"b": null, "c": 3}, {"b": [], "c": 4}, {"b": 0, "c": 5}, {"c": 6}]}`)}
	for text, want := range map[string]string{
		"{{ $.a[?(@.b)].c }}":             `[1, 5]`,
		"{{ $.a[?(!@.b)].c }}":            `[2, 3, 4, 6]`,
		"{{ $.a[?(@.c > 1 && @.b)].c }}":  `[5]`,
		"{{ $.a[?(@.b == false)].c }}":    `[2]`,
		"{{ $.a[?(!(@.b || @.c))] }}":     `[]`,
		"{{ $.a[?(@.c && @.c < 2)].c }}":  `[1]`,
		"{{ $.a[?(@.b || @.c == 6)].c }}": `[1, 5, 6]`,
	} {
		got, err := expr.Eval(templateOf(t, text, true).path(), env)
		if d := cmp.Diff(parsed(t, want), got, valuetest.Members()); err != nil || d != "" {
			t.Errorf("%s: %v\n%s", text, err, d)
		}
	}
}

func FuzzTemplate(f *testing.F) {
	for _, s := range []string{"{{ $.a }}", "a {{ $.name }} b {{ $.list[0] }}", "{{", "}}", "{{ {{ }}", "{{ $[?(@.a == '}}')] }}", "{{ ' }}"} {
		f.Add(s)
	}
	env := &expr.Env{Input: parsed(f, document)}
	f.Fuzz(func(t *testing.T, s string) {
		file := source.NewFile("x.json", []byte(`{"x": `+string(value.AppendString(nil, s))+`}`))
		source.Parse(file)
		if file.Root == nil || len(file.Root.Members) == 0 {
			return
		}
		r := newReader(file)
		for _, alone := range []bool{true, false} {
			x := r.template(&file.Root.Members[0], alone)
			if x == nil || x.Broken {
				continue
			}
			if !alone {
				x.text(env)
			} else if x.path() != nil {
				expr.Eval(x.filter(false), env)
				expr.Eval(x.holds(), env)
			}
		}
		for _, d := range r.List {
			if d.Span.Start < 0 || d.Span.End < d.Span.Start || d.Span.End > len(file.Text) {
				t.Errorf("%q: %v of %d bytes", s, d.Span, len(file.Text))
			}
		}
	})
}
