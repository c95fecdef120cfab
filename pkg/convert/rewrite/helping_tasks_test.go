package rewrite

import (
	"slices"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// iterates is what a target can that has no need of tasks which help its steps.
var iterates = dialects.Abilities{Each: true, Outputs: true, Gathers: dialects.GatherLists, Answers: dialects.AnswerDropped | dialects.AnswerReplaces}

const preparesItems = `{"id": "n", "name": "N", "functions": [{"name": "prepare-load", "resource": "prepare-load"}, {"name": "load", "resource": "load"},
  {"name": "report", "resource": "report"}], "states": [
  {"name": "Prepare Load", "type": "operation", "start": {"kind": "default"}, "actions": [{"functionRef": {"refName": "prepare-load"}}], "transition": {"nextState": "Load"}},
  {"name": "Load", "type": "foreach", "inputCollection": "{{ $.prepare-load.list.files }}", "iterationParam": "item", "actions": [{"functionRef": {"refName": "load"}}],
   "outputCollection": "{{ $.prepare-load.document.loads }}", "stateDataFilter": {"dataOutputPath": "{{ $.prepare-load.document }}"}, "transition": {"nextState": "Report"}},
  {"name": "Report", "type": "operation", "actions": [{"functionRef": {"refName": "report"}}], "end": {"kind": "default"}}]}`

const joinsResults = `{"id": "h", "name": "H", "functions": [{"name": "results-of-checks", "resource": "results-of-checks"}, {"name": "a", "resource": "a"},
  {"name": "b", "resource": "b"}], "states": [
  {"name": "Checks", "type": "parallel", "start": {"kind": "default"}, "branches": [{"name": "A", "actions": [{"functionRef": {"refName": "a"}}]},
   {"name": "B", "actions": [{"functionRef": {"refName": "b"}}]}], "transition": {"nextState": "Results of Checks"}},
  {"name": "Results of Checks", "type": "operation", "actions": [{"functionRef": {"refName": "results-of-checks"}}], "end": {"kind": "default"}}]}`

var readFromFlows = []Rewrite{edgeJoins, subflows, conditionalSteps, addedAnswers, helpingTasks}

// TestHelpingTasksAreTakenOut has steps without the tasks that were written to help them: to make the items of an iteration, a list of
// results, the output of a step, and nothing of an answer.
func TestHelpingTasksAreTakenOut(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		name, file, text string
		list             []Rewrite
		want, lost       string
	}{
		{"items", "n.sw.json", preparesItems, []Rewrite{actions, helpingTasks},
			"Load scope, next Report\n", `"Prepare Load" is assumed only to prepare the items of "Load", and is not called`},
		{"results", "h.sw.json", joinsResults, []Rewrite{actions, helpingTasks},
			"Checks scope, end .\n", `"Results of Checks" is assumed only to reshape the results of "Checks", and is not called`},
		{"an output", "o.flow", "weigh :weighed → book → :weighed > book-output", readFromFlows,
			"weigh task, next book\nbook task, end .\n. end\n", `"book-output" is assumed only to reshape the results of "book", and is not called`},
		{"a result", "r.flow", "weigh :weighed → { book → book-result } → :weighed > post", readFromFlows,
			"weigh task, next book\nbook task, next post\npost task, end .\n. end\n", `"book-result" is assumed only to reshape the results of "book", and is not called`},
		{"no answer", "d.flow", "weigh :weighed → { tell → tell-part-done } → :weighed > post", readFromFlows,
			"weigh task, next tell\ntell task, next post\npost task, end .\n. end\n", `"tell-part-done" is assumed only to drop the answer of "tell", and is not called`},
	} {
		c := rewritten(t, lowered(t, x.file, x.text), iterates, x.list...)
		if got := drawn(c.Program.Workflows[0]); !strings.HasPrefix(got, x.want) {
			t.Errorf("%s: the net is\n%s\nwant\n%s", x.name, got, x.want)
		}
		if got := lost(c); !slices.Equal(got, []string{"convert/helping-task: " + x.lost}) {
			t.Errorf("%s: the losses are %q", x.name, got)
		}
	}
}

// TestItemsHaveThePlaceOfTheirListAgain has an iteration take the list that tasks made items of, and put its results where the source did.
func TestItemsHaveThePlaceOfTheirListAgain(t *testing.T) {
	t.Parallel()
	c := rewritten(t, lowered(t, "n.sw.json", preparesItems), iterates, actions, helpingTasks)
	with := play{input: `{"list": {"files": ["f", "g"]}}`, answers: map[string][]string{"load": {`1 {"rows": 1}`, `2 {"rows": 2}`}, "report": {`{"reported": true}`}}}
	got := observed(t, c.Program, with)
	if want := `"loads":[`; !strings.Contains(got, want) || strings.Contains(got, "prepare-load") {
		t.Errorf("%s is not in\n%s", want, got)
	}
}

