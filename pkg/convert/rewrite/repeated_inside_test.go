package rewrite

import (
	"fmt"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// Definitions in which a loop lies in another one.
const (
	brewedAgain = `{"StartAt": "Brew", "States": {
  "Brew": {"Type": "Task", "Resource": "urn:brew", "Next": "Rest"},
  "Rest": {"Type": "Wait", "Seconds": 60, "Next": "Taste"},
  "Taste": {"Type": "Task", "Resource": "urn:taste", "Next": "Done?"},
  "Done?": {"Type": "Choice", "Choices": [{"Variable": "$.taste", "StringEquals": "good", "Next": "Bottle"}, {"Variable": "$.taste", "StringEquals": "sour", "Next": "Brew"}], "Default": "Rest"},
  "Bottle": {"Type": "Task", "Resource": "urn:bottle", "Next": "Clear?"},
  "Clear?": {"Type": "Choice", "Choices": [{"Variable": "$.clear", "BooleanEquals": true, "Next": "Sell"}], "Default": "Brew"},
  "Sell": {"Type": "Task", "Resource": "urn:sell", "End": true}}}`
	weighedEntity = `{"version": "1", "name": "parcel", "initialState": "NEW", "active": true, "states": {
  "NEW": {"transitions": [{"name": "PACK", "next": "PACKED", "manual": false}]},
  "PACKED": {"transitions": [{"name": "WEIGH", "next": "WEIGHED", "manual": true, "processors": [{"type": "EXTERNAL", "name": "weigh", "executionMode": "SYNC", "config": {"attachEntity": true}}]}]},
  "WEIGHED": {"transitions": [{"name": "LIGHT", "next": "SENT", "manual": false, "criterion": {"type": "simple", "jsonPath": "$.kilos", "operatorType": "LESS_THAN", "value": 5}},
    {"name": "HEAVY", "next": "PACKED", "manual": false, "criterion": {"type": "simple", "jsonPath": "$.kilos", "operatorType": "GREATER_THAN", "value": 20}}]},
  "SENT": {}}}`
)

// TestRepeatedInside has one task do what a loop with another loop in it does. From its plan both come back, without the choice that decides
// between the ways out of the inner one.
func TestRepeatedInside(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, file, text, plan, what, back string
		plays                              []play
	}{
		{"a wait in a loop", "x.asl.json", brewedAgain,
			`{"repeat":["brew",{"repeat":[{"name":"Rest","wait":60},"taste",{"choose":[{"if":"$[?(@.taste == 'good')]","do":[]},{"if":"$[?(@.taste == 'sour')]","do":[]},{"do":{"again":true}}],"name":"Done?"}],` +
				`"name":"Repeat Taste"},{"choose":[{"if":"$[?(@.taste == 'good')]","do":["bottle",{"choose":[{"if":"$[?(@.clear == true)]","do":[]},{"do":{"again":true}}]}]},{"do":{"again":true}}],"name":"Done? then"}]}`,
			"calls brew and then (taste, again and again, with a wait of 60 s, until `$.taste = \"good\"` or `$.taste = \"sour\"`) and then bottle if `$.taste == \"good\"`, again and again, " +
				"until `$.clear = true`, and answers what the last step gives",
			"Done? choice, choice bottle, choice brew, default Rest",
			[]play{
				{input: `{"id": 1}`, answers: map[string][]string{"brew": {`{"id": 1}`}, "taste": {`5 {"taste": "good"}`}, "bottle": {`{"clear": true}`}, "sell": {`{"sold": 1}`}}},
				{input: `{"id": 1}`, answers: map[string][]string{"brew": {`7 {"id": 1}`}, "sell": {`{"sold": 1}`}, "bottle": {`{"clear": false}`, `{"clear": true}`},
					"taste": {`5 {"taste": "flat"}`, `5 {"taste": "flat"}`, `{"taste": "sour"}`, `{"taste": "good"}`, `{"taste": "good"}`}}},
			}},
		{"an entity that may have to be updated", "x.fsm.json", weighedEntity, `{"repeat":{"name":"PACKED","await":[{"request":"WEIGH","do":["weigh",` +
			`{"repeat":{"choose":[{"if":"$[?(@.kilos < 5)]","do":[]},{"if":"$[?(@.kilos > 20)]","do":[]},{"do":{"name":"WEIGHED waiting","await":[{"update":true,"do":{"again":true}}]}}],"name":"WEIGHED"},"name":"Repeat WEIGHED"},` +
			`{"choose":[{"if":"$[?(@.kilos < 5)]","do":[]},{"do":{"again":true}}],"name":"WEIGHED then"}]}]}}`,
			`calls weigh after the request "WEIGH" and then (waits for an update, whose data is merged into the document, until ` + "`$.kilos < 5` or `$.kilos > 20`" + `), again and again, ` +
				`with a wait for the request "WEIGH", whose data is merged into the document, until ` + "`$.kilos < 5`" + `, and answers what the last step gives`,
			"WEIGHED choice, choice SENT, choice PACKED, default WEIGHED waiting", nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			p := lowered(t, test.file, test.text)
			there := rewritten(t, p, planningTarget(), statesOfEntity, constantGuards, plainData, repeatedSteps, plannedParts)
			if got := strings.Join(plansOf(there), ""); got != test.plan {
				t.Errorf("the plan is\n%s\nwant\n%s\n%s", got, test.plan, drawn(there.Program.Start()))
			}
			if s := there.Raised.StandIns; len(s) != 1 || s[0].What != test.what {
				t.Errorf("the stand-ins are %+v", s)
			}
			back := dialects.Abilities{Awaits: []string{"event"}, Kinds: dialects.Kinds(workflow.Choice, workflow.Await, workflow.Wait), Cycles: true}
			if got := drawn(rewritten(t, there.Program, back, partsAgain).Program.Start()); !strings.Contains(got, test.back) {
				t.Errorf("%s is not in\n%s", test.back, got)
			}
			for _, x := range test.plays {
				if was, is := observed(t, p, x), observedWorking(t, there, x); is != was {
					t.Errorf("with %s it did\n%s\nand does\n%s", x.input, was, is)
				}
			}
		})
	}
}

// TestRepeatedTooDeep leaves loops that lie in one another more often than a plan has room for.
func TestRepeatedTooDeep(t *testing.T) {
	t.Parallel()
	states := []string{}
	const deep = 150
	name := func(i int) string { return fmt.Sprint("s", i) }
	for i := range deep {
		states = append(states, `"`+name(i)+`": {"Type": "Task", "Resource": "urn:`+name(i)+`", "Next": "`+name(i+1)+`"}`)
	}
	after := "end"
	for i := range deep {
		states = append(states, `"t`+name(i)+`": {"Type": "Choice", "Choices": [{"Variable": "$.n", "NumericEquals": 1, "Next": "`+name(i)+`"}], "Default": "`+after+`"}`)
		after = "t" + name(i)
	}
	states = append(states, `"`+name(deep)+`": {"Type": "Pass", "Next": "t`+name(deep-1)+`"}`, `"end": {"Type": "Succeed"}`)
	c := rewritten(t, lowered(t, "x.asl.json", `{"StartAt": "s0", "States": {`+strings.Join(states, ", ")+`}}`), planningTarget(), constantGuards, repeatedSteps)
	if len(c.Program.Start().Cycles()) == 0 {
		t.Error("no loop is left")
	}
}
