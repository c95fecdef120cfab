package rewrite

import (
	"slices"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

const asking = `{"name": "x", "initialState": "A", "states": {"A": {"transitions": [
 {"name": "READY", "next": "B", "criterion": {"type": "simple", "jsonPath": "$.ready", "operatorType": "EQUALS", "value": true}},
 {"name": "YES", "next": "C", "manual": true}, {"name": "NO", "next": "D", "manual": true}]}, "B": {},
 "C": {"transitions": [{"name": "END", "next": "D", "manual": true}]}, "D": {}}}`

func TestAwaitedEventsBecomeAnswers(t *testing.T) {
	t.Parallel()
	p := lowered(t, "x.fsm.json", asking)
	c := rewritten(t, p, dialects.Abilities{Awaits: []string{"userTask"}, Variables: true, Omits: true}, statesOfEntity, awaitedAnswers)
	want := `choice A; if $.ready == true -> B; else -> A waiting
await A waiting deep; -> A waiting decision
choice A waiting decision; if $decision = "YES" -> C; if $decision = "NO" -> D; if $decision = "" -> A
end B
await C deep; -> D
end D
`
	if got := sketch(c.Program.Workflows[0]); got != want {
		t.Errorf("the net is\n%swant\n%s", got, want)
	}
	if len(c.Losses()) > 0 {
		t.Errorf("something is lost: %s", c.Losses()[0].Message)
	}
	complete := func(kind, name, at, to, member string) dialects.Passage {
		return dialects.Passage{From: dialects.Occurrence{Kind: kind, Name: name, At: at}, To: dialects.Occurrence{Kind: "complete", Name: to, Member: member}}
	}
	passages := []dialects.Passage{complete("transition", "YES", "A", "A waiting", "decision"), complete("transition", "NO", "A", "A waiting", "decision"),
		complete("update", "", "A", "A waiting", "decision"), complete("transition", "END", "C", "C", "")}
	if !slices.EqualFunc(c.Raised.Occurrences, passages, samePassage) {
		t.Errorf("occurrences arrive as %v, want %v", c.Raised.Occurrences, passages)
	}
	for _, x := range []struct {
		happens, answers []run.Occurrence
	}{
		{[]run.Occurrence{{Kind: "transition", Node: "NO", Value: parsed(t, `{"why": {"a": 1}}`)}},
			[]run.Occurrence{{Kind: "complete", Node: "A waiting", Value: parsed(t, `{"decision": "NO", "why": {"a": 1}}`)}}},
		{[]run.Occurrence{{Kind: "update", Value: parsed(t, `{"ready": true}`)}},
			[]run.Occurrence{{Kind: "complete", Node: "A waiting", Value: parsed(t, `{"decision": "", "ready": true}`)}}},
		{[]run.Occurrence{{Kind: "transition", Node: "YES"}, {Kind: "transition", Node: "END"}},
			[]run.Occurrence{{Kind: "complete", Node: "A waiting", Value: parsed(t, `{"decision": "YES"}`)}, {Kind: "complete", Node: "C", Value: value.NewObject(0)}}},
	} {
		was := observed(t, p, play{input: `{"why": {"b": 2}}`, happens: x.happens})
		if is := observed(t, c.Program, play{input: `{"why": {"b": 2}}`, happens: x.answers}); was != is {
			t.Errorf("the entity does\n%s\nand its net\n%s", was, is)
		}
	}
}

// TestDecisionStaysInTheDocument has the loss where the target has no variables, unless nobody sees the document.
func TestDecisionStaysInTheDocument(t *testing.T) {
	t.Parallel()
	c := rewritten(t, lowered(t, "x.fsm.json", asking), dialects.Abilities{}, statesOfEntity, awaitedAnswers)
	if l := lost(c); len(l) != 1 {
		t.Errorf("lost is %q", l)
	}
	n := c.Program.Workflows[0].Root.Nodes[2]
	if n.Kind != workflow.Choice || len(n.Out) != 3 {
		t.Errorf("%s has %d edges", n.Name(), len(n.Out))
	}
}

// TestAWaitThatOnlyEventsEndHasNoOtherExit leaves the edges of the events, and no edge beside them that nothing leads along.
func TestAWaitThatOnlyEventsEndHasNoOtherExit(t *testing.T) {
	t.Parallel()
	p := lowered(t, "x.sw.json", `{"id": "x", "name": "x", "version": "1", "functions": [{"name": "book", "resource": "book"}],
  "events": [{"name": "Paid", "type": "paid", "source": "bank"}],
  "states": [{"name": "Wait", "type": "event", "start": {"kind": "default"}, "eventsActions": [{"eventRefs": ["Paid"], "actions": []}], "transition": {"nextState": "Book"}},
  {"name": "Book", "type": "operation", "actions": [{"functionRef": {"refName": "book"}}], "end": {"kind": "default"}}]}`)
	n := rewritten(t, p, dialects.Abilities{Awaits: []string{"event"}}, listening).Program.Start().Root.Start
	if n.Kind != workflow.Await || len(n.Out) != 1 || n.Awaits.For[0].Edge != n.Out[0] {
		t.Errorf("%d edges leave the wait for %+v", len(n.Out), n.Awaits.For)
	}
}