// TestTasksThatHelpNoStepStay leaves tasks that have another name or place, or do more, than those that are written to help a step.
func TestTasksThatHelpNoStepStay(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		file, text, from, to string
		list                 []Rewrite
	}{
		{"n.sw.json", preparesItems, `"name": "Prepare Load"`, `"name": "Sort"`, []Rewrite{actions, helpingTasks}},
		{"n.sw.json", preparesItems, `{"refName": "prepare-load"}`, `{"refName": "load"}`, []Rewrite{actions, helpingTasks}},
		{"n.sw.json", preparesItems, `"{{ $.prepare-load.document }}"`, `"{{ $.prepare-load }}"`, []Rewrite{actions, helpingTasks}},
		{"n.sw.json", preparesItems, `$.prepare-load.list.files`, `$.files`, []Rewrite{actions, helpingTasks}},
		{"h.sw.json", joinsResults, `"name": "Results of Checks", "type": "operation"`, `"name": "Results of Checks", "type": "operation", "retry": [{"expression": "{{ $.errors[?(@.name == 'Busy')] }}", "maxAttempts": 2}]`,
			[]Rewrite{actions, helpingTasks}},
		{"o.flow", "weigh → book → book-output", "", "", readFromFlows},
		{"r.flow", "weigh :weighed → { book → book-result → log } → :weighed > post", "", "", readFromFlows},
	} {
		text := strings.Replace(x.text, x.from, x.to, 1)
		text = strings.ReplaceAll(text, `"nextState": "Prepare Load"`, `"nextState": "Sort"`)
		c := rewritten(t, lowered(t, x.file, text), iterates, x.list...)
		if got := lost(c); len(got) > 0 {
			t.Errorf("with %s: the losses are %q", x.to, got)
		}
	}
	if c := rewritten(t, lowered(t, "n.sw.json", preparesItems), dialects.Abilities{}, actions, helpingTasks); len(lost(c)) > 0 {
		t.Errorf("a target without iterations has losses %q", lost(c))
	}
}

// TestJoinedResultsAreMergedAgain has branches give the answers of their tasks alone, which are merged, where a task was written to join
// them.
func TestJoinedResultsAreMergedAgain(t *testing.T) {
	t.Parallel()
	merges := dialects.Abilities{Gathers: dialects.GatherMerged, Answers: dialects.AnswerReplaces}
	text := strings.NewReplacer("Results of Checks", "Join Checks", "results-of-checks", "join-checks").Replace(joinsResults)
	c := rewritten(t, lowered(t, "h.sw.json", text), merges, actions, helpingTasks)
	with := play{input: `{"n": 1}`, answers: map[string][]string{"a": {`1 {"score": 700}`}, "b": {`1 {"verified": true}`}}}
	if got := observed(t, c.Program, with); !strings.Contains(got, `{"score":700,"verified":true}`) || strings.Contains(got, "join-checks") {
		t.Errorf("the run is %s", got)
	}
}

// TestListTold makes parts give a list at a place again, if the task after them is told just that.
func TestListTold(t *testing.T) {
	t.Parallel()
	for told, want := range map[string]string{
		`merge($, {\"found\": [$.found.weigh, $.found.trace]})`:                    "$.found",
		`merge($, {\"all\": {\"found\": [$.all.found.weigh, $.all.found.trace]}})`: "$.all.found",
		`merge($, {\"found\": [$.found.trace, $.found.weigh]})`:                    "",
		`merge($, {\"found\": [$.found.weigh]})`:                                   "",
		`merge($, {\"found\": [$.weigh, $.trace]})`:                                "",
		`merge($, {\"found\": $.found.weigh})`:                                     "",
		`{\"found\": [$.found.weigh, $.found.trace]}`:                              "",
	} {
		p := lowered(t, "x.sw.json", `{"id": "x", "name": "x", "functions": [{"name": "weigh", "resource": "urn:weigh"}, {"name": "trace", "resource": "urn:trace"}, {"name": "results-of-checks", "resource": "results-of-checks"}], "states": [
  {"name": "Checks", "type": "parallel", "start": {"kind": "default"}, "transition": {"nextState": "Results of Checks"}, "branches": [
    {"name": "weigh", "actions": [{"functionRef": {"refName": "weigh"}}]}, {"name": "trace", "actions": [{"functionRef": {"refName": "trace"}}]}]},
  {"name": "Results of Checks", "type": "operation", "actions": [{"functionRef": {"refName": "results-of-checks"}}], "metadata": {"description": "{\"value\":\"`+strings.ReplaceAll(told, `\"`, `\\\"`)+`\"}"}, "end": {"kind": "default"}}]}`)
		able := dialects.Abilities{Gathers: dialects.GatherLists | dialects.GatherChanges, Answers: dialects.AnswerAt | dialects.AnswerReplaces}
		c := rewritten(t, p, able, goingOn, actions, plainData, helpingTasks)
		n := c.Program.Start().Root.Start
		got := ""
		if n.Body.Gather == workflow.GatherList {
			got = expr.Readable(n.Data.Combine.Path)
		}
		if got != want {
			t.Errorf("with %s the list is at %q, want %q", told, got, want)
		}
	}
}
