package rewrite

import (
	"slices"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

const held = `{"id": "h", "name": "H", "functions": [{"name": "book", "resource": "urn:book"}], "states": [
  {"name": "Fixed", "type": "inject", "start": {"kind": "default"}, "data": {"result": [{"a": {"b": 1}}]},
   "stateDataFilter": {"dataOutputPath": "{{ $.result[0] }}"}, "transition": {"nextState": "Part"}},
  {"name": "Part", "type": "inject", "stateDataFilter": {"dataInputPath": "{{ $[?(true)] }}", "dataOutputPath": "{{ $[0].a }}"},
   "transition": {"nextState": "Book"}},
  {"name": "Book", "type": "operation", "actions": [{"functionRef": {"refName": "book"}}],
   "stateDataFilter": {"dataOutputPath": "{{ $.result.document }}"}, "end": {"kind": "default"}}]}`

func TestAnswersAndDataThatAreHeldReplaceTheDocument(t *testing.T) {
	t.Parallel()
	p := lowered(t, "h.sw.json", held)
	c := rewritten(t, p, dialects.Abilities{Outputs: true}, actions, heldAnswers, inputFilters)
	want := "Fixed pass, next Part\nPart pass, next Book\nBook task, end .\n. end\n"
	if got := drawn(c.Program.Workflows[0]); got != want {
		t.Errorf("the net is\n%s\nwant\n%s", got, want)
	}
	for _, n := range c.Program.Workflows[0].Nodes {
		if n.Kind != workflow.End && n.Data.Combine != nil {
			t.Errorf("%q merges", n.Name())
		}
	}
	alike(t, p, c, play{input: `{"x": 1}`, answers: map[string][]string{"book": {`{"result": {"document": {"n": 1}}}`}}})
	if lost := lost(c); len(lost) > 0 {
		t.Errorf("losses %q", lost)
	}
}

func TestAnAnswerThatIsHeldIsTheDocumentWhereNoPartIsSelected(t *testing.T) {
	t.Parallel()
	c := rewritten(t, lowered(t, "h.sw.json", held), dialects.Abilities{Answers: dialects.AnswerReplaces}, actions, heldAnswers)
	want := []string{"convert/held-answer: only `$.result.document` of the answer of \"Book\" becomes the document"}
	if got := lost(c); !slices.Equal(got, want) {
		t.Errorf("losses %q, want %q", got, want)
	}
}
