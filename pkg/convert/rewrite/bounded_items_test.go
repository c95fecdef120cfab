package rewrite

import (
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// TestBoundedItems has a task process the items of an iteration that the target cannot bound, unless the target itself is to do what it has
// nearly, or nothing is bounded.
func TestBoundedItems(t *testing.T) {
	t.Parallel()
	const open, closing = `{"StartAt": "Load", "States": {"Load": {"Type": "Map", "ItemsPath": "$.files", "ResultPath": "$.loads", `,
		`"ItemProcessor": {"StartAt": "One", "States": {"One": {"Type": "Task", "Resource": "urn:task:load", "End": true}}}, "End": true}}}`
	for _, x := range []struct {
		name, bound string
		prefer      dialects.Preference
		able, calls bool
	}{
		{"two at once", `"MaxConcurrency": 2, `, dialects.PreferExact, false, true},
		{"as many as the data says", `"MaxConcurrencyPath": "$.most", `, dialects.PreferExact, false, true},
		{"all at once are near enough", `"MaxConcurrency": 2, `, dialects.PreferNative, false, false},
		{"the target bounds them", `"MaxConcurrency": 2, `, dialects.PreferExact, true, false},
		{"as many as there are", `"MaxConcurrency": 0, `, dialects.PreferExact, false, false},
		{"nothing is said", "", dialects.PreferExact, false, false},
	} {
		p := lowered(t, "x.asl.json", open+x.bound+closing)
		able := plainReplacing()
		able.Kinds |= dialects.Kinds(workflow.Scope)
		able.Each, able.AtOnce = true, x.able
		c := rewrittenWith(t, p, able, dialects.Raising{Prefer: x.prefer}, callingTasks(callScopes))
		if called := len(c.Raised.StandIns) > 0; called != x.calls || (len(c.Raised.Near) > 0) != x.calls {
			t.Errorf("%s: the stand-ins are %+v, and near is %+v", x.name, c.Raised.StandIns, c.Raised.Near)
		}
		if !x.calls {
			continue
		}
		run := play{input: `{"most": 2, "files": [1, 2, 3]}`, answers: map[string][]string{"urn:task:load": {`2 {"rows": 1}`, `5 {"rows": 2}`, `1 {"rows": 3}`}}}
		if was, is := observed(t, p, run), observedWorking(t, c, run); was != is {
			t.Errorf("%s: it did\n%s\nand does\n%s", x.name, was, is)
		}
	}
}
