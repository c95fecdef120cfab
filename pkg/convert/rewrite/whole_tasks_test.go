package rewrite

import (
	"strings"
	"testing"
	"time"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// inWholeTasks rewrites a definition for a target that neither computes nor iterates.
func inWholeTasks(t *testing.T, name, text string) *Conversion {
	t.Helper()
	able := dialects.Abilities{Documents: workflow.ObjectDocument, Answers: dialects.AnswerReplaces}
	return rewritten(t, lowered(t, name, text), able, goingOn, actions, emissions, edgeJoins, joinedResults(false), plainData, wholeTasks, emitAsTask)
}

// TestIterationBecomesTask has a task do what is done for each item, and make the calls. Where the list of the results is the document, a
// target whose document is an object loses it.
func TestIterationBecomesTask(t *testing.T) {
	t.Parallel()
	c := inWholeTasks(t, "x.flow", "A → * { B → C; D } → E")
	if l := lost(c); len(l) != 1 || !strings.HasPrefix(l[0], "convert/scalar-document: ") {
		t.Errorf("lost is %q", l)
	}
	if len(c.Raised.StandIns) != 1 {
		t.Fatalf("stand-ins are %v", c.Raised.StandIns)
	}
	if s := c.Raised.StandIns[0]; s.What != "calls B, C, D for each item" || !s.Calls || s.By != nil {
		t.Errorf("the stand-in is %+v", s)
	}
}

const asksForEach = `{"id": "x", "name": "x", "version": "1.0",
 "events": [{"name": "Ask", "type": "ask", "kind": "produced"}, {"name": "Told", "type": "told", "source": "who"}],
 "states": [{"name": "All", "type": "foreach", "start": {"kind": "default"}, "inputCollection": "{{ $.xs }}", "iterationParam": "x",
  "actions": [{"eventRef": {"triggerEventRef": "Ask", "resultEventRef": "Told"}}], "end": {"kind": "default"}}]}`

// TestIterationThatWaits has a loss of what the task cannot do that takes its place.
func TestIterationThatWaits(t *testing.T) {
	t.Parallel()
	c := inWholeTasks(t, "x.sw.json", asksForEach)
	want := `convert/iteration-as-task: "All" does not iterate: a task does it for all items, which cannot wait for something from outside`
	if l := lost(c); len(l) != 1 || l[0] != want {
		t.Errorf("lost is %q, want %q", l, want)
	}
}

const publishes = `{"id": "x", "name": "x", "version": "1.0", "events": [{"name": "Done", "type": "all.done", "kind": "produced"}],
 "functions": [{"name": "ship", "resource": "https://ship.example.org/"}],
 "states": [{"name": "Ship", "type": "operation", "start": {"kind": "default"}, "actions": [{"functionRef": {"refName": "ship"}}],
  "end": {"kind": "event", "produceEvent": {"eventRef": "Done", "data": {"id": "{{ $.order }}"}}}}]}`

// TestEventIsPublishedByTask has a task publish the event, of which is known what it has.
func TestEventIsPublishedByTask(t *testing.T) {
	t.Parallel()
	c := inWholeTasks(t, "x.sw.json", publishes)
	if l := lost(c); len(l) > 0 {
		t.Errorf("lost is %q", l)
	}
	if len(c.Raised.StandIns) != 1 {
		t.Fatalf("stand-ins are %v", c.Raised.StandIns)
	}
	s := c.Raised.StandIns[0]
	if !strings.HasPrefix(s.What, `publishes the event "Done" of the type "all.done" with the data`) {
		t.Errorf("the task %s", s.What)
	}
	by, ok := s.By.(dialects.Publisher)
	if !ok {
		t.Fatal("it is not known what the task publishes")
	}
	event, err := by.Event(parsed(t, `{"order": "a-1"}`), time.Time{})
	if want := `{"type":"all.done","source":"x","data":{"id":"a-1"}}`; err != nil || string(value.Append(nil, event)) != want {
		t.Errorf("the event is %s, %v; want %s", value.Append(nil, event), err, want)
	}
	if answer, err := by.Answer(parsed(t, `{"order": "a-1"}`), time.Time{}); err != nil || string(value.Append(nil, answer)) != `{"order":"a-1"}` {
		t.Errorf("the answer is %s, %v", value.Append(nil, answer), err)
	}
}
