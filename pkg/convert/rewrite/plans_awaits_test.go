package rewrite

import (
	"strings"
	"testing"
	"time"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/value/valuetest"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A draft is the text of an entity, or of a workflow, in which a text is reworked until somebody approves of it.
const (
	draftEntity = `{"version": "1", "name": "draft", "initialState": "NEW", "active": true, "states": {
  "NEW": {"transitions": [{"name": "WRITE", "next": "WRITTEN", "manual": false, "processors": [{"type": "EXTERNAL", "name": "write", "executionMode": "SYNC", "config": {"attachEntity": true}}]}]},
  "WRITTEN": {"transitions": [{"name": "APPROVE", "next": "APPROVED", "manual": true},
    {"name": "REWORK", "next": "WRITTEN", "manual": true, "processors": [{"type": "EXTERNAL", "name": "rework", "executionMode": "SYNC", "config": {"attachEntity": true}}]}]},
  "APPROVED": {}}}`
	draftSteps = `{"id": "draft", "name": "Draft", "steps": [
  {"id": "write", "name": "Write", "type": "SERVICE_TASK", "jobType": "write", "nextStep": "read"},
  {"id": "read", "name": "Read", "type": "WAIT", "nextStep": "check", "boundaryEvents": [{"type": "TIMER", "duration": "PT2H", "interrupting": true, "targetStepId": "check"}]},
  {"id": "check", "name": "Check", "type": "SERVICE_TASK", "jobType": "check", "nextStep": "good"},
  {"id": "good", "name": "Good?", "type": "DECISION", "conditionalNextSteps": {"good == true": "publish", "true": "read"}},
  {"id": "publish", "name": "Publish", "type": "SERVICE_TASK", "jobType": "publish", "nextStep": "end"}, {"id": "end", "name": "End", "type": "END"}]}`
	draftEvents = `{"id": "draft", "name": "Draft", "version": "1", "functions": [{"name": "write", "resource": "write"}, {"name": "rework", "resource": "rework"}],
  "events": [{"name": "approved", "type": "text.approved", "source": "desk"}, {"name": "refused", "type": "text.refused", "source": "desk"}], "states": [
  {"name": "Write", "type": "operation", "start": {"kind": "default"}, "actions": [{"functionRef": {"refName": "write"}}], "transition": {"nextState": "Read"}},
  {"name": "Read", "type": "switch", "eventConditions": [{"eventRef": "approved", "transition": {"nextState": "Tell"}}, {"eventRef": "refused", "transition": {"nextState": "Rework"}}],
   "eventTimeout": "P7D", "default": {"nextState": "Read"}},
  {"name": "Rework", "type": "operation", "actions": [{"functionRef": {"refName": "rework"}}], "transition": {"nextState": "Read"}},
  {"name": "Tell", "type": "operation", "actions": [{"functionRef": {"refName": "write"}}], "end": {"kind": "default"}}]}`
)

// TestRepeatedWaitsAreATask has a task wait for somebody again and again, and gives it a plan of what it waits for.
func TestRepeatedWaitsAreATask(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, file, text, from, to, plan, what string }{
		{"requests of an entity", "x.fsm.json", draftEntity, "", "",
			`{"repeat":{"name":"WRITTEN","await":[{"request":"APPROVE","do":[]},{"request":"REWORK","do":["rework",{"again":true}]}]}}`,
			`calls rework after the request "REWORK", again and again, with a wait for the request "APPROVE" or the request "REWORK", whose data is merged into the document, ` +
				`until the request "APPROVE" comes, and answers what the last step gives`},
		{"a signal, for some time", "x.step.json", draftSteps, "", "",
			`{"repeat":[{"name":"read","await":[{"answer":"signal","do":[]}],"within":"PT2H","ifLate":[]},"check",{"choose":[{"if":"$[?(@.good == true)]","do":[]},{"do":{"again":true}}]}]}`,
			`calls check, again and again, with a wait for the signal of "read", whose data is merged into the document, for at most 7200 s, ` +
				"until `$.good = true`, and answers what the last step gives"},
		{"the completion of a task of a user", "x.step.json", draftSteps, `"type": "WAIT"`, `"type": "USER_TASK"`,
			`{"repeat":[{"name":"read","await":[{"answer":"completion","do":[]}],"within":"PT2H","ifLate":[]},"check",{"choose":[{"if":"$[?(@.good == true)]","do":[]},{"do":{"again":true}}]}]}`, ""},
		{"events, for some time", "x.sw.json", draftEvents, "", "",
			`{"repeat":{"name":"Read","await":[{"event":"text.approved","source":"desk","name":"approved","do":[]},` +
				`{"event":"text.refused","source":"desk","name":"refused","do":["rework",{"again":true}]}],"within":"P7D","ifLate":{"again":true}}}`, ""},
		{"a part of the data of an event", "x.sw.json", draftEvents, `"eventRef": "refused",`, `"eventRef": "refused", "eventDataFilter": {"dataOutputPath": "{{ $.why }}"},`, "", ""},
		{"events that have to agree with each other", "x.sw.json", draftEvents, `"type": "text.refused", `, `"type": "text.refused", "correlation": [{"contextAttributeName": "text"}], `, "", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			text := strings.Replace(test.text, test.from, test.to, 1)
			c := rewritten(t, lowered(t, test.file, text), planningTarget(), statesOfEntity, constantGuards, listening, actions, plainData, repeatedSteps, plannedParts)
			if got := strings.Join(plansOf(c), ""); got != test.plan {
				t.Errorf("the plan is\n%s\nwant\n%s\n%s", got, test.plan, drawn(c.Program.Start()))
			}
			if s := c.Raised.StandIns; test.what != "" && (len(s) != 1 || s[0].What != test.what) {
				t.Errorf("the stand-ins are %+v", s)
			}
		})
	}
}

