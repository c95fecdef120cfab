package graph

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/workflow"
)

// generate builds a workflow from bytes: each byte adds a state, a branch or an edge.
func generate(names string, ops []byte) *workflow.Workflow {
	list := strings.Split(names, "|")
	m, root := newModel(list[0])
	regions, nodes := []*workflow.Region{root}, []*workflow.Node{m.pass(root, list[0])}
	for i, op := range ops[:min(len(ops), 500)] {
		name := list[int(op>>4)%len(list)]
		n := nodes[int(op>>3)%len(nodes)]
		r := regions[int(op>>3)%len(regions)]
		switch op % 8 {
		case 0:
			nodes = append(nodes, m.task(r, name, name))
		case 1:
			nodes = append(nodes, m.fail(r, name, name))
		case 2:
			nodes = append(nodes, m.parallel(r, name))
		case 3:
			if n.Body != nil {
				regions = append(regions, m.branch(n))
			}
		case 4:
			m.last(n)
		case 5:
			m.catch(n, n.Region.Nodes[i%len(n.Region.Nodes)], name, "States.ALL")
		case 6:
			m.rule(n, n.Region.Nodes[i%len(n.Region.Nodes)], path(name, name))
		case 7:
			m.next(n, n.Region.Nodes[i%len(n.Region.Nodes)])
		}
	}
	return m.Workflow
}

func FuzzDrawing(f *testing.F) {
	f.Add("A", []byte{})
	f.Add("a|b|c", []byte{0, 8, 16, 24, 2, 3, 11, 19, 5, 6, 7, 13, 14, 15, 4, 12})
	f.Add(strings.Join(strangeNames, "|"), []byte("every byte of this text adds a state, a branch or an edge: \x02\x0a\x12\x03\x0b\x13\x1b"))
	f.Fuzz(func(t *testing.T, names string, ops []byte) {
		w := generate(names, ops)
		for _, o := range []Options{{}, {Direction: LeftRight, ASCII: true}} {
			checkMermaid(t, Of(w, o).Mermaid(o))
			checkFlowchart(t, Of(w, o).Flowchart(o))
			checkDOT(t, Of(w, o).DOT(o))
		}
		checkJSON(t, Of(w, Options{}))
	})
}

// checkJSON checks that the ids of the JSON form are unique and that every edge and parent refers to one.
func checkJSON(t *testing.T, d *Drawing) {
	t.Helper()
	text, err := d.JSON()
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Nodes []jsonNode
		Edges []jsonEdge
	}
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	ids := map[string]bool{"[*]": true}
	for _, n := range got.Nodes {
		if ids[n.ID] || n.ID == "" {
			t.Errorf("the id %q is empty or stands twice", n.ID)
		}
		if n.Parent != nil && !ids[*n.Parent] {
			t.Errorf("the parent of %q, %q, does not come before it", n.ID, *n.Parent)
		}
		ids[n.ID] = true
	}
	ways := map[string]bool{}
	for _, e := range got.Edges {
		if !ids[e.From] || !ids[e.To] {
			t.Errorf("the edge %+v leads nowhere", e)
		}
		e.Label = ""
		if e.From != "[*]" && ways[fmt.Sprint(e)] {
			t.Errorf("the edge %+v stands twice", e)
		}
		ways[fmt.Sprint(e)] = true
	}
	if len(got.Nodes) != len(d.Nodes) || len(got.Edges) != len(d.Edges) {
		t.Errorf("%d nodes and %d edges of %d and %d", len(got.Nodes), len(got.Edges), len(d.Nodes), len(d.Edges))
	}
}
