package explore_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/explore"
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
		{"step", "x < 5", "x < 3", same},
		{"step", "x < 5", "!(x < 5)", either},
		{"step", "x < y", "x < y", same},
		{"step", "x < y", "not (x < y)", either},
		{"step", "len(x) > 2", "len(x) > 2", same},
		{"step", "x in [1, 2]", "x == 2", same},
		{"step", "now() > x", "now() > x", free},
	} {
		name, text := inTurn[c.language](c.first, c.second)
		got := strings.ReplaceAll(strings.Join(outcomes(space(t, name, text, explore.Options{})), " "), "succeeded ", "")
		if got != c.want {
			t.Errorf("%s: %s, then %s: %s, expected %s", c.language, c.first, c.second, got, c.want)
		}
	}
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
