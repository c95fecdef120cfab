package rewrite

import (
	"slices"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/run"
)

const checks = `{"id": "checks", "name": "Checks", "steps": [
  {"id": "run-checks", "name": "Run checks", "type": "PARALLEL_GATEWAY", "parallelNextSteps": ["credit", "identity"], "joinStep": "done"},
  {"id": "credit", "name": "Credit", "type": "SERVICE_TASK", "jobType": "credit", "nextStep": "done"},
  {"id": "identity", "name": "Identity", "type": "SERVICE_TASK", "jobType": "identity", "nextStep": "done"},
  {"id": "done", "name": "Done", "type": "JOIN_GATEWAY", "nextStep": "decide"},
  {"id": "decide", "name": "Decide", "type": "SERVICE_TASK", "jobType": "decide", "nextStep": "end"},
  {"id": "end", "name": "End", "type": "END"}]}`

var scopes = dialects.Abilities{Joins: dialects.JoinScopes}

func TestForkBecomesScope(t *testing.T) {
	t.Parallel()
	p := lowered(t, "checks.step.json", checks)
	c := rewritten(t, p, scopes, nestedForks, unsharedVariables)
	want := `run-checks scope, next done
  credit task, end .
  . end
  --
  identity task, end .
  . end
  --
done pass, next decide
decide task, next end
end end
`
	if got := drawn(c.Program.Start()); got != want {
		t.Errorf("it became\n%s", got)
	}
	if l := lost(c); len(l) > 0 {
		t.Errorf("lost: %q", l)
	}
	if c.Program.Start().Root.Shared {
		t.Error("the document is still shared")
	}
	alike(t, p, c,
		play{input: `{"a": 1}`, answers: map[string][]string{"credit": {`2 {"score": 700}`}, "identity": {`1 {"ok": true}`}, "decide": {`{"yes": true}`}}},
		play{input: `{"a": 1}`, answers: map[string][]string{"credit": {`1 {"x": 1}`}, "identity": {`2 {"x": 2}`}, "decide": {`{}`}}},
		play{input: `{}`, answers: map[string][]string{"credit": {`1 fail Busy`}, "identity": {`2 {"x": 2}`}}})
}

// TestBranchesShareSteps has two branches lead through one step, an end in a branch, and a gateway in a branch of another.
func TestBranchesShareSteps(t *testing.T) {
	t.Parallel()
	p := lowered(t, "shared.step.json", `{"id": "shared", "name": "Shared", "steps": [
	  {"id": "fork", "name": "Fork", "type": "PARALLEL_GATEWAY", "parallelNextSteps": ["ask", "b", "join"], "joinStep": "join"},
	  {"id": "ask", "name": "Ask", "type": "DECISION", "conditionalNextSteps": {"stop": "end", "true": "log"}},
	  {"id": "b", "name": "B", "type": "SERVICE_TASK", "jobType": "b", "nextStep": "log", "boundaryEvents":
	    [{"type": "TIMER", "duration": "PT5S", "interrupting": true, "targetStepId": "late"}]},
	  {"id": "late", "name": "Late", "type": "TRANSFORMATION", "transformations": {"late": true}, "nextStep": "join"},
	  {"id": "log", "name": "Log", "type": "SERVICE_TASK", "jobType": "log", "nextStep": "join"},
	  {"id": "join", "name": "Join", "type": "JOIN_GATEWAY", "nextStep": "after"},
	  {"id": "after", "name": "After", "type": "SERVICE_TASK", "jobType": "after", "nextStep": "end"},
	  {"id": "end", "name": "End", "type": "END"}]}`)
	c := rewritten(t, p, scopes, nestedForks, unsharedVariables)
	want := `fork scope, next join
  ask choice, choice end 2, choice log
  log task, end .
  end 2 end
  . end
  --
  b task, next log 2, timer late
  late pass, end .
  log 2 task, end .
  . end
  --
  . end
  --
join pass, next after
after task, next end
end end
`
	if got := drawn(c.Program.Start()); got != want {
		t.Errorf("it became\n%s", got)
	}
	var ended []string // what the output lacks of a run that ends in the first branch
	for i, l := range lost(c) {
		_, part, ends := strings.Cut(l, `ends at "end 2" lacks the changes by `)
		switch {
		case ends:
			ended = append(ended, part)
		case strings.HasPrefix(l, "convert/merge-order: where several branches of \"fork\" write"): // "log" may answer what "late" computes
		case i > 0 || !strings.Contains(l, `"log 2" does not see the changes by the other branches of "fork"`):
			t.Errorf("lost: %q", l)
		}
	}
	if !slices.Contains(ended, `"b"`) || slices.Contains(ended, `"log"`) {
		t.Errorf("the output lacks the changes by %s", ended)
	}
	answers := map[string][]string{"b": {`1 {"b": 1}`}, "log": {`{}`}, "after": {`{}`}}
	slow := map[string][]string{"b": {`9 {"b": 1}`}, "log": {`{}`}, "after": {`{}`}}
	alike(t, p, c, play{input: `{"stop": true}`, answers: answers}, play{input: `{"stop": false}`, answers: answers},
		play{input: `{"stop": false}`, answers: slow})
}

