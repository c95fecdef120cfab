package rewrite

import (
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
)

// reshapes is what a target can that computes what tasks make of their answers.
var reshapes = dialects.Abilities{Results: true, Answers: dialects.AnswerMergesDeep}

const reshapesAfterwards = `{"id": "print", "name": "Print", "steps": [
  {"id": "quote", "name": "Quote", "type": "SERVICE_TASK", "jobType": "quote", "nextStep": "result-of-quote"},
  {"id": "result-of-quote", "name": "Result of Quote", "type": "TRANSFORMATION", "transformations": {"offer": "${{'price': offer.net + offer.tax}}"}, "nextStep": "print"},
  {"id": "print", "name": "Print", "type": "SERVICE_TASK", "jobType": "print", "nextStep": "end"},
  {"id": "end", "name": "End", "type": "END"}]}`

// TestResultsAreReshapedAgain has a task make itself what a step after it makes of its answer, which was written for that.
func TestResultsAreReshapedAgain(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"a member of its own": reshapesAfterwards,
		"a member named after the task": strings.NewReplacer(`{"offer": "${{'price': offer.net + offer.tax}}"}`,
			`{"price": "${quote.net + quote.tax}", "copies": "${copies * 2}"}`).Replace(reshapesAfterwards),
	} {
		p := lowered(t, "x.step.json", text)
		c := rewritten(t, p, reshapes, commonTerms, resultsAgain)
		if got := drawn(c.Program.Start()); got != "quote task, next print\nprint task, next end\nend end\n" {
			t.Errorf("%s: the net is\n%s", name, got)
		}
		answer := `2 {"offer": {"net": 5, "tax": 2}, "quote": {"net": 5, "tax": 2}}`
		alike(t, p, c, play{input: `{"copies": 3}`, answers: map[string][]string{"quote": {answer}, "print": {`1 {"printed": true}`}}})
	}
}

// TestReshapingByAuthorsStays leaves a step that an author named or has read more than the answer, and one that the target needs.
func TestReshapingByAuthorsStays(t *testing.T) {
	t.Parallel()
	for from, to := range map[string]string{
		`"name": "Result of Quote"`: `"name": "Result of Quote", "description": "the buyer sees one price"`,
		"result-of-quote":           "one-price",
		"offer.tax":                 "copies",
		`"offer": "`:                `"price": "`,
	} {
		p := lowered(t, "x.step.json", strings.ReplaceAll(reshapesAfterwards, from, to))
		if c := rewritten(t, p, reshapes, commonTerms, resultsAgain); drawn(c.Program.Start()) != drawn(p.Start()) {
			t.Errorf("with %s in place of %s the net is\n%s", to, from, drawn(c.Program.Start()))
		}
	}
	p := lowered(t, "x.step.json", reshapesAfterwards)
	if c := rewritten(t, p, dialects.Abilities{}, commonTerms, resultsAgain); drawn(c.Program.Start()) != drawn(p.Start()) {
		t.Error("a target that reshapes no answers needs the step")
	}
}
