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
		`{"do": "ask", "within": "PT2H", "meanwhile": [{"after": "PT1H", "do": "tell"}]}`:  false,
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
