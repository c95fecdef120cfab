package rewrite

import (
	"strings"
	"testing"
)

// TestErrorsThatReplaceTheDocument are merged into it, where answers are, and what follows finds their members. Those that are dropped show
// that the task failed.
func TestErrorsThatReplaceTheDocument(t *testing.T) {
	t.Parallel()
	const report = `"Report": {"Type": "Task", "Resource": "urn:x:report", "Parameters": {"reason.$": "$.Error"}, "ResultPath": null, "Next": "Lost"},
	  "Lost": {"Type": "Fail", "Error": "Lost", "Cause": "it is"}}}`
	for _, x := range []struct {
		name, text, drawn, what string
	}{
		{"the error", `{"StartAt": "Charge", "States": {"Charge": {"Type": "Task", "Resource": "urn:x:charge", "ResultPath": "$.charge",
	    "Catch": [{"ErrorEquals": ["Declined"], "Next": "Report"}], "End": true}, ` + report,
			"Charge task, next Charge failed?\nCharge failed? choice, choice Report, default ",
			`calls charge, and answers the same under charge; after Declined, {"Error": "Declined", …}`},
		{"the error, which may be there already", `{"StartAt": "Look", "States": {"Look": {"Type": "Task", "Resource": "urn:x:look", "ResultPath": "$.Error", "Next": "Charge"},
	    "Charge": {"Type": "Task", "Resource": "urn:x:charge", "ResultPath": "$.charge", "Catch": [{"ErrorEquals": ["Declined"], "Next": "Report"}], "End": true}, ` + report,
			"Look task, next Charge\nCharge task, next Charge failed?\nCharge failed? choice, choice Report, default ",
			`calls charge, and answers the same under charge; after Declined, {"Error": "Declined", …}`},
		{"what is made of it", `{"QueryLanguage": "JSONata", "StartAt": "Charge", "States": {"Charge": {"Type": "Task", "Resource": "urn:x:charge", "Output": "{% $merge([$states.input, {'paid': true}]) %}",
	    "Catch": [{"ErrorEquals": ["Declined"], "Output": {"problem": "{% $states.errorOutput.Error %}"}, "Next": "Report"}], "End": true},
	  "Report": {"Type": "Task", "Resource": "urn:x:report", "Arguments": {"reason": "{% $states.input.problem %}"}, "Output": "{% $states.input %}", "Next": "Lost"},
	  "Lost": {"Type": "Fail", "Error": "Lost", "Cause": "it is"}}}`,
			"Charge task, next Charge failed?\nCharge failed? choice, choice Report, default ",
			"calls charge, and answers what is new in its input with `true` at `$.paid`; after Declined its input replaced by `{\"problem\": $.Error}`, with {\"chargeFailed\": true}"},
		{"an error that is dropped", `{"StartAt": "Charge", "States": {"Charge": {"Type": "Task", "Resource": "urn:x:charge", "ResultPath": "$.charge", "Retry": [{"ErrorEquals": ["Busy"]}],
	    "Catch": [{"ErrorEquals": ["Declined"], "ResultPath": null, "Next": "Lost"}], "End": true}, "Lost": {"Type": "Fail", "Error": "Lost", "Cause": "it is"}}}`,
			"Charge task, next Charge failed?\nCharge failed? choice, choice Lost, default ",
			`calls charge, retried up to 3 times on Busy, after 1 s, 2 s, 4 s, and answers the same under charge; after Declined, {"error": {"Error": "Declined", …}}`},
		{"an error by its name, and one by its class", `{"StartAt": "Charge", "States": {"Charge": {"Type": "Task", "Resource": "urn:x:charge", "ResultPath": "$.charge",
	    "Catch": [{"ErrorEquals": ["Declined"], "Next": "Report"}, {"ErrorEquals": ["States.TaskFailed"], "ResultPath": "$.problem", "Next": "Lost"}], "End": true}, ` + report,
			"Charge task, next Charge failed?\nCharge failed? choice, choice Report, choice Lost, default ",
			"calls charge, and answers what is new in its input with its answer at `$.charge`; after Declined its input replaced by the error; " +
				"after States.TaskFailed its input with the error at `$.problem`"},
	} {
		t.Run(x.name, func(t *testing.T) {
			t.Parallel()
			p := lowered(t, "charge.asl.json", x.text)
			c := rewritten(t, p, plainMerging(), commonTerms, mergedOutputs, plainData, callingTasks(callTasks), errorHandlers)
			if got := drawn(c.Program.Start()); !strings.HasPrefix(got, x.drawn) {
				t.Errorf("it became\n%s", got)
			}
			if s := c.Raised.StandIns; len(s) == 0 || s[0].Task != "call-charge" || s[0].What != x.what {
				t.Errorf("the stand-ins are %+v", s)
			}
			if l := lost(c); len(l) > 0 { // nothing sees the members that stay
				t.Errorf("lost is %q", l)
			}
			for _, list := range [][]string{{"1 fail Declined"}, {"0 fail Other"}} {
				with := play{input: `{"order": {"n": 1}}`, answers: map[string][]string{"urn:x:charge": list, "urn:x:report": {`1 {"done": true}`}, "urn:x:look": {`1 {"n": 1}`}}}
				if was, is := observed(t, p, with), observedWorking(t, c, with); was != is {
					t.Errorf("with %q it did\n%s\nand does\n%s", list, was, is)
				}
			}
		})
	}
}
