package rewrite

import (
	"fmt"
	"slices"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

const awaitsReadings = `{"id": "readings", "name": "Readings", "version": "1.0",
  "events": [{"name": "Rate", "type": "ward.rate", "source": "ward", "correlation": [{"contextAttributeName": "bed"}]},
    {"name": "Note", "type": "ward.note", "source": "ward"}],
  "states": [
    {"name": "Rated", "type": "event", "start": {"kind": "default"}, "eventsActions": [{"eventRefs": ["Rate"], "actions": []}], "transition": {"nextState": "Noted"}},
    {"name": "Noted", "type": "event", "timeout": "PT10M", "eventsActions": [{"eventRefs": ["Note"], "actions": [], "eventDataFilter": {"dataOutputPath": "{{ $.data.text }}"}}], "end": {"kind": "default"}}]}`

// TestRequestsOfWorkers has workers request the transitions of an entity of events whose data is not that of the request, and when a time
// limit is over.
func TestRequestsOfWorkers(t *testing.T) {
	t.Parallel()
	able := dialects.Abilities{Kinds: dialects.Kinds(workflow.State, workflow.Task, workflow.Choice, workflow.Pass, workflow.Await, workflow.End), Documents: workflow.ObjectDocument,
		Answers: dialects.AnswerReplaces, Awaits: []string{"event"}, Default: true, Cycles: true, Timers: dialects.TimerVisit | dialects.TimerRequest}
	c := rewritten(t, lowered(t, "readings.sw.json", awaitsReadings), able, listening, plainData, boundaryTimers, toEntity)
	if l := lost(c); len(l) > 0 {
		t.Errorf("lost is %q", l)
	}
	var stand []string
	for _, s := range c.Raised.StandIns {
		stand = append(stand, s.Element+": "+s.What)
	}
	want := []string{
		`Rated: requests the transition "Rate" when the event "ward.rate" arrives, if its attributes are those that the run waits for, with its data and, as members of it, its attributes bed`,
		"Noted: requests the transition \"Note\" when the event \"ward.note\" arrives, with `{\"text\": $.data.text}` of it as the data",
		`Noted: requests the transition "Ended after PT10M" 600 s after the entity began to wait at "Noted", if it still does`,
	}
	if !slices.Equal(stand, want) {
		t.Errorf("the stand-ins are %q", stand)
	}
	var through []string
	for _, p := range c.Raised.Occurrences {
		through = append(through, fmt.Sprintf("%s %s at %s: %s %s by %s, apart %v, %q, %v", p.From.Kind, p.From.Name, p.From.At, p.To.Kind, p.To.Name, p.By, p.Apart, p.Attributes, p.Data != nil))
	}
	passages := []string{`event ward.rate at Rated: transition Rate by request-rate, apart true, ["bed"], false`,
		`event ward.note at Noted: transition Note by request-note, apart false, [], true`,
		`timer  at Noted: transition Ended after PT10M by request-ended-after-pt10m, apart false, [], false`}
	if !slices.Equal(through, passages) {
		t.Errorf("requests arrive as %q", through)
	}
}
