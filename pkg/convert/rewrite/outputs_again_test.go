package rewrite

import (
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
)

const selectsAfterwards = `{"StartAt": "Book", "States": {
  "Book": {"Type": "Task", "Resource": "urn:task:book", "ResultPath": "$.booking", "Next": "Output of Book",
    "Catch": [{"ErrorEquals": ["Full"], "ResultPath": "$.error", "Next": "Refuse"}]},
  "Output of Book": {"Type": "Pass", "OutputPath": "$.booking", "Next": "Ship"},
  "Ship": {"Type": "Task", "Resource": "urn:task:ship", "End": true},
  "Refuse": {"Type": "Task", "Resource": "urn:task:refuse", "End": true}}}`

// TestOutputsAreSelectedAgain has a task select what a step after it selects which was written for that, and a handler get the whole
// document as before.
func TestOutputsAreSelectedAgain(t *testing.T) {
	t.Parallel()
	p := lowered(t, "x.asl.json", selectsAfterwards)
	c := rewritten(t, p, dialects.Abilities{Outputs: true}, outputsAgain)
	want := "Book task, error Refuse, next Ship\nShip task, end .\nRefuse task, end .\n. end\n. end\n"
	if got := drawn(c.Program.Start()); got != want {
		t.Errorf("the net is\n%s\nwant\n%s", got, want)
	}
	for _, answer := range []string{`3 {"id": "b-1"}`, `2 fail Full`, `1 fail Lost`} {
		alike(t, p, c, play{input: `{"n": 1}`, answers: map[string][]string{"urn:task:book": {answer}}})
	}
}

// TestSelectionsByAuthorsStay leaves a step that an author named, explained or has do more, and one that the target needs.
func TestSelectionsByAuthorsStay(t *testing.T) {
	t.Parallel()
	for from, to := range map[string]string{
		"Output of Book":            "Booking only",
		`"OutputPath": "$.booking"`: `"OutputPath": "$.booking", "Comment": "the rest is not for shipping"`,
		`"Type": "Pass"`:            `"Type": "Pass", "Result": 1, "ResultPath": "$.booking.n"`,
		`"Next": "Refuse"`:          `"Next": "Output of Book"`,
	} {
		p := lowered(t, "x.asl.json", strings.ReplaceAll(selectsAfterwards, from, to))
		if c := rewritten(t, p, dialects.Abilities{Outputs: true}, outputsAgain); drawn(c.Program.Start()) != drawn(p.Start()) {
			t.Errorf("with %s in place of %s the net is\n%s", to, from, drawn(c.Program.Start()))
		}
	}
	p := lowered(t, "x.asl.json", selectsAfterwards)
	if c := rewritten(t, p, dialects.Abilities{}, outputsAgain); drawn(c.Program.Start()) != drawn(p.Start()) {
		t.Error("a target without selections needs the step")
	}
}
