package workflow_test

import (
	"testing"

	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// TestReserveKeepsPartsApart adds more parts than were reserved, in a region and in one inside of it, and then to a copy of the workflow
// and to the workflow itself.
func TestReserveKeepsPartsApart(t *testing.T) {
	t.Parallel()
	w := &workflow.Workflow{ID: "main"}
	add := func(w *workflow.Workflow, r *workflow.Region, name string, kind workflow.Kind) *workflow.Node {
		return w.AddNode(r, w.AddElement(name, "State", source.Span{}, source.Span{}), kind, workflow.Primary)
	}
	root := w.AddRegion(nil, source.Span{})
	w.Reserve(root, 3)
	outer := add(w, root, "outer", workflow.Scope)
	inner := w.AddRegion(outer, source.Span{})
	w.Reserve(inner, 2)
	names := []string{"outer", "first", "second", "last", "end"}
	first, second := add(w, inner, "first", workflow.Pass), add(w, inner, "second", workflow.End)
	last, end := add(w, root, "last", workflow.Pass), add(w, root, "end", workflow.End)
	w.Connect(first, second, workflow.Next, source.Span{})
	w.Connect(outer, last, workflow.Next, source.Span{})
	for i, n := range w.Nodes {
		if n.ID != i || n.Name() != names[i] || n.Element.Primary != n {
			t.Errorf("node %d is %q with the ID %d", i, n.Name(), n.ID)
		}
	}
	c := *w
	of, own := c.Connect(last, end, workflow.Next, source.Span{}), w.Connect(last, end, workflow.ToEnd, source.Span{})
	if of == own || of.Kind != workflow.Next || own.Kind != workflow.ToEnd {
		t.Error("a copy and its original have an edge in common")
	}
}
