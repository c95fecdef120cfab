package rewrite

import (
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

const shipping = `{"QueryLanguage": "JSONata", "StartAt": "Ship", "States": {
 "Ship": {"Type": "Task", "Resource": "arn:aws:lambda:eu-west-1:123456789012:function:ship", "Output": "{% $merge([$states.input, $states.result]) %}", "Next": "Shipped"},
 "Shipped": {"Type": "Task", "Resource": "arn:aws:states:::events:putEvents", "Arguments": {"Entries": [ENTRIES]}, "Output": "{% $states.input %}", "End": true}}}`

// TestEventCallProducesTheEvent has a task that only puts one event on a bus produce the event.
func TestEventCallProducesTheEvent(t *testing.T) {
	t.Parallel()
	const entry = `{"Source": "shop", "DetailType": "order.shipped", "Detail": {"order": "{% $states.input.order %}"}}`
	able := dialects.Abilities{Kinds: dialects.Kinds(workflow.Emit)}
	read := func(entries string) *workflow.Program {
		return lowered(t, "o.asl.json", strings.Replace(shipping, "ENTRIES", entries, 1))
	}
	c := rewritten(t, read(entry), able, commonTerms, mergedOutputs, plainData, eventCalls)
	w := c.Program.Start()
	if got, want := drawn(w), "Ship task, next Shipped\nShipped emit, end .\n. end\n"; got != want {
		t.Fatalf("it became\n%s", got)
	}
	n := w.Root.Start.Out[0].To
	if e := n.Emits; e.Name != "Shipped" || e.Event.Type != "order.shipped" || e.Event.Source != "shop" || w.EventNamed("Shipped") != e.Event || !e.Event.Produced {
		t.Errorf("the event is %+v", e)
	}
	if l := lost(c); len(l) != 1 || len(c.Raised.Produced) != 1 {
		t.Errorf("lost is %q, produced %q", l, c.Raised.Produced)
	}
	x := play{input: `{"order": 7}`, answers: map[string][]string{"arn:aws:lambda:eu-west-1:123456789012:function:ship": {`{"sent": true}`}}}
	if got := observed(t, c.Program, x); !strings.HasSuffix(got, `succeeded after 0s {"order":7,"sent":true}`) || strings.Contains(got, "putEvents") {
		t.Errorf("the run is\n%s", got)
	}
	for _, other := range []string{entry + ", " + entry,
		`{"Source": "shop", "DetailType": "{% $states.input.kind %}", "Detail": {}}`,
		`{"Source": "shop", "DetailType": "order.shipped", "Detail": {}, "EventBusName": "orders"}`} {
		if c := rewritten(t, read(other), able, commonTerms, mergedOutputs, plainData, eventCalls); c.Program.Start().Root.Start.Out[0].To.Kind != workflow.Task {
			t.Errorf("%s became an event of the engine", other)
		}
	}
	if c := rewritten(t, read(entry), dialects.Abilities{}, commonTerms, mergedOutputs, plainData, eventCalls); c.Program.Start().Root.Start.Out[0].To.Kind != workflow.Task {
		t.Error("it became an event for a target that produces none")
	}
}
