package rewrite

import (
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
)

// TestPlannedRemindersStay leaves tasks alone whose parameters are no plan of a task with others beside it, or with more than timers have.
func TestPlannedRemindersStay(t *testing.T) {
	t.Parallel()
	able := dialects.Abilities{Timers: dialects.TimerVisit | dialects.TimerBeside}
	for plan, becomes := range map[string]bool{
		`{"do": "ask", "meanwhile": [{"after": "PT1H", "do": "tell"}]}`:                    true,
		`{"do": "ask", "meanwhile": [{"after": 90, "do": ["tell", "log"]}]}`:               true,
		`{"do": "ask", "meanwhile": []}`:                                                   false,
		`{"do": "ask", "meanwhile": [{"do": "tell"}]}`:                                     false,
		`{"do": "ask", "meanwhile": [{"after": "soon", "do": "tell"}]}`:                    false,
		`{"do": "ask", "meanwhile": [{"after": "PT1H", "wait": "PT1H"}]}`:                  false,
		`{"do": ["ask", "log"], "meanwhile": [{"after": "PT1H", "do": "tell"}]}`:           false,
		`{"do": "ask", "within": "PT2H", "meanwhile": [{"after": "PT1H", "do": "tell"}]}`:  true,
		`{"do": "ask", "retries": 2, "meanwhile": [{"after": "PT1H", "do": "tell"}]}`:      true,
		`{"do": "ask", "retries": 0, "meanwhile": [{"after": "PT1H", "do": "tell"}]}`:      false,
		`{"do": "ask", "within": "late", "meanwhile": [{"after": "PT1H", "do": "tell"}]}`:  false,
		`{"do": "ask", "after": "PT1H"}`:                                                   false,
		`{"do": "ask", "meanwhile": [{"after": "PT1H", "do": {"do": "x", "within": 60}}]}`: false,
	} {
		p := lowered(t, "x.asl.json", `{"StartAt": "Ask", "States": {"Ask": {"Type": "Task", "Resource": "urn:task:t", "End": true}}}`)
		n := p.Start().Root.Start
		n.Call.Task, n.Call.Parameters = "call-ask", &expr.Literal{Value: parsed(t, plan)}
		c := rewritten(t, p, able, besideAgain)
		if got := drawn(c.Program.Start()); strings.Contains(got, "timer") != becomes {
			t.Errorf("with %s the net is\n%s", plan, got)
		}
	}
}

// TestPlannedRemindersAreLeftLate has the choice by the name of the step that follows a task become a timer of the task, if it is nothing else.
func TestPlannedRemindersAreLeftLate(t *testing.T) {
	t.Parallel()
	able := dialects.Abilities{Timers: dialects.TimerVisit | dialects.TimerBeside}
	const flow = `{"StartAt": "Ask", "States": {
  "Ask": {"Type": "Task", "Resource": "urn:task:call-ask", "Next": "Ask decision"},
  "Ask decision": {"Type": "Choice", "Choices": [{"Variable": "$.askNext", "StringEquals": "Late", "Next": "Without askNext"}], "Default": "Without askNext 2"},
  "Without askNext": {"Type": "Task", "Resource": "urn:task:without-ask-next", "Next": "Late"},
  "Without askNext 2": {"Type": "Task", "Resource": "urn:task:without-ask-next", "Next": "Book"},
  "Late": {"Type": "Task", "Resource": "urn:task:late", "End": true},
  "Book": {"Type": "Task", "Resource": "urn:task:book", "End": true}}}`
	for what, x := range map[string]struct {
		change  [2]string
		becomes bool
	}{
		"as written":             {[2]string{"", ""}, true},
		"with a number":          {[2]string{"$.askNext", "$.askNext2"}, true},
		"with another name":      {[2]string{`"StringEquals": "Late"`, `"StringEquals": "Soon"`}, false},
		"with another test":      {[2]string{`"StringEquals": "Late"`, `"StringGreaterThan": "Late"`}, false},
		"with a part of it":      {[2]string{"$.askNext", "$.askNext.name"}, false},
		"that is read again":     {[2]string{"urn:task:book\"", "urn:task:book\", \"InputPath\": \"$.askNext\""}, false},
		"with a third branch":    {[2]string{`}], "Default"`, `}, {"Variable": "$.askNext", "StringEquals": "Book", "Next": "Book"}], "Default"`}, false},
		"with no default branch": {[2]string{`, "Default": "Without askNext 2"`, ""}, false},
	} {
		if !strings.Contains(flow, x.change[0]) {
			t.Fatalf("%s is not in the flow", x.change[0])
		}
		p := lowered(t, "x.asl.json", strings.Replace(flow, x.change[0], x.change[1], 1))
		n := p.Start().Root.Start
		n.Call.Task, n.Call.Parameters = "call-ask", &expr.Literal{Value: parsed(t, `{"do": "ask", "within": "PT2H", "meanwhile": [{"after": "PT1H", "do": "tell"}]}`)}
		got := drawn(rewritten(t, p, able, besideAgain).Program.Start())
		if becomes := strings.Contains(got, "Ask task, next Book, timer Late, timer tell"); becomes != x.becomes || becomes && strings.Contains(got, "ithout") {
			t.Errorf("a choice %s: the net is\n%s", what, got)
		}
	}
}
