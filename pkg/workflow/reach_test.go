package workflow

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/source"
)

// net builds a workflow of one region from edges such as "a b": a leads to b. The first node named is the start.
func net(edges ...string) (*Workflow, map[string]*Node) {
	w := &Workflow{}
	r := w.AddRegion(nil, source.Span{})
	nodes := map[string]*Node{}
	node := func(name string) *Node {
		if nodes[name] == nil {
			nodes[name] = w.AddNode(r, w.AddElement(name, "Pass", source.Span{}, source.Span{}), Pass, Primary)
		}
		return nodes[name]
	}
	for _, e := range edges {
		from, to, ok := strings.Cut(e, " ")
		n := node(from)
		if ok {
			w.Connect(n, node(to), Next, source.Span{})
		}
	}
	r.Start = r.Nodes[0]
	return w, nodes
}

func names(nodes []*Node) string {
	var out []string
	for _, n := range nodes {
		out = append(out, n.Name())
	}
	return strings.Join(out, "")
}

func TestCycles(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		edges []string
		want  string
	}{
		{[]string{"a b", "b c"}, ""},
		{[]string{"a a"}, "a"},
		{[]string{"a b", "b a"}, "ab"},
		{[]string{"a b", "b c", "c a", "c d", "d e", "e d", "e f"}, "abc de"},
		{[]string{"a b", "a c", "b d", "c d"}, ""},
		{[]string{"a b", "b c", "c b", "c d", "d b", "d e"}, "bcd"},
		{[]string{"a b", "c d", "d c"}, "cd"},
		{[]string{"b a", "a c", "c b", "b x", "x x"}, "bac x"},
	} {
		w, _ := net(test.edges...)
		var got []string
		for _, c := range w.Cycles() {
			got = append(got, names(c))
		}
		if s := strings.Join(got, " "); s != test.want {
			t.Errorf("%v: cycles %q, want %q", test.edges, s, test.want)
		}
	}
}

// TestCyclesWithoutANode takes the node a away from the first cycle.
func TestCyclesWithoutANode(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		edges []string
		want  string
	}{
		{[]string{"a b", "b a"}, ""},
		{[]string{"a b", "b c", "c b", "c a", "c d", "d e", "e d"}, "bc"},
		{[]string{"a b", "b b", "b c", "c d", "d c", "d a"}, "b cd"},
	} {
		w, n := net(test.edges...)
		var got []string
		for _, c := range w.Cycles()[0].Without(n["a"]) {
			got = append(got, names(c))
		}
		if s := strings.Join(got, " "); s != test.want {
			t.Errorf("%v: cycles %q, want %q", test.edges, s, test.want)
		}
	}
}

func TestReach(t *testing.T) {
	t.Parallel()
	w, n := net("a b", "b c", "c a", "d c", "d e")
	reach := w.ReachFrom(n["a"])
	got := func() string {
		return names(slices.Collect(func(yield func(*Node) bool) {
			for _, x := range w.Nodes {
				if reach[x.ID] && !yield(x) {
					return
				}
			}
		}))
	}
	if got() != "abc" {
		t.Errorf("from a: %s", got())
	}
	reach.Add(n["d"], nil)
	if got() != "abcde" {
		t.Errorf("from a and d: %s", got())
	}
}

// TestCyclesOfALongRing shows that the stack does not grow with the definition.
func TestCyclesOfALongRing(t *testing.T) {
	t.Parallel()
	const size = 1_000_000
	w := &Workflow{}
	r := w.AddRegion(nil, source.Span{})
	e := w.AddElement("x", "Pass", source.Span{}, source.Span{})
	for range size {
		w.AddNode(r, e, Pass, Primary)
	}
	for i, n := range w.Nodes {
		w.Connect(n, w.Nodes[(i+1)%size], Next, source.Span{})
	}
	if c := w.Cycles(); len(c) != 1 || len(c[0]) != size {
		t.Errorf("%d cycles", len(c))
	}
}

func BenchmarkCycles(b *testing.B) {
	for _, size := range []int{10, 1_000, 100_000} {
		var edges []string
		for i := range size {
			edges = append(edges, fmt.Sprintf("n%d n%d", i, (i*7+1)%size), fmt.Sprintf("n%d n%d", i, i+1))
		}
		w, _ := net(edges...)
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				w.Cycles()
			}
		})
	}
}
