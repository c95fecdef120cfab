package lint

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/explore"
)

// sound are definitions with a part that makes a flaw of them, and one that does not; the part takes the place of the verb. found is what
// is found with the first: rule, place, how many related places.
var sound = []struct{ what, name, text, flawed, clean, found string }{
	{"a cycle whose condition looks at what no task of it changes", "x.asl.json", `{"StartAt": "C", "States": {
		"C": {"Type": "Choice", "Choices": [{"Variable": "$.status", "StringEquals": "ok", "Next": "Done"}], "Default": "Wait"},
		"Wait": {"Type": "Wait", "Seconds": 5, "Next": "Ask"},
		"Ask": {"Type": "Task", "Resource": "arn:aws:lambda:eu-west-1:123456789012:function:f", "ResultPath": "$.%s", "Next": "C"},
		"Done": {"Type": "Succeed"}}}`, "answer", "status", "net/never-left 4:3, 2 related"},
	{"a cycle that a task leaves by an error that is caught", "x.asl.json", `{"StartAt": "C", "States": {
		"C": {"Type": "Choice", "Choices": [{"Variable": "$.status", "StringEquals": "ok", "Next": "Done"}], "Default": "Ask"},
		"Ask": {"Type": "Task", "Resource": "arn:aws:lambda:eu-west-1:123456789012:function:f", "ResultPath": "$.answer", %s"Next": "C"},
		"Done": {"Type": "Succeed"}}}`, ``, `"Catch": [{"ErrorEquals": ["States.ALL"], "Next": "Done"}], `, "net/never-left 2:3, 1 related"},
	{"a cycle without a rest", "x.asl.json", `{"StartAt": "In", "States": {
		"In": {"Type": "Pass", "Next": "C"},
		"C": {"Type": "Choice", "Choices": [{"Variable": "$.n", "NumericGreaterThan": 3, "Next": "Done"}], "Default": "Count"},
		"Count": {"Type": "Pass", "Result": 4, "ResultPath": "$.%s", "Next": "C"},
		"Done": {"Type": "Succeed"}}}`, "m", "n", "net/never-left 4:3, 5 related"},
	{"a cycle of a switch and a delay", "x.sw.json", `{"id": "w", "name": "w", "version": "1.0", "functions": [{"name": "f", "operation": "x"}], "states": [
		{"name": "Known", "type": "switch", "start": {"kind": "default"},
		 "dataConditions": [{"condition": "{{ $.known }}", "transition": {"nextState": "Done"}}], "default": {"nextState": "Later"}},
		{"name": "Later", "type": "delay", "timeDelay": "PT1H", "transition": {"nextState": "Ask"}},
		{"name": "Ask", "type": %s, "transition": {"nextState": "Known"}},
		{"name": "Done", "type": "inject", "data": {}, "end": {"kind": "default"}}]}`, `"delay", "timeDelay": "PT1H"`, `"operation", "actionMode": "sequential", "actions": [{"functionRef": {"refName": "f"}}]`, "net/never-left 5:12, 2 related"},
	{"a cycle of decisions", "x.step.json", `{"id": "w", "name": "w", "steps": [
		{"id": "a", "name": "a", "type": "DECISION", "conditionalNextSteps": {"x > 5": "end", "true": "b"}},
		{"id": "b", "name": "b", "type": "DECISION", "conditionalNextSteps": {"y > 5": "end", "true": "%s"}},
		{"id": "end", "name": "end", "type": "END"}]}`, "a", "end", "net/never-left 2:10, 5 related"},
	{"errors that a branch handles itself", "x.asl.json", `{"StartAt": "P", "States": {
		"P": {"Type": "Parallel", "Next": "Done", "Catch": [{"ErrorEquals": ["Odd"], "Next": "Done"}], "Branches": [{"StartAt": "A", "States": {
			"A": {"Type": "Task", "Resource": "arn:aws:lambda:eu-west-1:123456789012:function:f", "Catch": [{"ErrorEquals": ["%s"], "Next": "B"}], "End": true},
			"B": {"Type": "Succeed"}}}]},
		"Done": {"Type": "Succeed"}}}`, "States.ALL", "Even", "net/never-caught 2:55, 0 related"},
	{"errors that nothing in a Map raises", "x.asl.json", `{"StartAt": "M", "States": {
		"M": {"Type": "Map", "Next": "Done", "Catch": [{"ErrorEquals": ["Odd"], "Next": "Done"}], "Iterator": {"StartAt": "A", "States": {
			"A": {"Type": "Choice", "Choices": [{"Variable": "$.n", "IsNull": true, "Next": "No"}], "Default": "Yes"},
			"No": {"Type": "Fail", "Error": "%s"}, "Yes": {"Type": "Succeed"}}}},
		"Done": {"Type": "Succeed"}}}`, "Even", "Odd", "net/never-caught 2:50, 0 related"},
	{"a branch that a decision leads out of", "x.step.json", `{"id": "w", "name": "w", "steps": [
		{"id": "p", "name": "p", "type": "PARALLEL_GATEWAY", "parallelNextSteps": ["a", "b"], "joinStep": "j"},
		{"id": "a", "name": "a", "type": "DECISION", "conditionalNextSteps": {"x > 5": "%s", "true": "j"}},
		{"id": "b", "name": "b", "type": "SERVICE_TASK", "jobType": "b", "nextStep": "j"},
		{"id": "j", "name": "j", "type": "JOIN_GATEWAY", "nextStep": "end"},
		{"id": "end", "name": "end", "type": "END"}]}`, "end", "j", "net/branch-may-leave 3:73, 5 related"},
	{"a branch that stops", "x.step.json", `{"id": "w", "name": "w", "steps": [
		{"id": "p", "name": "p", "type": "PARALLEL_GATEWAY", "parallelNextSteps": ["a", "b"], "joinStep": "j"},
		{"id": "a", "name": "a", "type": "SERVICE_TASK", "jobType": "a"%s},
		{"id": "b", "name": "b", "type": "SERVICE_TASK", "jobType": "b", "nextStep": "j"},
		{"id": "j", "name": "j", "type": "JOIN_GATEWAY", "nextStep": "end"},
		{"id": "end", "name": "end", "type": "END"}]}`, ``, `, "nextStep": "j"`, "net/branch-never-joins 2:78, 5 related; net/dead-end 3:10, 0 related"},
}

