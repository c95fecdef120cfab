package rewrite

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/value"
)

const packedAndLabelled = `{"id": "both", "name": "Both", "functions": [{"name": "ship", "resource": "urn:ship"}],
  "events": [{"name": "Packed", "type": "packed", "source": "s"%s}, {"name": "Labelled", "type": "labelled", "source": "s"%[1]s}],
  "states": [%s{"name": "Both", "type": "event", %s"exclusive": false, "timeout": "PT10M", "transition": {"nextState": "Ship"},
     "eventsActions": [{"eventRefs": ["Packed", "Labelled"], "eventDataFilter": {"dataOutputPath": "{{ $.data.of }}"}, "actions": []}]},
    {"name": "Ship", "type": "operation", "actions": [{"functionRef": {"refName": "ship"}}], "end": {"kind": "default"}}]}`

// occursAfter is an event of a type, with some data.
func occursAfter(t *testing.T, after time.Duration, kind, data string) run.Occurrence {
	return run.Occurrence{Kind: "event", After: &iso8601.Duration{Clock: after},
		Value: value.ObjectOf(value.Member{Key: "type", Value: kind}, value.Member{Key: "source", Value: "s"}, value.Member{Key: "order", Value: "7"},
			value.Member{Key: "data", Value: parsed(t, data)})}
}

// TestAllEventsInTask has a task wait for the events of a state that needs all of them, where branches cannot: with a time limit, and at
// the start of the workflow, where the limit is one between two events.
func TestAllEventsInTask(t *testing.T) {
	t.Parallel()
	const start = `"start": {"kind": "default"}, `
	begin := `{"name": "Begin", "type": "inject", ` + start + `"data": {"order": 7}, "transition": {"nextState": "Both"}}, `
	for _, x := range []struct{ text, what string }{
		{fmt.Sprintf(packedAndLabelled, "", begin, ""), `waits for the events "packed" and "labelled", for at most 600 s in all, and answers `},
		{fmt.Sprintf(packedAndLabelled, `, "correlation": [{"contextAttributeName": "order"}]`, "", start),
			`waits for the events "packed" and "labelled", which have the same order, each at most 600 s after the one before, and answers `},
	} {
		p := lowered(t, "both.sw.json", x.text)
		for _, able := range []dialects.Abilities{plainReplacing(), plainMerging()} {
			c := rewritten(t, p, able, listening, actions, plainData, allEvents, eventsInTask)
			if s := c.Raised.StandIns; len(s) == 0 || s[0].Task != "call-both" || !strings.HasPrefix(s[0].What, x.what) {
				t.Fatalf("the stand-ins are %+v", s)
			}
			if k := c.Raised.Occurrences; len(k) != 2 || k[1].By != "call-both" || k[1].From.Name != "labelled" || k[1].To.Name != "call-both" {
				t.Errorf("what arrives is %+v", k)
			}
			if net := drawn(c.Program.Start()); !strings.Contains(net, "Both task, ") {
				t.Errorf("it became\n%s", net)
			}
			for _, minutes := range [][]int{{2, 9}, {9, 2}, {9, 11}, {9, 21}, {3}, {}} {
				plays := play{input: `{"n": 1}`, answers: map[string][]string{"ship": {`1 {"shipped": true}`}}}
				for i, m := range minutes {
					plays.happens = append(plays.happens, occursAfter(t, time.Duration(m)*time.Minute, [...]string{"packed", "labelled"}[i], fmt.Sprintf(`{"of": {"e%d": %d}}`, i, m)))
				}
				late := c.mergesOnly() && strings.Contains(x.text, "Begin") && (len(minutes) < 2 || max(minutes[0], minutes[1]) > 10)
				was, is := observed(t, p, plays), observedWorking(t, c, plays)
				hang := strings.HasPrefix(was, "waiting ") && strings.HasPrefix(is, "waiting ") // until when is not that of the worker
				if was != is && !hang && !late {                                                // that it was out of time stays in the document then
					t.Errorf("%s: with events after %v min it did\n%s\nand does\n%s", x.text, minutes, was, is)
				}
			}
		}
	}
}

// TestAllEventsStay: a target that waits for events keeps them, and a worker does not know the input with which they have to agree.
func TestAllEventsStay(t *testing.T) {
	t.Parallel()
	able := plainReplacing()
	p := lowered(t, "both.sw.json", fmt.Sprintf(packedAndLabelled, `, "correlation": [{"contextAttributeName": "order", "contextAttributeValue": "{{ $.n }}"}]`, "", `"start": {"kind": "default"}, `))
	if c := rewritten(t, p, able, listening, actions, plainData, eventsInTask); len(c.Raised.StandIns) > 0 {
		t.Errorf("the stand-ins are %+v", c.Raised.StandIns)
	}
	p = lowered(t, "both.sw.json", fmt.Sprintf(packedAndLabelled, "", "", `"start": {"kind": "default"}, `))
	able.Awaits = []string{"event"}
	if c := rewritten(t, p, able, listening, actions, plainData, eventsInTask); len(c.Raised.StandIns) > 0 {
		t.Errorf("the stand-ins are %+v", c.Raised.StandIns)
	}
}
