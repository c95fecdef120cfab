package graph

import (
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value/valuetest"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A flatModel builds a workflow whose steps are numbered.
type flatModel struct {
	model
	number int
}

// open adds the start of a region, and closing its end.
func (m *flatModel) open(r *workflow.Region, e *workflow.Element, number int) *workflow.Node {
	n := m.AddNode(r, e, workflow.Pass, workflow.Starting)
	n.Split, n.Number = workflow.SplitAll, number
	r.Start = n
	return n
}

func (m *flatModel) closing(r *workflow.Region, e *workflow.Element, number int) *workflow.Node {
	n := m.AddNode(r, e, workflow.End, workflow.Ending)
	n.Join, n.Number = workflow.JoinEdges, number
	return n
}

func (m *flatModel) step(r *workflow.Region, name string) *workflow.Node {
	m.number++
	n := m.AddNode(r, m.AddElement(name, "task", none, none), workflow.Task, workflow.Primary)
	n.Call, n.Number, n.Join, n.Split = &workflow.Call{Task: name}, m.number, workflow.JoinEdges, workflow.SplitAll
	return n
}

func (m *flatModel) around(r *workflow.Region, name string) *workflow.Node {
	n := m.AddNode(r, m.AddElement(name, "subflow", none, none), workflow.Scope, workflow.Enclosing)
	n.Element.Primary = n
	return n
}

// flatFlow is A :x → ? guard { B } → * A → end, and A :x → * A as well.
func flatFlow() *workflow.Workflow {
	m, root := newModel("flow")
	f := &flatModel{model: m}
	whole := f.AddElement("flow", "flow", none, none)
	start := f.open(root, whole, 0)
	first := f.step(root, "A")
	sub := f.around(root, "subflow 2")
	sub.When = &expr.Literal{Value: true}
	f.number++
	inner := f.AddRegion(sub, none)
	opens := f.open(inner, sub.Element, f.number)
	b := f.step(inner, "B")
	f.number++
	closes := f.closing(inner, sub.Element, f.number)
	f.next(opens, b)
	f.Connect(b, closes, workflow.ToEnd, none)
	each := f.around(root, "A")
	each.Body.Each, each.Inputs = true, workflow.MergeValues
	items := f.AddRegion(each, none)
	item := f.open(items, each.Element, 0)
	last := f.step(items, "A")
	last.Call.Parameters = &expr.Literal{Value: valuetest.Object("n", int64(1)), Node: &source.Node{Kind: source.Object,
		Members: []source.Member{{Key: "n", Value: &source.Node{Kind: source.Number, Text: "1"}}}}}
	each.Element.Primary = last
	f.next(item, last)
	f.Connect(last, f.closing(items, each.Element, 0), workflow.ToEnd, none)
	end := f.closing(root, whole, f.number+1)
	f.next(start, first)
	f.next(first, sub)
	f.Connect(first, each, workflow.Next, none).Label = "x"
	f.next(sub, each)
	f.Connect(each, end, workflow.ToEnd, none)
	return f.Workflow
}

func TestFlat(t *testing.T) {
	t.Parallel()
	d := Of(flatFlow(), Options{})
	got, err := d.JSON()
	if err != nil {
		t.Fatal(err)
	}
	want := `{"nodes": [
  {"id":"A.1","label":"A","kind":"task","parent":null},
  {"id":"_start_2_","label":"fork","kind":"pass","parent":null},
  {"id":"B.3","label":"B","kind":"task","parent":null},
  {"id":"_end_4_","label":"join","kind":"pass","parent":null},
  {"id":"A.5","label":"A","kind":"task","parent":null}],
 "edges": [
  {"from":"[*]","to":"A.1","label":"","kind":"start"},
  {"from":"A.1","to":"_start_2_","label":"? true","kind":"next"},
  {"from":"A.1","to":"A.5","label":":x","kind":"next"},
  {"from":"_start_2_","to":"B.3","label":"","kind":"next"},
  {"from":"B.3","to":"_end_4_","label":"","kind":"next"},
  {"from":"_end_4_","to":"A.5","label":"","kind":"next"},
  {"from":"A.5","to":"[*]","label":"","kind":"end"}]}
`
	if string(got) != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	text := d.Mermaid(Options{})
	for _, line := range []string{
		"state fork_2 <<fork>>", "state join_4 <<join>>", `state "A" as A_5`, "A_5 : > merged", "A_5 : #42; for each item", "A_5 : n = 1",
		"A_1 --> fork_2 : ? true", "A_1 --> A_5 : #58;x", "join_4 --> A_5", "A_5 --> [*]",
	} {
		if !strings.Contains(text, "  "+line+"\n") {
			t.Errorf("no line %q in\n%s", line, text)
		}
	}
}
