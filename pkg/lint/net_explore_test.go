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

// TestFlawsOfTimers compares definitions that have a flaw with near twins that have none.
func TestFlawsOfTimers(t *testing.T) {
	t.Parallel()
	const text = `{"id": "w", "name": "w", "steps": [
		{"id": "a", "name": "a", "type": "USER_TASK", "nextStep": "b", "boundaryEvents": [%s]},
		{"id": "r", "name": "r", "type": "SERVICE_TASK", "jobType": "r", "nextStep": "%s"},
		{"id": "b", "name": "b", "type": "SERVICE_TASK", "jobType": "b", "nextStep": "end"},
		{"id": "end", "name": "end", "type": "END"}]}`
	timer := func(length string, interrupting bool, to string) string {
		return fmt.Sprintf(`{"type": "TIMER", "duration": "%s", "interrupting": %v, "targetStepId": "%s"}`, length, interrupting, to)
	}
	for _, c := range []struct{ name, timers, next, want string }{
		{"a later timer after one that interrupts", timer("PT1H", true, "end") + "," + timer("PT2H", true, "r"), "end", neverFiresRule.ID},
		{"a later timer after one that does not", timer("PT1H", false, "r") + "," + timer("PT2H", true, "end"), "end", ""},
		{"two timers of one length", timer("PT1H", true, "end") + "," + timer("PT1H", true, "r"), "end", ""},
		{"a second token at the next step", timer("PT1H", false, "r"), "b", enteredTwiceRule.ID},
		{"a second token at a step of its own", timer("PT1H", false, "r"), "end", ""},
		{"two reminders", timer("PT1H", false, "r") + "," + timer("PT2H", false, "r"), "end", ""},
		{"one token, by another path", timer("PT1H", true, "r"), "b", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var got []string
			for _, f := range (&Linter{}).Check(read("x.step.json", []byte(fmt.Sprintf(text, c.timers, c.next)))).Findings {
				if f.Rule == neverFiresRule.ID || f.Rule == enteredTwiceRule.ID {
					got = append(got, f.Rule)
				}
			}
			if strings.Join(got, " ") != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// coverings are definitions whose last transition the conditions before it leave nothing for, and twins in which it is taken.
var coverings = []struct{ name, text, covered, open, found string }{
	{"x.asl.json", `{"StartAt": "A", "States": {
		"A": {"Type": "Choice", "Choices": [{"Variable": "$.x", "IsPresent": true, "Next": "B"}, {"Variable": "$.x", "IsPresent": %s, "Next": "C"}], "Default": "D"},
		"B": {"Type": "Succeed"}, "C": {"Type": "Succeed"}, "D": {"Type": "Succeed"}}}`, "false", "true", "info 2:158, 2 related"},
	{"x.asl.json", `{"QueryLanguage": "JSONata", "StartAt": "A", "States": {
		"A": {"Type": "Choice", "Choices": [{"Condition": "{%% $states.input.x > 5 %%}", "Next": "C"}, {"Condition": "{%% $states.input.x <= %s %%}", "Next": "C"}], "Default": "D"},
		"C": {"Type": "Succeed"}, "D": {"Type": "Succeed"}}}`, "5", "4", "info 2:166, 2 related"},
	{"x.step.json", `{"id": "w", "name": "w", "steps": [
		{"id": "a", "name": "a", "type": "DECISION", "conditionalNextSteps": {"x > 5": "b", "x <= %s": "b", "true": "e"}},
		{"id": "b", "name": "b", "type": "END"}, {"id": "e", "name": "e", "type": "END"}]}`, "5", "4", "info 2:103, 2 related"},
	{"x.sw.json", `{"id": "w", "name": "w", "version": "1.0", "states": [
		{"name": "A", "type": "switch", "start": {"kind": "default"}, "default": {"nextState": "B"}, "dataConditions": [
			{"condition": "{{ $.x[?(@.n > 5)] }}", "transition": {"nextState": "B"}}, {"condition": "{{ $.x[?(@.n > %s && @.m == 1)] }}", "transition": {"nextState": "C"}}]},
		{"name": "B", "type": "inject", "data": {}, "end": {"kind": "default"}}, {"name": "C", "type": "inject", "data": {}, "end": {"kind": "default"}}]}`, "7", "3", "warning 3:92, 1 related"},
}

// TestCoveredTransitions looks at what the conditions at one element leave open.
func TestCoveredTransitions(t *testing.T) {
	t.Parallel()
	for _, c := range coverings {
		for _, twin := range []struct{ part, want string }{{c.covered, c.found}, {c.open, ""}} {
			var got []string
			d := read(c.name, []byte(fmt.Sprintf(c.text, twin.part)))
			for _, f := range (&Linter{}).Check(d).Findings {
				if f.Rule == neverTakenRule.ID {
					at := d.File.Position(f.Span.Start)
					got = append(got, fmt.Sprintf("%s %d:%d, %d related", f.Severity, at.Line, at.Column, len(f.Related)))
				}
			}
			if strings.Join(got, "; ") != twin.want {
				t.Errorf("%s with %s: %q, expected %q", c.name, twin.part, got, twin.want)
			}
		}
	}
}
