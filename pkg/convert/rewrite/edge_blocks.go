package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/workflow"
)

// A piece is a part of a sequence: a node, or branches that begin where the one before ends and are joined by what follows.
type piece struct {
	node     *workflow.Node
	branches []sequence
	// joins is the node at which branches come together.
	joins *workflow.Node
}

// A sequence is what a token goes through one after the other; an empty one hands on what comes in.
type sequence []piece

// A graph is a region without cycles whose nodes wait for all of their edges, on its way to sequences and branches.
type graph struct {
	// after is, by node, the first node that all paths from it lead through.
	after map[*workflow.Node]*meeting
	// tangled is a node from which paths lead on that have no form of branches; nil: there is none.
	tangled *workflow.Node
}

// A meeting is a node in the tree of nodes that all paths lead through: its parent is the next one of those.
type meeting struct {
	node         *workflow.Node
	parent, leap *meeting // leap is a node further on, so that many can be passed at once
	depth        int
}

func newMeeting(n *workflow.Node, parent *meeting) *meeting {
	m := &meeting{node: n, parent: parent, leap: parent, depth: parent.depth + 1}
	if leap := parent.leap; parent.depth-leap.depth == leap.depth-leap.leap.depth {
		m.leap = leap.leap
	}
	return m
}

// meet returns the first node that all paths from two nodes lead through.
func meet(a, b *meeting) *meeting {
	if a.depth < b.depth {
		a, b = b, a
	}
	for a.depth > b.depth {
		if a.leap.depth >= b.depth {
			a = a.leap
		} else {
			a = a.parent
		}
	}
	for a != b {
		if a.leap != b.leap {
			a, b = a.leap, b.leap
		} else {
			a, b = a.parent, b.parent
		}
	}
	return a
}

// newGraph finds where the paths of a region meet. It returns an edge that closes a cycle, if there is one, and no graph then.
func newGraph(r *workflow.Region) (*graph, *workflow.Edge) {
	g := &graph{after: map[*workflow.Node]*meeting{}}
	last := &meeting{}
	last.parent, last.leap = last, last
	type visit struct {
		node *workflow.Node
		next int
	}
	open := map[*workflow.Node]bool{r.Start: true}
	stack := []visit{{node: r.Start}}
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if top.next < len(top.node.Out) {
			e := top.node.Out[top.next]
			top.next++
			switch {
			case open[e.To]:
				return nil, e
			case g.after[e.To] == nil:
				open[e.To] = true
				stack = append(stack, visit{node: e.To})
			}
			continue
		}
		n := top.node
		parent := last
		for i, e := range n.Out {
			if i == 0 {
				parent = g.after[e.To]
			} else {
				parent = meet(parent, g.after[e.To])
			}
		}
		g.after[n] = newMeeting(n, parent)
		delete(open, n)
		stack = stack[:len(stack)-1]
	}
	return g, nil
}

// sequence returns what lies between some nodes, at which paths begin, and the one at which they end.
func (g *graph) sequence(from []*workflow.Node, to *workflow.Node) sequence {
	var out sequence
	for {
		if len(from) == 1 {
			n := from[0]
			if n == to {
				return out
			}
			out = append(out, piece{node: n})
			from = targets(n)
			continue
		}
		at := g.after[from[0]]
		for _, n := range from[1:] {
			at = meet(at, g.after[n])
		}
		parts := g.parts(from, at.node)
		if len(parts) == 1 {
			g.tangled = from[0]
			return out
		}
		fork := piece{joins: at.node}
		for _, entries := range parts {
			fork.branches = append(fork.branches, g.sequence(entries, at.node))
			if g.tangled != nil {
				return out
			}
		}
		out = append(out, fork)
		from = []*workflow.Node{at.node}
	}
}

func targets(n *workflow.Node) []*workflow.Node {
	out := make([]*workflow.Node, len(n.Out))
	for i, e := range n.Out {
		out[i] = e.To
	}
	return out
}

// parts divides nodes at which paths begin into those whose paths share no node before a certain one. The parts are in the order in
// which that node gets their values.
func (g *graph) parts(from []*workflow.Node, to *workflow.Node) [][]*workflow.Node {
	owner := map[*workflow.Node]int{} // of each node, the part that came to it first
	whole := make([]int, len(from))   // of each part, the one that it is a part of
	first := func(i int) int {
		for whole[i] != i {
			i = whole[i]
		}
		return i
	}
	for i, n := range from {
		whole[i] = i
		todo := []*workflow.Node{n}
		for len(todo) > 0 {
			n := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			if n == to {
				continue
			}
			if j, seen := owner[n]; seen {
				a, b := first(i), first(j)
				whole[max(a, b)] = min(a, b)
				continue
			}
			owner[n] = i
			todo = append(todo, targets(n)...)
		}
	}
	var out [][]*workflow.Node
	var order []int
	at := map[int]int{}
	for i, n := range from {
		k, known := at[first(i)]
		if !known {
			k = len(out)
			at[first(i)] = k
			out = append(out, nil)
			order = append(order, k)
		}
		out[k] = append(out[k], n)
	}
	place := make([]int, len(out)) // of each part, its first edge into the node
	for k, entries := range out {
		place[k] = slices.IndexFunc(to.In, func(e *workflow.Edge) bool {
			if i, inside := owner[e.From]; inside {
				return at[first(i)] == k
			}
			return entries[0] == to
		})
	}
	slices.SortStableFunc(order, func(a, b int) int { return place[a] - place[b] })
	sorted := make([][]*workflow.Node, len(out))
	for i, k := range order {
		sorted[i] = out[k]
	}
	return sorted
}
