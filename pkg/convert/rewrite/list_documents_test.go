package rewrite

import (
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// TestListDocuments has a list that is the document around an iteration be a member of it, where the iteration and the following steps read
// it.
func TestListDocuments(t *testing.T) {
	t.Parallel()
	machine := func(states string) string { return `{"StartAt": "List", "States": {` + states + `}}` }
	const list = `"List": {"Type": "Task", "Resource": "urn:x:list", "Next": "Each"}`
	each := func(fields string) string {
		return `"Each": {"Type": "Map", ` + fields + `, "ItemProcessor": {"StartAt": "Ship", "States": {"Ship": {"Type": "Task", "Resource": "urn:x:ship", "End": true}}}}`
	}
	const notify = `"Notify": {"Type": "Task", "Resource": "urn:x:notify", "End": true}`
	for _, x := range []struct{ name, text, items, results, reads string }{
		{"before and after", machine(list + "," + each(`"Next": "Notify"`) + "," + notify), "$.items", "$.results", "$.results"},
		{"before only", machine(list + "," + each(`"ResultPath": "$.shipped", "Next": "Notify"`) + "," + notify), "$.items", "$.shipped", ""},
		{"at a member already", machine(`"List": {"Type": "Task", "Resource": "urn:x:list", "ResultPath": "$.all", "Next": "Each"}, ` +
			each(`"ItemsPath": "$.all", "Next": "Notify"`) + "," + notify), "$.all", "$.results", "$.results"},
		{"a free member", machine(`"List": {"Type": "Task", "Resource": "urn:x:list", "InputPath": "$.items", "Next": "Each"}, ` +
			each(`"Next": "Notify"`) + "," + notify), "$.items2", "$.results", "$.results"},
		{"the input", `{"StartAt": "Each", "States": {` + each(`"Next": "Notify"`) + "," + notify + "}}", "", "$.results", "$.results"},
		{"the output", machine(list + "," + each(`"End": true`)), "$.items", "$.results", ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			t.Parallel()
			c := rewritten(t, lowered(t, "list.asl.json", x.text), dialects.Abilities{Documents: workflow.ObjectDocument, Each: true, Answers: dialects.AnswerMergesDeep}, plainData, listDocuments)
			w := c.Program.Workflows[0]
			var items, results, reads string
			for _, n := range w.Nodes {
				switch {
				case n.Kind == workflow.Scope:
					items, results = readableOf(n.Data.Payload), combinePlace(n.Data.Combine)
				case n.Call != nil && strings.HasSuffix(n.Call.Task, "notify"):
					reads = readableOf(n.Data.Payload)
				}
			}
			if items != x.items || results != x.results || reads != x.reads {
				t.Errorf("it iterates over %q, gives %q, and Notify reads %q", items, results, reads)
			}
			if lost := len(c.Losses()) > 0; lost != (x.name == "the output") {
				t.Errorf("the losses are %v", c.Losses())
			}
		})
	}
}

func readableOf(x expr.Expr) string {
	if x == nil {
		return ""
	}
	return expr.Readable(x)
}

func combinePlace(c *workflow.Combine) string {
	if c == nil || c.Path == nil {
		return ""
	}
	return expr.Readable(c.Path)
}
