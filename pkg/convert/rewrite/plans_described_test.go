package rewrite

import (
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// TestPlansAreDescribed has steps without parameters be described by their plans, after what their author says of them, and makes parts of
// them again, which have the description of the author alone.
func TestPlansAreDescribed(t *testing.T) {
	t.Parallel()
	p := lowered(t, "x.asl.json", strings.Replace(checkedBefore, `"Type": "Parallel",`, `"Type": "Parallel", "Comment": "Twice a year.",`, 1))
	able := plainReplacing()
	able.Answers, able.Described = dialects.AnswerMergesDeep, true
	there := rewritten(t, p, able, plainData, callingTasks(callScopes), plannedParts)
	described := func(c *Conversion) string {
		var out []string
		for _, n := range c.Program.Start().Nodes {
			if n.Element.Doc != "" && n.Element.Primary == n {
				out = append(out, n.Name()+": "+n.Element.Doc)
			}
		}
		return strings.Join(out, "\n")
	}
	const want = `Checks: Twice a year.
{"parallel":[["credit",{"do":"read-limit","name":"Limit"}],["fraud",{"choose":[{"if":"$[?(@.risk > 5)]","do":"ask"}],"name":"Sure?"},"note"]],"results":"$.checks"}
Files: {"forEach":"$.files","do":{"do":"load","ifFails":{"Malformed":"put-aside"}},"atOnce":2,"results":"$.loads"}`
	if got := described(there); got != want || len(plansOf(there)) > 0 {
		t.Fatalf("the descriptions are\n%s\nwant\n%s", got, want)
	}
	back := dialects.Abilities{Each: true, AtOnce: true, Joins: dialects.JoinScopes, Kinds: dialects.Kinds(workflow.Choice, workflow.Scope),
		Handlers: dialects.HandleTasks | dialects.HandleByError}
	c := rewritten(t, there.Program, back, partsAgain)
	got := drawn(c.Program.Start())
	for _, line := range []string{"Checks scope, next Files\n", "  Sure? choice, choice ask, default note\n", "Files scope, end .\n"} {
		if !strings.Contains(got, line) {
			t.Errorf("the net lacks %q:\n%s", line, got)
		}
	}
	if got := described(c); got != "Checks: Twice a year." {
		t.Errorf("the descriptions are %q then", got)
	}
}

// TestDescriptionsByAuthorsStay takes no description for a plan that is something else.
func TestDescriptionsByAuthorsStay(t *testing.T) {
	t.Parallel()
	for _, doc := range []string{"", "Checks it.", "{", "{}", `["a", "b"]`, `{"parallel": ["a", 5]}`, `calls {"parallel": ["a", "b"]}`, "{\"parallel\": [\"a\", \"b\"]}\nand waits"} {
		p := lowered(t, "x.asl.json", `{"StartAt": "N", "States": {"N": {"Type": "Task", "Resource": "urn:task:n", "End": true}}}`)
		n := p.Start().Root.Start
		n.Element.Doc, n.Data.Combine = doc, &workflow.Combine{Mode: workflow.MergeDeep}
		if c := rewritten(t, p, dialects.Abilities{Each: true, Joins: dialects.JoinScopes}, partsAgain); len(c.Applied) > 0 {
			t.Errorf("%q becomes\n%s", doc, drawn(c.Program.Start()))
		}
	}
}
