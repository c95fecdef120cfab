package rewrite

import (
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

const listAtMembers = `{"StartAt": "List", "States": {
  "List": {"Type": "Task", "Resource": "urn:x:list", "Next": "Each"},
  "Each": {"Type": "Map", "Next": "Notify", "ItemProcessor": {"StartAt": "Ship", "States": {"Ship": {"Type": "Task", "Resource": "urn:x:ship", "End": true}}}},
  "Notify": {"Type": "Task", "Resource": "urn:x:notify", "End": true}}}`

// TestListsAreDocumentsAgain has an iteration over a list that became a member of the document be over the document again, with the same
// calls.
func TestListsAreDocumentsAgain(t *testing.T) {
	t.Parallel()
	p := lowered(t, "list.asl.json", listAtMembers)
	there := rewritten(t, p, dialects.Abilities{Documents: workflow.ObjectDocument, Each: true, Answers: dialects.AnswerMergesDeep}, plainData, listDocuments)
	mergeList(there)
	c := rewritten(t, there.Program, dialects.Abilities{Documents: workflow.StructuredDocument, Each: true}, listsAgain)
	if len(c.Applied) != 1 || len(lost(c)) != 1 {
		t.Fatalf("the losses are %q", lost(c))
	}
	x := play{input: `{"n": 1}`, answers: map[string][]string{"urn:x:list": {`0 [{"a": 1}, {"a": 2}]`}, "urn:x:ship": {`{"s": 1}`, `{"s": 2}`}, "urn:x:notify": {`{"told": true}`}}}
	if was, is := observed(t, p, x), observed(t, c.Program, x); was != is {
		t.Errorf("it did\n%s\nand does\n%s", was, is)
	}
	if c := rewritten(t, there.Program, dialects.Abilities{Documents: workflow.ObjectDocument, Each: true}, listsAgain); len(c.Applied) > 0 {
		t.Error("a target whose document is an object needs the members")
	}
}

// TestMembersByAuthorsStay leaves iterations over other members, with results elsewhere, or whose results are read with other data.
func TestMembersByAuthorsStay(t *testing.T) {
	t.Parallel()
	const both = `"ItemsPath": "$.items", "ResultPath": "$.results", "Next": "Notify"`
	for i, fields := range []string{
		both,
		strings.Replace(both, "items", "orders", 1),
		strings.Replace(both, "results", "shipped", 1),
		strings.Replace(both, `"Next"`, `"Catch": [{"ErrorEquals": ["States.ALL"], "Next": "Notify"}], "Next"`, 1),
	} {
		p := lowered(t, "list.asl.json", strings.Replace(listAtMembers, `"Type": "Map", "Next": "Notify"`, `"Type": "Map", `+fields, 1))
		before := rewritten(t, p, dialects.Abilities{Answers: dialects.AnswerAt}, plainData)
		mergeList(before)
		c := rewritten(t, before.Program, dialects.Abilities{Documents: workflow.StructuredDocument, Each: true}, listsAgain)
		if applied := len(c.Applied) > 0; applied != (i == 0) {
			t.Errorf("with %s the net is\n%s", fields, drawn(c.Program.Start()))
		}
	}
}

// TestItemsInObjectsAgain gives the only task of an iteration the item alone, which it got in an object, where the list becomes the document.
func TestItemsInObjectsAgain(t *testing.T) {
	t.Parallel()
	for _, x := range []struct{ item, payload, item2, lost string }{
		{"item", "", "", "convert/held-answer convert/held-item"},
		{"item", "$.item", "", "convert/held-answer"},
		{"item", "$.item.id", "item", ""},
		{"order", "", "order", ""},
	} {
		p := lowered(t, "list.asl.json", strings.Replace(listAtMembers, `"Type": "Map", "Next": "Notify"`, `"Type": "Map", "ItemsPath": "$.items", "ResultPath": "$.results", "Next": "Notify"`, 1))
		before := rewritten(t, p, dialects.Abilities{Answers: dialects.AnswerAt}, plainData)
		mergeList(before)
		each := before.Program.Start().Root.Nodes[1]
		each.Body.Item = x.item
		if x.payload != "" {
			each.Body.Regions[0].Start.Data.Payload = expr.NewPath(expr.RootInput, strings.Split(x.payload, ".")[1:]...)
		}
		c := rewritten(t, before.Program, dialects.Abilities{Documents: workflow.StructuredDocument, Each: true}, listsAgain)
		each = c.Program.Start().Root.Nodes[1]
		if each.Body.Item != x.item2 || lostRules(c) != x.lost || x.item2 == "" && each.Body.Regions[0].Start.Data.Payload != nil {
			t.Errorf("an iteration whose task selects %q of {%q: …} has the item %q, and the losses are %q", x.payload, x.item, each.Body.Item, lostRules(c))
		}
	}
}

// mergeList has the answer of the first task be merged into the document, as it is read from a dialect that merges.
func mergeList(c *Conversion) {
	for _, n := range c.Program.Start().Nodes {
		if n.Call != nil && strings.HasSuffix(n.Call.Task, "list") {
			n.Data.Combine = &workflow.Combine{Mode: workflow.MergeDeep}
		}
	}
}
