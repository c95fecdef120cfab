package graph

import (
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// entity is a workflow of an entity with a transition of each sort.
func entity(id string) *workflow.Workflow {
	w := &workflow.Workflow{ID: id, Dialect: "test"}
	r := w.AddRegion(nil, source.Span{})
	r.Shared = true
	state := func(name string) *workflow.Node {
		return w.AddNode(r, w.AddElement(name, "State", source.Span{}, source.Span{}), workflow.State, workflow.Primary)
	}
	open, shut := state("OPEN"), state("SHUT")
	r.Start = open
	way := w.AddNode(r, open.Element, workflow.Scope, workflow.Processing)
	inside := w.AddRegion(way, source.Span{})
	for _, name := range []string{"weigh", "log"} {
		n := w.AddNode(inside, open.Element, workflow.Task, workflow.Processing)
		n.Call = &workflow.Call{Task: name}
		n.Data.Combine = &workflow.Combine{Mode: workflow.Replace}
	}
	inside.Nodes[1].Data.Combine.Mode = workflow.Drop
	edge := func(from, to *workflow.Node, kind workflow.EdgeKind, name string) *workflow.Edge {
		e := w.Connect(from, to, kind, source.Span{})
		e.Name = name
		return e
	}
	edge(open, way, workflow.Next, "close")
	w.Connect(way, shut, workflow.Next, source.Span{})
	edge(open, open, workflow.Manual, "TOUCH")
	edge(open, shut, workflow.Guarded, "ask").Ask = &workflow.Call{Task: "is-late"}
	edge(shut, open, workflow.Manual, "REOPEN").Disabled = true
	return w
}

func TestEntities(t *testing.T) {
	t.Parallel()
	text := Of(entity("box"), Options{}).Mermaid(Options{})
	for _, want := range []string{
		`OPEN --> SHUT : close<br/>⚙ weigh, log (result dropped)`, `OPEN --> OPEN : 👤 TOUCH`, `OPEN --> SHUT : ask<br/>[is-late()]`,
		`SHUT --> OPEN : ⊘ REOPEN (disabled)`, `SHUT --> [*]`, `{ stroke-dasharray: 5 4 !important; }`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%s is not in\n%s", want, text)
		}
	}
}

func TestSeveralEntitiesStandSideBySide(t *testing.T) {
	t.Parallel()
	a, b := entity("one"), entity("two")
	p := &workflow.Program{Workflows: []*workflow.Workflow{a, b}, Select: []workflow.Candidate{{Workflow: a}, {Workflow: b}}, Fallback: a}
	d := OfProgram(p, Options{})
	ids := map[string]bool{}
	for _, n := range d.Nodes {
		if ids[n.ID] {
			t.Errorf("two nodes are called %s", n.ID)
		}
		ids[n.ID] = true
	}
	text, err := d.JSON()
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Count(string(text), `"label":"OPEN"`); got != 2 {
		t.Errorf("OPEN stands there %d times:\n%s", got, text)
	}
	if got := d.Mermaid(Options{}); strings.Count(got, " {\n") != 2 {
		t.Errorf("no two frames are in\n%s", got)
	}
}
