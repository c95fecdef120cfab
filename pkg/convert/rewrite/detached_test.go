package rewrite_test

import (
	"testing"

	"github.com/flowglot/flowglot/pkg/convert/rewrite"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/dialects/all"
	"github.com/flowglot/flowglot/pkg/workflow"
)

const starting = `{"id": "order", "name": "Order", "functions": [], "states": [
  {"name": "Archive order", "type": "subflow", "start": {"kind": "default"}, "waitForCompletion": false, "workflowId": "archive", "transition": {"nextState": "Rest"}},
  {"name": "Rest", "type": "delay", "timeDelay": "PT1M", "end": {"kind": "default"}}]}`

// TestStartedWorkflowIsATask has a task start a workflow that nothing waits for; the workflow stays one by itself.
func TestStartedWorkflowIsATask(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, end, lost string }{
		{"that ends by itself", `"kind": "default"`, ""},
		{"that ends the run that starts it", `"kind": "terminate"`, `the workflow "archive", which "Archive order" starts, ends the run or produces events`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			archive := `{"id": "archive", "name": "Archive", "functions": [{"name": "store", "resource": "urn:store"}],
			  "states": [{"name": "Store", "type": "operation", "start": {"kind": "default"}, "actions": [{"functionRef": {"refName": "store"}}], "end": {` + c.end + `}}]}`
			p := workflow.Link(lowered(t, "order.sw.json", starting), lowered(t, "archive.sw.json", archive))
			f := &fakeTarget{Dialect: dialects.Named(all.Dialects(), "asl"), able: everything()}
			f.able.Calls = false
			converted := rewrite.Apply(p, f, dialects.Raising{Domain: domain})
			if got := len(converted.Program.Workflows); got != 2 {
				t.Fatalf("%d workflows, want 2", got)
			}
			n := converted.Program.Start().Root.Start
			if n.Kind != workflow.Task || n.Call.Task != "archive-order" || n.Data.Combine == nil || n.Data.Combine.Mode != workflow.Drop {
				t.Errorf("the start is %s %+v", n.Kind, n.Call)
			}
			s := converted.Raised.StandIns
			if want := `starts the workflow "archive" with its input, without waiting for it`; len(s) != 1 || s[0].Starts != "archive" || s[0].What != want {
				t.Errorf("stand-ins %+v, want one that %s", s, want)
			}
			got := ""
			for _, l := range converted.Losses() {
				got += l.Message
			}
			if got != c.lost {
				t.Errorf("lost is %q, want %q", got, c.lost)
			}
			if got, want := play(t, converted.Program, parsed(t, `{"a": 1}`), nil, nil), `succeeded {"a":1}`; got != want {
				t.Errorf("the run is %s, want %s", got, want)
			}
		})
	}
}
