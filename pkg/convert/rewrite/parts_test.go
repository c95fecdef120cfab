package rewrite

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// withParts is what a target can do that merges and has parts, and computes nothing.
func withParts() dialects.Abilities {
	return dialects.Abilities{Documents: workflow.StructuredDocument, Parts: true, Each: true, Answers: dialects.AnswerReplaces | dialects.AnswerMergesShallow}
}

const sends = `{"id": "x", "name": "x", "version": "1.0", "functions": [{"name": "send", "resource": "https://send.example.org/"}],
 "states": [{"name": "All", "type": "foreach", "start": {"kind": "default"}, "inputCollection": "{{ $.orders }}", "iterationParam": "order",
  "outputCollection": "{{ $.sent }}", "actions": [{"functionRef": {"refName": "send", "parameters": {"id": "{{ $.order.id }}"}}}], "end": {"kind": "default"}}]}`

// TestItemsOfIteration has a task give the list of items, each under the member in which the source has it.
func TestItemsOfIteration(t *testing.T) {
	t.Parallel()
	c := rewritten(t, lowered(t, "x.sw.json", sends), withParts(), goingOn, itemChanges, actions, plainData, wholeTasks, stepParts)
	const want = `All part scope, end .
  All items task, next All
  All scope, next All part result
    send task, end .
    . end
    --
  All part result task, end .
  . end
  --
. end
`
	if got := drawn(c.Program.Start()); got != want {
		t.Errorf("the net is\n%swant\n%s", got, want)
	}
	if l := lost(c); len(l) > 0 {
		t.Errorf("lost is %q", l)
	}
	if len(c.Raised.StandIns) != 2 {
		t.Fatalf("stand-ins are %v", c.Raised.StandIns)
	}
	answersWith(t, &c.Raised.StandIns[0], `{"orders": [{"id": 1}, {"id": 2}]}`, `[{"order":{"id":1}},{"order":{"id":2}}]`)
	answersWith(t, &c.Raised.StandIns[1], `[1, 2]`, `{"sent":[1,2]}`)
}

// answersWith has a task that stands in for something give an answer to an input.
func answersWith(t *testing.T, s *dialects.StandIn, input, want string) {
	t.Helper()
	got, err := s.By.Answer(parsed(t, input), time.Time{})
	if text := string(value.Append(nil, got)); err != nil || text != want {
		t.Errorf("%s answers %s, %v; want %s", s.Task, text, err, want)
	}
}

const bakes = `{"id": "x", "name": "x", "version": "1.0", "functions": [{"name": "bake", "resource": "https://bake.example.org/"}],
 "states": [{"name": "Bake", "type": "operation", "start": {"kind": "default"},
  "actions": [{"functionRef": {"refName": "bake"}, "actionDataFilter": {"dataResultsPath": "{{ $.breads }}"}}], "end": {"kind": "default"}}]}`

// TestReshapedAnswer has a task after another one make of its answer what gets into the document.
func TestReshapedAnswer(t *testing.T) {
	t.Parallel()
	p := lowered(t, "x.sw.json", bakes)
	c := rewritten(t, p, withParts(), goingOn, actions, plainData, wholeTasks, stepParts)
	if l := lost(c); len(l) > 0 {
		t.Errorf("lost is %q", l)
	}
	if len(c.Raised.StandIns) != 1 {
		t.Fatalf("stand-ins are %v", c.Raised.StandIns)
	}
	s := &c.Raised.StandIns[0]
	answersWith(t, s, `{"breads": ["rye"], "pasta": []}`, `{"breads":["rye"]}`)
	replies := map[string][]string{"bake": {`{"breads": ["rye"], "pasta": []}`}}
	was := observed(t, p, play{input: `{"k": 1}`, answers: replies})
	replies[s.Task] = []string{`{"breads": ["rye"]}`}
	if is := observed(t, c.Program, play{input: `{"k": 1}`, answers: replies}); end(is) != end(was) {
		t.Errorf("it ends with %s, want %s", end(is), end(was))
	}
}

// end is the last line of what shows of a run.
func end(observed string) string { return observed[strings.LastIndexByte(observed, '\n')+1:] }

