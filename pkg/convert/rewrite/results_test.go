package rewrite_test

import (
	"slices"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/value"
)

// TestAnswersAreReshapedAfterTheTask has a node after a task make of its answer what the task made of it.
func TestAnswersAreReshapedAfterTheTask(t *testing.T) {
	t.Parallel()
	for name, x := range map[string]struct {
		file, text, want  string
		losses, contracts []string
	}{
		"at a member of the document": {"x.asl.json", `{"StartAt": "Quote", "States": {"Quote": {"Type": "Task", "Resource": "urn:task:quote",
		    "ResultSelector": {"price.$": "$.total", "by": "rail"}, "ResultPath": "$.quote", "End": true}}}`,
			`succeeded {"id":1,"quote":{"by":"rail","price":7}}`, nil, []string{"urn:task:quote under quote"}},
		"one that replaces the document": {"x.asl.json", `{"StartAt": "Quote", "States": {"Quote": {"Type": "Task", "Resource": "urn:task:quote",
		    "ResultSelector": {"price.$": "$.total"}, "End": true}}}`,
			`succeeded {"id":1,"price":7,"quote":{"days":2,"total":7}}`, []string{"convert/merged-result"}, []string{"urn:task:quote under quote"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			able := withoutIterations()
			_, c := applied(t, x.file, x.text, &fakeTarget{able: able})
			task := c.Program.Start().Nodes[0].Call.Task
			a := answers{task: {value.ObjectOf(value.Member{Key: "total", Value: int64(7)}, value.Member{Key: "days", Value: int64(2)})}}
			got := play(t, c.Program, parsed(t, `{"id": 1}`), a, c.Raised.Contracts)
			if want := calls(got) + x.want; got != want {
				t.Errorf("it gives\n%s, want\n%s", got, want)
			}
			var losses []string
			for _, l := range c.Losses() {
				losses = append(losses, l.Rule.ID)
			}
			if !slices.Equal(losses, x.losses) || !slices.Equal(contractTexts(c.Raised.Contracts), x.contracts) {
				t.Errorf("losses %q, contracts %q", losses, contractTexts(c.Raised.Contracts))
			}
		})
	}
}

// TestErrorsAreNotReshaped has what is made of an answer come after the choice whether the answer is an error.
func TestErrorsAreNotReshaped(t *testing.T) {
	t.Parallel()
	able := withoutIterations()
	able.Handlers = dialects.HandlerSet(0)
	_, c := applied(t, "x.asl.json", `{"StartAt": "Quote", "States": {"Quote": {"Type": "Task", "Resource": "urn:task:quote", "ResultSelector": {"price.$": "$.total"}, "ResultPath": "$.quote",
	    "Catch": [{"ErrorEquals": ["Closed"], "ResultPath": "$.error", "Next": "Later"}], "End": true}, "Later": {"Type": "Succeed"}}}`, &fakeTarget{able: able})
	a := answers{"call-quote": {parsed(t, `{"error": {"Error": "Closed"}}`)}}
	if got := play(t, c.Program, parsed(t, `{}`), a, nil); got != "call-quote at 0s: {}\n"+`succeeded {"error":{"Error":"Closed"}}` {
		t.Error(got)
	}
}
