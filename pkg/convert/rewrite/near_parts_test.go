package rewrite

import (
	"slices"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// joiningTarget is a target that joins the results of branches as one value without empty objects, and merges answers member by member.
func joiningTarget() dialects.Abilities {
	able := plainReplacing()
	able.Answers |= dialects.AnswerMergesShallow
	able.Kinds |= dialects.Kinds(workflow.Scope)
	able.Joins, able.Gathers, able.Each = dialects.JoinScopes, dialects.GatherChanges|dialects.GatherMerged|dialects.GatherJoined, true
	return able
}

// TestListOfResults has a task give the list of the results of branches where the target would leave empty ones out, unless the target
// itself is to do what it has nearly, or nobody sees the list.
func TestListOfResults(t *testing.T) {
	t.Parallel()
	const text = `{"StartAt": "Look", "States": {"Look": {"Type": "Parallel", "Branches": [
	  {"StartAt": "A", "States": {"A": {"Type": "Task", "Resource": "urn:task:a", "End": true}}},
	  {"StartAt": "B", "States": {"B": {"Type": "Task", "Resource": "urn:task:b", "End": true}}}], %s"Next": "Done"},
	 "Done": {"Type": "Task", "Resource": "urn:task:c", "End": true}}}`
	for _, x := range []struct {
		name, place string
		prefer      dialects.Preference
		calls       bool
	}{
		{"the list is the document", "", dialects.PreferExact, true},
		{"the list is a member", `"ResultPath": "$.found", `, dialects.PreferExact, true},
		{"a list without empty results is near enough", "", dialects.PreferNative, false},
		{"nobody sees it", `"ResultPath": null, `, dialects.PreferExact, false},
	} {
		p := lowered(t, "x.asl.json", strings.Replace(text, "%s", x.place, 1))
		c := rewrittenWith(t, p, joiningTarget(), dialects.Raising{Prefer: x.prefer}, plainData, callingTasks(callScopes))
		if called := len(c.Raised.StandIns) > 0; called != x.calls || (len(c.Raised.Near) > 0) != x.calls {
			t.Errorf("%s: the stand-ins are %+v, and near is %+v", x.name, c.Raised.StandIns, c.Raised.Near)
		}
		if !x.calls {
			continue
		}
		for _, answer := range []string{`1 {"n": 1}`, `1 {}`} {
			run := play{input: `{"k": 1}`, answers: map[string][]string{"urn:task:a": {answer}, "urn:task:b": {`2 {}`}, "urn:task:c": {`1 {"c": 3}`}}}
			if was, is := observed(t, p, run), observedWorking(t, c, run); was != is {
				t.Errorf("%s: it did\n%s\nand does\n%s", x.name, was, is)
			}
		}
	}
}

// TestListOfResultsBesideVariables: parts whose results are read one by one become a task that reads them, also where there are variables,
// which have to become members of the document first. Where they do not become a task, the list is without empty objects.
func TestListOfResultsBesideVariables(t *testing.T) {
	t.Parallel()
	const text = `{"QueryLanguage": "JSONata", "StartAt": "Look", "States": {"Look": {"Type": "Parallel", "Branches": [
	  {"StartAt": "Near", "States": {"Near": {"Type": "Task", "Resource": "urn:task:near", "End": true}}},
	  {"StartAt": "Far", "States": {"Far": {"Type": "Task", "Resource": "urn:task:far", "End": true}}}],
	  "Assign": {"who": "{% $states.input.who %}"}, "Output": {"near": "{% $states.result[0].d %}", "far": "{% $states.result[1].d %}"}, "Next": "Go"},
	 "Go": {"Type": "Task", "Resource": "urn:task:go", "Arguments": {"who": "{% $who %}", "near": "{% $states.input.near %}"}, "End": true}}}`
	for name, calling := range map[string][]Rewrite{"a task": {callingTasks(callScopes)}, "parts": nil} {
		rewrites := slices.Concat([]Rewrite{commonTerms, joinedResults(false), plainData, variables}, calling, []Rewrite{joinedResults(true)})
		c := rewritten(t, lowered(t, "x.asl.json", text), joiningTarget(), rewrites...)
		joined := slices.ContainsFunc(lost(c), func(l string) bool { return strings.HasPrefix(l, "convert/joined-data: ") })
		if called := len(c.Raised.StandIns) == 1; called != (calling != nil) || joined == called {
			t.Errorf("%s: the losses are %q, and the stand-ins %+v", name, lost(c), c.Raised.StandIns)
		}
	}
}

// TestResultsInsideOfMember has a task put the results of an iteration at a place in a member whose other members stay, which the target
// would drop.
func TestResultsInsideOfMember(t *testing.T) {
	t.Parallel()
	for place, calls := range map[string]bool{"$.post.sent": true, "$.sent": false} {
		p := lowered(t, "x.asl.json", `{"StartAt": "Each", "States": {"Each": {"Type": "Map", "ItemsPath": "$.letters", "ResultPath": "`+place+`",
		  "ItemProcessor": {"StartAt": "One", "States": {"One": {"Type": "Task", "Resource": "urn:task:send", "End": true}}}, "End": true}}}`)
		c := rewritten(t, p, joiningTarget(), plainData, callingTasks(callScopes))
		if called := len(c.Raised.StandIns) > 0; called != calls {
			t.Errorf("with %s the stand-ins are %+v", place, c.Raised.StandIns)
		}
		if !calls {
			continue
		}
		run := play{input: `{"letters": [1, 2], "post": {"box": 3}}`, answers: map[string][]string{"urn:task:send": {`1 {"n": 1}`, `1 {"n": 2}`}}}
		if was, is := observed(t, p, run), observedWorking(t, c, run); was != is {
			t.Errorf("it did\n%s\nand does\n%s", was, is)
		}
	}
}

// TestStandInInBranchAdds has a task in one of several branches that change one document answer what the task answers, which is merged: with
// the whole document it would take back what another branch changed, and without what is as it was before, leave that to the other branch.
func TestStandInInBranchAdds(t *testing.T) {
	t.Parallel()
	p := lowered(t, "x.sw.json", `{"id": "x", "name": "x", "functions": [{"name": "a", "resource": "urn:a"}], "states": [
	  {"name": "Both", "type": "parallel", "start": {"kind": "default"}, "end": {"kind": "default"}, "branches": [
	   {"name": "x", "actions": [{"functionRef": {"refName": "a", "parameters": {"of": "{{ $.n }}"}}}]},
	   {"name": "y", "actions": [{"functionRef": {"refName": "a", "parameters": {"of": "{{ $.a }}"}}}]}]}]}`)
	c := rewritten(t, p, joiningTarget(), listening, actions, plainData, callingTasks(callTasks))
	if s := c.Raised.StandIns; len(s) == 0 || !strings.HasSuffix(s[0].What, ", and answers the same") {
		t.Fatalf("the stand-ins are %+v", s)
	}
	run := play{input: `{"n": 1, "a": 0}`, answers: map[string][]string{"a": {`1 {"b": 2}`, `3 {"c": 3}`}}}
	if was, is := observed(t, p, run), observedWorking(t, c, run); was != is {
		t.Errorf("it did\n%s\nand does\n%s", was, is)
	}
}

// TestWaitInBranchAddsNothing has a task that waits in one of several branches that change one document answer nothing.
func TestWaitInBranchAddsNothing(t *testing.T) {
	t.Parallel()
	p := lowered(t, "x.asl.json", `{"StartAt": "Both", "States": {"Both": {"Type": "Parallel", "End": true, "Branches": [
	  {"StartAt": "A", "States": {"A": {"Type": "Task", "Resource": "urn:task:a", "End": true}}},
	  {"StartAt": "Rest", "States": {"Rest": {"Type": "Wait", "Seconds": 3, "End": true}}}]}}}`)
	able := joiningTarget()
	for _, gather := range []workflow.Gather{workflow.GatherChanges, workflow.GatherList} {
		p.Start().Root.Start.Body.Gather = gather
		c := rewritten(t, p, able, plainData, waitAsTask)
		if s, nothing := c.Raised.StandIns, gather == workflow.GatherChanges; len(s) != 1 || strings.HasSuffix(s[0].What, "answers {}") != nothing {
			t.Errorf("the stand-ins are %+v", s)
		}
	}
}
