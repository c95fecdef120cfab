package rewrite_test

import (
	"slices"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// TestParameters looks at what the input of a task becomes, and what the document is after it.
func TestParameters(t *testing.T) {
	t.Parallel()
	const text = `load (- mode: append -) → done`
	for _, test := range []struct {
		name     string
		lacks    func(*dialects.Abilities)
		payload  bool // the input is computed for the task alone
		elements []string
		loss     string
	}{
		{"where an input can be computed", func(*dialects.Abilities) {}, true, []string{"load", "done"}, "convert/parameters"},
		{"where the document can", func(a *dialects.Abilities) { a.Inputs = 0 }, false, []string{"load", "done", "Parameters of load"}, "convert/parameters"},
		{"where neither can", func(a *dialects.Abilities) { a.Inputs, a.Computes = 0, false }, false, []string{"load", "done"}, "convert/parameters-dropped"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			f := &fakeTarget{able: everything()}
			f.able.Parameters = false
			test.lacks(&f.able)
			_, c := applied(t, "x.flow", text, f)
			w := c.Program.Workflows[0]
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
