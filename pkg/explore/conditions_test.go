package explore_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/explore"
	"github.com/flowglot/flowglot/pkg/run/machine"
)

// inTurn makes a definition that looks at two conditions, one after the other: if the first holds it ends in F0, if only the second does in
// F1, and else in Done.
var inTurn = map[string]func(first, second string) (name, text string){
	"jsonata": func(first, second string) (string, string) {
		return "x.asl.json", fmt.Sprintf(`{"QueryLanguage": "JSONata", "StartAt": "A", "States": {
			"A": {"Type": "Choice", "Choices": [{"Condition": "{%% %s %%}", "Next": "F0"}], "Default": "B"},
			"B": {"Type": "Choice", "Choices": [{"Condition": "{%% %s %%}", "Next": "F1"}], "Default": "Done"},
			"F0": {"Type": "Succeed"}, "F1": {"Type": "Succeed"}, "Done": {"Type": "Succeed"}}}`, first, second)
	},
	"asl": func(first, second string) (string, string) {
		return "x.asl.json", fmt.Sprintf(`{"StartAt": "A", "States": {
			"A": {"Type": "Choice", "Choices": [{%s, "Next": "F0"}], "Default": "B"},
			"B": {"Type": "Choice", "Choices": [{%s, "Next": "F1"}], "Default": "Done"},
			"F0": {"Type": "Succeed"}, "F1": {"Type": "Succeed"}, "Done": {"Type": "Succeed"}}}`, first, second)
	},
	"sw": func(first, second string) (string, string) {
		return "x.sw.json", fmt.Sprintf(`{"id": "w", "name": "w", "version": "1.0", "states": [
			{"name": "A", "type": "switch", "start": {"kind": "default"}, "dataConditions": [{"condition": "{{ %s }}", "transition": {"nextState": "F0"}}], "default": {"nextState": "B"}},
			{"name": "B", "type": "switch", "dataConditions": [{"condition": "{{ %s }}", "transition": {"nextState": "F1"}}], "default": {"nextState": "Done"}},
			{"name": "F0", "type": "inject", "data": {}, "end": {"kind": "default"}}, {"name": "F1", "type": "inject", "data": {}, "end": {"kind": "default"}},
			{"name": "Done", "type": "inject", "data": {}, "end": {"kind": "default"}}]}`, first, second)
	},
	"fsm": func(first, second string) (string, string) {
		return "x.fsm.json", fmt.Sprintf(`{"workflows": [{"version": "1.0", "name": "w", "initialState": "A", "active": true, "states": {"A": {"transitions": [
			{"name": "a", "next": "F0", "manual": false, "criterion": {"type": "simple", "jsonPath": "$.x", "operation": %s}},
			{"name": "b", "next": "F1", "manual": false, "criterion": {"type": "simple", "jsonPath": "$.x", "operation": %s}}]}, "F0": {}, "F1": {}}}]}`, first, second)
	},
	"step": func(first, second string) (string, string) {
		return "x.step.json", fmt.Sprintf(`{"id": "w", "name": "w", "steps": [
			{"id": "A", "name": "A", "type": "DECISION", "conditionalNextSteps": {"%s": "F0", "true": "B"}},
			{"id": "B", "name": "B", "type": "DECISION", "conditionalNextSteps": {"%s": "F1", "true": "Done"}},
			{"id": "F0", "name": "F0", "type": "END"}, {"id": "F1", "name": "F1", "type": "END"}, {"id": "Done", "name": "Done", "type": "END"}]}`, first, second)
	},
}

