package asl

import (
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/jsonata"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// TestContinued writes what goes on of a document that is computed: a member of it, or what an expression makes of it, which names it once.
func TestContinued(t *testing.T) {
	t.Parallel()
	m := &machineWriter{document: &document{flow: &workflow.Workflow{}}}
	merged := "$merge([$states.input, $states.result])"
	for _, test := range []struct{ text, path, want string }{
		{merged, "$", merged},
		{merged, "$.order.id", "(" + merged + ").order.id"},
		{"$states.input", "$.lines[?(@.qty > 1)]", "[$states.input.lines[qty > 1]]"},
		{merged, "$.lines[?(@.qty > 1)]", "($document := " + merged + "; [$document.lines[qty > 1]])"},
	} {
		p, err := expr.ParsePath(source.Plain(test.path, 0))
		if err != nil {
			t.Fatal(test.path, err.Message)
		}
		if got, ok := m.continued(test.text, p); got != test.want || !ok {
			t.Errorf("%s of %s is\n\t%s (%v), want\n\t%s", test.path, test.text, got, ok, test.want)
		}
	}
}

// TestJoinedAsOne evaluates what makes one value of the results of parallel parts, as the machine does it: empty objects are left out,
// one value is itself, and several are a list.
func TestJoinedAsOne(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ results, joined, spread string }{
		{`[]`, `{}`, `{}`},
		{`[{}, {}]`, `{}`, `{}`},
		{`[{"a": 1}, {}]`, `{"a":1}`, `{"a":1}`},
		{`[{"a": 1}, {"b": 2}, {}]`, `[{"a":1},{"b":2}]`, `[{"a":1},{"b":2}]`},
		{`[[{"a": 1}], {}]`, `[{"a":1}]`, `{"a":1}`},
		{`[[{"a": 1}, {}], [2]]`, `[[{"a":1},{}],[2]]`, `[{"a":1},2]`},
		{`[{"a": {}}]`, `{"a":{}}`, `{"a":{}}`},
	} {
		results, err := value.Parse([]byte(test.results))
		if err != nil {
			t.Fatal(err)
		}
		for gather, want := range map[workflow.Gather]string{workflow.GatherJoined: test.joined, workflow.GatherSpread: test.spread} {
			text := (&machineWriter{document: &document{}}).gathered(&workflow.Body{Gather: gather}, "$states.result", "")
			q, err := jsonata.Compile(text)
			if err != nil {
				t.Fatal(text, err)
			}
			got, err := q.Evaluate(jsonata.Env{Lookup: func(name string) (any, bool) {
				return value.ObjectOf(value.Member{Key: "result", Value: results}), name == "states"
			}})
			if err != nil || string(value.Append(nil, got)) != want {
				t.Errorf("%s of %s is %s, %v, want %s", text, test.results, value.Append(nil, got), err, want)
			}
		}
	}
}

// TestDeepMerge merges objects member by member where answers may overwrite parts of objects.
func TestDeepMerge(t *testing.T) {
	t.Parallel()
	m := &machineWriter{document: &document{flow: &workflow.Workflow{}}}
	deep := &workflow.Combine{Mode: workflow.MergeDeep}
	for _, test := range []struct{ base, answer, want string }{
		{`{"a": {"x": 1, "y": {"z": 1}}, "n": 1}`, `{"a": {"y": {"w": 2}}, "m": {}}`, `{"a":{"x":1,"y":{"z":1,"w":2}},"n":1,"m":{}}`},
		{`{"a": 1}`, `{"a": {"x": 1}}`, `{"a":{"x":1}}`},
		{`{"a": {"x": 1}}`, `{"a": [1, {"y": 2}]}`, `{"a":[1,{"y":2}]}`},
		{`{"a": {"x": 1}}`, `{}`, `{"a":{"x":1}}`},
	} {
		states := value.NewObject(2)
		for key, text := range map[string]string{"input": test.base, "result": test.answer} {
			v, err := value.Parse([]byte(text))
			if err != nil {
				t.Fatal(err)
			}
			states.Set(key, v)
		}
		q, err := jsonata.Compile(m.combined(deep, "$states.input", "$states.result", nil))
		if err != nil {
			t.Fatal(err)
		}
		got, err := q.Evaluate(jsonata.Env{Lookup: func(name string) (any, bool) { return states, name == "states" }})
		if err != nil || string(value.Append(nil, got)) != test.want {
			t.Errorf("%s and %s merge to %s, %v, want %s", test.base, test.answer, value.Append(nil, got), err, test.want)
		}
	}
	want := " ~> |$|{}, 'choice'|))"
	if got := m.combined(&workflow.Combine{Mode: workflow.MergeDeep, Omit: "choice"}, "$states.input", "$states.result", nil); !strings.HasPrefix(got, "($deep := ") || !strings.HasSuffix(got, want) {
		t.Errorf("without a member, the text is %s", got)
	}
	m.options.Domain.Disjoint = true
	if got := m.combined(deep, "$states.input", "$states.result", nil); got != "$merge([$states.input, $states.result])" {
		t.Errorf("where answers do not, the text is %s", got)
	}
}