func TestForkThatDoesNotNestIsRefused(t *testing.T) {
	t.Parallel()
	p := read(t, "loop.step.json", `{"id": "loop", "name": "Loop", "steps": [
	  {"id": "fork", "name": "Fork", "type": "PARALLEL_GATEWAY", "parallelNextSteps": ["a", "b"], "joinStep": "join"},
	  {"id": "a", "name": "A", "type": "DECISION", "conditionalNextSteps": {"again": "fork", "true": "join"}},
	  {"id": "b", "name": "B", "type": "WAIT", "nextStep": "join"},
	  {"id": "join", "name": "Join", "type": "JOIN_GATEWAY", "nextStep": "end"},
	  {"id": "end", "name": "End", "type": "END"}]}`).Lower()
	c := rewritten(t, p, scopes, nestedForks)
	if want := `a branch of "fork" leads back to it: parts that run in parallel have to be nested`; c.Raised.Reason != want {
		t.Errorf("refused because %q", c.Raised.Reason)
	}
	if c := rewritten(t, p, dialects.Abilities{Joins: dialects.JoinForks}, nestedForks); c.Raised.Reason != "" || len(c.Applied) > 0 {
		t.Error("a target with forks does not need the rewrite")
	}
}

func TestWaitInBranch(t *testing.T) {
	t.Parallel()
	p := lowered(t, "wait.step.json", `{"id": "wait", "name": "Wait", "steps": [
	  {"id": "fork", "name": "Fork", "type": "PARALLEL_GATEWAY", "parallelNextSteps": ["a", "b"], "joinStep": "join"},
	  {"id": "a", "name": "A", "type": "USER_TASK", "nextStep": "join"},
	  {"id": "b", "name": "B", "type": "WAIT", "nextStep": "join"},
	  {"id": "join", "name": "Join", "type": "JOIN_GATEWAY", "nextStep": "end"},
	  {"id": "end", "name": "End", "type": "END"}]}`)
	c := rewritten(t, p, scopes, nestedForks, unsharedVariables)
	alike(t, p, c, play{input: `{}`, happens: []run.Occurrence{{Kind: "complete", Node: "a", Value: parsed(t, `{"x": 1}`)},
		{Kind: "signal", Node: "b", Value: parsed(t, `{"y": 1}`)}}}, play{input: `{}`})
}

const writtenJoin = `{"id": "f", "name": "F", "steps": [
  {"id": "checks", "name": "Checks", "type": "PARALLEL_GATEWAY", "parallelNextSteps": ["a", "b"], "joinStep": "checks-done"},
  {"id": "a", "name": "A", "type": "SERVICE_TASK", "jobType": "a", "nextStep": "checks-done"},
  {"id": "b", "name": "B", "type": "SERVICE_TASK", "jobType": "b", "nextStep": "checks-done"},
  {"id": "checks-done", "name": "Checks done", "type": "JOIN_GATEWAY", "nextStep": "end"},
  {"id": "end", "name": "End", "type": "END"}]}`

// TestWrittenJoinsAreTakenOut takes out the join that is written where a scope had none, and keeps one that an author named or described.
func TestWrittenJoinsAreTakenOut(t *testing.T) {
	t.Parallel()
	able := dialects.Abilities{Gathers: dialects.GatherChanges}
	for text, stays := range map[string]bool{
		writtenJoin: false,
		strings.ReplaceAll(writtenJoin, "checks-done", "all-checked"):                                         true,
		strings.Replace(writtenJoin, `"name": "Checks done"`, `"name": "Both checks are in"`, 1):              true,
		strings.Replace(writtenJoin, `"name": "Checks done"`, `"name": "Checks done", "description": "!"`, 1): true,
	} {
		c := rewritten(t, lowered(t, "x.step.json", text), able, nestedForks)
		if got := drawn(c.Program.Start()); strings.Contains(got, " pass, next end") != stays {
			t.Errorf("%s\nbecame\n%s", text, got)
		}
	}
}