// TestConditionsOfLanguages looks at what two conditions leave open in each language.
func TestConditionsOfLanguages(t *testing.T) {
	t.Parallel()
	const same, either, free = "Done F0", "F0 F1", "Done F0 F1"
	for _, c := range []struct{ language, first, second, want string }{
		{"jsonata", "$states.input.x < 5", "$states.input.x < 3", same},
		{"jsonata", "$states.input.x < 5", "$states.input.x < 7", free},
		{"jsonata", "$states.input.x < 5", "$states.input.x >= 5", either},
		{"jsonata", "$states.input.x < 5", "$states.input.y >= 5", free},
		{"jsonata", "$states.input.x = 'a' or $states.input.x = 'b'", "$states.input.x = 'b'", same},
		{"jsonata", "$states.input.x = 'a'", "$not($states.input.x = 'a')", either},
		{"jsonata", "$exists($states.input.x)", "$exists($states.input.x)", same},
		{"jsonata", "$count($states.input.x) > 2", "$count($states.input.x) > 2", same},
		{"jsonata", "$count($states.input.x) > 2", "$not($count($states.input.x) > 2)", either},
		{"jsonata", "$states.input.x > $states.input.y", "$states.input.x > $states.input.y", same},
		{"jsonata", "$v > 2", "$v > 2", free},
		{"jsonata", "$now() > '2020'", "$now() > '2020'", free},
		{"jsonata", "$random() > 0.5", "$random() > 0.5", free},
		{"jsonata", "$states.context.State.RetryCount > 2", "$states.context.State.RetryCount > 2", free},
		{"asl", `"Variable": "$.x", "NumericLessThan": 5`, `"Not": {"Variable": "$.x", "NumericLessThan": 5}`, either},
		{"asl", `"Variable": "$.x", "NumericLessThanPath": "$.y"`, `"Not": {"Variable": "$.x", "NumericLessThanPath": "$.y"}`, either},
		{"asl", `"Variable": "$.x", "StringEquals": "a"`, `"Variable": "$.x", "StringEquals": "b"`, free},
		{"sw", "$.x", "$.x", same},
		{"sw", "$.x[?(@.a < 5)]", "$.x[?(@.a < 5)]", same},
		{"sw", "$.x[?(@.a < 5)]", "$.x[?(@.a >= 5)]", free},
		{"sw", "$.x[?(@.a > 5)]", "$.x[?(@.a > 9)]", same},
		{"sw", "$.x[?(@.a > 9)]", "$.x[?(@.a > 5)]", free},
		{"sw", "$.x[?(@.a > 5)]", "$.x[?(@.a > 9 && @.b == 'c')]", same},
		{"sw", "$.x[?(@.a > 5 && @.b == 'c')]", "$.x[?(@.a > 9)]", free},
		{"sw", "$.x[?(@.a > 5)]", "$.y[?(@.a > 9)]", free},
		{"sw", "$[?(@.a > 5)]", "$[?(@.a > 9)]", same},
		{"sw", "$.x[?(@.a == 'b' || @.a == 'c')]", "$.x[?(@.a == 'c')]", same},
		{"fsm", `"GREATER_THAN", "value": 5`, `"GREATER_THAN", "value": 9`, "A F0"},
		{"fsm", `"GREATER_THAN", "value": 9`, `"GREATER_THAN", "value": 5`, "A F0 F1"},
		{"fsm", `"LESS_THAN", "value": 5`, `"GREATER_OR_EQUAL", "value": 5`, "A F0 F1"}, // where there is no value
		{"fsm", `"IS_NULL"`, `"NOT_NULL"`, "A F0 F1"},                                   // an empty list
		{"fsm", `"NOT_EQUAL", "value": "a"`, `"EQUALS", "value": "b"`, "A F0"},
		{"fsm", `"BETWEEN", "value": [1, 9]`, `"BETWEEN", "value": [3, 5]`, "A F0"},
		{"fsm", `"CONTAINS", "value": "a"`, `"CONTAINS", "value": "a"`, "A F0"},
		{"step", "x < 5", "x < 3", same},
		{"step", "x < 5", "!(x < 5)", either},
		{"step", "x < y", "x < y", same},
		{"step", "x < y", "not (x < y)", either},
		{"step", "len(x) > 2", "len(x) > 2", same},
		{"step", "x in [1, 2]", "x == 2", same},
		{"step", "now() > x", "now() > x", free},
	} {
		name, text := inTurn[c.language](c.first, c.second)
		s := space(t, name, text, explore.Options{})
		got := strings.ReplaceAll(strings.Join(outcomes(s), " "), "succeeded ", "")
		if c.language == "fsm" {
			got = strings.Join(rests(s), " ")
		}
		if got != c.want {
			t.Errorf("%s: %s, then %s: %s, expected %s", c.language, c.first, c.second, got, c.want)
		}
	}
}

// rests are the states in which an entity comes to rest before anybody asks for anything.
func rests(s *explore.Space) []string {
	found := map[string]bool{}
	var follow func(id int, at string)
	follow = func(id int, at string) {
		moved := false
		for _, t := range s.States[id].Steps {
			if h := t.Happened; h != nil && (h.Event.Kind == machine.Request || h.Event.Kind == machine.Update) {
				continue
			}
			moved = true
			for _, e := range t.Entered {
				at = e.Name
			}
			follow(t.To, at)
		}
		found[at] = found[at] || !moved
	}
	follow(0, "")
	return slices.DeleteFunc(slices.Sorted(maps.Keys(found)), func(name string) bool { return !found[name] })
}

// TestLargeChoices looks at choices that are many, or have many rules: what is not looked at again is not remembered.
func TestLargeChoices(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{"many rules": choiceWith(2000), "many choices": conditional(1000)} {
		if s := space(t, "x.asl.json", text, explore.Options{}); !s.Complete || len(s.States) > 2100 {
			t.Errorf("%s: %d states, complete: %t", name, len(s.States), s.Complete)
		}
	}
}

// TestGuardsOfBranches looks at the guards of arrow on one value: which tasks run together.
func TestGuardsOfBranches(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		first, second string
		want          string
	}{
		{"$[?(@.n > 5)]", "$[?(@.n > 9)]", "A, A B, A B C"},
		{"$[?(@.n > 5)]", "$[?(@.n < 5)]", "A, A B, A B C, A C"}, // of a list
		{"$[?(@.n > 5)]", "$[?(@.n > 5)]", "A, A B C"},
		{"$[?(@.n > 5)]", "$[?(@.m > 5)]", "A, A B, A B C, A C"},
	} {
		s := space(t, "x.flow", fmt.Sprintf("A -> { ? `%s` B\n? `%s` C }", c.first, c.second), explore.Options{Interleave: true})
		found := map[string]bool{}
		var follow func(id int, called []string)
		follow = func(id int, called []string) {
			if o := s.States[id].Outcome; o != nil && o.Status == explore.Succeeded {
				slices.Sort(called)
				found[strings.Join(called, " ")] = true
			}
			for _, t := range s.States[id].Steps {
				follow(t.To, append(slices.Clone(called), t.Called...))
			}
		}
		follow(0, nil)
		if got := strings.Join(slices.Sorted(maps.Keys(found)), ", "); got != c.want {
			t.Errorf("%s, %s: %s, expected %s", c.first, c.second, got, c.want)
		}
	}
}
