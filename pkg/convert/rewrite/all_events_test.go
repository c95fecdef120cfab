package rewrite

import (
	"testing"
	"time"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// TestAllEventsAreAwaitedSideBySide has branches await the events of a state that needs all of them; a time limit drops what came.
func TestAllEventsAreAwaitedSideBySide(t *testing.T) {
	t.Parallel()
	p := lowered(t, "both.sw.json", `{"id": "both", "name": "Both", "functions": [{"name": "ship", "resource": "urn:ship"}],
	  "events": [{"name": "Packed", "type": "packed", "source": "s"}, {"name": "Labelled", "type": "labelled", "source": "s"}],
	  "states": [{"name": "Begin", "type": "inject", "start": {"kind": "default"}, "data": {"order": 7}, "transition": {"nextState": "Both"}},
	    {"name": "Both", "type": "event", "exclusive": false, "timeout": "PT10M", "end": {"kind": "default"},
	      "eventsActions": [{"eventRefs": ["Packed", "Labelled"], "actions": [{"functionRef": {"refName": "ship"}}]}]}]}`)
	able := dialects.Abilities{Gathers: dialects.GatherMerged, Timers: dialects.TimerAttempt, Handlers: dialects.HandleScopes}
	c := rewritten(t, p, able, listening, actions, plainData, allEvents)
	if got, want := drawn(c.Program.Start()), `Begin pass, next Both
Both scope, error ., next Both: ship
  Both: Packed await, end .
  . end
  --
  Both: Labelled await, end .
  . end
  --
Both: ship task, end .
. end
`; got != want {
		t.Errorf("it became\n%s", got)
	}
	arrives := func(after time.Duration, kind, data string) run.Occurrence {
		return run.Occurrence{Kind: "event", After: &iso8601.Duration{Clock: after},
			Value: value.ObjectOf(value.Member{Key: "type", Value: kind}, value.Member{Key: "source", Value: "s"}, value.Member{Key: "data", Value: parsed(t, data)})}
	}
	answers := map[string][]string{"ship": {`1 {"shipped": true}`}}
	alike(t, p, c,
		play{input: `{}`, answers: answers, happens: []run.Occurrence{arrives(2*time.Minute, "packed", `{"box": 2}`), arrives(9*time.Minute, "labelled", `{"label": 1}`)}},
		play{input: `{}`, answers: answers, happens: []run.Occurrence{arrives(9*time.Minute, "packed", `{"box": 2}`), arrives(11*time.Minute, "labelled", `{"label": 1}`)}},
		play{input: `{}`, answers: answers})
	able.Awaits = []string{"event"}
	if n := rewritten(t, p, able, listening, actions, plainData, allEvents).Program.Start().Root.Start.Out[0].To; n.Kind != workflow.Await {
		t.Error("it was changed for a target that waits for events")
	}
}
