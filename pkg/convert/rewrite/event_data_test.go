package rewrite

import (
	"slices"
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

// TestEventDataIsLost has a filter of what is not data, where a platform is answered.
func TestEventDataIsLost(t *testing.T) {
	t.Parallel()
	able := dialects.Abilities{Tokens: true, Results: true, Variables: true, Omits: true}
	p := lowered(t, "m.sw.json", strings.ReplaceAll(measuring, "FILTER", "{{ $.type }}"))
	if l := lost(rewritten(t, p, able, listening, actions, awaitedAnswers)); len(l) != 2 {
		t.Errorf("of an attribute, %q is lost", l)
	}
}

// TestEventDataIsBrought has a worker make the answers of events, which selects what the target cannot select and distinguishes events by
// their attributes. Which of several events came is part of the answer only where that decides.
func TestEventDataIsBrought(t *testing.T) {
	t.Parallel()
	correlated := strings.Replace(measuring, `"source": "s", "kind": "consumed"}, {`, `"source": "s", "kind": "consumed", "correlation": [{"contextAttributeName": "who"}]}, {`, 1)
	deciding := strings.NewReplacer(`"version": "1.0",`, `"version": "1.0", "functions": [{"name": "f", "resource": "r"}],`,
		`["Hot"], "actions": []`, `["Hot"], "actions": [{"functionRef": {"refName": "f"}}]`).Replace(measuring)
	for _, x := range []struct {
		text, filter string
		able         dialects.Abilities
		member       string
		want         []string
	}{
		{measuring, "{{ $.type }}", dialects.Abilities{Results: true}, "", []string{
			`completes "Measure" when the event "hot" arrives, with ` + "`{\"heat\": $.data.heat}` of it as the data",
			`completes "Measure" when the event "cold" arrives, with ` + "`{{ $.type }}` of it as the data"}},
		{strings.Replace(correlated, `, "eventDataFilter": {"dataOutputPath": "{{ $.data.heat }}"}`, "", 1), "{{ $.data.x }}", dialects.Abilities{}, "", []string{
			`completes "Measure" when the event "hot" arrives, if its attributes are those that the run waits for, with its data and, as members of it, its attributes who`,
			`completes "Measure" when the event "cold" arrives, with ` + "`{\"x\": $.data.x}` of it as the data"}},
		{deciding, "{{ $.data.x }}", dialects.Abilities{}, "decision", []string{
			`completes "Measure" when the event "hot" arrives, with ` + "`{\"heat\": $.data.heat}` of it as the data, and {\"decision\": \"hot\"}",
			`completes "Measure" when the event "cold" arrives, with ` + "`{\"x\": $.data.x}` of it as the data, and {\"decision\": \"cold\"}"}},
	} {
		x.able.Awaits = []string{"userTask"}
		c := rewritten(t, lowered(t, "m.sw.json", strings.ReplaceAll(x.text, "FILTER", x.filter)), x.able, listening, actions, awaitedAnswers)
		var got []string
		for _, s := range c.Raised.StandIns {
			got = append(got, s.What)
		}
		if !slices.Equal(got, x.want) {
			t.Errorf("the stand-ins are\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(x.want, "\n"))
		}
		for _, p := range c.Raised.Occurrences {
			if p.By == "" || p.To.Kind != "complete" || p.To.Member != x.member || p.Apart != (len(p.Attributes) > 0) {
				t.Errorf("an event arrives by %+v", p)
			}
		}
		if l := lost(c); len(l) > 0 && x.member == "" {
			t.Errorf("lost is %q", l)
		}
	}
}

const requesting = `{"id": "r", "name": "r", "version": "1.0",
 "events": [{"name": "Ask", "type": "ask", "kind": "produced"}, {"name": "Told", "type": "told", "source": "s", "kind": "consumed"}],
 "states": [{"name": "Request", "type": "operation", "start": {"kind": "default"}, "actions": [
  {"eventRef": {"triggerEventRef": "Ask", "data": {"who": "{{ $.name }}"}, "resultEventRef": "Told"}}], "end": {"kind": "default"}}]}`

// TestTaskIsCalledInPlaceOfEvent has a task that is called by an event be called with its data, and the event be produced before, by a task
// where the target cannot.
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
		c := rewritten(t, p, x.able, actions, answeredTasks(false), emitAsTask)
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

// TestTaskOfEventsIsLimited has a task call the one that events call and answer, for a limited time, where the target limits no time.
func TestTaskOfEventsIsLimited(t *testing.T) {
	t.Parallel()
	p := lowered(t, "r.sw.json", strings.Replace(requesting, `"resultEventRef": "Told"}}`, `"resultEventRef": "Told"}, "timeout": "PT15M"}`, 1))
	able := dialects.Abilities{Answers: dialects.AnswerReplaces}
	c := rewritten(t, p, able, goingOn, actions, answeredTasks(true), callingTasks(callTasks), emitAsTask)
	const want = "calls Ask with `{\"who\": $.name}`, for at most 900 s, and answers its input with its answer merged in; after Timeout its input"
	if s := c.standIn("call-request"); s == nil || s.What != want || len(lost(c)) > 0 {
		t.Errorf("the stand-ins are %+v, lost is %q", c.Raised.StandIns, lost(c))
	}
	able.Timers = dialects.TimerVisit
	if n := rewritten(t, p, able, goingOn, actions, answeredTasks(true)).Program.Start().Root.Start; n.Awaits == nil {
		t.Error("it is called where the target limits the time of tasks")
	}
}
