package blocks

import (
	"fmt"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A drawing builds a region from words such as "a>b": an edge from a to b. "a~b" is an edge that leads back, "a!b" one of a timer
// that does not interrupt, and "f=j" makes f a fork that j joins. Names are single letters; "." is the end.
type drawing struct {
	*workflow.Workflow
	nodes map[string]*workflow.Node
}

func draw(words string) *drawing {
	d := &drawing{&workflow.Workflow{}, map[string]*workflow.Node{}}
	d.AddRegion(nil, source.Span{})
	for word := range strings.FieldsSeq(words) {
		from := d.node(word[:1])
		if len(word) < 3 {
			continue
		}
		to := d.node(word[2:])
		switch word[1] {
		case '=':
			from.Split, from.Joins, to.Join = workflow.SplitFork, to, workflow.JoinFork
		case '!':
			e := d.Connect(from, to, workflow.OnTimer, source.Span{})
			from.Timers = append(from.Timers, workflow.Timer{Edge: e})
		default:
			d.Connect(from, to, workflow.Next, source.Span{}).Back = word[1] == '~'
		}
	}
	d.Root.Start = d.Root.Nodes[0]
	return d
}

func (d *drawing) node(name string) *workflow.Node {
	if d.nodes[name] == nil {
		kind := workflow.Pass
		if name == "." {
			kind = workflow.End
		}
		d.nodes[name] = d.AddNode(d.Root, d.AddElement(name, "", source.Span{}, source.Span{}), kind, workflow.Primary)
	}
	return d.nodes[name]
}

// spellFlow writes a flow as "a b{c|d}j e": a fork with its branches and its join.
func spellFlow(f *Flow) string {
	var words []string
	for _, n := range f.Nodes {
		word := n.Name()
		if fork := f.Forks[n]; fork != nil {
			var branches []string
			for _, b := range fork.Branches {
				branches = append(branches, spellFlow(b))
			}
			word += "{" + strings.Join(branches, "|") + "}" + fork.Join.Name()
		}
		words = append(words, word)
	}
	return strings.Join(words, " ")
}

var kindNames = [...]string{"ends", "parks", "cycles", "no join", "stray join", "further token", "too deep", "too large"}

func spellFlaws(flaws []Flaw) string {
	var words []string
	for _, f := range flaws {
		word := kindNames[f.Kind]
		for _, n := range f.Nodes {
			word += " " + n.Name()
		}
		if f.Fork != nil {
			word += " in " + f.Fork.Name()
		}
		words = append(words, word)
	}
	return strings.Join(words, ", ")
}

func TestFlows(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, words, want, flaws string }{
		{"a chain", "a>b b>.", "a b .", ""},
		{"plain transitions of any kind", "a>b b>a a>c c>b b>.", "a b c .", ""},
		{"a fork", "a>f f=j f>b f>c b>j c>j j>.", "a f{b|c}j j .", ""},
		{"a branch without a node", "f=j f>b f>j b>j j>.", "f{b|}j j .", ""},
		{"a branch with a choice", "f=j f>b f>c b>c b>j c>j j>.", "f{b c|c}j j .", ""},
		{"a branch with a cycle", "f=j f>b f>c b>b b>j c>j j>.", "f{b|c}j j .", ""},
		{"forks in one another", "f=j f>g f>b g=k g>c g>d c>k d>k k>b b>j j>.", "f{g{c|d}k b k|b}j j .", ""},
		{"a fork in a cycle", "a>f f=j f>b f>c b>j c>j j>a j>.", "a f{b|c}j j .", ""},
		{"an end in a branch", "f=j f>b f>c b>. c>j j>.", "f{b .|c}j j .", "ends . in f"},
		{"a branch that leads nowhere", "f=j f>b f>c c>j j>.", "f{b|c}j j .", "parks b in f"},
		{"nowhere outside of branches", "a>b", "a b", ""},
		{"a path back to the fork", "a>f f=j f>b f>c b>a c>j j>.", "a f{a f b|c}j j .", "cycles f b a in f"},
		{"a fork without a join", "f=j f>b b>j j>. f=j", "f{b}j j .", ""},
		{"a join from outside", "a>f a>j f=j f>b b>j j>.", "a f{b}j j .", "stray join j"},
		{"a join of another fork", "f=j f>g f>b g=k g>c g>d c>j d>k k>j b>j j>.", "f{g{c|d}k k|b}j j .", "stray join j in g"},
		{"one join for two", "f=j f>g f>b g=j g>c c>j b>j j>.", "f{g|b}j j .", "stray join j in f"},
		{"a further token", "a!b a>. b>.", "a .", "further token a"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			f, flaws := Flows(draw(test.words).Root)
			if got := spellFlow(f); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
			if got := spellFlaws(flaws); got != test.flaws {
				t.Errorf("flaws %q, want %q", got, test.flaws)
			}
		})
	}
}

