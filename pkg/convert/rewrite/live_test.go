package rewrite

import (
	"strconv"
	"testing"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// TestObserves looks for somebody who sees the document after the first of many tasks that select what they get. The search for one takes
// as much memory in a row of a thousand as in a hundred times as many.
func TestObserves(t *testing.T) {
	row := func(tasks int) *workflow.Node {
		w := &workflow.Workflow{}
		w.Root = &workflow.Region{}
		var first, last *workflow.Node
		for i := range tasks {
			n := w.AddNode(w.Root, w.AddElement(strconv.Itoa(i), "", source.Span{}, source.Span{}), workflow.Task, workflow.Primary)
			n.Data.Payload = expr.NewPath(expr.RootInput, "order")
			if last != nil {
				w.Connect(last, n, workflow.Next, source.Span{})
			} else {
				first = n
			}
			last = n
		}
		failed := w.AddNode(w.Root, w.AddElement("failed", "", source.Span{}, source.Span{}), workflow.Fail, workflow.Primary)
		w.Connect(last, failed, workflow.Next, source.Span{})
		return first
	}
	if observes(row(10)) {
		t.Error("ten tasks that select what they get, and then a failure: somebody sees the whole document")
	}
	some, many := row(1_000), row(100_000)
	if !observes(some) || !observes(many) {
		t.Error("too many tasks to look at: nobody sees the whole document")
	}
	few := testing.AllocsPerRun(10, func() { observes(some) })
	if n := testing.AllocsPerRun(10, func() { observes(many) }); n > 2*few {
		t.Errorf("a row of 100,000 tasks takes %g allocations, one of 1,000 takes %g", n, few)
	}
}
