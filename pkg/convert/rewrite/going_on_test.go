package rewrite

import (
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
)

const limitedParts = `{"id": "x", "name": "X", "version": "1",
  "functions": [{"name": "credit", "resource": "urn:credit"}, {"name": "fraud", "resource": "urn:fraud"}, {"name": "pay", "resource": "urn:pay"}],
  "states": [
    {"name": "Checks", "type": "parallel", "start": {"kind": "default"}, "transition": {"nextState": "Pay"}, "branches": [
      {"name": "Money", "actions": [{"functionRef": {"refName": "credit"}}]},
      {"name": "Trust", "actions": [{"functionRef": {"refName": "fraud"}, "timeout": "PT20S"}]}]},
    {"name": "Pay", "type": "operation", "actions": [{"functionRef": {"refName": "pay"}}], "end": {"kind": "default"}}]}`

// TestGoingOnKeepsChanges has a state that goes on after a time limit keep what was finished in it, whether it stays one or a task does
// what it does.
func TestGoingOnKeepsChanges(t *testing.T) {
	t.Parallel()
	p := lowered(t, "x.sw.json", limitedParts)
	late := play{input: `{"order": 1}`, answers: map[string][]string{"credit": {`1 {"score": 7}`}, "fraud": {`30 {"risk": 1}`}, "pay": {"{}"}}}
	early := play{input: `{"order": 1}`, answers: map[string][]string{"credit": {`1 {"score": 7}`}, "fraud": {`3 {"risk": 1}`}, "pay": {"{}"}}}
	if was := observed(t, p, late); !strings.Contains(was, `20s pay #1 {"order":1,"score":7}`) {
		t.Fatalf("the definition itself does\n%s", was)
	}
	alike(t, p, rewritten(t, p, dialects.Abilities{}, goingOn), late, early)
	c := rewritten(t, p, plainReplacing(), goingOn, actions, callingTasks(callScopes))
	for _, x := range []play{late, early} {
		if was, is := observed(t, p, x), observedWorking(t, c, x); was != is {
			t.Errorf("it did\n%s\nand does\n%s", was, is)
		}
	}
}

const limitedActions = `{"id": "x", "name": "X", "version": "1",
  "events": [{"name": "ordered", "type": "shop.ordered", "source": "shop"}],
  "functions": [{"name": "pick", "resource": "urn:pick"}, {"name": "pack", "resource": "urn:pack"}, {"name": "tell", "resource": "urn:tell"}],
  "states": [
    {"name": "Wait", "type": "event", "start": {"kind": "default"}, "transition": {"nextState": "Ship"}, "eventsActions": [
      {"eventRefs": ["ordered"], "actions": [{"functionRef": {"refName": "tell"}}, {"functionRef": {"refName": "tell"}, "timeout": "PT5S"}]}]},
    {"name": "Ship", "type": "operation", "end": {"kind": "default"},
      "actions": [{"functionRef": {"refName": "pick"}}, {"functionRef": {"refName": "pack"}, "timeout": "PT20S"}, {"functionRef": {"refName": "tell"}}]}]}`

// TestGoingOnHandlesLimitsOnly has those actions handle a time limit that have one.
func TestGoingOnHandlesLimitsOnly(t *testing.T) {
	t.Parallel()
	p := lowered(t, "x.sw.json", limitedActions)
	c := rewritten(t, p, dialects.Abilities{}, goingOn, listening, actions)
	const want = `Wait await, next Wait: tell
Wait: tell task, next Wait: tell 2
Wait: tell 2 task, next Ship, error Ship
Ship task, next Ship: pack
Ship: pack task, error ., next Ship: tell
Ship: tell task, end .
. end
`
	if got := drawn(c.Program.Start()); got != want {
		t.Errorf("it became\n%swant\n%s", got, want)
	}
}
