package run

import (
	"errors"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/value/valuetest"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// flow is a net whose values know where they were made. It begins at a start node, and ends at a join of all that
// leads to it.
func flow(edges ...string) *net {
	n := newNet()
	n.Lineage = true
	n.Errors.Answer = workflow.ErrorName{Name: "NotStructured"}
	n.Errors.File = workflow.ErrorName{Name: "NoFile"}
	n.area(n.Root, edges...)
	return n
}

// area fills a region with tasks by its edges, such as "A B": "start" and "end" are its own.
func (n *net) area(r *workflow.Region, edges ...string) {
	e := n.AddElement("region", "region", source.Span{}, source.Span{})
	start := n.AddNode(r, e, workflow.Pass, workflow.Starting)
	start.Split, r.Start = workflow.SplitAll, start
	end := n.AddNode(r, e, workflow.End, workflow.Ending)
	end.Join = workflow.JoinEdges
	n.nodes["start"], n.nodes["end"] = start, end
	for _, edge := range edges {
		w := strings.Fields(edge)
		for _, name := range w {
			if n.nodes[name] == nil {
				x := n.add(r, name, workflow.Task)
				x.Join, x.Split, x.Call.Structured = workflow.JoinEdges, workflow.SplitAll, true
			}
		}
		n.connect(w[0], w[1], workflow.Next)
	}
	delete(n.nodes, "start")
	delete(n.nodes, "end")
}

// said is a stub that answers with {name: 1}.
func said(name string) Stub {
	return Stub{Name: name, Replies: []Reply{{Return: valuetest.Object(strings.ToLower(name), int64(1))}}}
}

// inputs spells what each call got, in order, and what came out.
func inputs(r *Result) string {
	var out []string
	for _, c := range r.Calls {
		out = append(out, c.Node+value.Short(c.Input))
	}
	s := strings.Join(out, " ") + " → " + value.Short(r.Output)
	if r.Error != nil {
		s += ", " + r.Error.Name
	}
	return s
}

func TestJoinsOfEdges(t *testing.T) {
	t.Parallel()
	empty := Stub{Name: "C", Replies: []Reply{{Return: valuetest.Object()}}}
	for _, test := range []struct {
		name  string
		edges []string
		stubs []Stub
		want  string
	}{
		{"a line", []string{"start A", "A B", "B end"}, []Stub{said("A"), said("B")}, `A{} B{"a":1} → {"b":1}`},
		{"two ways", []string{"start A", "A B", "A C", "B D", "C D", "D end"}, []Stub{said("A"), said("B"), said("C"), said("D")},
			`A{} B{"a":1} C{"a":1} D[{"b":1},{"c":1}] → {"d":1}`},
		{"empty values go", []string{"start B", "start C", "B D", "C D", "D end"}, []Stub{said("B"), empty, said("D")},
			`B{} C{} D{"b":1} → {"d":1}`},
		{"unless all are", []string{"start C", "start B", "C end", "B end"}, []Stub{empty, {Name: "B", Replies: []Reply{{}}}}, `C{} B{} → {}`},
		{"a text is no answer", []string{"start A", "A end"}, []Stub{{Name: "A", Replies: []Reply{{Return: "x"}}}}, `A{} → {}, NotStructured`},
	} {
		n := flow(test.edges...)
		if got := inputs(simulate(t, n, Options{Stubs: test.stubs})); got != test.want {
			t.Errorf("%s: %s\nwant %s", test.name, got, test.want)
		}
	}
}

func TestEndedBy(t *testing.T) {
	t.Parallel()
	n := flow("start A", "start B", "start C", "A end", "B end", "C end")
	n.nodes["B"].When = fixed(false)
	r := simulate(t, n, Options{Stubs: []Stub{said("A"), {Name: "C", Replies: []Reply{{Return: valuetest.Object()}}}}})
	if got := strings.Join(r.Ended, " "); got != "A" {
		t.Errorf("ended by %q", got)
	}
}

func TestMergedInputs(t *testing.T) {
	t.Parallel()
	n := flow("start A", "start B", "A C", "B C", "C end")
	n.nodes["C"].Inputs = workflow.MergeValues
	list := Stub{Name: "A", Replies: []Reply{{Return: []any{valuetest.Object("x", int64(1)), []any{valuetest.Object("y", int64(2))}}}}}
	over := Stub{Name: "B", Replies: []Reply{{Return: valuetest.Object("y", int64(3))}}}
	if got := inputs(simulate(t, n, Options{Stubs: []Stub{list, over, said("C")}})); got != `A{} B{} C{"x":1,"y":3} → {"c":1}` {
		t.Error(got)
	}
}

func TestGuardsHandOn(t *testing.T) {
	t.Parallel()
	no := fixed(false)
	all := []Stub{said("A"), said("B"), said("C"), said("F"), said("E")}
	// Both B and C are passed over.
	n := flow("start A", "A B", "A C", "B E", "C E", "E end")
	n.nodes["B"].When, n.nodes["C"].When = no, no
	if got := inputs(simulate(t, n, Options{Stubs: all})); got != `A{} E{"a":1} → {"e":1}` {
		t.Errorf("equal values count once: %s", got)
	}
	// F made something of what A made.
	n = flow("start A", "A B", "A F", "B E", "F E", "E end")
	n.nodes["B"].When = no
	if got := inputs(simulate(t, n, Options{Stubs: all})); got != `A{} F{"a":1} E{"f":1} → {"e":1}` {
		t.Errorf("what is handed on gives way: %s", got)
	}
	// What C handed on was made elsewhere than what B made.
	n = flow("start A", "start F", "A B", "F C", "B E", "C E", "E end")
	n.nodes["C"].When = no
	if got := inputs(simulate(t, n, Options{Stubs: all})); got != `A{} F{} B{"a":1} E[{"b":1},{"f":1}] → {"e":1}` {
		t.Errorf("of another making it stays: %s", got)
	}
}

// each puts a task of a net into a scope that runs it for each item.
func (n *net) each(edges ...string) {
	s := n.nodes["A"]
	s.Kind, s.Call, s.Body = workflow.Scope, nil, &workflow.Body{Each: true}
	n.area(n.AddRegion(s, source.Span{}), edges...)
}

func TestEach(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		input any
		want  string
	}{
		{[]any{int64(1), int64(2)}, `I1 I2 → [{"i":1},{"i":1}]`},
		{int64(7), `I7 → [{"i":1}]`},
		{[]any{}, ` → []`},
	} {
		n := flow("start A", "A end")
		n.each("start I", "I end")
		if got := inputs(simulate(t, n, Options{Input: test.input, Stubs: []Stub{said("I")}})); got != test.want {
			t.Errorf("%v: %s, want %s", test.input, got, test.want)
		}
	}
}

