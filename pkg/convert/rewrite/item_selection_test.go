package rewrite

import (
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

const loadsNumbered = `{"StartAt": "Load", "States": {"Load": {"Type": "Map", "ItemsPath": "$.files", "ResultPath": "$.loads", CATCH"Next": "Report",
 "ItemSelector": {"file.$": "$$.Map.Item.Value", "n.$": "$$.Map.Item.Index"},
 "ItemProcessor": {"StartAt": "One", "States": {"One": {"Type": "Task", "Resource": "urn:x:load", "End": true}}}},
 "Report": {"Type": "Task", "Resource": "urn:x:report", "End": true}}}`

// TestPreparedDocument has the document go on from an iteration without what was prepared for its items, where a part of the document can
// be selected and no error leads elsewhere; results are added to an empty list. Where what was prepared would stay, a task does it all.
func TestPreparedDocument(t *testing.T) {
	t.Parallel()
	able := dialects.Abilities{Answers: dialects.AnswerMergesDeep | dialects.AnswerReplaces, Kinds: dialects.Kinds(workflow.Task, workflow.Scope, workflow.Pass, workflow.End),
		Each: true, ItemMember: "item", AddsResults: true, OutputParts: true,
		Handlers: dialects.HandleTasks | dialects.HandleScopes | dialects.HandleByError | dialects.HandleData}
	with := play{input: `{"files": ["a", "b"], "loads": [0]}`, answers: map[string][]string{"urn:x:load": {`1 {"rows": 1}`, `2 {"rows": 2}`}, "urn:x:report": {`{}`}}}
	for _, x := range []struct {
		name, catch, answer string
	}{
		{"the document is restored", "", `{"prepare-load":{"files":[{"file":"a","n":0},{"file":"b","n":1}],"document":{"files":["a","b"],"loads":[]}}}`},
		{"an error leads elsewhere", `"Catch": [{"ErrorEquals": ["States.ALL"], "ResultPath": null, "Next": "Report"}], `,
			""},
	} {
		p := lowered(t, "x.asl.json", strings.Replace(loadsNumbered, "CATCH", x.catch, 1))
		c := rewritten(t, p, able, plainData, itemSelection, callingTasks(callScopes))
		if len(c.Raised.StandIns) != 1 || len(lost(c)) > 0 {
			t.Fatalf("%s: the stand-ins are %+v, lost is %q", x.name, c.Raised.StandIns, lost(c))
		}
		if x.answer != "" {
			answersWith(t, &c.Raised.StandIns[0], with.input, x.answer)
		} else if task := c.Raised.StandIns[0].Task; task != "call-load" {
			t.Errorf("%s: the stand-in is %q", x.name, task)
		}
		if was, is := observed(t, p, with), observedWorking(t, c, with); was != is {
			t.Errorf("%s: it did\n%s\nand does\n%s", x.name, was, is)
		}
	}
}

// TestASelectedItemIsAMember has the steps of an iteration get nothing but their item, under the name that the source gives it.
func TestASelectedItemIsAMember(t *testing.T) {
	t.Parallel()
	able := dialects.Abilities{Answers: dialects.AnswerMergesDeep, Kinds: dialects.Kinds(workflow.Task, workflow.Scope, workflow.Pass, workflow.End), Each: true, ItemMember: "item"}
	text := strings.NewReplacer("CATCH", "", `, "n.$": "$$.Map.Item.Index"`, "").Replace(loadsNumbered)
	p := lowered(t, "x.asl.json", text)
	c := rewritten(t, p, able, itemSelection)
	if n := c.Program.Start().Root.Start; n.Body.Item != "file" || len(c.Raised.StandIns) > 0 {
		t.Errorf("the item is the member %q, and the stand-ins are %v", n.Body.Item, c.Raised.StandIns)
	}
	alike(t, p, c, play{input: `{"files": ["a", "b"]}`, answers: map[string][]string{"urn:x:load": {`1 {"rows": 1}`, `2 {"rows": 2}`}, "urn:x:report": {`{}`}}})
}
