package rewrite

import (
	"slices"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// TestAskedAgain has a task before a choice be the condition of its first edge, if nothing but that condition reads the answer, and the task
// does nothing that a condition cannot.
func TestAskedAgain(t *testing.T) {
	t.Parallel()
	const loan = `{"StartAt": "is-fraud", "States": {
  "is-fraud": {"Type": "Task", "Resource": "urn:task:is-fraud", "ResultPath": null, "Assign": {"isFraud.$": "$"}, "Next": "Scored"},
  "Scored": {"Type": "Choice", "Choices": [
    {"Variable": "$isFraud", "BooleanEquals": true, "Next": "Refuse"}, {"Variable": "$.score", "NumericGreaterThan": 700, "Next": "Grant"}], "Default": "Refuse"},
  "Grant": {"Type": "Task", "Resource": "urn:task:grant", "ResultPath": null, "End": true},
  "Refuse": {"Type": "Task", "Resource": "urn:task:refuse", "ResultPath": null, "End": true}}}`
	for about, x := range map[string]struct {
		was, is string
		again   bool
	}{
		"a condition alone":                     {"", "", true},
		"another name":                          {`"Resource": "urn:task:is-fraud"`, `"Resource": "urn:task:look"`, false},
		"a task that is retried":                {`"Resource": "urn:task:is-fraud",`, `"Resource": "urn:task:is-fraud", "Retry": [{"ErrorEquals": ["Busy"]}],`, false},
		"an answer that another condition asks": {`"Variable": "$.score", "NumericGreaterThan": 700`, `"Variable": "$isFraud", "BooleanEquals": false`, false},
		"an answer that a task gets":            {`"Resource": "urn:task:grant",`, `"Resource": "urn:task:grant", "Parameters": {"fraud.$": "$isFraud"},`, false},
		"a condition that comes later":          {`{"Variable": "$isFraud"`, `{"Variable": "$.old", "BooleanEquals": true, "Next": "Refuse"}, {"Variable": "$isFraud"`, false},
		"a task that is asked again":            {`"Resource": "urn:task:grant", "ResultPath": null, "End": true`, `"Resource": "urn:task:grant", "ResultPath": null, "Next": "is-fraud"`, false},
	} {
		p := lowered(t, "today.asl.json", strings.Replace(loan, x.was, x.is, 1))
		c := rewritten(t, p, dialects.Abilities{Asks: true, Variables: true, Cycles: true}, askedAgain)
		again := slices.ContainsFunc(c.Program.Start().Edges, func(e *workflow.Edge) bool {
			return e.Ask != nil && e.Ask.Task == "urn:task:is-fraud" && e.Guard == nil
		})
		if again != x.again || len(lost(c)) > 0 {
			t.Errorf("%s: the condition is restored: %v, with the losses %q", about, again, lost(c))
		}
		if c := rewritten(t, p, dialects.Abilities{Variables: true, Cycles: true}, askedAgain); len(c.Applied) > 0 {
			t.Errorf("%s: restored for a target that asks no tasks", about)
		}
	}
}