// TestForkWithoutJoin has a fork that names no join.
func TestForkWithoutJoin(t *testing.T) {
	t.Parallel()
	d := draw("f>b f>c b>. c>.")
	d.nodes["f"].Split = workflow.SplitFork
	if _, flaws := Flows(d.Root); spellFlaws(flaws) != "no join f" {
		t.Error(spellFlaws(flaws))
	}
}

// spell writes a block: "a b" a sequence, "(a|b)" side by side, "[a; b:0; c:0,-]" layers with what each part comes after.
func spell(b *Block) string {
	var parts []string
	for _, p := range b.Parts {
		word := spell(p)
		if b.Kind == Layers {
			word = fmt.Sprintf("%d%s:%s", p.Layer, word, indexes(p.After))
		}
		parts = append(parts, word)
	}
	switch b.Kind {
	case Single:
		return b.Node.Name()
	case Sequence:
		return strings.Join(parts, " ")
	case Parallel:
		return "(" + strings.Join(parts, "|") + ")"
	}
	return "[" + strings.Join(parts, "; ") + "; " + indexes(b.Last) + "]"
}

func indexes(list []int) string {
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(list), " ", ","), "[]")
}

func TestNest(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, words, want, flaws string }{
		{"nothing", "s>.", "", ""},
		{"a chain", "s>a a>b b>.", "a b", ""},
		{"side by side", "s>a s>b a>. b>.", "(a|b)", ""},
		{"between nodes", "s>a a>b a>c b>d c>d d>.", "a (b|c) d", ""},
		{"with a path past", "s>a a>b a>d b>d d>.", "a (|b) d", ""},
		{"one in another", "s>a a>b a>c b>d c>d d>f a>e e>f f>.", "a ((b|c) d|e) f", ""},
		{"without a node where it ends", "s>a a>b b>c b>d c>e d>e a>e e>.", "a (b (c|d)|) e", ""},
		{"in the order of the edges that meet", "s>a s>b s>c c>d a>d b>d d>.", "(c|a|b) d", ""},
		{"layers", "s>a s>b a>c a>d b>d c>. d>.", "[0a:-1; 0b:-1; 1c:0; 1d:0,1; 2,3]", ""},
		{"layers after a node", "s>x x>a x>b a>c a>d b>d c>y d>y y>.", "x [0a:-1; 0b:-1; 1c:0; 1d:0,1; 2,3] y", ""},
		{"layers with a path past", "s>a s>b a>c a>d b>d b>. c>. d>.", "[0a:-1; 0b:-1; 1c:0; 1d:0,1; 1,2,3]", ""},
		{"layers of sequences", "s>a s>b a>p p>q q>c a>d b>d c>. d>.", "[0a:-1; 0b:-1; 1p q c:0; 1d:0,1; 2,3]", ""},
		{"layers of what is side by side", "s>a s>b a>p a>q p>c q>c a>d b>d c>e d>e c>. e>.",
			"[0a:-1; 0b:-1; 1p:0; 1q:0; 1d:0,1; 2c:2,3; 3e:5,4; 5,6]", ""},
		{"a cycle", "s>a a>b b>c c~a c>.", "", "cycles a b c"},
		{"a node that leads back to itself", "s>a a~a a>.", "", "cycles a"},
		{"a cycle that nothing closes", "s>a a>b b>a b>.", "", "cycles a b ."},
		{"a node that leads nowhere", "s>a s>b a>.", "", "parks b"},
		{"no end", "s>a", "", "parks s"},
		{"what the start does not lead to", "s>a a>. x>y y>a", "a", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			b, flaws := Nest(draw(test.words).Root)
			if b != nil {
				if got := spell(b); got != test.want {
					t.Errorf("got  %s\nwant %s", got, test.want)
				}
			}
			if got := spellFlaws(flaws); got != test.flaws || (b == nil) != (got != "") {
				t.Errorf("flaws %q, want %q", got, test.flaws)
			}
		})
	}
}

