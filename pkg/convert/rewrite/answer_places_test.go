package rewrite

import (
	"fmt"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
)

// TestPlacesOfAnswers has one worker put its result at one place of its answers, and a stand-in at another: its result alone is an answer
// if some call asks for that, and else it is put where most calls ask for.
func TestPlacesOfAnswers(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		places   [3]string
		standIns int
	}{
		{[3]string{`"$.a"`, `"$.a"`, `"$.a"`}, 0},
		{[3]string{`"$.a"`, `"$.b"`, `"$.b"`}, 1},
		{[3]string{`"$.a"`, `"$.b"`, `"$"`}, 2},
		{[3]string{`"$.a"`, `"$.a"`, `"$"`}, 2},
		{[3]string{`"$"`, `"$"`, `"$"`}, 0},
	} {
		p := lowered(t, "x.asl.json", fmt.Sprintf(`{"StartAt": "A", "States": {
		  "A": {"Type": "Task", "Resource": "urn:task:price", "ResultPath": %s, "Next": "B"},
		  "B": {"Type": "Task", "Resource": "urn:task:price", "ResultPath": %s, "Next": "C"},
		  "C": {"Type": "Task", "Resource": "urn:task:price", "ResultPath": %s, "End": true}}}`, tt.places[0], tt.places[1], tt.places[2]))
		able := joiningTarget()
		able.Answers = dialects.AnswerMergesDeep
		c := rewritten(t, p, able, callingTasks(callTasks))
		if got := len(c.Raised.StandIns); got != tt.standIns {
			t.Errorf("with %v there are %d stand-ins: %+v", tt.places, got, c.Raised.StandIns)
		}
	}
}
