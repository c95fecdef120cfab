package blocks

import (
	"cmp"
	"slices"

	"github.com/flowglot/flowglot/pkg/workflow"
)

// A Flow is what one token moves through: the whole of a region, or a branch of a fork.
type Flow struct {
	// Entry is where the token comes in; nil if that is Exit, as in a branch that leads straight to the join.
	Entry *workflow.Node
	// Exit is the join that the branch leads to; nil for the whole of a region. It is none of the nodes.
	Exit *workflow.Node
	// Nodes are those that the token comes to, in the author's order. Those in the branches of a fork are not among them, but the
	// fork is, and its join. A node may be in several branches: tokens go through it without knowing of each other.
	Nodes []*workflow.Node
	// Forks are those among the nodes.
	Forks map[*workflow.Node]*Fork
}

// A Fork is a node that splits a token, and the join at which one goes on.
type Fork struct {
	Split, Join *workflow.Node
	// Branches are in the order of the edges of the node that splits.
	Branches []*Flow
}

// Flows returns what the tokens of a region move through, and what of it is not as blocks are. Flaws come in the order of the
// nodes. Edges of errors and of timers that interrupt are paths like others; the token of another timer is not followed.
//
// It takes linear time, but for nodes that many branches share; too many of those are a flaw.
func Flows(r *workflow.Region) (*Flow, []Flaw) {
	b := &builder{region: r, open: map[*workflow.Node]bool{}, exits: map[*workflow.Node]bool{}, known: map[flawKey]bool{},
		budget: 1000 + 16*len(r.Nodes)}
	root := b.flow(r.Start, nil, nil, 0)
	slices.SortStableFunc(b.flaws, func(x, y Flaw) int { return cmp.Compare(x.Nodes[0].ID, y.Nodes[0].ID) })
	return root, b.flaws
}

// builder finds the flows of a region. It walks through the nodes of each with a list, and goes down into forks.
type builder struct {
	region *workflow.Region
	open   map[*workflow.Node]bool // the forks that the walk is inside of
	exits  map[*workflow.Node]bool // their joins
	budget int                     // how many nodes may still be looked at
	flaws  []Flaw
	known  map[flawKey]bool
}

type flawKey struct {
	kind FlawKind
	at   *workflow.Node
}

// flaw notes a flaw, once for each node.
func (b *builder) flaw(kind FlawKind, fork *workflow.Node, nodes ...*workflow.Node) {
	key := flawKey{kind, nodes[0]}
	if !b.known[key] {
		b.known[key] = true
		b.flaws = append(b.flaws, Flaw{kind, fork, nodes})
	}
}

// flow walks from an entry to an exit. fork is the one whose branch it is.
func (b *builder) flow(entry, exit, fork *workflow.Node, depth int) *Flow {
	f := &Flow{Exit: exit, Forks: map[*workflow.Node]*Fork{}}
	if entry == nil || entry == exit {
		return f
	}
	f.Entry = entry
	w := &walk{builder: b, of: f, fork: fork, depth: depth, seen: map[*workflow.Node]bool{}}
	w.come(entry)
	for len(w.todo) > 0 && b.budget > 0 {
		n := w.todo[len(w.todo)-1]
		w.todo = w.todo[:len(w.todo)-1]
		b.budget--
		w.leave(n)
	}
	if b.budget <= 0 {
		b.flaw(TooLarge, nil, b.region.Start)
	}
	slices.SortFunc(f.Nodes, func(x, y *workflow.Node) int { return cmp.Compare(x.ID, y.ID) })
	return f
}

// walk goes through the nodes of one flow.
type walk struct {
	*builder
	of    *Flow
	fork  *workflow.Node
	depth int
	seen  map[*workflow.Node]bool
	todo  []*workflow.Node
}

