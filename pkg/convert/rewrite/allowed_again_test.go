package rewrite

import (
	"strings"
	"testing"
)

// TestOnlyRequestIsNamedAgain has a state wait for the request after which the choice is named that it passes, and for any answer where the
// choice has another name, or does not fail.
func TestOnlyRequestIsNamedAgain(t *testing.T) {
	t.Parallel()
	const text = `{"QueryLanguage": "JSONata", "StartAt": "Draft", "States": {
  "Draft": {"Type": "Task", "Resource": "arn:aws:states:::lambda:invoke.waitForTaskToken", "Arguments": {"FunctionName": "draft", "Payload": {"token": "{% $states.context.Task.Token %}", "input": "{% $states.input %}"}},
    "Output": "{% $merge([$states.input, $states.result]) %}", "Next": "submit allowed"},
  "submit allowed": {"Type": "Choice", "Choices": [{"Condition": "{% $states.input.damage > 0 %}", "Next": "Filed"}]},
  "Filed": {"Type": "Succeed"}}}`
	for name, x := range map[string]struct {
		text  string
		named bool
	}{
		"named after the request": {text, true},
		"another name":            {strings.ReplaceAll(text, "submit allowed", "submitted"), false},
		"no name":                 {strings.ReplaceAll(text, "submit allowed", "allowed"), false},
		"another path":            {strings.Replace(text, `"Next": "Filed"}]`, `"Next": "Filed"}], "Default": "Filed"`, 1), false},
	} {
		c := rewritten(t, lowered(t, "x.asl.json", x.text), entities(), commonTerms, mergedOutputs, plainData, callbackTasks, allowedAgain)
		wait := c.Program.Start().Root.Start
		if wait.Awaits == nil {
			t.Fatalf("%s: the net is\n%s", name, drawn(c.Program.Start()))
		}
		if named := len(wait.Awaits.For) == 1 && wait.Awaits.For[0].Name == "submit"; named != x.named {
			t.Errorf("%s: it waits for %+v", name, wait.Awaits.For)
		}
		arrives := false
		for _, p := range c.Raised.Occurrences {
			arrives = arrives || p.To.Kind == "event" && p.To.Name == "submit"
		}
		if arrives != x.named {
			t.Errorf("%s: the occurrences are %+v", name, c.Raised.Occurrences)
		}
	}
}
