package lint

import (
	"fmt"
	"strings"
	"testing"
)

// twins are definitions in which two states look at the same data; the second condition takes the place of the verb. An entity
// may get other data in each state in which it rests: nothing is found there.
var twins = []struct{ name, text, never, sometimes, at string }{
	{"x.asl.json", `{"StartAt": "A", "States": {
		"A": {"Type": "Choice", "Choices": [{"Variable": "$.x", "StringEquals": "a", "Next": "Work"}], "Default": "End"},
		"Work": {"Type": "Task", "Resource": "arn:aws:lambda:eu-west-1:123456789012:function:f", "ResultPath": "$.y", "Next": "B"},
		"B": {"Type": "Choice", "Choices": [{"Variable": "$.x", "StringEquals": "%s", "Next": "End"}], "Default": "Other"},
		"Other": {"Type": "Succeed"}, "End": {"Type": "Succeed"}}}`, "b", "a", "4:39, 1 related"},
	{"x.fsm.json", `{"workflows": [{"version": "1.0", "name": "w", "initialState": "A", "active": true, "states": {
		"A": {"transitions": [{"name": "on", "next": "B", "manual": false, "criterion": {"type": "simple", "jsonPath": "$.x", "operation": "GREATER_THAN", "value": 5}}]},
		"B": {"transitions": [{"name": "on", "next": "C", "manual": false, "criterion": {"type": "simple", "jsonPath": "$.x", "operation": "LESS_THAN", "value": %s}}]},
		"C": {}}}]}`, "3", "9", ""},
	{"x.step.json", `{"id": "w", "name": "w", "steps": [
		{"id": "a", "name": "a", "type": "DECISION", "conditionalNextSteps": {"x > 5": "b", "true": "end"}},
		{"id": "b", "name": "b", "type": "DECISION", "conditionalNextSteps": {"x < %s": "end", "true": "other"}},
		{"id": "other", "name": "other", "type": "END"}, {"id": "end", "name": "end", "type": "END"}]}`, "3", "9", "3:74, 1 related"},
}

func TestExcludedTransitions(t *testing.T) {
	t.Parallel()
	for _, twin := range twins {
		for _, second := range []struct {
			text, at string
		}{{twin.never, twin.at}, {twin.sometimes, ""}} {
			var got []string
			d := read(twin.name, []byte(fmt.Sprintf(twin.text, second.text)))
			for _, f := range (&Linter{}).Check(d).Findings {
				if f.Rule == neverTakenRule.ID {
					at := d.File.Position(f.Span.Start)
					got = append(got, fmt.Sprintf("%d:%d, %d related", at.Line, at.Column, len(f.Related)))
				}
			}
			if strings.Join(got, "; ") != second.at {
				t.Errorf("%s with %s: %q, expected %q", twin.name, second.text, got, second.at)
			}
			if off := (&Linter{ExploreBudget: -1}).Check(d).Findings; strings.Contains(fmt.Sprint(off), neverTakenRule.ID) {
				t.Errorf("%s is explored without a budget", twin.name)
			}
		}
	}
}

func TestTooSmallABudgetFindsNothing(t *testing.T) {
	t.Parallel()
	d := read("x.asl.json", []byte(fmt.Sprintf(twins[0].text, twins[0].never)))
	if all := (&Linter{ExploreBudget: 3}).Check(d).Findings; strings.Contains(fmt.Sprint(all), neverTakenRule.ID) {
		t.Error("a finding about states that were not looked at")
	}
}
