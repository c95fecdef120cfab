package rewrite_test

import (
	"strings"
	"testing"
)

// TestSelectedDocumentsStayWhereTheyAre has what comes after a selection read the part where it is, so that the same is called with the
// same, and only an output that is a part of the document is lost.
func TestSelectedDocumentsStayWhereTheyAre(t *testing.T) {
	t.Parallel()
	const text = `{"StartAt": "Check", "States": {
	  "Check": {"Type": "Task", "Resource": "urn:task:check", "ResultPath": "$.check", "OutputPath": "$.order", "Next": "Large?"},
	  "Large?": {"Type": "Choice", "Choices": [{"Variable": "$.total", "NumericGreaterThan": 10, "Next": "Approve"}], "Default": "Book"},
	  "Approve": {"Type": "Task", "Resource": "urn:task:approve", "ResultPath": "$.approval", "Next": "Book"},
	  "Book": {"Type": "Task", "Resource": "urn:task:book", "Next": "Last"}, "Last": LAST}}`
	for last, losses := range map[string]int{`{"Type": "Fail", "Error": "NotYet"}`: 0, `{"Type": "Succeed", "InputPath": "$.number"}`: 2} {
		able := withoutIterations()
		able.Outputs, able.OutputParts = false, false
		source, c := applied(t, "x.asl.json", strings.Replace(text, "LAST", last, 1), &fakeTarget{able: able})
		if got := c.Losses(); len(got) != losses {
			t.Errorf("with %s: losses %v", last, got)
		}
		for _, total := range []string{"5", "50"} {
			a := answers{"urn:task:check": {parsed(t, `{"ok": true}`)}, "urn:task:approve": {parsed(t, `{"by": "Ann"}`)}, "urn:task:book": {parsed(t, `{"number": {"at": 7}}`)}}
			input := parsed(t, `{"order": {"total": `+total+`}, "from": "web"}`)
			want, got := play(t, source, input, a, nil), play(t, c.Program, input, a, c.Raised.Contracts)
			if calls(want) != calls(got) || losses == 0 && want != got {
				t.Errorf("the source does\n%s\nand what it became\n%s", want, got)
			}
		}
	}
	_, c := applied(t, "x.asl.json", `{"StartAt": "Pick", "States": {"Pick": {"Type": "Pass", "OutputPath": "$.order", "End": true}}}`, &fakeTarget{able: withoutIterations()})
	if got := c.Losses(); len(got) != 1 || got[0].Rule.ID != "convert/output-selection" {
		t.Errorf("losses %v", got)
	}
}
