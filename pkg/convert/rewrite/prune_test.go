package rewrite

import (
	"slices"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
)

const handled = `{"StartAt": "A", "States": {
 "A": {"Type": "Task", "Resource": "arn:a", "Retry": [{"ErrorEquals": ["Busy"]}], "Next": "B",
  "Catch": [{"ErrorEquals": ["Busy"], "Next": "Wait"}, {"ErrorEquals": ["States.ALL"], "Next": "Undo"}]},
 "B": {"Type": "Task", "Resource": "arn:b", "End": true},
 "Wait": {"Type": "Wait", "Seconds": 3, "Next": "Undo"}, "Undo": {"Type": "Task", "Resource": "arn:undo", "Next": "B"}}}`

// TestDroppedHandlersNameWhatIsLeftOut has the loss of a handler name what only it leads to, each element once.
func TestDroppedHandlersNameWhatIsLeftOut(t *testing.T) {
	t.Parallel()
	c := rewritten(t, lowered(t, "x.asl.json", handled), dialects.Abilities{}, plainData, errorHandlers)
	want := []string{`convert/error-handler: the handler of "A" for Busy is dropped: the failure ends the workflow; left out with it, as nothing else leads there: "Wait", "Undo"`,
		`convert/error-handler: the handler of "A" for States.ALL is dropped: the failure ends the workflow`}
	if got := lost(c); !slices.Equal(got, want) {
		t.Errorf("lost %q", got)
	}
	const left = "A task, next B\nB task, end .\n. end\n"
	if got := drawn(c.Program.Start()); got != left {
		t.Errorf("the net is\n%swant\n%s", got, left)
	}
}
