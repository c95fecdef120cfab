package rewrite

import (
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

const publishesByTask = `{"id": "parcel", "name": "Parcel", "steps": [
  {"id": "send", "name": "Send", "type": "SERVICE_TASK", "jobType": "send", "nextStep": "sent"},
  {"id": "sent", "name": "Sent", "type": "SERVICE_TASK", "jobType": "publish-sent", "retryCount": 0, "nextStep": "end"},
  {"id": "end", "name": "End", "type": "END"}]}`

// TestEventsAreProducedAgain has a task that was written to publish an event be its production, with the document as the data.
func TestEventsAreProducedAgain(t *testing.T) {
	t.Parallel()
	p := lowered(t, "x.step.json", publishesByTask)
	c := rewritten(t, p, dialects.Abilities{Kinds: dialects.Kinds(workflow.Emit)}, eventsAgain)
	if got := drawn(c.Program.Start()); !strings.Contains(got, "sent emit, next end\n") {
		t.Errorf("the net is\n%s", got)
	}
	if got := lost(c); len(got) != 1 {
		t.Errorf("the losses are %q, want one: the task is not called", got)
	}
	x := play{input: `{"n": 1}`, answers: map[string][]string{"send": {`1 {"m": 2}`}, "publish-sent": {`0 {}`}}}
	was, is := observed(t, p, x), observed(t, c.Program, x)
	if end := was[strings.LastIndex(was, "succeeded"):]; !strings.HasSuffix(is, end) {
		t.Errorf("it did\n%s\nand does\n%s", was, is)
	}
}

// TestTasksOfOtherNamesAreCalled leaves a task that an author named, one that is retried, and one of a target that produces no events.
func TestTasksOfOtherNamesAreCalled(t *testing.T) {
	t.Parallel()
	for from, to := range map[string]string{
		"publish-sent":    "publish-parcel",
		`"publish-sent"`:  `"sent"`,
		`"retryCount": 0`: `"retryCount": 2`,
	} {
		p := lowered(t, "x.step.json", strings.ReplaceAll(publishesByTask, from, to))
		if c := rewritten(t, p, dialects.Abilities{Kinds: dialects.Kinds(workflow.Emit)}, eventsAgain); drawn(c.Program.Start()) != drawn(p.Start()) {
			t.Errorf("with %s in place of %s the net is\n%s", to, from, drawn(c.Program.Start()))
		}
	}
	p := lowered(t, "x.step.json", publishesByTask)
	if c := rewritten(t, p, dialects.Abilities{}, eventsAgain); len(lost(c)) > 0 {
		t.Error("a target without events calls the task")
	}
}
