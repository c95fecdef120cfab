package rewrite

import (
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
)

// TestEnoughParts has a task do what parallel parts do until two of three have ended, and the handler of their errors stay.
func TestEnoughParts(t *testing.T) {
	t.Parallel()
	p := lowered(t, "x.sw.json", `{"id": "x", "name": "x", "functions": [{"name": "north", "resource": "urn:n"}, {"name": "south", "resource": "urn:s"}, {"name": "west", "resource": "urn:w"}, {"name": "choose", "resource": "urn:c"}],
  "states": [{"name": "Quotes", "type": "parallel", "start": {"kind": "default"}, "completionType": "n_of_m", "n": 2, "branches": [
    {"name": "N", "actions": [{"functionRef": {"refName": "north"}}]}, {"name": "S", "actions": [{"functionRef": {"refName": "south"}}]}, {"name": "W", "actions": [{"functionRef": {"refName": "west"}}]}],
    "onError": [{"expression": "{{ $.error }}", "transition": {"nextState": "Choose"}}], "transition": {"nextState": "Choose"}},
    {"name": "Choose", "type": "operation", "actions": [{"functionRef": {"refName": "choose"}}], "end": {"kind": "default"}}]}`)
	able := handlingReplacing()
	able.Handlers |= dialects.HandleScopes
	able.Computes, able.Outputs = true, true
	c := rewritten(t, p, able, enoughParts)
	if s := c.Raised.StandIns; len(s) != 1 || s[0].Task != "call-quotes" ||
		s[0].What != `does what the parts of "Quotes" do: calls north; south; west, at the same time, until 2 of them have ended, and answers its input with what they merge into it` {
		t.Fatalf("the stand-ins are %+v", s)
	}
	for _, answers := range []map[string][]string{
		{"north": {`3 {"n": 1}`}, "south": {`5 {"s": 2}`}, "west": {`9 {"w": 3}`}},
		{"north": {`9 {"n": 1}`}, "south": {`5 {"s": 2}`}, "west": {`1 {"w": 3}`}},
		{"north": {`3 {"n": 1}`}, "south": {`5 {"s": 2}`}, "west": {`9 fail Lost`}},
	} {
		answers["choose"] = []string{`1 {"chosen": true}`}
		x := play{input: `{"order": 1}`, answers: answers}
		if was, is := observed(t, p, x), observedWorking(t, c, x); was != is {
			t.Errorf("with %q it did\n%s\nand does\n%s", answers, was, is)
		}
	}
	able.Enough = true
	if c := rewritten(t, p, able, enoughParts); len(c.Applied) > 0 {
		t.Error("a target that need not wait for all parts does not need the rewrite")
	}
}
