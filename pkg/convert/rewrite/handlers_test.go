package rewrite

import (
	"slices"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// TestHandlersThatATargetLacks has a target that handles the errors of tasks by their names drop the handlers of other steps and those with
// conditions, with a loss that names what only they lead to. A target that has such handlers keeps them.
func TestHandlersThatATargetLacks(t *testing.T) {
	t.Parallel()
	const (
		after    = `, {"name": "Fix", "type": "operation", "actions": [{"functionRef": {"refName": "fix"}}], "end": {"kind": "default"}}]}`
		handlers = `, "onError": [{"expression": "{{ $.error }}", "errorDataFilter": {}, "transition": {"nextState": "Fix"}}]`
		ends     = `, "start": {"kind": "default"}, "end": {"kind": "default"}}`
		begins   = `{"id": "x", "name": "X", "functions": [{"name": "pay", "resource": "urn:pay"}, {"name": "fix", "resource": "urn:fix"}], "states": [`
		denied   = `{"expression": "{{ $.errors[?(@.message == 'denied')] }}", "errorDataFilter": {}, "transition": {"nextState": "Fix"}}`
		pays     = `{"name": "Pay", "type": "operation", "actions": [{"functionRef": {"refName": "pay"}}]`
		dropped  = `is dropped: the failure ends the workflow; left out with it, as nothing else leads there: "Fix"`
	)
	all := dialects.HandleTasks | dialects.HandleScopes | dialects.HandleByError | dialects.HandleData
	for _, test := range []struct {
		name, text string
		able       dialects.HandlerSet
		lost       []string
	}{
		{"a wait", begins + `{"name": "Rest", "type": "delay", "timeDelay": "PT5M"` + handlers + ends + after, all,
			[]string{`convert/error-handler: the handler of "Rest" for any error ` + dropped}},
		{"a step that computes", begins + `{"name": "Add", "type": "inject", "data": {"a": 1}` + handlers + ends + after, all,
			[]string{`convert/error-handler: the handler of "Add" for any error ` + dropped}},
		{"a wait, kept", begins + `{"name": "Rest", "type": "delay", "timeDelay": "PT5M"` + handlers + ends + after, all | dialects.HandleOwn, nil},
		{"a task", begins + pays + handlers + ends + after, all, nil},
		{"a condition", begins + pays + `, "onError": [` + denied + `]` + ends + after, all,
			[]string{`convert/error-handler: the handler of "Pay" for errors with {{ $.errors[?(@.message == 'denied')] }} is dropped, as errors are handled ` +
				`by their names: the failure ends the workflow; left out with it, as nothing else leads there: "Fix"`}},
		{"a condition before another handler", begins + pays + `, "onError": [` + denied + `, {"expression": "{{ $.error }}", "errorDataFilter": {}, "transition": {"nextState": "Fix"}}]` +
			ends + after, all,
			[]string{`convert/error-handler: the handler of "Pay" for errors with {{ $.errors[?(@.message == 'denied')] }} is dropped, as errors are handled ` +
				`by their names: the failure is left to the handlers after it`}},
		{"a condition, kept", begins + pays + `, "onError": [` + denied + `]` + ends + after, all | dialects.HandleByCondition, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			c := rewritten(t, lowered(t, "x.sw.json", test.text), dialects.Abilities{Handlers: test.able}, plainData, errorHandlers)
			if got := lost(c); !slices.Equal(got, test.lost) {
				t.Errorf("lost %q, want %q", got, test.lost)
			}
		})
	}
}

// TestExitsAreDescribedOnce has the text about what a worker does after an error name each sort of error once.
func TestExitsAreDescribedOnce(t *testing.T) {
	t.Parallel()
	w := &workflow.Workflow{Errors: workflow.ErrorTable{Timeout: workflow.ErrorName{Name: "Timeout"}}}
	e := &workflow.Edge{Kind: workflow.OnError, On: workflow.Matcher{{If: expr.NewPath(expr.RootInput, "denied"), Text: "denied"}, {Name: "Busy", Text: "Busy"},
		{Class: workflow.ClassTimeout}}}
	if got, want := exitText(w, e), "an error with `$.denied`, Timeout, Busy"; got != want {
		t.Errorf("the text is %q, want %q", got, want)
	}
}
