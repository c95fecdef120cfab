package rewrite

import (
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

const scoredBefore = `{"StartAt": "Checks", "States": {"Checks": {"Type": "Parallel", "ResultPath": "$.results", "End": true, "Branches": [
  {"StartAt": "Score", "States": {"Score": {"Type": "Task", "Resource": "urn:task:score", "ResultPath": "$.score", "Catch": [{"ErrorEquals": ["States.ALL"], "ResultPath": null, "Next": "No score"}], "End": true},
    "No score": {"Type": "Pass", "Result": {"score": 0}, "End": true}}},
  {"StartAt": "History", "States": {"History": {"Type": "Task", "Resource": "urn:task:history", "Next": "Late?"},
    "Late?": {"Type": "Choice", "Choices": [{"Variable": "$.late", "NumericGreaterThan": 2, "Next": "File"}], "Default": "Wave through"},
    "File": {"Type": "Task", "Resource": "urn:task:file", "ResultPath": "$.file", "Next": "Known"},
    "Wave through": {"Type": "Pass", "Next": "Known"}, "Known": {"Type": "Succeed"}}}]}}}`

// TestPlansOfData has plans describe steps that set fixed data, ends with names, and where the answers of tasks are put. Read back they are
// these steps, in their order, and of the same data they do the same.
func TestPlansOfData(t *testing.T) {
	t.Parallel()
	p := lowered(t, "x.asl.json", scoredBefore)
	there := rewritten(t, p, planningTarget(), callingTasks(callScopes), plannedParts)
	const want = `{"parallel":[{"do":"score","ifFails":{"*":{"name":"No score","answer":{"score":0}}},"results":"$.score"},` +
		`["history",{"choose":[{"if":"$[?(@.late > 2)]","do":{"do":"file","results":"$.file"}},{"do":{"name":"Wave through","add":{}}}]},{"end":"Known"}]],"results":"$.results"}`
	if got := strings.Join(plansOf(there), ""); got != want {
		t.Fatalf("the plan is\n%s\nwant\n%s", got, want)
	}
	able := dialects.Abilities{Joins: dialects.JoinScopes, Kinds: dialects.Kinds(workflow.Choice, workflow.Scope, workflow.Pass), Computes: true,
		Handlers: dialects.HandleTasks | dialects.HandleByError}
	c := rewritten(t, there.Program, able, partsAgain)
	const net = `Checks scope, end .
  score task, next ., error No score
  No score pass, next .
  . end
  --
  history task, next Late?
  Late? choice, choice file, default Wave through
  file task, next Known
  Wave through pass, next Known
  Known end
  --
. end
`
	if got := drawn(c.Program.Start()); !strings.HasPrefix(got, net) {
		t.Errorf("the net is\n%s\nwant\n%s", got, net)
	}
	for _, history := range []string{`2 {"late": 1}`, `2 {"late": 3}`} {
		for _, score := range []string{`1 {"score": 600}`, `1 fail Busy`} {
			answers := map[string][]string{"urn:task:history": {history}, "urn:task:score": {score}, "urn:task:file": {`{"n": 1}`}}
			was := observed(t, p, play{input: `{"id": 1}`, answers: answers})
			for task, list := range answers {
				answers[strings.TrimPrefix(task, "urn:task:")] = list
			}
			if is := observed(t, c.Program, play{input: `{"id": 1}`, answers: answers}); is != strings.ReplaceAll(was, "urn:task:", "") {
				t.Errorf("it did\n%s\nand does\n%s", was, is)
			}
		}
	}
	able.Computes = false
	if c := rewritten(t, there.Program, able, partsAgain); len(c.Applied) > 0 {
		t.Error("a target that sets no data has the parts")
	}
}
