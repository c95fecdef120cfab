package arrow

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// graph lists the links of a flow, inner ones behind those around them: "A.1 → B.2", with "↺" for one that closes a cycle
// and the label that it goes through.
func graph(d *definition) []string {
	var top []*Statement
	d.flow.scopes(func(scope []*Statement, of *Declaration) {
		if of == nil {
			top = scope
		}
	})
	n := build(top, d.tasks).net
	var out []string
	eachNet(n, func(n *net) {
		for _, p := range append([]*place{n.start}, n.places...) {
			for _, l := range p.out {
				s := shown(p) + " → " + shown(l.to)
				if l.label != "" {
					s += " :" + l.label
				}
				if l.back {
					s += " ↺"
				}
				out = append(out, s)
			}
		}
	})
	return out
}

func shown(p *place) string {
	if p.step == nil {
		return fmt.Sprintf("_%d_", p.number)
	}
	name := p.step.Name
	if p.target != nil {
		name = p.target.name
	}
	signs := ""
	if p.step.Merge {
		signs += ">"
	}
	if p.step.Guard != nil {
		signs += "?"
	}
	if p.step.Each {
		signs += "*"
	}
	if p.inner != nil {
		return fmt.Sprintf("%s{%d-%d}", signs, p.number, p.closing)
	}
	return fmt.Sprintf("%s%s.%d", signs, name, p.number)
}

var netTests = []struct {
	name, text string
	want       string
}{
	{"a chain", "A → B", "_0_ → A.1, A.1 → B.2, B.2 → _3_"},
	{"statements", "A → B C", "_0_ → A.1, _0_ → C.3, A.1 → B.2, B.2 → _4_, C.3 → _4_"},
	{"an output label", "A :x → B ; :x → C", "_0_ → A.1, A.1 → B.2, A.1 → C.3 :x, B.2 → _4_, C.3 → _4_"},
	{"an output label and nothing behind it", "A :x ; :x → B", "_0_ → A.1, A.1 → B.2 :x, A.1 → _3_, B.2 → _3_"},
	{"an input label", "A → :x B ; C → :x", "_0_ → A.1, _0_ → C.3, A.1 → B.2, B.2 → _4_, C.3 → B.2 :x"},
	{"an input label and nothing in front of it", "A → :x ; :x B", "_0_ → A.1, _0_ → B.2, A.1 → B.2 :x, B.2 → _3_"},
	{"all pairs", "A → :x ; B → :x ; :x → C ; :x → D",
		"_0_ → A.1, _0_ → B.2, A.1 → C.3 :x, A.1 → D.4 :x, B.2 → C.3 :x, B.2 → D.4 :x, C.3 → _5_, D.4 → _5_"},
	{"once each", "A :x → :x B", "_0_ → A.1, A.1 → B.2, B.2 → _3_"},
	{"explicit ends", ":start → A → :end", "_0_ → A.1, A.1 → _2_"},
	{"a subflow", "A → { B → C D } → E",
		"_0_ → A.1, A.1 → {2-6}, {2-6} → E.7, E.7 → _8_, _2_ → B.3, _2_ → D.5, B.3 → C.4, C.4 → _6_, D.5 → _6_"},
	{"labels of a scope", "A :x → { B :x ; :x → C } ; :x → D",
		"_0_ → A.1, A.1 → {2-5}, A.1 → D.6 :x, {2-5} → _7_, D.6 → _7_, _2_ → B.3, B.3 → C.4 :x, B.3 → _5_, C.4 → _5_"},
	{"a list", "A → > ? `$.a` * B|C :x ; :x → D",
		"_0_ → A.1, A.1 → >?*{2-5}, >?*{2-5} → D.6 :x, >?*{2-5} → _7_, D.6 → _7_, _2_ → B.3, _2_ → C.4, B.3 → _5_, C.4 → _5_"},
	{"an alias", "@task X = Y ; @task Y = A ; X → X", "_0_ → A.1, A.1 → A.2, A.2 → _3_"},
	{"a task with a subflow", "@task X { A → B } X → X",
		"_0_ → {1-4}, {1-4} → {5-8}, {5-8} → _9_, _1_ → A.2, A.2 → B.3, B.3 → _4_, _5_ → A.6, A.6 → B.7, B.7 → _8_"},
	{"a task that contains itself", "@task X { A → X } X", "_0_ → {1-4}, {1-4} → _5_, _1_ → A.2, A.2 → X.3, X.3 → _4_"},
	{"a cycle", "A → :x B → C :y ; :y → :x D", "_0_ → A.1, A.1 → B.2, B.2 → C.3, C.3 → D.4 :y, C.3 → _5_, D.4 → _5_"},
	{"a cycle that goes back", "A → :x B → C → D → :x", "_0_ → A.1, A.1 → B.2, B.2 → C.3, C.3 → D.4, D.4 → B.2 :x ↺"},
	{"a cycle that nothing leads into", ":x → A → :x ; B", "_0_ → B.2, A.1 → A.1 :x ↺, B.2 → _3_"},
	{"resources and literals", "<a> → <> ; <{}> → B → <http://c>", "_0_ → a.1, _0_ → .3, a.1 → .2, .2 → _6_, .3 → B.4, B.4 → http://c.5, http://c.5 → _6_"},
}

// TestNets holds the graphs of flows to their links.
func TestNets(t *testing.T) {
	t.Parallel()
	for _, tt := range netTests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			d := read(source.NewFile("x.flow", []byte(tt.text)), dialects.Options{})
			if got := graph(d); !slices.Equal(got, strings.Split(tt.want, ", ")) {
				t.Errorf("got %s\nwant %s", strings.Join(got, ", "), tt.want)
			}
		})
	}
}

// TestNetIsBuiltOnce holds that lowering takes the net that was checked, lets go of it, and gives what it gives without that.
func TestNetIsBuiltOnce(t *testing.T) {
	t.Parallel()
	for _, tt := range netTests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			d := read(source.NewFile("x.flow", []byte(tt.text)), dialects.Options{})
			want := links(d.Lower())
			d.Check(0)
			if d.checked == nil {
				t.Fatal("the net that was checked is not kept")
			}
			if got := links(d.Lower()); !slices.Equal(got, want) {
				t.Errorf("got %q after the check\nwant %q", got, want)
			}
			if d.checked != nil {
				t.Error("the net is held after it was lowered")
			}
			if got := links(d.Lower()); !slices.Equal(got, want) {
				t.Errorf("got %q the second time\nwant %q", got, want)
			}
		})
	}
}

// links lists the edges of a program by the names of their nodes and the places of these in the list.
func links(p *workflow.Program) []string {
	var out []string
	for _, w := range p.Workflows {
		for i, n := range w.Nodes {
			for _, e := range n.Out {
				out = append(out, fmt.Sprintf("%s.%d → %s.%d", n.Name(), i, e.To.Name(), slices.Index(w.Nodes, e.To)))
			}
		}
	}
	return out
}
