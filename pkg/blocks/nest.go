package blocks

import (
	"cmp"
	"maps"
	"slices"

	"github.com/flowglot/flowglot/pkg/workflow"
)

// A Block is a part of a net with one entry and one exit.
type Block struct {
	Kind Kind
	// Node is that of a Single.
	Node *workflow.Node
	// Parts are those of a Sequence, one after the other, of a Parallel, in the order in which their edges come to where they
	// meet, and of Layers, each after those it needs. A part of a Parallel without a node is a Sequence without parts.
	Parts []*Block
	// Layer of a part of Layers counts from 0: no part needs another one of its own layer, or of a later one.
	Layer int
	// After of a part of Layers are the parts that it needs, by their index, in the order of its edges; -1 is what all the layers
	// come after. Last is the same for what comes after them all.
	After, Last []int
}

// Kind is how the parts of a block follow each other.
type Kind uint8

// The kinds of blocks.
const (
	Single   Kind = iota // a node
	Sequence             // one part after the other
	Parallel             // parts in parallel; what follows waits for all of them
	Layers               // parts that need each other and are none of these
)

// Nest takes a region apart in which every node splits and waits for all of its edges: its nodes between the start and the end,
// which are not part of the block themselves. It is nil where there is a flaw.
//
// Sequences and parallel parts are found by reduction: a node with one edge on each side is put into an edge, together with what
// those edges hold, and edges between the same two nodes are put into one, until nothing changes. It takes linear time.
func Nest(r *workflow.Region) (*Block, []Flaw) {
	if b := row(r); b != nil {
		return b, nil
	}
	n := &net{reached: map[*workflow.Node]*point{}}
	if flaws := n.read(r); len(flaws) > 0 {
		return nil, flaws
	}
	n.reduce()
	b := n.block()
	if at := tooDeep(b, 0); at != nil {
		return nil, []Flaw{{Kind: TooDeep, Nodes: []*workflow.Node{at}}}
	}
	return b, nil
}

// row is a region whose nodes follow one another as a block, without reducing it; nil for another one.
func row(r *workflow.Region) *Block {
	seq, at := &Block{Kind: Sequence}, r.Start
	if len(at.In) > 0 {
		return nil
	}
	for len(at.Out) == 1 && !at.Out[0].Back && len(at.Out[0].To.In) == 1 {
		at = at.Out[0].To
		if at.Kind == workflow.End && at.Region == r && len(at.Out) == 0 {
			return seq.simple()
		}
		seq.Parts = append(seq.Parts, &Block{Node: at})
	}
	return nil
}

// A net is what is left of a region while it is reduced.
type net struct {
	reached map[*workflow.Node]*point
	points  []*point // those that the start leads to, each after all those that lead to it
	start   *point
	end     *point
}

// A point is a node with its links, by the points at their other ends.
type point struct {
	node    *workflow.Node
	in, out map[*point]*link
	order   int // among the points
	gone    bool
}

// A link is what leads from one point to another: an edge, or what was put in its place. Its paths are in parallel.
type link struct {
	from, to *point
	paths    []*path
}

// A path is a sequence: a node between two links; nil is an edge with nothing in it. at is where its last edge comes among those
// of the node that it leads to.
type path struct {
	before *link
	node   *workflow.Node
	after  *link
	at     int
}

// read makes the points and links of a region.
func (n *net) read(r *workflow.Region) []Flaw {
	counts, order := follow(r.Start)
	for _, node := range order {
		n.add(node)
		if node.Kind == workflow.End && node.Region == r {
			n.end = n.reached[node]
		}
	}
	n.start = n.reached[r.Start]
	for _, node := range order {
		for _, e := range node.Out {
			if e.Back {
				return []Flaw{{Kind: Cycles, Nodes: append([]*workflow.Node{e.To}, closing(e)...)}}
			}
		}
	}
	if len(order) < len(counts) {
		return []Flaw{{Kind: Cycles, Nodes: leftOut(counts, order)}}
	}
	if n.end == nil {
		return []Flaw{{Kind: Parks, Nodes: []*workflow.Node{r.Start}}}
	}
	for _, p := range n.points {
		for i, e := range p.node.In {
			if from := n.reached[e.From]; from != nil {
				n.connect(from, p, &path{at: i})
			}
		}
	}
	for _, p := range n.points {
		if len(p.out) == 0 && p != n.end {
			return []Flaw{{Kind: Parks, Nodes: []*workflow.Node{p.node}}}
		}
	}
	return nil
}

// closing are the nodes of the cycle that an edge closes, after its target.
func closing(back *workflow.Edge) []*workflow.Node {
	if back.From == back.To {
		return nil
	}
	return append(pathTo(back.To, back.From), back.From)
}

// leftOut are the nodes of a cycle that no edge is known to close, and those after it.
func leftOut(counts map[*workflow.Node]int, order []*workflow.Node) []*workflow.Node {
	for _, node := range order {
		delete(counts, node)
	}
	out := slices.Collect(maps.Keys(counts))
	slices.SortFunc(out, func(x, y *workflow.Node) int { return cmp.Compare(x.ID, y.ID) })
	return out
}

