package rewrite

import (
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

const checkedBefore = `{"StartAt": "Checks", "States": {
  "Checks": {"Type": "Parallel", "ResultPath": "$.checks", "Next": "Files", "Branches": [
    {"StartAt": "Credit", "States": {"Credit": {"Type": "Task", "Resource": "urn:task:credit", "Next": "Limit"}, "Limit": {"Type": "Task", "Resource": "urn:task:read-limit", "End": true}}},
    {"StartAt": "Fraud", "States": {"Fraud": {"Type": "Task", "Resource": "urn:task:fraud", "Next": "Sure?"},
      "Sure?": {"Type": "Choice", "Choices": [{"Variable": "$.risk", "NumericGreaterThan": 5, "Next": "Ask"}], "Default": "Note"},
      "Ask": {"Type": "Task", "Resource": "urn:task:ask", "Next": "Note"}, "Note": {"Type": "Task", "Resource": "urn:task:note", "End": true}}}]},
  "Files": {"Type": "Map", "ItemsPath": "$.files", "MaxConcurrency": 2, "ResultPath": "$.loads", "End": true, "ItemProcessor": {"StartAt": "Load", "States": {
    "Load": {"Type": "Task", "Resource": "urn:task:load", "Catch": [{"ErrorEquals": ["Malformed"], "ResultPath": null, "Next": "Put aside"}], "End": true},
    "Put aside": {"Type": "Task", "Resource": "urn:task:put-aside", "End": true}}}}}}`

// planningTarget is a target without parallel parts whose tasks have parameters.
func planningTarget() dialects.Abilities {
	able := plainReplacing()
	able.Parameters = true
	return able
}

// plansOf are the parameters of the tasks of a program.
func plansOf(c *Conversion) []string {
	var out []string
	for _, n := range c.Program.Start().Nodes {
		if n.Call != nil && n.Call.Parameters != nil {
			out = append(out, string(value.Append(nil, n.Call.Parameters.Value)))
		}
	}
	return out
}

// TestPartsArePlanned gives the tasks in the place of parts the names of those that they call.
func TestPartsArePlanned(t *testing.T) {
	t.Parallel()
	p := lowered(t, "x.asl.json", checkedBefore)
	c := rewritten(t, p, planningTarget(), callingTasks(callScopes), plannedParts)
	want := []string{
		`{"parallel":[["credit",{"do":"read-limit","name":"Limit"}],["fraud",{"choose":[{"if":"$[?(@.risk > 5)]","do":"ask"}],"name":"Sure?"},"note"]],"results":"$.checks"}`,
		`{"forEach":"$.files","do":{"do":"load","ifFails":{"Malformed":"put-aside"}},"atOnce":2,"results":"$.loads"}`,
	}
	if got := plansOf(c); strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("the plans are\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if got := plansOf(rewritten(t, p, plainReplacing(), callingTasks(callScopes), plannedParts)); len(got) > 0 {
		t.Errorf("a target without parameters gets %q", got)
	}
}

// TestPlansOfFilters has conditions that select among items be in plans as they are.
func TestPlansOfFilters(t *testing.T) {
	t.Parallel()
	p := lowered(t, "x.flow", "list → { a → { ?`$.items[?(@.n > 1)]` b }\nc } → d")
	c := rewritten(t, p, planningTarget(), edgeJoins, conditionalSteps, subflows, callingTasks(callScopes), plannedParts)
	if got := strings.Join(plansOf(c), ""); !strings.Contains(got, `"if":"$.items[?(@.n > 1)]"`) {
		t.Errorf("the plan is %s of\n%s", got, drawn(c.Program.Start()))
	}
}

// TestPlansOfOtherLanguages has the lists of iterations be paths in plans, in whatever language the source selects them. Results that are
// added to a list are put there, as near as a plan describes it.
func TestPlansOfOtherLanguages(t *testing.T) {
	t.Parallel()
	const text = `{"id": "x", "name": "x", "functions": [{"name": "load", "resource": "load"}], "states": [{"name": "Files", "type": "foreach", "start": {"kind": "default"},
  "inputCollection": "{{ $.files }}", "iterationParam": "file", "outputCollection": "{{ $.loads }}", "max": 2, "actions": [{"functionRef": {"refName": "load"}}], "end": {"kind": "default"}}]}`
	c := rewritten(t, lowered(t, "x.sw.json", text), planningTarget(), itemChanges, actions, callingTasks(callScopes), plannedParts)
	want := `{"forEach":"$.files","do":"load","atOnce":2,"results":"$.loads"}`
	if got := strings.Join(plansOf(c), ""); got != want {
		t.Errorf("the plan is %s, want %s", got, want)
	}
}

// TestPartsWithoutPlans gives no plan of what a plan cannot describe.
func TestPartsWithoutPlans(t *testing.T) {
	t.Parallel()
	for from, to := range map[string]string{
		`"urn:task:read-limit", "End": true`: `"urn:task:read-limit", "Next": "Again"`, // steps are repeated, but not from the beginning on
		`"NumericGreaterThan": 5`:            `"IsTimestamp": true`,
		`"Default": "Note"`:                  `"Default": "Unsure"`,
	} {
		text := strings.ReplaceAll(checkedBefore, from, to)
		text = strings.Replace(text, `"Limit": {`, `"Again": {"Type": "Choice", "Choices": [{"Variable": "$.n", "NumericEquals": 1, "Next": "Limit"}], "Default": "Sum"}, "Sum": {"Type": "Succeed"}, "Limit": {`, 1)
		text = strings.Replace(text, `"Ask": {`, `"Unsure": {"Type": "Fail"}, "Ask": {`, 1)
		p := lowered(t, "x.asl.json", text)
		if got := plansOf(rewritten(t, p, planningTarget(), callingTasks(callScopes), plannedParts)); len(got) != 1 {
			t.Errorf("with %s the plans are %q, want that of the iteration", to, got)
		}
	}
}

// TestPartsAreReadBack makes parts again of the tasks that have their plans. Of the same data they do the same.
func TestPartsAreReadBack(t *testing.T) {
	t.Parallel()
	p := lowered(t, "x.asl.json", checkedBefore)
	there := rewritten(t, p, planningTarget(), callingTasks(callScopes), plannedParts)
	able := dialects.Abilities{Each: true, AtOnce: true, Joins: dialects.JoinScopes, Kinds: dialects.Kinds(workflow.Choice, workflow.Scope),
		Handlers: dialects.HandleTasks | dialects.HandleByError}
	c := rewritten(t, there.Program, able, partsAgain)
	got := drawn(c.Program.Start())
	for _, line := range []string{"Checks scope, next Files\n", "  credit task, next Limit\n", "  Limit task, next .\n", "  fraud task, next Sure?\n",
		"  Sure? choice, choice ask, default note\n", "Files scope, end .\n", "  load task, next ., error put-aside\n"} {
		if !strings.Contains(got, line) {
			t.Errorf("the net lacks %q:\n%s", line, got)
		}
	}
	if list := lost(c); len(list) != 2 {
		t.Errorf("the losses are %q, want one for each task that is not called", list)
	}
	answers := map[string][]string{"credit": {`1 {"a": 1}`}, "read-limit": {`{"limit": 9}`}, "fraud": {`2 {"risk": 7}`}, "ask": {`1 {"risk": 6}`}, "note": {`{"noted": true}`},
		"load": {`{"rows": 1}`, `0 fail Malformed`}, "put-aside": {`{"aside": true}`}}
	named := map[string][]string{}
	for task, list := range answers {
		named["urn:task:"+task] = list
	}
	was := observed(t, p, play{input: `{"files": [{"n": 1}, {"n": 2}]}`, answers: named})
	is := observed(t, c.Program, play{input: `{"files": [{"n": 1}, {"n": 2}]}`, answers: answers})
	if is != strings.ReplaceAll(was, "urn:task:", "") {
		t.Errorf("it did\n%s\nand does\n%s", was, is)
	}
}

// TestTasksByAuthorsStay leaves tasks with other parameters or names alone, and those whose parts the target cannot have.
func TestTasksByAuthorsStay(t *testing.T) {
	t.Parallel()
	able := dialects.Abilities{Each: true, AtOnce: true, Joins: dialects.JoinScopes, Kinds: dialects.Kinds(workflow.Choice, workflow.Scope)}
	for _, x := range []struct {
		name, task, given string
		parts             bool
	}{
		{"Checks", "call-checks", `{"parallel": ["a", "b"]}`, true},
		{"Checks", "checks", `{"parallel": ["a", "b"]}`, true},
		{"Checks", "checks", `{"forEach": "$.files", "do": ["a", {"choose": [{"if": "$[?(@.n > 1)]", "do": "b"}, {"do": "c"}]}]}`, true},
		{"a to b", "call-a-to-b", `{"do": ["a", "b"]}`, true},
		{"Checks", "call-checks", `{"do": ["a", "b"]}`, false},
		{"Checks", "call-others", `{"parallel": ["a", "b"]}`, false},
		{"Checks", "call-checks", `{"parallel": ["a", 5]}`, false},
		{"Checks", "call-checks", `{"parallel": []}`, false},
		{"Checks", "call-checks", `{"parallel": ["a"], "tries": 3}`, false},
		{"Checks", "call-checks", `{"parallel": ["a"], "do": "b"}`, false},
		{"Checks", "call-checks", `{"parallel": ["a"], "ifFails": {"Busy": "b"}}`, false},
		{"Checks", "call-checks", `{"parallel": [{"do": "a", "ifFails": {"Busy": "b"}}]}`, false}, // no handlers
		{"Checks", "call-checks", `{"forEach": "files", "do": "a"}`, false},
		{"Checks", "call-checks", `{"forEach": "$.files"}`, false},
		{"Checks", "call-checks", `["parallel"]`, false},
	} {
		p := lowered(t, "x.asl.json", `{"StartAt": "N", "States": {"N": {"Type": "Task", "Resource": "urn:task:t", "End": true}}}`)
		n := p.Start().Root.Start
		n.Element.Name, n.Call.Task = x.name, x.task
		n.Call.Parameters = &expr.Literal{Value: parsed(t, x.given)}
		c := rewritten(t, p, able, partsAgain)
		if got := len(c.Applied) > 0; got != x.parts {
			t.Errorf("%q, which calls %s with %s, becomes parts: %v", x.name, x.task, x.given, got)
		}
		if c := rewritten(t, p, dialects.Abilities{}, partsAgain); len(c.Applied) > 0 && x.name == "Checks" {
			t.Errorf("%s becomes parts that the target does not have", x.given)
		}
	}
}

// FuzzPlans makes parts of what authors may give a task. Nothing of it may crash, and what is made is a net whose parts end.
func FuzzPlans(f *testing.F) {
	for _, given := range []string{`{"parallel": ["a", ["b", "c"]], "results": "$.x"}`, `{"forEach": "$.files", "do": {"do": "a", "ifFails": {"*": "b"}}, "atOnce": 2}`,
		`{"parallel": [{"choose": [{"if": "$[?(@.n > 1)]", "do": "a"}, {"do": []}]}, {"parallel": ["c"], "name": "d"}]}`, `{"do": ["a", "b"]}`, `{"parallel": [[]]}`, `{"forEach": "$", "do": []}`, `{"do": "a", "within": "PT5S"}`} {
		f.Add(given)
	}
	text := `{"StartAt": "N", "States": {"N": {"Type": "Task", "Resource": "urn:task:t", "End": true}}}`
	able := dialects.Abilities{Each: true, AtOnce: true, Joins: dialects.JoinScopes, Kinds: dialects.Kinds(workflow.Choice, workflow.Scope), Handlers: dialects.HandleTasks | dialects.HandleByError}
	f.Fuzz(func(t *testing.T, given string) {
		v, err := value.Parse([]byte(given))
		if err != nil {
			return
		}
		p := lowered(t, "x.asl.json", text)
		n := p.Start().Root.Start
		n.Element.Name, n.Call.Task, n.Call.Parameters = "Work", "work", &expr.Literal{Value: v}
		for _, r := range rewritten(t, p, able, partsAgain, limitsAgain).Program.Start().Regions {
			if r.Start == nil || len(r.Nodes) == 0 {
				t.Fatalf("%s makes a part without steps", given)
			}
		}
	})
}
