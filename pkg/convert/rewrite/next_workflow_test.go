package rewrite

import (
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

const (
	registers = `{"id": "register", "name": "Register", "autoStartNextWorkflow": true, "nextWorkflowId": "invoice", "steps": [
  {"id": "enter", "name": "Enter", "type": "SERVICE_TASK", "jobType": "enter", "nextStep": "new?"},
  {"id": "new?", "name": "New?", "type": "DECISION", "conditionalNextSteps": {"new": "greet", "!new": "known"}},
  {"id": "greet", "name": "Greet", "type": "SERVICE_TASK", "jobType": "greet", "nextStep": "greeted"},
  {"id": "greeted", "name": "Greeted", "type": "END"},
  {"id": "known", "name": "Known", "type": "END"}]}`
	invoices = `{"id": "invoice", "name": "Invoice", "steps": [
  {"id": "bill", "name": "Bill", "type": "SERVICE_TASK", "jobType": "bill", "nextStep": "billed"},
  {"id": "billed", "name": "Billed", "type": "END"}]}`
)

// TestNextWorkflow has the workflow that follows be called before each end, or be a part of the one before it.
func TestNextWorkflow(t *testing.T) {
	t.Parallel()
	p := lowered(t, "register.step.json", registers)
	p.Workflows = append(p.Workflows, lowered(t, "invoice.step.json", invoices).Workflows...)
	for _, x := range []struct {
		name  string
		calls bool
		want  string
	}{
		{"called", true, "enter task, next new?\nnew? choice, choice greet, choice invoice 2\ngreet task, next invoice\ninvoice task, next greeted\ngreeted end\ninvoice 2 task, next known\nknown end\n"},
		{"a part", false, "enter task, next new?\nnew? choice, choice greet, choice bill\ngreet task, next bill\nbill task, next greeted\ngreeted end\n"},
	} {
		t.Run(x.name, func(t *testing.T) {
			t.Parallel()
			c := rewritten(t, p, dialects.Abilities{Calls: x.calls}, nextWorkflows, calledWorkflows, subflows)
			if got := drawn(c.Program.Workflows[0]); got != x.want {
				t.Errorf("the net is\n%s\nwant\n%s", got, x.want)
			}
			for _, input := range []string{`{"new": true}`, `{"new": false}`} {
				alike(t, p, c, play{input: input, answers: map[string][]string{"enter": {`1 {"id": 7}`}, "greet": {`2 {"said": "hello"}`}, "bill": {`3 {"sum": 5}`}}})
			}
		})
	}
}

// TestNextWorkflowThatComesBack stays what follows: calls of it would have no end.
func TestNextWorkflowThatComesBack(t *testing.T) {
	t.Parallel()
	p := lowered(t, "register.step.json", registers)
	p.Workflows[0].Then = &workflow.Then{ID: "register"}
	if c := rewritten(t, p, dialects.Abilities{}, nextWorkflows); len(c.Applied) > 0 || c.Program.Workflows[0].Then == nil {
		t.Error("a workflow that follows itself is called by itself")
	}
}

// TestNextWorkflowThatIsNotGiven is started by a task before each end.
func TestNextWorkflowThatIsNotGiven(t *testing.T) {
	t.Parallel()
	p := lowered(t, "register.step.json", registers)
	for _, able := range []dialects.Abilities{{Answers: dialects.AnswerReplaces}, {Answers: dialects.AnswerMergesDeep}} {
		c := rewritten(t, p, able, nextWorkflows, timeLimits)
		want := "enter task, next new?\nnew? choice, choice greet, choice start invoice 2\ngreet task, next start invoice\nstart invoice task, next greeted\ngreeted end\nstart invoice 2 task, next known\nknown end\n"
		if got := drawn(c.Program.Start()); got != want {
			t.Errorf("the net is\n%s", got)
		}
		if l := lost(c); len(l) > 0 || c.Program.Start().Then != nil {
			t.Errorf("lost is %q", l)
		}
		if s := c.Raised.StandIns; len(s) != 1 || !strings.HasPrefix(s[0].What, "starts the workflow \"invoice\" with its input, and answers ") || s[0].Task != "start-invoice" {
			t.Errorf("the stand-ins are %+v", s)
		}
		for _, input := range []string{`{"new": true}`, `{"new": false}`} {
			x := play{input: input, answers: map[string][]string{"enter": {`1 {"id": 7}`}, "greet": {`2 {"said": "hello"}`}}}
			if was, is := observed(t, p, x), withoutCalls(observedWorking(t, c, x), "start-invoice"); was != is {
				t.Errorf("with %s it did\n%s\nand does\n%s", input, was, is)
			}
		}
	}
}
