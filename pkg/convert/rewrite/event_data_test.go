package rewrite

import (
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/workflow"
)

const measuring = `{"id": "m", "name": "m", "version": "1.0",
 "events": [{"name": "Hot", "type": "hot", "source": "s", "kind": "consumed"}, {"name": "Cold", "type": "cold", "source": "s", "kind": "consumed"}],
 "states": [{"name": "Measure", "type": "event", "start": {"kind": "default"}, "eventsActions": [
  {"eventRefs": ["Hot"], "actions": [], "eventDataFilter": {"dataOutputPath": "{{ $.data.heat }}"}},
  {"eventRefs": ["Cold"], "actions": [], "eventDataFilter": {"dataOutputPath": "FILTER"}}], "end": {"kind": "default"}}]}`

// TestEventDataIsSelected has an answer be filtered as the data of the event was that it takes the place of.
func TestEventDataIsSelected(t *testing.T) {
	t.Parallel()
	text := strings.ReplaceAll(measuring, "FILTER", "{{ $.frost.depth }}")
	p := lowered(t, "m.sw.json", text)
	able := dialects.Abilities{Awaits: []string{"userTask"}, Results: true, Variables: true, Omits: true}
	c := rewritten(t, p, able, listening, actions, awaitedAnswers)
	if l := lost(c); len(l) > 0 {
		t.Errorf("lost is %q", l)
	}
	for _, x := range []struct{ event, data, answer string }{
		{"hot", `{"heat": 3, "unit": "C"}`, `{"decision": "hot", "heat": 3, "unit": "C"}`},
		{"cold", `{"frost": {"depth": 2, "of": 1}}`, `{"decision": "cold", "frost": {"depth": 2, "of": 1}}`},
	} {
		event := parsed(t, `{"specversion": "1.0", "id": "1", "type": "`+x.event+`", "source": "s", "data": `+x.data+`}`)
		was := observed(t, p, play{input: `{"a": 1}`, happens: []run.Occurrence{{Kind: "event", Value: event}}})
		is := observed(t, c.Program, play{input: `{"a": 1}`, happens: []run.Occurrence{{Kind: "complete", Node: "Measure", Value: parsed(t, x.answer)}}})
		if was != is {
			t.Errorf("the events do\n%s\nand the answers\n%s", was, is)
		}
	}
}

// TestEventDataIsLost has a filter of what is no data, and a target that cannot select.
func TestEventDataIsLost(t *testing.T) {
	t.Parallel()
	able := dialects.Abilities{Awaits: []string{"userTask"}, Results: true, Variables: true, Omits: true}
	of := func(filter string) []string {
		return lost(rewritten(t, lowered(t, "m.sw.json", strings.ReplaceAll(measuring, "FILTER", filter)), able, listening, actions, awaitedAnswers))
	}
	if l := of("{{ $.type }}"); len(l) != 2 {
		t.Errorf("of an attribute, %q is lost", l)
	}
	able.Results = false
	if l := of("{{ $.data.x }}"); len(l) != 2 {
		t.Errorf("without a selection of answers, %q is lost", l)
	}
}

const requesting = `{"id": "r", "name": "r", "version": "1.0",
 "events": [{"name": "Ask", "type": "ask", "kind": "produced"}, {"name": "Told", "type": "told", "source": "s", "kind": "consumed"}],
 "states": [{"name": "Request", "type": "operation", "start": {"kind": "default"}, "actions": [
  {"eventRef": {"triggerEventRef": "Ask", "data": {"who": "{{ $.name }}"}, "resultEventRef": "Told"}}], "end": {"kind": "default"}}]}`

// TestTaskIsCalledInPlaceOfEvent has a task that is called by an event be called with its data, and the event be produced before, by a task where the target cannot.
func TestTaskIsCalledInPlaceOfEvent(t *testing.T) {
	t.Parallel()
	p := lowered(t, "r.sw.json", requesting)
	told := parsed(t, `{"specversion": "1.0", "id": "1", "type": "told", "source": "s", "data": {"told": 1}}`)
	was := observed(t, p, play{input: `{"name": "Rex"}`, happens: []run.Occurrence{{Kind: "event", Value: told}}})
	for _, x := range []struct {
		able dialects.Abilities
		net  string
	}{
		{dialects.Abilities{Kinds: dialects.Kinds(workflow.Emit)}, "emit Ask event drop; -> Request\ntask Request calls Ask deep; -> Request\nend Request\n"},
		{dialects.Abilities{Answers: dialects.AnswerDropped}, "task Ask event calls publish-ask-event drop; -> Request\ntask Request calls Ask deep; -> Request\nend Request\n"},
	} {
		c := rewritten(t, p, x.able, actions, awaitAsTask, emitAsTask)
		if l := lost(c); len(l) > 0 {
			t.Errorf("lost is %q", l)
		}
		if got := sketch(c.Program.Workflows[0]); got != x.net {
			t.Errorf("the net is\n%s", got)
		}
		is := observedWorking(t, c, play{input: `{"name": "Rex"}`, answers: map[string][]string{"Ask": {`{"told": 1}`}}})
		if was != is {
			t.Errorf("with the event, the run is\n%s\nwithout it\n%s", was, is)
		}
	}
}
