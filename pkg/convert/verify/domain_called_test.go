package verify_test

import (
	"context"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/convert/verify"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/value/valuetest"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// TestWorkflowGivesBack has a task change a member while a workflow runs at the same time, whose output has the member as it was before:
// that is outside of the domain. A new member is not.
func TestWorkflowGivesBack(t *testing.T) {
	t.Parallel()
	from := workflow.Link(program(t, "x.sw.json", `{"id": "x", "name": "x", "version": "1", "functions": [{"name": "stamp", "resource": "urn:stamp"}], "states": [
  {"name": "Paper", "type": "parallel", "start": {"kind": "default"}, "branches": [
    {"name": "stamp", "actions": [{"functionRef": {"refName": "stamp"}}]}, {"name": "pause", "workflowId": "pause"}], "end": {"kind": "default"}}]}`),
		program(t, "pause.sw.json", `{"id": "pause", "name": "pause", "version": "1", "states": [
  {"name": "Wait", "type": "delay", "start": {"kind": "default"}, "timeDelay": "PT3S", "end": {"kind": "default"}}]}`))
	to := programAt(t, "current", "y.asl.json", `{"QueryLanguage": "JSONata", "StartAt": "Paper", "States": {"Paper": {"Type": "Parallel",
  "Output": "{% $merge([$states.input, $states.result[0]]) %}", "End": true, "Branches": [
  {"StartAt": "stamp", "States": {"stamp": {"Type": "Task", "Resource": "arn:aws:lambda:eu-west-1:1:function:stamp", "End": true}}},
  {"StartAt": "pause", "States": {"pause": {"Type": "Wait", "Seconds": 3, "End": true}}}]}}}`)
	for member, outside := range map[string]bool{"paper": true, "new": false} {
		o := options()
		o.Input = valuetest.Object("paper", "old")
		o.Stubs = []run.Stub{{Name: "stamp", Replies: []run.Reply{{Return: valuetest.Object(member, "stamped")}}}}
		r := &dialects.Raised{Tasks: []dialects.Renaming{{From: "stamp", To: "arn:aws:lambda:eu-west-1:1:function:stamp"}}}
		v, err := (&verify.Pair{Source: from, Target: to, Raised: r, Domain: dialects.Domain{Objects: true, Disjoint: true}}).Compare(context.Background(), []run.Options{o}, nil)
		if err != nil || v.Difference != nil || (len(v.Outside) == 1) != outside || (v.Equal == 1) == outside {
			t.Fatalf("%s: %+v, %v", member, v, err)
		}
		if outside && !strings.Contains(v.Outside[0].What, `"paper" in the answer of "stamp"`) {
			t.Errorf("outside is %q", v.Outside[0].What)
		}
	}
}
