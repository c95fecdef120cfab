package rewrite

import (
	"fmt"
	"strings"
	"testing"
)

// polled is a machine that looks for a result until it is there, or is lost, with a wait before each time.
const polled = `{"StartAt": "Begin", "States": {
  "Begin": {"Type": "Task", "Resource": "urn:task:begin", "Next": "Pause"},
  "Pause": {"Type": "Wait", "Seconds": 60, "Next": "Look"},
  "Look": {"Type": "Task", "Resource": "urn:task:look", "ResultPath": "$.look", "Next": "There?"},
  "There?": {"Type": "Choice", "Choices": [{"Variable": "$.look.state", "StringEquals": "DONE", "Next": "Fetch"}, {"Variable": "$.look.state", "StringEquals": "LOST", "Next": "Lost"}], "Default": "Pause"},
  "Fetch": {"Type": "Task", "Resource": "urn:task:fetch", "End": true}, "Lost": {"Type": "Fail", "Error": "Lost", "Cause": "no result"}, "Tell": {"Type": "Task", "Resource": "urn:task:tell", "End": true}}}`

// TestRepeatedStepsAreATask has a task repeat the steps of a cycle, where the target has none, and gives it a plan of them.
func TestRepeatedStepsAreATask(t *testing.T) {
	t.Parallel()
	const exported = `{"repeat":[{"name":"Pause","wait":60},{"do":"look","results":"$.look"},{"choose":[{"if":"$[?(@.look.state == 'DONE')]","do":[]},` +
		`{"if":"$[?(@.look.state == 'LOST')]","do":` + "%s" + `},{"do":{"again":true}}],"name":"There?"}]}`
	for _, test := range []struct{ name, from, to, plan, drawn string }{
		{"one way on, and a failure", "", "", strings.Replace(exported, "%s", `{"name":"Lost","fail":"Lost","cause":"no result"}`, 1), "Repeat Look task, next Fetch\n"},
		{"two ways on", `"Next": "Lost"`, `"Next": "Tell"`, strings.Replace(exported, "%s", `[]`, 1), "There? then choice, choice Fetch, default Tell\n"},
		{"two ways to one failure", `"StringEquals": "LOST", "Next": "Lost"}`, `"StringEquals": "LOST", "Next": "Lost"}, {"Variable": "$.late", "BooleanEquals": true, "Next": "Lost"}`,
			strings.NewReplacer("%s", `{"name":"Lost","fail":"Lost","cause":"no result"}`, `{"do":{"again":true}}`,
				`{"if":"$[?(@.late == true)]","do":{"name":"Lost","fail":"Lost","cause":"no result"}},{"do":{"again":true}}`).Replace(exported),
			"Repeat Look task, next Fetch\n"},
		{"a computed failure", `"Cause": "no result"`, `"CausePath": "$.look.why"`,
			strings.Replace(exported, "%s", `{"name":"Lost","fail":"Lost","cause":{"value":"$.look.why"}}`, 1), "Repeat Look task, next Fetch\n"},
		{"a computed wait", `"Seconds": 60`, `"SecondsPath": "$.look.wait"`,
			strings.NewReplacer(`"wait":60`, `"wait":{"seconds":"$.look.wait"}`, "%s", `{"name":"Lost","fail":"Lost","cause":"no result"}`).Replace(exported), "Repeat Look task, next Fetch\n"},
		{"a computed time", `"Seconds": 60`, `"TimestampPath": "$.look.at"`,
			strings.NewReplacer(`"wait":60`, `"wait":{"until":"$.look.at"}`, "%s", `{"name":"Lost","fail":"Lost","cause":"no result"}`).Replace(exported), "Repeat Look task, next Fetch\n"},
		{"a computed error", `"Error": "Lost"`, `"ErrorPath": "$.look.why"`, "", "Pause wait, next Look\n"},
		{"a handler that leaves", `"ResultPath": "$.look",`, `"ResultPath": "$.look", "Catch": [{"ErrorEquals": ["States.ALL"], "Next": "Tell"}],`,
			strings.NewReplacer("%s", `{"name":"Lost","fail":"Lost","cause":"no result"}`, `{"do":"look",`,
				`{"do":"look","ifFails":{"*":[{"name":"Look failed","add":{"repeatLookFailed":true}},{"leave":true}]},`).Replace(exported),
			"Repeat Look failed? choice, choice Without repeatLookFailed, default Fetch\n"},
		{"handlers that leave for several steps", `"ResultPath": "$.look",`, `"ResultPath": "$.look", "Catch": [{"ErrorEquals": ["Busy"], "Next": "Tell"}, {"ErrorEquals": ["States.ALL"], "Next": "Fetch"}],`,
			strings.NewReplacer("%s", `{"name":"Lost","fail":"Lost","cause":"no result"}`, `{"do":"look",`,
				`{"do":"look","ifFails":{"Busy":[{"name":"Look failed","add":{"repeatLookFailed":true}},{"leave":true}],`+
					`"*":[{"name":"Look failed 2","add":{"repeatLookFailed2":true}},{"leave":true}]},`).Replace(exported),
			"Repeat Look failed? choice, choice Without repeatLookFailed, choice Without repeatLookFailed2, default Fetch\n"},
		{"two beginnings", `"urn:task:begin", "Next": "Pause"`, `"urn:task:begin", "Catch": [{"ErrorEquals": ["States.ALL"], "Next": "Look"}], "Next": "Pause"`, "", "Pause wait, next Look\n"},
		{"a choice after which nothing goes on", `"Default": "Pause"}`, `"Default": "Late?"}, "Late?": {"Type": "Choice", "Choices": [{"Variable": "$.late", "BooleanEquals": true, "Next": "Lost"}], "Default": "Pause"}`,
			strings.NewReplacer("%s", `{"name":"Lost","fail":"Lost","cause":"no result"}`, `{"do":{"again":true}}`,
				`{"do":{"choose":[{"if":"$[?(@.late == true)]","do":{"name":"Lost","fail":"Lost","cause":"no result"}},{"do":{"again":true}}]}}`).Replace(exported),
			"Repeat Look task, next Fetch\n"},
		{"a choice with which the others begin", `"Pause": {"Type": "Wait", "Seconds": 60, "Next": "Look"}`,
			`"Pause": {"Type": "Choice", "Choices": [{"Variable": "$.soon", "BooleanEquals": true, "Next": "Short"}], "Default": "Long"},
    "Short": {"Type": "Wait", "Seconds": 6, "Next": "Look"}, "Long": {"Type": "Wait", "Seconds": 60, "Next": "Look"}`,
			strings.NewReplacer(`{"name":"Pause","wait":60}`, `{"choose":[{"if":"$[?(@.soon == true)]","do":{"name":"Short","wait":6}},{"do":{"name":"Long","wait":60}}],"name":"Pause"}`,
				"%s", `{"name":"Lost","fail":"Lost","cause":"no result"}`).Replace(exported),
			"Repeat Look task, next Fetch\n"},
		{"paths that meet before they lead back", `"Default": "Pause"}`, `"Default": "Late?"}, "Late?": {"Type": "Choice", "Choices": [{"Variable": "$.late", "BooleanEquals": true, "Next": "Ring"}], "Default": "Note"},
    "Note": {"Type": "Task", "Resource": "urn:task:note", "Next": "Ring"}, "Ring": {"Type": "Task", "Resource": "urn:task:ring", "Next": "Pause"}`,
			strings.NewReplacer("%s", `{"name":"Lost","fail":"Lost","cause":"no result"}`, `{"do":{"again":true}}`,
				`{"do":[{"choose":[{"if":"$[?(@.late == true)]","do":[]},{"do":"note"}]},"ring",{"again":true}]}`).Replace(exported),
			"Repeat Look task, next Fetch\n"},
		{"an exit beside paths that meet", `"Default": "Pause"}`, `"Default": "Late?"}, "Late?": {"Type": "Choice", "Choices": [{"Variable": "$.early", "BooleanEquals": true, "Next": "Fetch"}, {"Variable": "$.late", "BooleanEquals": true, "Next": "Note"}], "Default": "Ring"},
    "Note": {"Type": "Task", "Resource": "urn:task:note", "Next": "Ring"}, "Ring": {"Type": "Task", "Resource": "urn:task:ring", "Next": "Pause"}`,
			strings.NewReplacer("%s", `{"name":"Lost","fail":"Lost","cause":"no result"}`, `{"do":{"again":true}}`,
				`{"do":[{"choose":[{"if":"$[?(@.early == true)]","do":{"leave":true}},{"if":"$[?(@.late == true)]","do":"note"}],"name":"Late?"},"ring",{"again":true}]}`).Replace(exported),
			"Repeat Look task, next Fetch\n"},
		{"exits in two places", `"Default": "Pause"}`, `"Default": "Late?"}, "Late?": {"Type": "Choice", "Choices": [{"Variable": "$.late", "BooleanEquals": true, "Next": "Tell"}], "Default": "Pause"}`,
			strings.NewReplacer("%s", `{"name":"Lost","fail":"Lost","cause":"no result"}`, `{"do":{"again":true}}`,
				`{"do":{"choose":[{"if":"$[?(@.late == true)]","do":{"name":"Late? leaves","add":{"repeatLookLeft":true}}},{"do":{"again":true}}]}}`).Replace(exported),
			"Repeat Look failed? choice, choice Without repeatLookLeft, default Fetch\n"},
		{"exits in two places, of which one leads to two steps", `"Default": "Pause"}`,
			`"Default": "Late?"}, "Late?": {"Type": "Choice", "Choices": [{"Variable": "$.late", "BooleanEquals": true, "Next": "Tell"}, {"Variable": "$.early", "BooleanEquals": true, "Next": "Fetch"}], "Default": "Pause"}`,
			strings.NewReplacer("%s", `{"name":"Lost","fail":"Lost","cause":"no result"}`, `"do":[]},{"if":"$[?(@.look.state == 'LOST')]"`, `"do":{"name":"There? leaves","add":{"repeatLookLeft":true}}},{"if":"$[?(@.look.state == 'LOST')]"`,
				`{"do":{"again":true}}`, `{"do":{"choose":[{"if":"$[?(@.late == true)]","do":[]},{"if":"$[?(@.early == true)]","do":[]},{"do":{"again":true}}],"name":"Late?"}}`).Replace(exported),
			"Repeat Look failed? choice, choice Without repeatLookLeft, default Late? then\n"},
		{"a choice that fails by itself", `], "Default": "Pause"}`, `, {"Variable": "$.look.state", "StringEquals": "OPEN", "Next": "Pause"}]}`,
			strings.NewReplacer("%s", `{"name":"Lost","fail":"Lost","cause":"no result"}`, `{"do":{"again":true}}`,
				`{"if":"$[?(@.look.state == 'OPEN')]","do":{"again":true}},{"do":{"name":"There? unmatched","fail":"States.Runtime"}}`).Replace(exported),
			"Repeat Look task, next Fetch\n"},
		{"no way on", `"Next": "Fetch"`, `"Next": "Look"`, "", "Pause wait, next Look\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			text := strings.Replace(polled, test.from, test.to, 1)
			c := rewritten(t, lowered(t, "x.asl.json", text), planningTarget(), repeatedSteps, plannedParts)
			if got := strings.Join(plansOf(c), ""); got != test.plan {
				t.Errorf("the plan is\n%s\nwant\n%s", got, test.plan)
			}
			if got := drawn(c.Program.Start()); !strings.Contains(got, test.drawn) {
				t.Errorf("%s is not in\n%s", test.drawn, got)
			}
		})
	}
	able := planningTarget()
	able.Cycles = true
	if got := plansOf(rewritten(t, lowered(t, "x.asl.json", polled), able, repeatedSteps, plannedParts)); len(got) > 0 {
		t.Errorf("a target with cycles gets %q", got)
	}
}

// TestDeepPlans gives no plan of steps that lie in one another deeper than anybody reads, nor deeper than JSON may nest.
func TestDeepPlans(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		handlers int
		planned  bool
	}{{20, true}, {2 * deepestPlan, false}} {
		text := strings.Replace(polled, `"ResultPath": "$.look",`, `"ResultPath": "$.look", "Catch": [{"ErrorEquals": ["States.ALL"], "Next": "Help 1"}],`, 1)
		for i := range test.handlers {
			text = strings.Replace(text, `"Tell": {`, fmt.Sprintf(`"Help %d": {"Type": "Task", "Resource": "urn:task:help", "Catch": [{"ErrorEquals": ["States.ALL"], "Next": "%s"}], "Next": "Pause"}, "Tell": {`,
				i+1, map[bool]string{true: fmt.Sprintf("Help %d", i+2), false: "Pause"}[i < test.handlers-1]), 1)
		}
		got := plansOf(rewritten(t, lowered(t, "x.asl.json", text), planningTarget(), repeatedSteps, plannedParts))
		if planned := len(got) > 0; planned != test.planned {
			t.Errorf("%d handlers: the plans are %q", test.handlers, got)
		}
	}
}
