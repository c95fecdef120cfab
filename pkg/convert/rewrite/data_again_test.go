package rewrite

import (
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
)

const setsByTask = `{"version": "1", "name": "order", "initialState": "Mark", "active": true, "states": {
  "Mark": {"transitions": [{"name": "mark", "next": "Ship", "manual": false, "processors": [
    {"type": "EXTERNAL", "name": "mark", "executionMode": "SYNC", "config": {"attachEntity": true, "context": "{\"add\":{\"failed\":true}}"}}]}]},
  "Ship": {"transitions": [{"name": "ship", "next": "Done", "manual": false, "processors": [
    {"type": "EXTERNAL", "name": "ship", "executionMode": "SYNC", "config": {"attachEntity": true}}]}]},
  "Done": {}}}`

// TestFixedDataIsSetAgain has a step set the data in place of a task that is given what it answers. Where the task answers that, the run is
// the same but for its call.
func TestFixedDataIsSetAgain(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]string{`{\"add\":{\"failed\":true}}`: `{"n":1,"failed":true}`, `{\"answer\":{\"failed\":true}}`: `{"failed":true}`} {
		p := lowered(t, "x.fsm.json", strings.Replace(setsByTask, `{\"add\":{\"failed\":true}}`, given, 1))
		c := rewritten(t, p, dialects.Abilities{Computes: true, Answers: dialects.AnswerMergesDeep}, statesOfEntity, dataAgain)
		if got := drawn(c.Program.Start()); !strings.HasPrefix(got, "Mark pass, next Ship\n") {
			t.Errorf("the net is\n%s", got)
		}
		x := play{input: `{"n": 1}`, answers: map[string][]string{"mark": {want}, "ship": {`{"shipped": true}`}}}
		was, is := observed(t, p, x), observed(t, c.Program, x)
		if is != strings.Replace(was, "0s mark #1 {\"n\":1}\n", "", 1) || len(lost(c)) != 1 {
			t.Errorf("it did\n%s\nand does\n%s", was, is)
		}
	}
}

// TestDataByAuthorsStays leaves tasks that are given something else, or have another name, and those of a target that cannot set data.
func TestDataByAuthorsStays(t *testing.T) {
	t.Parallel()
	for from, to := range map[string]string{
		`"name": "mark", "executionMode"`: `"name": "mark-order", "executionMode"`,
		`{\"failed\":true}`:               `5`,
		`\"add\"`:                         `\"data\"`,
		`{\"add\":`:                       `{\"by\":\"me\",\"add\":`,
	} {
		p := lowered(t, "x.fsm.json", strings.Replace(setsByTask, from, to, 1))
		c := rewritten(t, p, dialects.Abilities{Computes: true, Answers: dialects.AnswerMergesDeep}, statesOfEntity, dataAgain)
		if len(lost(c)) > 0 {
			t.Errorf("with %s the net is\n%s", to, drawn(c.Program.Start()))
		}
	}
	if c := rewritten(t, lowered(t, "x.fsm.json", setsByTask), dialects.Abilities{}, statesOfEntity, dataAgain); len(lost(c)) > 0 {
		t.Error("a target that cannot set data needs the task")
	}
}

// TestFixedDataIsGiven gives the data to the task that stands in for the step which sets it.
func TestFixedDataIsGiven(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`"Result": {"a": [1]}, `:                        `{"answer":{"a":[1]}}`,
		`"Result": {"a": 1}, "OutputPath": "$.a", `:     `{"answer":1}`,
		`"Result": {"a": 1}, "ResultPath": "$.place", `: `{"add":{"place":{"a":1}}}`,
		`"Parameters": {"a.$": "$.n"}, `:                `{"value":{"a":"$.n"}}`,
		`"Parameters": {"a.$": "$$.State.Name"}, `:      ``,
	} {
		p := lowered(t, "x.asl.json", `{"StartAt": "Mark", "States": {"Mark": {"Type": "Pass", `+text+`"Next": "Ship"}, "Ship": {"Type": "Task", "Resource": "urn:task:ship", "End": true}}}`)
		able := planningTarget()
		able.Documents = 0
		c := rewritten(t, p, able, plainData, wholeTasks)
		if got := strings.Join(plansOf(c), ""); got != want {
			t.Errorf("with %s the parameters are %s, want %s", text, got, want)
		}
	}
}
