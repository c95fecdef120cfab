package convert_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
)

// workflowOf is a definition of sw with the functions that its states call by the names a, b and c, and the events that they name e and told.
func workflowOf(states string) string {
	return `{"id": "x", "name": "X", "functions": [{"name": "a", "resource": "urn:a"}, {"name": "b", "resource": "urn:b"}, {"name": "c", "resource": "urn:c"}],
	  "events": [{"name": "e", "type": "x.e", "source": "s"}, {"name": "told", "type": "x.told", "kind": "produced"}], "states": [` + states + `]}`
}

// TestFromSW converts definitions with constructs of sw that few of them have. The losses are those that are named, and generated runs show
// no other difference, and some are equal to the end.
func TestFromSW(t *testing.T) {
	t.Parallel()
	const last = `, {"name": "C", "type": "operation", "actions": [{"functionRef": {"refName": "c"}}], "end": {"kind": "default"}}`
	for _, test := range []struct {
		name, to, states string
		written          []string // texts in what is written
		lost             string
		equal            bool // all runs
	}{
		{"one item at once, as a text", "asl", `{"name": "Each", "type": "foreach", "start": {"kind": "default"}, "inputCollection": "{{ $.list }}", "iterationParam": "item", "max": "1",
		   "actions": [{"functionRef": {"refName": "a", "parameters": {"id": "{{ $.item }}"}}}], "transition": {"nextState": "C"}}` + last, []string{`"MaxConcurrency": 1,`}, "", true},
		{"an iteration where there are none", "asl 2016", `{"name": "Each", "type": "foreach", "start": {"kind": "default"}, "inputCollection": "{{ $.list }}", "iterationParam": "item",
		   "outputCollection": "{{ $.done }}", "actions": [{"functionRef": {"refName": "a", "parameters": {"id": "{{ $.item }}"}}}], "transition": {"nextState": "C"}}` + last,
			[]string{`"Resource": "urn:task:call-each"`}, "", true},
		{"an iteration with a handler where there are none", "asl 2016", `{"name": "Each", "type": "foreach", "start": {"kind": "default"}, "inputCollection": "{{ $.list }}",
		   "iterationParam": "item", "outputCollection": "{{ $.done }}", "actions": [{"functionRef": {"refName": "a", "parameters": {"id": "{{ $.item }}"}}, "timeout": "PT1M"}],
		   "onError": [{"expression": "{{ $.error }}", "errorDataFilter": {}, "transition": {"nextState": "B"}}], "transition": {"nextState": "C"}},
		   {"name": "B", "type": "operation", "actions": [{"functionRef": {"refName": "b"}}], "end": {"kind": "default"}}` + last,
			[]string{`"Variable": "$.eachFailed"`}, "convert/decision", false},
		{"a retry whose delay and number depend on the data", "asl", `{"name": "A", "type": "operation", "start": {"kind": "default"}, "actions": [{"functionRef": {"refName": "a"}}],
		   "retry": [{"expression": "{{ $.errors[?(@.name == 'Busy')] }}", "interval": "{{ $.pause }}", "maxAttempts": "{{ $.most }}"}], "transition": {"nextState": "C"}}` + last,
			[]string{`function:call-a"`}, "", true},
		{"what a state selects, also when an error ends it that gets into the document", "asl", `{"name": "A", "type": "operation", "start": {"kind": "default"},
		   "actions": [{"functionRef": {"refName": "a"}}], "stateDataFilter": {"dataOutputPath": "{{ $.order }}"},
		   "onError": [{"expression": "{{ $.errors[?(@.name == 'Odd')] }}", "transition": {"nextState": "B"}}], "transition": {"nextState": "C"}},
		   {"name": "B", "type": "operation", "actions": [{"functionRef": {"refName": "b"}}], "end": {"kind": "default"}}` + last, []string{`"Output of A"`}, "", true},
		{"what an action sees, and its parameters of that", "asl", `{"name": "A", "type": "operation", "start": {"kind": "default"},
		   "actions": [{"functionRef": {"refName": "a", "parameters": {"text": "{{ $.order.text }}", "of": "order {{ $.order.id }}"}}, "actionDataFilter": {"dataInputPath": "{{ $.order }}"}}],
		   "transition": {"nextState": "C"}}` + last, []string{`$states.input.order.text`}, "", true},
		{"a parameter that the target cannot express", "asl", `{"name": "A", "type": "operation", "start": {"kind": "default"},
		   "actions": [{"functionRef": {"refName": "a", "parameters": {"first": "{{ $.list[0:2] }}", "of": "order {{ $.id }}"}}}], "transition": {"nextState": "C"}}` + last,
			[]string{`function:call-a`}, "", true},
		{"waits whose answers are merged by their workers", "asl 2016", `{"name": "A", "type": "operation", "start": {"kind": "default"}, "actions": [{"functionRef": {"refName": "a"}}], "transition": {"nextState": "Wait"}},
		   {"name": "Wait", "type": "event", "eventsActions": [{"eventRefs": ["e"], "actions": [{"functionRef": {"refName": "b"}}]}], "transition": {"nextState": "C"}}` + last,
			[]string{`"Resource": "urn:task:wait"`}, "", true},
		{"an event that is awaited again and again, and acted on", "arrow", `{"name": "Wait", "type": "event", "start": {"kind": "default"}, "eventsActions": [{"eventRefs": ["e"],
		    "actions": [{"functionRef": {"refName": "a", "parameters": {"id": "{{ $.id }}"}}}]}], "transition": {"nextState": "Done?"}},
		   {"name": "Done?", "type": "switch", "dataConditions": [{"condition": "{{ $[?(@.done == true)] }}", "transition": {"nextState": "C"}}], "default": {"nextState": "Wait"}}` + last,
			nil, "", true},
		{"parts whose changes are merged where they can only be collected", "asl 2016", `{"name": "Both", "type": "parallel", "start": {"kind": "default"}, "branches": [
		   {"name": "one", "actions": [{"functionRef": {"refName": "a"}}, {"functionRef": {"refName": "b"}}]}, {"name": "two", "actions": [{"functionRef": {"refName": "c"}}]}],
		   "transition": {"nextState": "Enough?"}},
		   {"name": "Enough?", "type": "switch", "dataConditions": [{"condition": "{{ $[?(@.left > 0)] }}", "transition": {"nextState": "C"}}], "default": {"nextState": "B"}},
		   {"name": "B", "type": "operation", "actions": [{"functionRef": {"refName": "b"}}], "end": {"kind": "default"}}` + last,
			[]string{`"Resource": "urn:task:call-both"`}, "", true},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			name, level, _ := strings.Cut(test.to, " ")
			var settings dialects.Settings
			if level != "" {
				settings = dialects.Settings{"asl-level": level}
			}
			raised, v := compared(t, "x.sw.json", workflowOf(test.states), name, settings)
			if v == nil {
				t.Fatal(raised.Reason)
			}
			for _, text := range test.written {
				if !strings.Contains(cameOut(raised), text) {
					t.Errorf("%s is not in\n%s", text, cameOut(raised))
				}
			}
			var rules []string
			for _, l := range raised.Losses {
				rules = append(rules, l.Rule.ID)
			}
			slices.Sort(rules)
			if got := strings.Join(slices.Compact(rules), " "); got != test.lost {
				t.Errorf("lost %q, want %q", got, test.lost)
			}
			if v.Failed() {
				t.Fatalf("%v\n%s", *v.Difference, cameOut(raised))
			}
			if v.Equal == 0 || test.equal && v.Equal != v.Runs {
				t.Errorf("%d of %d runs are equal: %v\n%s", v.Equal, v.Runs, v, cameOut(raised))
			}
		})
	}
}
