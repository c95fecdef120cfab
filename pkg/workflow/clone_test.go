package workflow_test

import (
	"slices"
	"testing"

	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

func TestCloneSharesNoPartOfTheNet(t *testing.T) {
	t.Parallel()
	w := &workflow.Workflow{ID: "main"}
	root := w.AddRegion(nil, source.Span{})
	outer := w.AddNode(root, w.AddElement("Both", "Parallel", source.Span{}, source.Span{}), workflow.Scope, workflow.Primary)
	end := w.AddNode(root, outer.Element, workflow.End, workflow.Ending)
	root.Start = outer
	timeout := w.Connect(outer, end, workflow.OnTimer, source.Span{})
	w.Connect(outer, end, workflow.ToEnd, source.Span{})
	outer.Timers = []workflow.Timer{{Edge: timeout}}
	inner := w.AddRegion(outer, source.Span{})
	inner.Start = w.AddNode(inner, w.AddElement("Inside", "Pass", source.Span{}, source.Span{}), workflow.Pass, workflow.Primary)

	c := workflow.Clone(&workflow.Program{Workflows: []*workflow.Workflow{w}, Fallback: w})
	got := c.Workflows[0]
	if got == w || c.Fallback != got {
		t.Fatal("the workflow was not copied")
	}
	if len(got.Nodes) != 3 || len(got.Edges) != 2 || len(got.Regions) != 2 || len(got.Elements) != 2 {
		t.Fatalf("the copy has %d nodes, %d edges, %d regions, %d elements", len(got.Nodes), len(got.Edges), len(got.Regions), len(got.Elements))
	}
	for i, n := range got.Nodes {
		if n.ID != i || slices.Contains(w.Nodes, n) || n.Element != got.Elements[n.Element.ID] || n.Element.Origin != w.Elements[n.Element.ID] {
			t.Errorf("node %d is not a copy with its own element", i)
		}
		if n.Region != got.Regions[n.Region.ID] {
			t.Errorf("node %d lies in a region of the source", i)
		}
	}
	both := got.Root.Start
	if both.Body.Regions[0].Scope != both || both.Body.Regions[0].Start.Name() != "Inside" {
		t.Error("the region of the scope is not the copied one")
	}
	if both.Timers[0].Edge != both.Out[0] || both.Out[0].To != got.Nodes[both.Out[0].To.ID] {
		t.Error("the timer follows an edge of the source")
	}
	both.Timers[0].Edge = nil
	if w.Nodes[0].Timers[0].Edge == nil {
		t.Error("a change of the copy changed the source")
	}
}

func TestDropNetsLeavesTheElements(t *testing.T) {
	t.Parallel()
	w := &workflow.Workflow{ID: "main"}
	root := w.AddRegion(nil, source.Span{})
	step := w.AddNode(root, w.AddElement("Step", "Task", source.Span{}, source.Span{}), workflow.Task, workflow.Primary)
	w.Connect(step, step, workflow.Next, source.Span{})
	w.AddElement("Note", "", source.Span{}, source.Span{})
	c := workflow.Clone(&workflow.Program{Workflows: []*workflow.Workflow{w}})

	(&workflow.Program{Workflows: []*workflow.Workflow{w}}).DropNets()
	if w.Root != nil || len(w.Regions)+len(w.Nodes)+len(w.Edges) != 0 {
		t.Error("the program has a net")
	}
	if n := w.Elements[0].Primary; n == nil || n == step || w.Elements[1].Primary != nil {
		t.Error("the elements that had a primary node are not those that have one")
	}
	if got := c.Workflows[0]; len(got.Nodes) != 1 || got.Elements[0].Primary != got.Nodes[0] || got.Nodes[0].Out[0].To != got.Nodes[0] {
		t.Error("the copy changed")
	}
}

func TestCloneCopiesTheFallbackOfASelection(t *testing.T) {
	t.Parallel()
	w, other := &workflow.Workflow{ID: "main"}, &workflow.Workflow{ID: "other"}
	p := &workflow.Program{Workflows: []*workflow.Workflow{w}, Select: []workflow.Candidate{{Workflow: w}, {Workflow: other}}, Fallback: other}
	c := workflow.Clone(p)
	if c.Fallback == nil || c.Fallback == other || c.Fallback.ID != "other" {
		t.Errorf("the fallback is %v", c.Fallback)
	}
	if c.Select[0].Workflow != c.Workflows[0] || c.Select[1].Workflow != c.Fallback {
		t.Error("the candidates are not those of the copy")
	}
}