func TestFiles(t *testing.T) {
	t.Parallel()
	n := flow("start A", "A end")
	a := n.nodes["A"]
	a.Kind, a.Call, a.File = workflow.Resource, nil, &workflow.File{Name: "data.json"}
	access := func(_ *source.File, f *workflow.File, _ any) (any, error) {
		if f.Name != "data.json" {
			return nil, errors.New("no such file")
		}
		return []any{int64(1)}, nil
	}
	if got := inputs(simulate(t, n, Options{Access: access})); got != ` → [1]` {
		t.Error(got)
	}
	a.File.Name = "gone.json"
	if got := inputs(simulate(t, n, Options{Access: access})); got != ` → {}, NoFile` {
		t.Error(got)
	}
}

// TestBackEdges goes round a cycle that a guard leaves: the node that closes it is not waited for.
func TestBackEdges(t *testing.T) {
	t.Parallel()
	n := flow("start A", "A B", "B A", "B end")
	for _, e := range n.Edges {
		if e.From == n.nodes["B"] && e.To == n.nodes["A"] {
			e.Back = true
		}
	}
	r := simulate(t, n, Options{MaxSteps: 10, Stubs: []Stub{said("A"), said("B")}})
	if r.Status != Succeeded || len(r.Calls) < 2 {
		t.Errorf("%s: %s", r.Status, inputs(r))
	}
}
