package rewrite

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/value/valuetest"
)

const askedOwner = `{"id": "x", "name": "x", "functions": [{"name": "ask", "resource": "urn:ask"}, {"name": "book", "resource": "urn:book"}],
  "events": [{"name": "Decided", "type": "owner.decided", "source": "s"}], "states": [
  {"name": "Ask", "type": "callback", "start": {"kind": "default"}, "action": {"functionRef": {"refName": "ask", "parameters": {"n": "{{ $.order }}"}}},
    "eventRef": "Decided", "eventDataFilter": {"dataOutputPath": "{{ $.data.by }}"}, "timeout": "PT10S", %s"transition": {"nextState": "Book"}},
  {"name": "Book", "type": "operation", "actions": [{"functionRef": {"refName": "book"}}], "end": {"kind": "default"}}]}`

// TestActionAndEventByTask has a task call that of an action and wait for an event, which comes before that call ends, after it, too late,
// or not at all.
func TestActionAndEventByTask(t *testing.T) {
	t.Parallel()
	for _, handler := range []string{"", `"onError": [{"expression": "{{ $.error }}", "transition": {"nextState": "Book"}}], `} {
		p := lowered(t, "x.sw.json", fmt.Sprintf(askedOwner, handler))
		for _, able := range []dialects.Abilities{plainReplacing(), plainMerging(), handlingReplacing()} {
			c := rewritten(t, p, able, listening)
			l, s := lost(c), c.Raised.StandIns
			if handler != "" && c.mergesOnly() { // the error is reshaped by the handler
				if len(s) > 0 || len(l) != 1 || !strings.HasPrefix(l[0], "convert/early-event: ") {
					t.Errorf("lost is %q", l)
				}
				continue
			}
			if len(l) > 0 {
				t.Fatalf("lost is %q", l)
			}
			if len(s) == 0 || s[0].Task != "call-ask" || !strings.HasPrefix(s[0].What, "calls ask with `{\"n\": $.order}`, waits for the event \"owner.decided\", which may arrive before that call ends, but after it for at most 10 s, and answers ") {
				t.Fatalf("the stand-ins are %+v", s)
			}
			for _, x := range []struct{ ask, comes, answers string }{
				{`2 {"asked": true}`, "5", `3 {"by": "Ada"}`},
				{`7 {"asked": true}`, "5", `0 {"by": "Ada"}`},
				{`2 {"asked": true}`, "15", `13 {"by": "Ada"}`},
				{`2 {"asked": true}`, "", `900 {}`},
				{`2 fail Busy`, "1", `0 {}`},
			} {
				plays := play{input: `{"order": 7}`, answers: map[string][]string{"ask": {x.ask}, "book": {`1 {"booked": true}`}, "ask-decided": {x.answers}}}
				if x.comes != "" {
					after, _ := iso8601.ParseDuration("PT" + x.comes + "S")
					plays.happens = []run.Occurrence{{Kind: "event", After: &after, Value: valuetest.Object("type", "owner.decided", "source", "s", "data", valuetest.Object("by", "Ada", "at", "noon"))}}
				}
				was, is := observed(t, p, plays), withoutCalls(observedWorking(t, c, plays), "ask-decided")
				if was != is {
					t.Errorf("with %q, %s it did\n%s\nand does\n%s", x.ask, x.comes, was, is)
				}
			}
		}
	}
}

// handlingReplacing is a target whose tasks replace the document, and that handles errors.
func handlingReplacing() dialects.Abilities {
	able := plainReplacing()
	able.Handlers = dialects.HandleTasks | dialects.HandleByError | dialects.HandleData
	return able
}

// TestEventArrivesInTask: the event reaches the stand-in, which takes of it what the state does.
func TestEventArrivesInTask(t *testing.T) {
	t.Parallel()
	p := lowered(t, "x.sw.json", fmt.Sprintf(askedOwner, ""))
	c := rewritten(t, p, plainReplacing(), listening)
	if len(c.Raised.Occurrences) != 1 {
		t.Fatalf("what arrives is %+v", c.Raised.Occurrences)
	}
	k := c.Raised.Occurrences[0]
	if k.By != "call-ask" || k.Data == nil || k.From.At != "Ask" || k.From.Name != "owner.decided" || k.To != (dialects.Occurrence{Kind: "task", Name: "ask-decided"}) {
		t.Errorf("what arrives is %+v", k)
	}
	if _, err := c.standIn("call-ask").By.Answer(nil, time.Time{}); err == nil {
		t.Error("it answers without a call")
	}
}