// behaviours lists what the rules about nets find in a text.
func behaviours(name, text string, o Linter) []string {
	d := read(name, []byte(text))
	var out []string
	for _, f := range o.Check(d).Findings {
		if strings.HasPrefix(f.Rule, "net/") && !f.Off {
			at := d.File.Position(f.Span.Start)
			out = append(out, fmt.Sprintf("%s %d:%d, %d related", f.Rule, at.Line, at.Column, len(f.Related)))
		}
	}
	slices.Sort(out)
	return out
}

func TestSoundness(t *testing.T) {
	t.Parallel()
	for _, c := range sound {
		t.Run(c.what, func(t *testing.T) {
			t.Parallel()
			if got := strings.Join(behaviours(c.name, fmt.Sprintf(c.text, c.flawed), Linter{}), "; "); got != c.found {
				t.Errorf("with the flaw: %q, expected %q", got, c.found)
			}
			if got := behaviours(c.name, fmt.Sprintf(c.text, c.clean), Linter{}); len(got) > 0 {
				t.Errorf("without the flaw: %q", got)
			}
		})
	}
}

// TestCutOff looks at the rule about timers that end a run, which is off unless it is asked for.
func TestCutOff(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		interrupting string
		want         int
	}{{"false", 1}, {"true", 0}} {
		found := 0
		text := `{"id": "w", "name": "w", "steps": [
			{"id": "a", "name": "a", "type": "USER_TASK", "nextStep": "end", "boundaryEvents": [
				{"type": "TIMER", "duration": "PT1H", "interrupting": ` + c.interrupting + `, "targetStepId": "r"}]},
			{"id": "r", "name": "r", "type": "SERVICE_TASK", "jobType": "r", "nextStep": "end"},
			{"id": "end", "name": "end", "type": "END"}]}`
		d := read("x.step.json", []byte(text))
		all, _ := checkNet(d.Lower().Start(), d.Dialect.Terms(), dialects.Soundness{}, exploring{cutOff: true}, nil)
		for _, f := range all {
			if f.Rule == cutOffRule.ID {
				found++
				if !f.Off {
					t.Error("the rule is on")
				}
			}
		}
		if found != c.want {
			t.Errorf("interrupting %s: %d findings", c.interrupting, found)
		}
	}
}

// TestForksWithoutBound looks at a net whose branches start their own fork again: it is explored some activations deep.
func TestForksWithoutBound(t *testing.T) {
	t.Parallel()
	d := read("x.step.json", []byte(definition(`
p PARALLEL_GATEWAY: "parallelNextSteps": ["a", "b"], "joinStep": "j"
a DECISION: "conditionalNextSteps": {"x": "p", "true": "j"}
b SERVICE_TASK: "nextStep": "j"
j JOIN_GATEWAY: "nextStep": "e"
e END`)))
	s, err := explore.Explore(d.Lower().Start(), explore.Options{Start: exploreStart})
	if err != nil {
		t.Fatal(err)
	}
	if s.Complete || !s.Unbounded || len(s.States) > 1000 {
		t.Errorf("complete: %t, unbounded: %t, %d states", s.Complete, s.Unbounded, len(s.States))
	}
}
