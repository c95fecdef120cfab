package rewrite

import (
	"testing"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// TestFreeMembers asks for members of a workflow whose nodes are changed and added meanwhile.
func TestFreeMembers(t *testing.T) {
	t.Parallel()
	w := &workflow.Workflow{}
	r := w.AddRegion(nil, source.Span{})
	task := func(name string, at ...string) *workflow.Node {
		n := w.AddNode(r, w.AddElement(name, "Task", source.Span{}, source.Span{}), workflow.Task, workflow.Primary)
		n.Data.Combine = &workflow.Combine{Mode: workflow.SetAt, Path: expr.NewPath(expr.RootInput, at...)}
		return n
	}
	c := &Conversion{}
	free := func(wish, want string) {
		t.Helper()
		if got := c.freeMember(w, wish); got != want {
			t.Errorf("free for %q is %q, not %q", wish, got, want)
		}
	}
	first, second := task("a", "results", "a"), task("b", "results2")
	free("results", "results3")
	free("items", "items")
	free("items", "items") // nobody has taken it
	task("c", "results3")
	free("results", "results4")
	second.Data.Payload = expr.NewPath(expr.RootInput, "items")
	c.reread(w, second)
	free("items", "items2")
	second.Data = workflow.Stages{}
	c.reread(w, second)
	free("results", "results2")
	free("items", "items")
	task("d", "results2")
	first.Data.Combine.Path = expr.NewPath(expr.RootInput, "results2", "results")
	c.reread(w, first)
	free("results", "results")
}
