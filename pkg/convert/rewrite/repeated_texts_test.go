package rewrite

import (
	"strings"
	"testing"
)

// TestRepeatedTexts tells a worker what it repeats: how often and how long each call is tried, when it goes on, and when it fails.
func TestRepeatedTexts(t *testing.T) {
	t.Parallel()
	const look = `"Look": {"Type": "Task", "Resource": "urn:task:look", `
	for _, test := range []struct{ name, from, to, text string }{
		{"a failure", "", "", "calls look, whose answer is put at `$.look`, again and again, with a wait of 60 s, until `$.look.state = \"DONE\"`, or fails with Lost when `$.look.state = \"LOST\"`, and answers what the last step gives"},
		{"retries and a time limit", look, look + `"TimeoutSeconds": 9, "Retry": [{"ErrorEquals": ["Busy"], "MaxAttempts": 1}], `,
			"calls look (for at most 9 s, retried once on Busy, after 1 s), whose answer is put at `$.look`, again and again"},
		{"a default that goes on", `"StringEquals": "LOST", "Next": "Lost"}], "Default": "Pause"`, `"StringEquals": "WAITS", "Next": "Pause"}], "Default": "Fetch"`,
			"until `$.look.state = \"DONE\"` or none of `$.look.state = \"DONE\"`, `$.look.state = \"WAITS\"`, and answers"},
		{"a default that fails", `{"Variable": "$.look.state", "StringEquals": "LOST", "Next": "Lost"}], "Default": "Pause"`, `{"Variable": "$.look.state", "StringEquals": "WAITS", "Next": "Pause"}], "Default": "Lost"`,
			"or fails with Lost when none of `$.look.state = \"DONE\"`, `$.look.state = \"WAITS\"`, and answers"},
	} {
		c := rewritten(t, lowered(t, "x.asl.json", strings.Replace(polled, test.from, test.to, 1)), planningTarget(), repeatedSteps, plannedParts)
		if s := c.Raised.StandIns; len(s) != 1 || !strings.Contains(s[0].What, test.text) {
			t.Errorf("%s: the stand-ins are %+v, want one that %s", test.name, s, test.text)
		}
	}
}
