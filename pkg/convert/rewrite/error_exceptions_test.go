package rewrite

import (
	"fmt"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// TestExceptionsAgain makes a handler that fails with the error it takes an exception of the next one, in a step that is named for that
// and does nothing else.
func TestExceptionsAgain(t *testing.T) {
	t.Parallel()
	const busy, fails, all = `{"ErrorEquals": ["Busy"], "Next": "Scan failed: Busy"}`, `"Type": "Fail", "Error": "Busy"`, `{"ErrorEquals": ["States.ALL"], "Next": "Shelve"}`
	for _, x := range []struct{ name, handlers, fail, next, want string }{
		{"a failure with the same error", busy + ", " + all, fails, "Shelve", "Shelve on any error but Busy"},
		{"a cause", busy + ", " + all, fails + `, "Cause": "the scanner is in use"`, "Shelve", "Scan failed: Busy on Busy, Shelve on States.ALL"},
		{"another error", busy + ", " + all, `"Type": "Fail", "Error": "InUse"`, "Shelve", "Scan failed: Busy on Busy, Shelve on States.ALL"},
		{"another way to the failure", busy + ", " + all, fails, "Scan failed: Busy", "Scan failed: Busy on Busy, Shelve on States.ALL"},
		{"a later handler of the error", busy + `, {"ErrorEquals": ["Torn", "Busy"], "Next": "Shelve"}, ` + all, fails, "Shelve",
			"Scan failed: Busy on Busy, Shelve on Torn, Busy, Shelve on States.ALL"},
		{"an error with others", `{"ErrorEquals": ["Busy", "InUse"], "Next": "Scan failed: Busy"}, ` + all, fails, "Shelve", "Scan failed: Busy on Busy, InUse, Shelve on States.ALL"},
	} {
		t.Run(x.name, func(t *testing.T) {
			t.Parallel()
			p := lowered(t, "x.asl.json", fmt.Sprintf(`{"StartAt": "Scan", "States": {"Scan": {"Type": "Task", "Resource": "urn:scan", "Catch": [%s], "Next": %q},
  "Scan failed: Busy": {%s}, "Shelve": {"Type": "Task", "Resource": "urn:shelve", "End": true}}}`, x.handlers, x.next, x.fail))
			able := joiningTarget()
			able.Handlers = dialects.HandleTasks | dialects.HandleByCondition
			c := rewrittenWith(t, p, able, dialects.Raising{}, exceptionsAgain)
			got := ""
			for _, e := range c.Program.Start().Edges {
				if e.Kind == workflow.OnError {
					got += ", " + e.To.Element.Name + " on " + names(e.On)
				}
			}
			if got != ", "+x.want {
				t.Errorf("the handlers are %q", got)
			}
		})
	}
}
