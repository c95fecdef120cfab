package rewrite

import (
	"slices"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// TestParameters looks at what the input of a task becomes, and what the document is after it.
func TestParameters(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name     string
		able     dialects.Abilities
		payload  bool // the input is computed for the task alone
		elements []string
		loss     string
	}{
		{"where an input can be computed", dialects.Abilities{Inputs: dialects.InputObject, Computes: true}, true, []string{"load", "done"}, "convert/parameters"},
		{"where the document can", dialects.Abilities{Computes: true}, false, []string{"load", "done", "Parameters of load"}, "convert/parameters"},
		{"where neither can", dialects.Abilities{}, false, []string{"load", "done"}, "convert/parameters-dropped"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			c := rewritten(t, lowered(t, "x.flow", `load (- mode: append -) → done`), test.able, parameters)
			w := c.Program.Start()
			load := w.Nodes[slices.IndexFunc(w.Nodes, func(n *workflow.Node) bool { return n.Call != nil && n.Call.Task == "load" })]
			if load.Call.Parameters != nil || (load.Data.Payload != nil) != test.payload {
				t.Errorf("the task has the parameters %v and the payload %v", load.Call.Parameters, load.Data.Payload)
			}
			var names, losses []string
			for _, e := range w.Elements {
				names = append(names, e.Name)
			}
			for _, l := range c.Losses() {
				losses = append(losses, l.Rule.ID)
			}
			if !slices.Contains(losses, test.loss) {
				t.Errorf("the losses are %v", losses)
			}
			for _, name := range test.elements {
				if !slices.Contains(names, name) {
					t.Errorf("the elements are %q", names)
				}
			}
		})
	}
}
