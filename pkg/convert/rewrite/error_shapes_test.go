package rewrite_test

import (
	"strings"
	"testing"
	"time"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/value"
)

const handled = `{"StartAt": "Charge", "States": {
  "Charge": {"Type": "Task", "Resource": "charge", "ResultPath": "$.charge",
    "Catch": [{"ErrorEquals": ["States.ALL"], PLACE "Next": "NEXT"}], "End": true},
  "Refuse": {"Type": "Task", "Resource": "refuse", "End": true},
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
	if r := shaped(t, `"ResultPath": "$.problem",`, "Stop"); len(r.StandIns) > 0 {
		t.Errorf("the stand-ins are %+v", r.StandIns)
	}
}
