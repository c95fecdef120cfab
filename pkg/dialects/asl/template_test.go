package asl

import (
	"testing"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
)

// readTemplate reads a text as a template, with the faults of its parts.
func readTemplate(text string, jsonata bool) (*Template, []*Computed) {
	f := source.NewFile("t.json", []byte(text))
	source.Parse(f)
	if f.Root == nil {
		return nil, nil
	}
	var faults []*Computed
	t := templating{file: f, jsonata: jsonata, queries: compiledQueries{}, fault: func(c *Computed, _ templateFault) { faults = append(faults, c) }}
	return t.template(f.Root, "Parameters"), faults
}

func TestTemplates(t *testing.T) {
	t.Parallel()
	env := func() *expr.Env {
		input, _ := value.Parse([]byte(`{"a": {"b": [1, 2]}, "n": null}`))
		return &expr.Env{Input: input, Context: object("Task", object("Token", "t")),
			Lookup: func(name string) (any, bool) { return "var " + name, name == "v" }}
	}
	for _, c := range []struct {
		jsonata    bool
		text, want string
	}{
		{false, `{"x.$": "$.a.b[1]", "y": {"z.$": "$.n", "plain": "$.a"}, "list": [{"q.$": "$v"}, "$.a"]}`,
			`{"x":2,"y":{"z":null,"plain":"$.a"},"list":[{"q":"var v"},"$.a"]}`},
		{false, `{"t.$": "$$.Task.Token", "n.$": "States.ArrayLength($.a.b)", "all.$": "$.a[*][*]"}`, `{"t":"t","n":2,"all":[1,2]}`},
		{false, `{"o.$": "$.a['b','c']", "l.$": "$[*]['b']", "p.$": "$[*]['b','x']"}`, `{"o":{"b":[1,2]},"l":[[1,2]],"p":[{"b":[1,2]}]}`},
		{false, `{"same": [1, {"a": true}]}`, `{"same":[1,{"a":true}]}`},
		{true, `{"x": "{% $states.input.a.b[1] %}", "k.$": "$.a", "v": ["{% $v %}", " {% $v %}"]}`,
			`{"x":2,"k.$":"$.a","v":["var v"," {% $v %}"]}`},
		{true, `"{% $states.context.Task.Token %}"`, `"t"`},
		{true, `"{% $partition([1, 2, 3], 2) %}"`, `[[1,2],[3]]`},
		{true, `"{% [$range(1, 1, 1), $range(0, 4, 2)] %}"`, `[1,0,2,4]`},
		{true, `"{% $hash('x', 'MD5') %}"`, `"9dd4e461268c8034f5c8564e155c67a6"`},
		{true, `"{% $parse('[1, {}]') %}"`, `[1,{}]`},
		{true, `"{% $random(7) = $random(7) and $length($uuid()) = 36 %}"`, `true`},
	} {
		tpl, faults := readTemplate(c.text, c.jsonata)
		if len(faults) > 0 || !tpl.Known() {
			t.Errorf("%s: %d faults", c.text, len(faults))
			continue
		}
		v, err := expr.Eval(tpl.Value, env())
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
		} else if got := string(value.Append(nil, v)); got != c.want {
			t.Errorf("%s: got %s, want %s", c.text, got, c.want)
		}
	}
}

// TestTemplatePlaces checks where the parts of a template are that cannot be read, or that have no value.
func TestTemplatePlaces(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		jsonata  bool
		text     string
		at       string
		from, to int
		opaque   bool
	}{
		{false, `{"a": [0, {"b.$": "$.x["}]}`, "Parameters/a[1]/b.$", 22, 23, false},
		{false, `{"b.$": 7}`, "Parameters/b.$", 8, 9, false},
		{false, `{"b.$": "States.Array(1"}`, "Parameters/b.$", 21, 22, false},
		{false, `{"b.$": "${Path}"}`, "Parameters/b.$", 0, 0, true},
		{true, `{"a": {"b": ["{% 1 + %}"]}}`, "Parameters/a/b[0]", 21, 21, false},
	} {
		tpl, _ := readTemplate(c.text, c.jsonata)
		part := tpl.Computed[0]
		if tpl.Known() || part.At != c.at || part.Opaque != c.opaque {
			t.Errorf("%s: known %t, at %s, opaque %t", c.text, tpl.Known(), part.At, part.Opaque)
		}
		if !c.opaque && part.Err.Span != (source.Span{Start: c.from, End: c.to}) {
			t.Errorf("%s: %v: %s", c.text, part.Err.Span, part.Err.Message)
		}
	}
}

// TestQueryFaults checks the errors of expressions that are evaluated: their class, and what they say.
func TestQueryFaults(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, want string }{
		{`{"x": "{% $nothing %}"}`, "The JSONata expression '$nothing' specified for the field 'Parameters/x' returned nothing (undefined)."},
		{`"{% $sum %}"`, "The JSONata expression '$sum' specified for the field 'Parameters' returned an unsupported result type."},
		{`"{% $eval('1') %}"`, "The JSONata expression '$eval('1')' specified for the field 'Parameters' threw an error during evaluation. T1006: "},
	} {
		tpl, _ := readTemplate(c.text, true)
		_, err := expr.Eval(tpl.Value, &expr.Env{})
		e, ok := err.(*expr.EvalError)
		if !ok || e.Fault != expr.QueryFault || len(e.Message) < len(c.want) || e.Message[:len(c.want)] != c.want {
			t.Errorf("%s: %v", c.text, err)
		}
	}
}

func FuzzTemplate(f *testing.F) {
	for _, s := range []string{`{"a.$": "$.x", "b": [{"c.$": "States.Format('{}', $$.A)"}]}`, `"{% $states.input.a[0] %}"`, `{"a.$": "$v..*"}`,
		`{"a": "{% ($f := function($x){ $x }; $f(1)) %}", "b.$": 1}`, `["{%%}", "{% %}", "{%", "%}"]`, `{"x": "{% $partition([1..9], 2) %}"}`} {
		f.Add(s, false)
		f.Add(s, true)
	}
	f.Fuzz(func(t *testing.T, text string, jsonata bool) {
		tpl, faults := readTemplate(text, jsonata)
		for _, c := range faults {
			if c.Err == nil || c.Err.Span.Start < 0 || c.Err.Span.End > len(text) || c.Err.Span.Start > c.Err.Span.End {
				t.Fatalf("%q: a fault without a place: %+v", text, c.Err)
			}
		}
		if tpl != nil && tpl.Known() {
			_, _ = expr.Eval(tpl.Value, &expr.Env{Input: []any{int64(1)}})
		}
	})
}
