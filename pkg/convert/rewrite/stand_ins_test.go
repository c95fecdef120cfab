package rewrite

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/run"
)

const waitsAndFails = `{"StartAt": "Wait a bit", "States": {
  "Wait a bit": {"Type": "Wait", "Seconds": 30, "Next": "Large?"},
  "Large?": {"Type": "Choice", "Choices": [{"Variable": "$.n", "NumericGreaterThan": 5, "Next": "Too large"}], "Default": "Book"},
  "Book": {"Type": "Task", "Resource": "urn:task:book", "End": true},
  "Too large": {"Type": "Fail", "Error": "TooLarge", "Cause": "the order is too large"}}}`

// TestWaitsAndFailuresBecomeTasks has the tasks do what they stand in for.
func TestWaitsAndFailuresBecomeTasks(t *testing.T) {
	t.Parallel()
	p := lowered(t, "x.asl.json", waitsAndFails)
	for _, able := range []dialects.Abilities{
		{Answers: dialects.AnswerReplaces, Parameters: true},
		{Answers: dialects.AnswerMergesDeep},
		{Answers: dialects.AnswerDropped | dialects.AnswerReplaces},
	} {
		c := rewritten(t, p, able, waitAsTask, failAsTask)
		want := `Wait a bit task, next Large?
Large? choice, choice Too large, default Book
Book task, end .
Too large task, end .
. end
. end
`
		if got := drawn(c.Program.Start()); got != want {
			t.Fatalf("it became\n%s", got)
		}
		var what []string
		for _, s := range c.Raised.StandIns {
			what = append(what, s.Element+": "+s.Task+" "+s.What)
		}
		if len(what) != 2 || !strings.HasPrefix(what[0], "Wait a bit: wait-a-bit waits 30 s") || what[1] != "Too large: too-large fails with TooLarge: the order is too large" {
			t.Errorf("stand-ins %q", what)
		}
		wait := c.Program.Start().Nodes[0].Call
		if able.Parameters != (wait.Parameters != nil) {
			t.Errorf("parameters %v", wait.Parameters)
		}
		for _, input := range []string{`{"n": 3}`, `{"n": 7}`} {
			answer := input
			if able.Answers != dialects.AnswerReplaces {
				answer = "{}"
			}
			answers := map[string][]string{"urn:task:book": {`{"booked": true}`}, "wait-a-bit": {"30 " + answer}, "too-large": {"0 fail TooLarge"}}
			was, is := observed(t, p, play{input: input, answers: answers}), observed(t, c.Program, play{input: input, answers: answers})
			if was != withoutCalls(is, "wait-a-bit", "too-large") {
				t.Errorf("with %s it did\n%s\nand does\n%s", input, was, is)
			}
		}
	}
}

// withoutCalls is what was observed, without the calls of some tasks.
func withoutCalls(text string, tasks ...string) string {
	lines := slices.DeleteFunc(strings.Split(text, "\n"), func(line string) bool {
		words := strings.Fields(line)
		return len(words) > 1 && slices.Contains(tasks, words[1])
	})
	return strings.Join(lines, "\n")
}

func TestAwaitsBecomeTasks(t *testing.T) {
	t.Parallel()
	p := lowered(t, "x.step.json", `{"id": "x", "name": "X", "steps": [
	  {"id": "approve", "name": "Approve", "type": "USER_TASK", "nextStep": "go"},
	  {"id": "go", "name": "Go", "type": "WAIT", "nextStep": "ship"},
	  {"id": "ship", "name": "Ship", "type": "SERVICE_TASK", "jobType": "ship", "nextStep": "end"},
	  {"id": "end", "name": "End", "type": "END"}]}`)
	c := rewritten(t, p, dialects.Abilities{}, awaitAsTask)
	want := `approve task, next go
go task, next ship
ship task, next end
end end
`
	if got := drawn(c.Program.Start()); got != want {
		t.Fatalf("it became\n%s", got)
	}
	passages := []dialects.Passage{
		{From: dialects.Occurrence{Kind: "complete", Name: "approve"}, To: dialects.Occurrence{Kind: "task", Name: "approve"}},
		{From: dialects.Occurrence{Kind: "signal", Name: "go"}, To: dialects.Occurrence{Kind: "task", Name: "go"}},
	}
	if !slices.EqualFunc(c.Raised.Occurrences, passages, samePassage) {
		t.Errorf("occurrences %+v", c.Raised.Occurrences)
	}
	if want := []string{"approve", "go"}; !slices.Equal(c.Raised.Substitutes, want) {
		t.Errorf("substitutes %q", c.Raised.Substitutes)
	}
}

// TestTaskOfEventsIsTask has a task that an event calls, and another one answers, be called by its name with what the event had as its
// data.
func TestTaskOfEventsIsTask(t *testing.T) {
	t.Parallel()
	p := lowered(t, "x.sw.json", `{"id": "x", "name": "X", "version": "1.0",
	  "events": [{"name": "BookVan", "type": "van.book", "kind": "produced"}, {"name": "VanBooked", "type": "van.booked", "source": "fleet", "kind": "consumed"}],
	  "states": [{"name": "Move", "type": "operation", "start": {"kind": "default"}, "end": {"kind": "default"}, "actions": [
	    {"eventRef": {"triggerEventRef": "BookVan", "data": {"from": "{{ $.move.from }}"}, "resultEventRef": "VanBooked"}}]}]}`)
	c := rewritten(t, p, dialects.Abilities{}, actions, answeredTasks(true))
	passage := dialects.Passage{From: dialects.Occurrence{Kind: "event", Name: "van.booked", Source: "fleet", At: "Move"}, To: dialects.Occurrence{Kind: "task", Name: "BookVan"}}
	if !slices.EqualFunc(c.Raised.Occurrences, []dialects.Passage{passage}, samePassage) || len(c.Raised.Substitutes) > 0 {
		t.Errorf("occurrences %+v, substitutes %q", c.Raised.Occurrences, c.Raised.Substitutes)
	}
	was := observed(t, p, play{input: `{"move": {"from": "Ulm"}}`, happens: []run.Occurrence{
		{Kind: "event", After: &iso8601.Duration{Clock: 5 * time.Minute}, Value: parsed(t, `{"type": "van.booked", "source": "fleet", "data": {"van": 7}}`)}}})
	is := observed(t, c.Program, play{input: `{"move": {"from": "Ulm"}}`, answers: map[string][]string{"BookVan": {`300 {"van": 7}`}}})
	if was != is {
		t.Errorf("it did\n%s\nand does\n%s", was, is)
	}
}

// samePassage reports whether two passages lead from one occurrence to one other.
func samePassage(a, b dialects.Passage) bool { return a.From == b.From && a.To == b.To }