// TestRepeatedWaits has a task that waits again and again do the same as the steps, which are restored from its plan.
func TestRepeatedWaits(t *testing.T) {
	t.Parallel()
	p := lowered(t, "x.step.json", draftSteps)
	there := rewritten(t, p, planningTarget(), constantGuards, repeatedSteps, plannedParts)
	back := dialects.Abilities{Awaits: []string{"signal", "userTask"}, Kinds: dialects.Kinds(workflow.Choice, workflow.Await), Cycles: true, Timers: dialects.TimerVisit}
	again := rewritten(t, there.Program, back, partsAgain)
	const net = `write task, next read
read await, next check, timer check
check task, next Good?
Good? choice, choice publish, default read
publish task, next end
`
	if got := drawn(again.Program.Start()); !strings.HasPrefix(got, net) {
		t.Errorf("the net is\n%s\nwant\n%s", got, net)
	}
	at := func(minutes time.Duration) *iso8601.Duration { return &iso8601.Duration{Clock: minutes * time.Minute} }
	for name, happens := range map[string][]run.Occurrence{
		"nothing comes":         nil,
		"a signal":              {{Kind: "signal", Node: "read", After: at(50), Value: valuetest.Object("by", "me")}},
		"a signal at once":      {{Kind: "signal", Node: "read", After: at(0), Value: valuetest.Object("by", "me")}},
		"a signal in each time": {{Kind: "signal", Node: "read", After: at(50)}, {Kind: "signal", Node: "read", After: at(150)}},
	} {
		x := play{input: `{"id": 1}`, happens: happens, answers: map[string][]string{"check": {`1800 {"good": false}`, `1800 {"good": true}`}, "write": {`{"text": "a"}`}, "publish": {`{"at": 3}`}}}
		was := observed(t, p, x)
		if is := observedWorking(t, there, x); is != was {
			t.Errorf("%s: it did\n%s\nand does\n%s", name, was, is)
		}
	}
	back.Awaits = nil
	if c := rewritten(t, there.Program, back, partsAgain); len(c.Applied) > 0 {
		t.Error("a target that cannot wait has the steps")
	}
}

// TestPlansOfOtherWaits takes nothing for a plan of a step that waits but that.
func TestPlansOfOtherWaits(t *testing.T) {
	t.Parallel()
	able := dialects.Abilities{Awaits: []string{"event"}, Kinds: dialects.Kinds(workflow.Choice, workflow.Await), Cycles: true, Timers: dialects.TimerVisit}
	for given, fits := range map[string]bool{
		`{"name": "Ask", "await": [{"request": "GO", "do": []}, {"update": true, "do": {"again": true}}]}`:                          true,
		`{"name": "Ask", "await": [{"event": "a", "do": []}, {"event": "b", "source": "s", "name": "n", "do": {"again": true}}]}`:   true,
		`{"name": "Ask", "await": [{"event": "a", "source": "s", "do": []}, {"event": "a", "source": "t", "do": {"again": true}}]}`: true,
		`{"name": "Ask", "await": [{"answer": "signal", "do": []}], "within": 5, "ifLate": {"again": true}}`:                        true,
		`{"name": "Ask", "await": []}`:                                                                     false,
		`{"name": "Ask", "await": "signal"}`:                                                               false,
		`{"name": "Ask", "await": ["GO"]}`:                                                                 false,
		`{"name": "Ask", "await": [{"request": "GO"}]}`:                                                    false,
		`{"name": "Ask", "await": [{"do": []}]}`:                                                           false,
		`{"name": "Ask", "await": [{"request": "GO", "event": "GO", "do": []}]}`:                           false,
		`{"name": "Ask", "await": [{"request": "GO", "source": "s", "do": []}]}`:                           false,
		`{"name": "Ask", "await": [{"update": false, "do": []}]}`:                                          false,
		`{"name": "Ask", "await": [{"answer": "letter", "do": []}]}`:                                       false,
		`{"name": "Ask", "await": [{"answer": "signal", "do": []}, {"request": "GO", "do": []}]}`:          false,
		`{"name": "Ask", "await": [{"request": "GO", "do": [], "after": 5}]}`:                              false,
		`{"name": "Ask", "await": [{"request": "GO", "do": []}], "within": "PT5M"}`:                        false,
		`{"name": "Ask", "await": [{"request": "GO", "do": []}], "ifLate": []}`:                            false,
		`{"name": "Ask", "await": [{"request": "GO", "do": []}], "within": "soon", "ifLate": []}`:          false,
		`{"name": "Ask", "await": [{"request": "GO", "do": []}], "within": 5, "ifLate": [], "retries": 2}`: false,
		`{"await": [{"request": "GO", "do": []}]}`:                                                         false,
		`{"name": "Ask", "do": "ask", "ifLate": []}`:                                                       false,
	} {
		p := lowered(t, "x.asl.json", `{"StartAt": "N", "States": {"N": {"Type": "Task", "Resource": "urn:task:t", "End": true}}}`)
		n := p.Start().Root.Start
		n.Element.Name, n.Call.Task = "Repeat Ask", "call-repeat-ask"
		n.Call.Parameters = &expr.Literal{Value: value.ObjectOf(value.Member{Key: "repeat", Value: parsed(t, given)})}
		c := rewritten(t, p, able, partsAgain)
		if got := len(c.Applied) > 0; got != fits {
			t.Errorf("%s becomes a wait: %v", given, got)
		}
		seen := map[string]bool{}
		for _, e := range c.Program.Start().Events {
			if seen[e.Name] {
				t.Errorf("%s: there are two events %q", given, e.Name)
			}
			seen[e.Name] = true
		}
	}
}
