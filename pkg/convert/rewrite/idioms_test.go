package rewrite

import (
	"slices"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// stays takes expressions as they are.
type stays struct{ bench }

func (stays) Condition(x expr.Expr, _ *dialects.Sight) (expr.Expr, string) { return x, "" }

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

const numberedRules = `{"id": "r", "name": "R", "functions": [{"name": "ship", "resource": "urn:ship"}], "states": [
  {"name": "Rate", "type": "switch", "start": {"kind": "default"},
   "dataConditions": [{"condition": "{{ $[?(@.score >= 700)] }}", "transition": {"nextState": "Rate 1"}}], "default": {"nextState": "Rate 2"}},
  {"name": "Rate 1", "type": "inject", "data": {"tier": "A"}, "transition": {"nextState": "Shipped"}},
  {"name": "Rate 2", "type": "inject", "data": {"tier": OUTPUT}, "transition": {"nextState": "Shipped"}},
  {"name": "Shipped", "type": "inject", "end": {"kind": "default"}}]}`

func TestRulesAreATableAgain(t *testing.T) {
	t.Parallel()
	for output, want := range map[string]string{
		`"B"`: "Rate table, next Shipped\nShipped end\n",
		`[1]`: "Rate choice, choice Rate 1, default Rate 2\nRate 1 pass, next Shipped\nRate 2 pass, next Shipped\nShipped end\n",
	} {
		p := lowered(t, "r.sw.json", strings.Replace(numberedRules, "OUTPUT", output, 1))
		able := dialects.Abilities{Kinds: dialects.Kinds(workflow.Table)}
		c := rewritten(t, p, able)
		c.Target = stays{bench{able: able}}
		for _, r := range []Rewrite{namedEnds, rulesAgain} {
			r.Apply(c, c.Program.Workflows[0])
		}
		if got := drawn(c.Program.Workflows[0]); got != want {
			t.Errorf("with %s the net is\n%s\nwant\n%s", output, got, want)
		}
		alike(t, p, c, play{input: `{"score": 710}`}, play{input: `{"score": 3}`})
	}
}
