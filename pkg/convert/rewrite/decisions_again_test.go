package rewrite

import (
	"fmt"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
)

// decidedSwitch is a workflow with a choice by what a task decides that is told the condition: the choice selects the document beside the decision.
const decidedSwitch = `{"id": "d", "name": "D", "version": "1", "functions": [{"name": "decide-large", "resource": "urn:decide"}, {"name": "ask", "resource": "urn:ask"}], "states": [
  {"name": "Decide Large", "type": "operation", "start": {"kind": "default"}, "actions": [{"functionRef": {"refName": "decide-large"}}], "transition": {"nextState": "Large"},
   "metadata": {"description": "{\"if\": \"$.sum > 2 * $.limit\"}"}},
  {"name": "Large", "type": "switch", "dataConditions": [{"condition": "{{ $[?(@.result.decide-large == true)] }}", "transition": {"nextState": "Ask"}}],
   "stateDataFilter": {"dataOutputPath": "{{ $.result.document }}"}, "default": {"nextState": "Pay"}},
  {"name": "Ask", "type": "operation", "actions": [{"functionRef": {"refName": "ask"}}], "end": {"kind": "default"}},
  {"name": "Pay", "type": "inject", "data": {"paid": true}, "end": {"kind": "default"}}]}`

// TestChoicesDecideAgain restores the condition of a choice that a task decides, and leaves tasks that do anything else.
func TestChoicesDecideAgain(t *testing.T) {
	t.Parallel()
	p := lowered(t, "d.sw.json", decidedSwitch)
	c := rewritten(t, p, dialects.Abilities{Computes: true}, actions, decisionsAgain)
	want := "Large choice, choice Ask, default Pay\n"
	if got := drawn(c.Program.Start()); !strings.HasPrefix(got, want) {
		t.Errorf("the net is\n%s", got)
	}
	if got := lost(c); len(got) != 1 {
		t.Errorf("the losses are %q, want one: the task is not called", got)
	}
	for _, sum := range []int{1, 9} {
		x := play{input: fmt.Sprintf(`{"sum": %d, "limit": 3}`, sum), answers: map[string][]string{
			"decide-large": {fmt.Sprintf(`{"result": {"decide-large": %t, "document": {"sum": %d, "limit": 3}}}`, sum > 6, sum)}, "ask": {`{"asked": true}`}}}
		was, is := observed(t, p, x), observed(t, c.Program, x)
		if asks := strings.Contains(was, "ask "); asks != strings.Contains(is, "ask ") {
			t.Errorf("with %d it did\n%s\nand does\n%s", sum, was, is)
		}
	}
	for from, to := range map[string]string{
		`"Decide Large"`:        `"Measure"`,
		`"refName": "decide-`:   `"refName": "measure-`,
		`\"$.sum > 2`:           `\"the sum is more than 2`,
		`{\"if\"`:               `{\"unless\"`,
		`decide-large == true)`: `decide-large != false)`,
		`"{{ $.result.document`: `"{{ $.result.rest`,
	} {
		text := strings.ReplaceAll(decidedSwitch, from, to)
		if strings.Contains(to, "measure-") {
			text = strings.Replace(text, `"name": "decide-large"`, `"name": "measure-large"`, 1)
		}
		q := lowered(t, "d.sw.json", text)
		before := drawn(rewritten(t, q, dialects.Abilities{Computes: true}, actions).Program.Start())
		if got := drawn(rewritten(t, q, dialects.Abilities{Computes: true}, actions, decisionsAgain).Program.Start()); got != before {
			t.Errorf("with %s in place of %s the net is\n%s", to, from, got)
		}
	}
	if c := rewritten(t, p, dialects.Abilities{}, actions, decisionsAgain); len(lost(c)) > 0 {
		t.Error("a target that cannot express the condition gets no task for it")
	}
}