// come follows an edge to a node. The join of the branch ends it; that of another fork takes only the branches of that.
func (w *walk) come(n *workflow.Node) {
	switch {
	case n == w.of.Exit:
	case n.Join == workflow.JoinFork:
		w.flaw(StrayJoin, w.fork, n)
	default:
		w.add(n)
	}
}

func (w *walk) add(n *workflow.Node) {
	if !w.seen[n] {
		w.seen[n] = true
		w.of.Nodes = append(w.of.Nodes, n)
		w.todo = append(w.todo, n)
	}
}

// leave follows the paths out of a node.
func (w *walk) leave(n *workflow.Node) {
	if n.Split == workflow.SplitFork {
		w.split(n)
		return
	}
	if n.Kind == workflow.End && w.fork != nil {
		w.flaw(Ends, w.fork, n)
	}
	further := furtherEdges(n)
	paths := 0
	for _, e := range n.Out {
		if further[e] {
			w.flaw(FurtherToken, w.fork, n)
			continue
		}
		if e.Kind != workflow.OnError && e.Kind != workflow.OnTimer {
			paths++
		}
		w.come(e.To)
	}
	if paths == 0 && w.fork != nil && n.Kind != workflow.End && n.Kind != workflow.Fail {
		w.flaw(Parks, w.fork, n)
	}
}

// furtherEdges are the edges that further tokens take.
func furtherEdges(n *workflow.Node) map[*workflow.Edge]bool {
	var out map[*workflow.Edge]bool
	for i := range n.Timers {
		if t := &n.Timers[i]; t.Edge != nil && !t.Interrupting {
			if out == nil {
				out = map[*workflow.Edge]bool{}
			}
			out[t.Edge] = true
		}
	}
	return out
}

// split goes through the branches of a fork, and on from its join.
func (w *walk) split(n *workflow.Node) {
	switch {
	case w.open[n]:
		w.flaw(Cycles, n, cycleOf(n)...)
		return
	case n.Joins == nil:
		w.flaw(NoJoin, w.fork, n)
		return
	case w.exits[n.Joins]:
		w.flaw(StrayJoin, w.fork, n.Joins)
		return
	case w.depth >= MaxDepth:
		w.flaw(TooDeep, w.fork, n)
		return
	}
	f := &Fork{Split: n, Join: n.Joins}
	w.of.Forks[n] = f
	w.open[n], w.exits[n.Joins] = true, true
	for _, e := range n.Out {
		if e.Kind == workflow.Next || e.Kind == workflow.ToEnd {
			f.Branches = append(f.Branches, w.branch(e.To, n))
		}
	}
	delete(w.open, n)
	delete(w.exits, n.Joins)
	w.add(n.Joins)
}

// branch is the flow from where a branch begins. A join at its beginning is that of the fork, or a stray one.
func (w *walk) branch(entry, fork *workflow.Node) *Flow {
	if entry.Join == workflow.JoinFork && entry != fork.Joins {
		w.flaw(StrayJoin, fork, entry)
		entry = nil
	}
	return w.builder.flow(entry, fork.Joins, fork, w.depth+1)
}

// cycleOf returns a shortest cycle through a node, which comes first; the node alone if there is none.
func cycleOf(n *workflow.Node) []*workflow.Node { return append([]*workflow.Node{n}, pathTo(n, n)...) }

// pathTo returns the nodes between two on a shortest path from one to the other, in their order.
func pathTo(from, to *workflow.Node) []*workflow.Node {
	before := map[*workflow.Node]*workflow.Node{}
	todo := []*workflow.Node{from}
	for i := 0; i < len(todo); i++ {
		for _, e := range todo[i].Out {
			if e.To == to {
				var path []*workflow.Node
				for n := todo[i]; n != from; n = before[n] {
					path = append(path, n)
				}
				slices.Reverse(path)
				return path
			}
			if before[e.To] == nil && e.To != from {
				before[e.To] = todo[i]
				todo = append(todo, e.To)
			}
		}
	}
	return nil
}
