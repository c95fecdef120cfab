package svg_test

import (
	"fmt"
	"testing"

	"github.com/flowglot/flowglot/pkg/graph"
	"github.com/flowglot/flowglot/pkg/graph/svg"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// chain is a workflow of n tasks with a choice after every third, which leads on or back, and a catcher at each.
func chain(n int) *workflow.Workflow {
	w := &workflow.Workflow{ID: "chain"}
	var none source.Span
	root := w.AddRegion(nil, none)
	add := func(name, word string, kind workflow.Kind) *workflow.Node {
		return w.AddNode(root, w.AddElement(name, word, none, none), kind, workflow.Primary)
	}
	failed := add("Failed", "Fail", workflow.Fail)
	var before *workflow.Node
	nodes := []*workflow.Node{}
	for i := range n {
		kind, word := workflow.Task, "Task"
		if i%3 == 2 {
			kind, word = workflow.Choice, "Choice"
		}
		node := add(fmt.Sprintf("Step %d", i+1), word, kind)
		if kind == workflow.Choice {
			w.Connect(node, nodes[len(nodes)-2], workflow.Guarded, none)
		} else {
			node.Call = &workflow.Call{Task: "work"}
			w.Connect(node, failed, workflow.OnError, none)
		}
		if before != nil {
			w.Connect(before, node, workflow.Next, none)
		} else {
			root.Start = node
		}
		nodes = append(nodes, node)
		before = node
	}
	return w
}

func BenchmarkPrint(b *testing.B) {
	for _, n := range []int{10, 1_000, 10_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			d := graph.Of(chain(n), graph.Options{})
			b.ReportAllocs()
			for b.Loop() {
				svg.Print(d, svg.Options{})
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/state")
		})
	}
}
