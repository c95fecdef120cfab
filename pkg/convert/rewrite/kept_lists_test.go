package rewrite_test

import (
	"testing"

	"github.com/flowglot/flowglot/pkg/workflow"
)

// statements makes a list the document while the day is in a variable: that of the answer, through a choice, and that of the results. An error
// takes the place of either.
const statements = `{"QueryLanguage": "JSONata", "StartAt": "List", "States": {
  "List": {"Type": "Task", "Resource": "list", "Arguments": {"day": "{% $states.input.day %}"}, "Assign": {"day": "{% $states.input.day %}"},
    "Output": "{% $states.result.files %}", "Next": "Any?"},
  "Any?": {"Type": "Choice", "Choices": [{"Condition": "{% $count($states.input) = 0 %}", "Output": {"day": "{% $day %}"}, "Next": "Nothing"},
    {"Condition": "{% $count($states.input) > 2 %}", "Next": "Nothing"}], "Default": "Each"},
  "Each": {"Type": "Map", "Catch": [{"ErrorEquals": ["States.ALL"], "Next": "Complain"}], "Next": "Send", "ItemProcessor": {"StartAt": "Load", "States": {
    "Load": {"Type": "Task", "Resource": "load", "Arguments": {"file": "{% $states.input.name %}", "day": "{% $day %}"}, "End": true}}}},
  "Send": {"Type": "Task", "Resource": "send", "Arguments": {"day": "{% $day %}", "loads": "{% $states.input %}"}, "End": true},
  "Complain": {"Type": "Task", "Resource": "complain", "Arguments": {"day": "{% $day %}", "of": "{% $states.input.Error %}"}, "End": true},
  "Nothing": {"Type": "Succeed"}}}`

// TestKeptLists has a list that is the document while there are variables be a member of it, also in a target whose document is an object: then
// a run cannot end with the list, which is a loss.
func TestKeptLists(t *testing.T) {
	t.Parallel()
	files := func(names ...string) map[string]any {
		list := []any{}
		for _, name := range names {
			list = append(list, ordered(map[string]any{"name": name}))
		}
		return map[string]any{"files": list}
	}
	for _, c := range []struct {
		name    string
		answers answers
		want    string
	}{
		{"two items", answers{"list": {files("a", "b")}, "load": {map[string]any{"rows": "3"}}, "send": {map[string]any{"ok": true}}}, `list at 0s: {"day":7}
load at 0s: {"day":7,"file":"a"}
load at 0s: {"day":7,"file":"b"}
send at 0s: {"day":7,"loads":[{"rows":"3"},{"rows":"3"}]}
succeeded {"ok":true}`},
		{"an error", answers{"list": {files("a")}, "load": {"!Broken"}, "complain": {map[string]any{"ok": true}}}, `list at 0s: {"day":7}
load at 0s: {"day":7,"file":"a"}
complain at 0s: {"day":7,"of":"Broken"}
succeeded {"ok":true}`},
		{"no item", answers{"list": {files()}}, `list at 0s: {"day":7}
succeeded {"day":7}`},
		{"the list as the output", answers{"list": {files("a", "b", "c")}}, `list at 0s: {"day":7}
succeeded [{"name":"a"},{"name":"b"},{"name":"c"}]`},
	} {
		for _, documents := range []workflow.Documents{workflow.AnyDocument, workflow.ObjectDocument} {
			able := everything()
			able.Variables, able.ErrorData, able.Documents = false, true, documents
			p, conv := applied(t, "w.asl.json", statements, &fakeTarget{able: able})
			for _, list := range c.answers {
				for i := range list {
					list[i] = ordered(list[i])
				}
			}
			if got := play(t, p, parsed(t, `{"day": 7}`), c.answers, nil); got != c.want {
				t.Errorf("%s: before:\n%s\nwant:\n%s", c.name, got, c.want)
			}
			lost := conv.Losses()
			if object := documents == workflow.ObjectDocument; object != (len(lost) == 1) || object && lost[0].Rule.ID != "convert/output-selection" {
				t.Errorf("losses: %v", lost)
			} else if object && c.name == "the list as the output" {
				continue
			}
			if got := play(t, conv.Program, parsed(t, `{"day": 7}`), c.answers, nil); got != c.want {
				t.Errorf("%s: after:\n%s\nwant:\n%s", c.name, got, c.want)
			}
		}
	}
}
