package rewrite

import (
	"slices"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

const retriedCheck = `{"id": "checks", "name": "Checks", "steps": [
  {"id": "fork", "name": "Fork", "type": "PARALLEL_GATEWAY", "parallelNextSteps": ["credit", "fraud"], "joinStep": "done"},
  {"id": "credit", "name": "Credit", "type": "SERVICE_TASK", "jobType": "credit", "retryCount": 2, "nextStep": "done"},
  {"id": "fraud", "name": "Fraud", "type": "SERVICE_TASK", "jobType": "fraud", "nextStep": "FRAUD"},
  {"id": "ask", "name": "Ask", "type": "USER_TASK", "nextStep": "done"},
  {"id": "done", "name": "Done", "type": "JOIN_GATEWAY", "nextStep": "end"},
  {"id": "end", "name": "End", "type": "END"}]}`

func TestABranchGivesWhatItChanges(t *testing.T) {
	t.Parallel()
	for next, want := range map[string][]string{
		"done": nil,
		"ask":  {`convert/branch-workflow: the branch "fraud" of "fork" does more than call tasks`},
	} {
		p := lowered(t, "checks.step.json", strings.Replace(retriedCheck, "FRAUD", next, 1))
		c := rewritten(t, p, dialects.Abilities{Joins: dialects.JoinScopes, WholeBranches: true}, nestedForks, branchChanges)
		if got := lost(c); !slices.Equal(got, want) {
			t.Errorf("losses %q, want %q", got, want)
		}
		for _, n := range c.Program.Workflows[0].Nodes {
			if n.Name() == "credit" && n.Data.Combine != nil {
				t.Errorf("the branch of %q gives its whole document", n.Name())
			}
			if n.Name() == "fraud" && n.Call != nil && n.Data.Combine == nil {
				t.Errorf("the branch of %q, which calls a task and does nothing else, was changed", n.Name())
			}
		}
	}
}

func TestABranchThatRunsOutOfTimeChangesNothing(t *testing.T) {
	t.Parallel()
	const limited = `"boundaryEvents": [{"type": "TIMER", "duration": "PT9S", "interrupting": true, "targetStepId": "done"}], "nextStep": "done"`
	p := lowered(t, "checks.step.json", strings.Replace(retriedCheck, `"nextStep": "FRAUD"`, limited, 1))
	c := rewritten(t, p, dialects.Abilities{Joins: dialects.JoinScopes, WholeBranches: true}, nestedForks, branchChanges)
	if got := lost(c); len(got) > 0 {
		t.Errorf("losses %q, want none", got)
	}
	empties := slices.ContainsFunc(c.Program.Workflows[0].Nodes, func(n *workflow.Node) bool {
		return n.Name() == "fraud timed out" && n.Data.Combine == nil && isEmptyObject(n.Data.Result)
	})
	if !empties {
		t.Error("when time is over the branch gives the document that it was given, want an empty one")
	}
}

// TestAnswersForABranch has a worker answer the document of a branch only if no other step merges its answer.
func TestAnswersForABranch(t *testing.T) {
	t.Parallel()
	for other, standIns := range map[string]int{"score": 0, "credit": 1} {
		text := strings.Replace(retriedCheck, "FRAUD", "ask", 1)
		text = strings.Replace(text, `"type": "USER_TASK"`, `"type": "SERVICE_TASK", "jobType": "`+other+`"`, 1)
		able := dialects.Abilities{Documents: workflow.ObjectDocument, Kinds: dialects.Kinds(workflow.Task, workflow.Scope, workflow.End),
			Answers: dialects.AnswerMergesDeep, OutputParts: true, Retries: dialects.RetryTasks | dialects.RetryByError | dialects.RetryAtOnce | dialects.RetryDelay,
			Joins: dialects.JoinScopes, Gathers: dialects.GatherChanges, WholeBranches: true}
		c := rewritten(t, lowered(t, "checks.step.json", text), able, nestedForks, callingTasks(callTasks), branchChanges)
		if got := len(c.Raised.StandIns); got != standIns {
			t.Errorf("where the other branch calls %q there are %d stand-ins, want %d: %+v", other, got, standIns, c.Raised.StandIns)
		}
	}
}