const drops = `{"StartAt": "A", "States": {"A": {"Type": "Task", "Resource": "arn:a", "ResultPath": null, "Next": "B"}, "B": {"Type": "Task", "Resource": "arn:b", "End": true}}}`

// TestDroppedAnswer has a dropped answer be that of a part, but where a later answer takes the place of the document anyway.
func TestDroppedAnswer(t *testing.T) {
	t.Parallel()
	c := rewritten(t, lowered(t, "x.asl.json", drops), withParts(), plainData, stepParts)
	part := c.Program.Start().Root.Start
	if part.Kind != workflow.Scope || part.Data.Combine == nil || part.Data.Combine.Mode != workflow.Drop {
		t.Errorf("%s is a %v", part.Name(), part.Kind)
	}
	able := withParts()
	able.Answers |= dialects.AnswerDropped
	if c := rewritten(t, lowered(t, "x.asl.json", drops), able, plainData, stepParts); len(c.Applied) > 1 {
		t.Error("a target that drops answers needs no part")
	}
}

// TestDecisionIsForgotten has a task take what was decided out of the document on each path, one task for all paths.
func TestDecisionIsForgotten(t *testing.T) {
	t.Parallel()
	able := withParts()
	able.Awaits = []string{"userTask"}
	c := rewritten(t, lowered(t, "x.fsm.json", asking), able, statesOfEntity, awaitedAnswers)
	if l := lost(c); len(l) > 0 {
		t.Errorf("lost is %q", l)
	}
	if len(c.Raised.StandIns) != 1 {
		t.Fatalf("stand-ins are %v", c.Raised.StandIns)
	}
	answersWith(t, &c.Raised.StandIns[0], `{"decision": "YES", "a": 1}`, `{"a":1}`)
	choice := c.Program.Start().Nodes[slices.IndexFunc(c.Program.Start().Nodes, func(n *workflow.Node) bool { return n.Name() == "A waiting decision" })]
	c.forget(c.Program.Start(), choice, "more")
	if got, want := c.Raised.StandIns[0].What, `answers its input without the members "decision", "more"`; got != want || len(c.Raised.StandIns) != 1 {
		t.Errorf("the task %s; want %s", got, want)
	}
	answersWith(t, &c.Raised.StandIns[0], `{"decision": "YES", "a": 1, "more": true}`, `{"a":1}`)
	calls := 0
	for _, n := range c.Program.Start().Nodes {
		if n.Call != nil && n.Call.Task == "without-decision" {
			calls++
		}
	}
	if calls != 3 {
		t.Errorf("%d paths forget the decision", calls)
	}
}

const measures = `{"id": "x", "name": "x", "version": "1.0",
 "events": [{"name": "Low", "type": "low", "source": "lab"}, {"name": "High", "type": "high", "source": "lab"}],
 "states": [{"name": "Receive", "type": "switch", "start": {"kind": "default"}, "eventConditions": [
   {"eventRef": "Low", "transition": {"nextState": "End"}, "eventDataFilter": {"dataOutputPath": "{{ $.data.results }}"}},
   {"eventRef": "High", "transition": {"nextState": "End"}}], "eventTimeout": "PT1H", "default": {"nextState": "End"}},
  {"name": "End", "type": "inject", "data": {}, "end": {"kind": "default"}}]}`

// TestSelectedEventData has a task after the one that is answered by an event select of the answer what the source does of the data, with
// the name of the event beside it, by which the path is chosen.
func TestSelectedEventData(t *testing.T) {
	t.Parallel()
	c := rewritten(t, lowered(t, "x.sw.json", measures), withParts(), plainData, awaitedAnswers, awaitAsTask, stepParts)
	for _, l := range lost(c) {
		if strings.HasPrefix(l, "convert/event-data") {
			t.Errorf("lost is %s", l)
		}
	}
	i := slices.IndexFunc(c.Raised.StandIns, func(s dialects.StandIn) bool { return s.Task == "receive-result" })
	if i < 0 {
		t.Fatalf("stand-ins are %v", c.Raised.StandIns)
	}
	answersWith(t, &c.Raised.StandIns[i], `{"decision": "low", "results": [1], "by": "x"}`, `{"results":[1],"decision":"low"}`)
	answersWith(t, &c.Raised.StandIns[i], `{"decision": "high", "by": "x"}`, `{"decision":"high","by":"x"}`)
}
