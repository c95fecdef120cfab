package rewrite

import (
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// TestBranchTitles describes the tasks that branches lead to by the titles of these, if they are words and not the names of the tasks, and takes the
// titles from there again.
func TestBranchTitles(t *testing.T) {
	t.Parallel()
	const machine = `{"StartAt": "Weigh", "States": {
  "Weigh": {"Type": "Task", "Resource": "urn:task:weigh", "Next": "Route"},
  "Route": {"Type": "Choice", "Choices": [{"Variable": "$.kilos", "NumericGreaterThan": 20, "Comment": "TITLE", "Next": "Fetch cart"}], "Default": "Carry"},
  "Fetch cart": {"Type": "Task", "Resource": "urn:task:fetch", "Comment": "NOTE", "End": true},
  "Carry": {"Type": "Task", "Resource": "urn:task:carry", "End": true}}}`
	for _, x := range []struct{ title, note, doc string }{
		{"HEAVY", "", "after HEAVY"},
		{"HEAVY", "with both hands", "after HEAVY\nwith both hands"},
		{"Fetch-cart", "", ""},
		{"too heavy to carry", "", ""},
	} {
		p := lowered(t, "x.asl.json", strings.NewReplacer("TITLE", x.title, "NOTE", x.note).Replace(machine))
		there := rewritten(t, p, dialects.Abilities{Kinds: dialects.Kinds(workflow.Task, workflow.Choice)}, branchTitles)
		doc := func(c *Conversion) string { return c.Program.Start().Nodes[2].Element.Doc }
		if want := x.doc; want != "" && doc(there) != want || want == "" && doc(there) != x.note {
			t.Errorf("%q: the task is described by %q", x.title, doc(there))
		}
		back := rewritten(t, there.Program, dialects.Abilities{Kinds: dialects.Kinds(workflow.Task, workflow.Choice), Titles: true}, branchTitlesAgain)
		if got := back.Program.Start().Nodes[1].Out[0].Title; got != x.title || doc(back) != x.note {
			t.Errorf("%q: the branch has the title %q, and the task the description %q", x.title, got, doc(back))
		}
	}
}