// grid is a region of many nodes. of tells what each of size nodes leads to; the last is the end.
func grid(size int, of func(i int) []int) *workflow.Workflow {
	w := &workflow.Workflow{}
	r := w.AddRegion(nil, source.Span{})
	e := w.AddElement("x", "", source.Span{}, source.Span{})
	for i := range size {
		kind := workflow.Pass
		if i == size-1 {
			kind = workflow.End
		}
		w.AddNode(r, e, kind, workflow.Primary)
	}
	for i := range size {
		for _, to := range of(i) {
			if to < size {
				w.Connect(r.Nodes[i], r.Nodes[to], workflow.Next, source.Span{})
			}
		}
	}
	r.Start = r.Nodes[0]
	return w
}

func chain(i int) []int { return []int{i + 1} }

// fan leads from the first node to all but the last, and from there to the last.
func fan(size int) func(i int) []int {
	return func(i int) (to []int) {
		switch {
		case i > 0:
			return []int{max(i+1, size-1)}
		}
		for k := 1; k < size-1; k++ {
			to = append(to, k)
		}
		return to
	}
}

// ladder is no nest of blocks: of every three nodes in a row, the first leads to both others.
func ladder(size int) func(i int) []int {
	return func(i int) []int {
		if i == size-2 {
			return []int{i + 1}
		}
		return []int{i + 1, i + 2}
	}
}

// deep has each node lead past a nest of as many blocks as there are nodes.
func deep(size int) func(i int) []int {
	return func(i int) []int {
		if i < size/2-1 {
			return []int{i + 1, size - 1 - i}
		}
		return []int{i + 1}
	}
}

func TestDepth(t *testing.T) {
	t.Parallel()
	if b, flaws := Nest(grid(2*MaxDepth, deep(2*MaxDepth)).Root); b == nil || len(flaws) != 0 {
		t.Error(spellFlaws(flaws))
	}
	if b, flaws := Nest(grid(100_000, deep(100_000)).Root); b != nil || spellFlaws(flaws) != "too deep x" {
		t.Error(spellFlaws(flaws))
	}
}

// TestSharedNodes bounds what branches that share nodes multiply to.
func TestSharedNodes(t *testing.T) {
	t.Parallel()
	d := &workflow.Workflow{}
	r := d.AddRegion(nil, source.Span{})
	e := d.AddElement("x", "", source.Span{}, source.Span{})
	const size = 40
	for range 2*size + 1 {
		d.AddNode(r, e, workflow.Pass, workflow.Primary)
	}
	for i := range size { // each fork has two branches, and both lead to the next fork
		fork, next, join := r.Nodes[i], r.Nodes[i+1], r.Nodes[2*size-i]
		fork.Split, fork.Joins, join.Join = workflow.SplitFork, join, workflow.JoinFork
		d.Connect(fork, next, workflow.Next, source.Span{})
		d.Connect(fork, next, workflow.Next, source.Span{})
		if i > 0 {
			d.Connect(join, r.Nodes[2*size-i+1], workflow.Next, source.Span{})
		}
	}
	d.Connect(r.Nodes[size], r.Nodes[size+1], workflow.Next, source.Span{})
	r.Start = r.Nodes[0]
	if _, flaws := Flows(r); spellFlaws(flaws) != "too large x" {
		t.Error(spellFlaws(flaws))
	}
}

func BenchmarkNest(b *testing.B) {
	for _, size := range []int{10, 1_000, 100_000} {
		for _, of := range []struct {
			name string
			to   func(i int) []int
		}{{"chain", chain}, {"fan", fan(size)}, {"ladder", ladder(size)}} {
			w := grid(size, of.to)
			b.Run(fmt.Sprint(of.name, size), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if _, flaws := Nest(w.Root); len(flaws) > 0 {
						b.Fatal(spellFlaws(flaws))
					}
				}
			})
		}
	}
}

func BenchmarkFlows(b *testing.B) {
	for _, size := range []int{10, 1_000, 100_000} {
		w := grid(size, fan(size))
		w.Root.Start.Split, w.Root.Start.Joins = workflow.SplitFork, w.Root.Nodes[size-1]
		w.Root.Nodes[size-1].Join = workflow.JoinFork
		b.Run(fmt.Sprint("fan", size), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, flaws := Flows(w.Root); len(flaws) > 0 {
					b.Fatal(spellFlaws(flaws))
				}
			}
		})
	}
}