func (n *net) add(node *workflow.Node) {
	p := &point{node: node, in: map[*point]*link{}, out: map[*point]*link{}, order: len(n.points)}
	n.reached[node] = p
	n.points = append(n.points, p)
}

// follow returns the nodes that one leads to, by edges that do not lead back, each after all those that lead to it. Those of a
// cycle are left out; counts has them.
func follow(start *workflow.Node) (counts map[*workflow.Node]int, order []*workflow.Node) {
	counts = map[*workflow.Node]int{start: 0}
	todo := []*workflow.Node{start}
	for len(todo) > 0 {
		node := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, e := range node.Out {
			if e.Back {
				continue
			}
			if _, seen := counts[e.To]; !seen {
				todo = append(todo, e.To)
			}
			counts[e.To]++
		}
	}
	order = []*workflow.Node{start}
	open := map[*workflow.Node]int{}
	for i := 0; i < len(order); i++ {
		for _, e := range order[i].Out {
			if e.Back {
				continue
			}
			if open[e.To]++; open[e.To] == counts[e.To] {
				order = append(order, e.To)
			}
		}
	}
	return counts, order
}

// connect adds a path between two points.
func (n *net) connect(from, to *point, paths ...*path) {
	l := from.out[to]
	if l == nil {
		l = &link{from: from, to: to}
		from.out[to], to.in[from] = l, l
	}
	l.paths = append(l.paths, paths...)
}

// reduce puts points with one link on each side into a link, as long as there are some.
func (n *net) reduce() {
	todo := slices.Clone(n.points)
	slices.Reverse(todo)
	for len(todo) > 0 {
		p := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if p.gone || p == n.start || p == n.end || len(p.in) != 1 || len(p.out) != 1 {
			continue
		}
		before, after := only(p.in), only(p.out)
		from, to := before.from, after.to
		delete(from.out, p)
		delete(to.in, p)
		p.gone = true
		n.connect(from, to, &path{before: before, node: p.node, after: after, at: after.earliest()})
		todo = append(todo, to, from)
	}
}

func only(links map[*point]*link) *link {
	for _, l := range links {
		return l
	}
	return nil
}

// earliest is where the first of the edges of a link comes.
func (l *link) earliest() int {
	at := l.paths[0].at
	for _, w := range l.paths {
		at = min(at, w.at)
	}
	return at
}

// block is what has become of the net.
func (n *net) block() *Block {
	seq := &Block{Kind: Sequence}
	for _, s := range n.sections() {
		if l := s.from.out[s.to]; len(s.inner) == 0 {
			l.appendTo(seq)
		} else {
			seq.Parts = append(seq.Parts, s.layers())
		}
		if s.to != n.end {
			seq.Parts = append(seq.Parts, &Block{Node: s.to.node})
		}
	}
	return seq.simple()
}

// simple is a sequence, or its only part.
func (b *Block) simple() *Block {
	if b.Kind == Sequence && len(b.Parts) == 1 {
		return b.Parts[0]
	}
	return b
}

// appendTo adds what a link holds to a sequence. The nodes of a sequence are as many as there are, so that they are visited
// with a list; only what is in parallel is walked into.
func (l *link) appendTo(seq *Block) {
	todo := []*link{l}
	nodes := []*workflow.Node{nil} // before each link
	for len(todo) > 0 {
		last := len(todo) - 1
		l, node := todo[last], nodes[last]
		todo, nodes = todo[:last], nodes[:last]
		if node != nil {
			seq.Parts = append(seq.Parts, &Block{Node: node})
		}
		switch {
		case len(l.paths) > 1:
			seq.Parts = append(seq.Parts, l.parallel())
		case l.paths[0].node != nil:
			w := l.paths[0]
			todo, nodes = append(todo, w.after, w.before), append(nodes, w.node, nil)
		}
	}
}

// parallel is a link of several paths as a block.
func (l *link) parallel() *Block {
	out := &Block{Kind: Parallel}
	for _, w := range l.sorted() {
		out.Parts = append(out.Parts, w.block())
	}
	return out
}

func (l *link) sorted() []*path {
	slices.SortStableFunc(l.paths, func(x, y *path) int { return cmp.Compare(x.at, y.at) })
	return l.paths
}

func (w *path) block() *Block {
	seq := &Block{Kind: Sequence}
	(&link{paths: []*path{w}}).appendTo(seq)
	return seq.simple()
}

// tooDeep returns a node that lies in more than MaxDepth blocks with others in parallel, or nil.
func tooDeep(b *Block, depth int) *workflow.Node {
	if b.Kind == Parallel || b.Kind == Layers {
		depth++
	}
	if b.Kind == Single {
		if depth > MaxDepth {
			return b.Node
		}
		return nil
	}
	for _, part := range b.Parts {
		if n := tooDeep(part, depth); n != nil {
			return n
		}
	}
	return nil
}
