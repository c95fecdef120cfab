package rewrite

import (
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// TestFirstBranchFailsWithItsDocument has the first of two branches decide by an error: the other one is abandoned, as in the source.
func TestFirstBranchFailsWithItsDocument(t *testing.T) {
	t.Parallel()
	p := lowered(t, "race.sw.json", `{"id": "race", "name": "Race", "functions": [{"name": "a", "resource": "urn:a"}, {"name": "b", "resource": "urn:b"}, {"name": "c", "resource": "urn:c"}],
	  "states": [
	    {"name": "Race", "type": "parallel", "start": {"kind": "default"}, "completionType": "xor", "transition": {"nextState": "After"},
	     "branches": [{"name": "x", "actions": [{"functionRef": {"refName": "a"}}]}, {"name": "y", "actions": [{"functionRef": {"refName": "b"}}]}],
	     "retry": [{"expression": "{{ $.errors }}", "interval": "PT1S", "maxAttempts": 1}]},
	    {"name": "After", "type": "operation", "actions": [{"functionRef": {"refName": "c"}}], "end": {"kind": "default"}}]}`)
	able := dialects.Abilities{Joins: dialects.JoinScopes, ErrorData: true, Answers: dialects.AnswerMergesDeep, Results: true}
	c := rewritten(t, p, able, actions, plainData, earlyExits)
	if got, want := drawn(c.Program.Start()), `Race scope, error After, next After
  a task, next Race is done
  Race is done fail
  --
  b task, next Race is done 2
  Race is done 2 fail
  --
After task, end .
. end
`; got != want {
		t.Errorf("it became\n%s", got)
	}
	if b := c.Program.Start().Root.Start.Body; b.Gather != workflow.GatherChanges {
		t.Error("a handler of another error would not get what the branches changed")
	}
	alike(t, p, c,
		play{input: `{"n": 1}`, answers: map[string][]string{"a": {`3 {"from": "a"}`}, "b": {`2 {"from": "b"}`}, "c": {`1 {"done": true}`}}},
		play{input: `{"n": 1}`, answers: map[string][]string{"a": {`2 {"from": "a"}`}, "b": {`5 {"from": "b"}`}, "c": {`1 {"done": true}`}}})
	able.ErrorData = false
	if b := rewritten(t, p, able, actions, plainData, earlyExits).Program.Start().Root.Start.Body; b.Enough == nil {
		t.Error("it was changed for a target whose errors have no data")
	}
}

// TestEndInABranchIsAnError has an end of the run in a branch be an error that leads to the end from the scopes around it.
func TestEndInABranchIsAnError(t *testing.T) {
	t.Parallel()
	p := lowered(t, "stop.step.json", `{"id": "stop", "name": "Stop", "steps": [
	  {"id": "fork", "name": "Fork", "type": "PARALLEL_GATEWAY", "parallelNextSteps": ["ask", "work"], "joinStep": "join"},
	  {"id": "ask", "name": "Ask", "type": "SERVICE_TASK", "jobType": "ask", "nextStep": "go"},
	  {"id": "go", "name": "Go", "type": "DECISION", "conditionalNextSteps": {"stop": "end", "true": "join"}},
	  {"id": "work", "name": "Work", "type": "SERVICE_TASK", "jobType": "work", "nextStep": "join"},
	  {"id": "join", "name": "Join", "type": "JOIN_GATEWAY", "nextStep": "after"},
	  {"id": "after", "name": "After", "type": "SERVICE_TASK", "jobType": "after", "nextStep": "end"},
	  {"id": "end", "name": "End", "type": "END"}]}`)
	able := dialects.Abilities{Joins: dialects.JoinScopes, ErrorData: true}
	c := rewritten(t, p, able, nestedForks, unsharedVariables, earlyExits)
	alike(t, p, c,
		play{input: `{}`, answers: map[string][]string{"ask": {`1 {"stop": true}`}, "work": {`5 {"worked": true}`}, "after": {`{}`}}},
		play{input: `{}`, answers: map[string][]string{"ask": {`1 {"stop": false}`}, "work": {`5 {"worked": true}`}, "after": {`{"after": 1}`}}},
		play{input: `{}`, answers: map[string][]string{"ask": {`1 fail Busy`}, "work": {`5 {"worked": true}`}}})
	able.BranchEnds = true
	if c := rewritten(t, p, able, nestedForks, unsharedVariables, earlyExits); c.Applied[len(c.Applied)-1].ID == earlyExits.ID {
		t.Error("it was changed for a target in which a branch can end the run")
	}
}
