package rewrite

import (
	"strings"
	"testing"
)

// TestLimitThatDependsOnData has a task call another one within a limit that is in the document, and answer that it was out of time where
// that is handled.
func TestLimitThatDependsOnData(t *testing.T) {
	t.Parallel()
	const text = `{"StartAt": "Charge", "States": {
  "Charge": {"Type": "Task", "Resource": "urn:task:charge", "TimeoutSecondsPath": "$.limit", "ResultPath": "$.charge", %"Next": "Ship"},
  "Ship": {"Type": "Task", "Resource": "urn:task:ship", "ResultPath": "$.ship", "End": true},
  "Refund": {"Type": "Task", "Resource": "urn:task:refund", "ResultPath": "$.refund", "End": true}}}`
	fixed := plainMerging()
	fixed.FixedWaits = true
	for _, handler := range []string{"", `"Catch": [{"ErrorEquals": ["States.Timeout"], "ResultPath": "$.error", "Next": "Refund"}], `} {
		p := read(t, "x.asl.json", strings.Replace(text, "%", handler, 1)).Lower()
		c := rewritten(t, p, fixed, callingTasks(callTasks), errorHandlers)
		const what = "calls charge, for at most `$.limit`, and answers the same under charge"
		if s := c.Raised.StandIns; len(s) != 1 || !strings.HasPrefix(s[0].What, what) || len(lost(c)) > 0 {
			t.Errorf("the stand-ins are %+v, lost is %q", s, lost(c))
		}
		for _, answer := range []string{`3 {"id": 7}`, `9 {"id": 7}`} {
			play := play{input: `{"limit": 5}`, answers: map[string][]string{"urn:task:charge": {answer}, "urn:task:ship": {`1 {"ship": {}}`}, "urn:task:refund": {`2 {"refund": {}}`}}}
			was, is := withoutData(observed(t, p, play)), withoutData(observedWorking(t, c, play))
			if was != is {
				t.Errorf("with %s it did\n%s\nand does\n%s", answer, was, is)
			}
		}
		if c := rewritten(t, p, plainMerging(), callingTasks(callTasks)); len(c.Applied) > 0 {
			t.Error("a target with limits that depend on data does not need it")
		}
	}
}

// withoutData is what was observed, without the data: which tasks were called when, and how it ended.
func withoutData(text string) string {
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i], _, _ = strings.Cut(lines[i], "{")
	}
	return strings.Join(lines, "\n")
}
