package rewrite_test

import (
	"strings"
	"testing"
	"time"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

const handled = `{"StartAt": "Charge", "States": {
  "Charge": {"Type": "Task", "Resource": "charge", "ResultPath": "$.charge",
    "Catch": [{"ErrorEquals": ["States.ALL"], PLACE "Next": "NEXT"}], "End": true},
  "Refuse": {"Type": "Task", "Resource": "refuse", "End": true},
  "Forget": {"Type": "Pass", "Result": {"charge": null}, "Next": "Refuse"},
  "Stop": {"Type": "Fail", "Error": "Stopped", "Cause": "by hand"}}}`

// shaped rewrites the definition for a target whose errors are members of the document.
func shaped(t *testing.T, place, next string) *dialects.Raised {
	t.Helper()
	f := merging()
	f.able.Errors = &dialects.ErrorPlace{Member: "error", Name: "name", Cause: "message", Timeout: "Timeout", TimeoutCause: "too late"}
	text := strings.NewReplacer("PLACE", place, "NEXT", next).Replace(handled)
	_, c := applied(t, "x.asl.json", text, f)
	if lost := c.Losses(); len(lost) > 0 {
		t.Errorf("lost: %s", lost[0].Message)
	}
	return c.Raised
}

func TestAnErrorIsPutAsTheSourceHasIt(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ place, input, want string }{
		{`"ResultPath": "$.problem",`, `{"id": 1, "error": {"name": "Declined", "message": "no"}}`,
			`{"result":{"document":{"id":1,"problem":{"Error":"Declined","Cause":"no"}}}}`},
		{`"ResultPath": "$.a.b",`, `{"error": {"name": "Timeout", "message": "too late"}}`,
			`{"result":{"document":{"a":{"b":{"Error":"States.Timeout","Cause":""}}}}}`},
		{``, `{"id": 1, "error": {"name": "Declined", "message": "no"}}`, `{"result":{"document":{"Error":"Declined","Cause":"no"}}}`},
	} {
		r := shaped(t, c.place, "Refuse")
		if len(r.StandIns) != 1 {
			t.Errorf("with %s the stand-ins are %+v", c.place, r.StandIns)
			continue
		}
		got, err := r.StandIns[0].By.Answer(parsed(t, c.input), time.Time{})
		if text := string(value.Append(nil, got)); err != nil || text != c.want {
			t.Errorf("with %s the answer is %s, %v; want %s", c.place, text, err, c.want)
		}
	}
}

func TestAnErrorThatNothingReadsIsDropped(t *testing.T) {
	t.Parallel()
	for place, next := range map[string]string{`"ResultPath": "$.problem",`: "Stop", "": "Forget"} {
		if r := shaped(t, place, next); len(r.StandIns) > 0 {
			t.Errorf("at %q, before %s, the stand-ins are %+v", place, next, r.StandIns)
		}
	}
}

// TestHandlersThatDoTheSame has one task reshape the error of two handlers, of which the second takes all errors, and two where the handlers
// do different things, or where an error of the first would be taken by one between them.
func TestHandlersThatDoTheSame(t *testing.T) {
	t.Parallel()
	declined := func(place, next string) string {
		return `{"ErrorEquals": ["Declined"], ` + place + `"Next": "` + next + `"}`
	}
	const problem, all = `"ResultPath": "$.problem", `, `{"ErrorEquals": ["States.ALL"], PLACE "Next": "Refuse"}`
	for _, c := range []struct {
		name, before, place string
		standIns            int
	}{
		{"the same", declined(problem, "Refuse"), problem, 1},
		{"the error replaces the document", declined("", "Refuse"), "", 1},
		{"another place", declined(`"ResultPath": "$.other", `, "Refuse"), problem, 2},
		{"one of them replaces the document", declined("", "Refuse"), problem, 2},
		{"another step", declined(problem, "Tell"), problem, 2},
		{"one between them", declined(problem, "Refuse") + `, {"ErrorEquals": ["Busy"], ` + problem + `"Next": "Tell"}`, problem, 3},
	} {
		f := merging()
		f.able.Errors = &dialects.ErrorPlace{Member: "error", Name: "name", Cause: "message", Timeout: "Timeout", TimeoutCause: "too late"}
		text := strings.Replace(handled, `{"ErrorEquals": ["States.ALL"], PLACE "Next": "NEXT"}`, c.before+", "+strings.Replace(all, "PLACE", c.place, 1), 1)
		text = strings.Replace(text, `"Stop": `, `"Tell": {"Type": "Task", "Resource": "tell", "End": true}, "Stop": `, 1)
		if _, converted := applied(t, "x.asl.json", text, f); len(converted.Raised.StandIns) != c.standIns {
			t.Errorf("%s: the stand-ins are %+v", c.name, converted.Raised.StandIns)
		}
	}
}

// TestAnErrorAsTheTargetHasItStays has no task reshape an error whose members are those of the target already, and one handler take the
// place of two that do the same.
func TestAnErrorAsTheTargetHasItStays(t *testing.T) {
	t.Parallel()
	const text = `{"QueryLanguage": "JSONata", "StartAt": "Charge", "States": {
	  "Charge": {"Type": "Task", "Resource": "charge", "TimeoutSeconds": 5, "Output": "{% $merge([$states.input, $states.result]) %}", "Catch": [
	    {"ErrorEquals": ["States.Timeout"], "Output": "{% $merge([$states.input, {'error': {'name': 'Timeout', 'message': 'too late'}}]) %}", "Next": "Refuse"},
	    {"ErrorEquals": ["States.ALL"], "Output": "{% $merge([$states.input, {'error': {'name': NAME, 'message': $states.errorOutput.Cause}}]) %}", "Next": "Refuse"}], "End": true},
	  "Refuse": {"Type": "Task", "Resource": "refuse", "End": true}}}`
	for _, c := range []struct {
		name              string
		standIns, handles int
	}{{"$states.errorOutput.Error", 0, 1}, {"'Other'", 1, 2}} {
		f := merging()
		f.able.Errors = &dialects.ErrorPlace{Member: "error", Name: "name", Cause: "message", Timeout: "Timeout", TimeoutCause: "too late"}
		_, converted := applied(t, "x.asl.json", strings.Replace(text, "NAME", c.name, 1), f)
		handles := 0
		for _, e := range converted.Program.Start().Root.Start.Out {
			if e.Kind == workflow.OnError {
				handles++
			}
		}
		if s := converted.Raised.StandIns; len(s) != c.standIns || handles != c.handles {
			t.Errorf("with %s: %d handlers, stand-ins %+v", c.name, handles, s)
		}
	}
}
