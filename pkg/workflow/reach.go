package workflow

import "slices"

// Reach marks the nodes that can be reached from some nodes along edges, those nodes included. It is indexed by node id.
type Reach []bool

// ReachFrom returns the nodes of the workflow that can be reached from the given ones. Edges stay within a region.
func (w *Workflow) ReachFrom(from ...*Node) Reach {
	seen := make(Reach, len(w.Nodes))
	seen.Add(from...)
	return seen
}

// Add marks what can be reached from further nodes. Marking again costs nothing, so that the cost of all calls together
// is linear in the size of the net.
func (seen Reach) Add(from ...*Node) {
	var todo []*Node
	for _, n := range from {
		if n != nil && !seen[n.ID] {
			seen[n.ID] = true
			todo = append(todo, n)
		}
	}
	for len(todo) > 0 {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, e := range n.Out {
			if !seen[e.To.ID] {
				seen[e.To.ID] = true
				todo = append(todo, e.To)
			}
		}
	}
}

// A Cycle is a set of nodes of one region each of which can be reached from every other, as large as it can be.
type Cycle []*Node

// Cycles returns the cycles of the net: those of several nodes, and single nodes with an edge to themselves. Both they and
// their nodes come in the author's order. It takes linear time, and no stack however long a cycle is.
func (w *Workflow) Cycles() []Cycle {
	if w.acyclic() {
		return nil
	}
	return (&components{low: make([]int, len(w.Nodes)), member: make([]int, len(w.Nodes))}).cycles(w.Nodes)
}

// Without returns the cycles that are left of a cycle when one of its nodes is taken away: those within a loop, without its first node.
func (c Cycle) Without(n *Node) []Cycle {
	only := make(map[*Node]bool, len(c))
	last := 0
	for _, x := range c {
		only[x] = x != n
		last = max(last, x.ID)
	}
	rest := slices.DeleteFunc(slices.Clone(c), func(x *Node) bool { return x == n })
	return (&components{low: make([]int, last+1), member: make([]int, last+1), only: only}).cycles(rest)
}

// cycles are the cycles of some nodes, in the order of these.
func (c *components) cycles(nodes []*Node) []Cycle {
	for _, n := range nodes {
		if c.low[n.ID] == 0 {
			c.visit(n)
		}
	}
	index := make(map[int]int)
	var out []Cycle
	for _, n := range nodes {
		id := c.member[n.ID]
		if c.size[id] == 1 && !selfLoop(n) {
			continue
		}
		i, ok := index[id]
		if !ok {
			i = len(out)
			index[id] = i
			out = append(out, nil)
		}
		out[i] = append(out[i], n)
	}
	return out
}

// acyclic reports whether nodes can be taken away, each after all that lead to it, until none is left.
func (w *Workflow) acyclic() bool {
	into := make([]int32, len(w.Nodes)) // by node: the edges from nodes that are still there
	for _, n := range w.Nodes {
		for _, e := range n.Out {
			into[e.To.ID]++
		}
	}
	var free []*Node
	for _, n := range w.Nodes {
		if into[n.ID] == 0 {
			free = append(free, n)
		}
	}
	gone := 0
	for ; len(free) > 0; gone++ {
		n := free[len(free)-1]
		free = free[:len(free)-1]
		for _, e := range n.Out {
			if into[e.To.ID]--; into[e.To.ID] == 0 {
				free = append(free, e.To)
			}
		}
	}
	return gone == len(w.Nodes)
}

func selfLoop(n *Node) bool {
	for _, e := range n.Out {
		if e.To == n {
			return true
		}
	}
	return false
}

// components finds strongly connected components as Tarjan's algorithm does, with a stack of its own.
type components struct {
	low    []int // by node: 0 if not seen, else the earliest node on the stack that it reaches, counted from 1
	member []int // by node: its component
	size   []int // by component
	seen   int
	stack  []*Node
	only   map[*Node]bool // the nodes that count; nil if all do
}

type call struct {
	node  *Node
	order int // when it was seen
	next  int // the edge to look at
}

const done = int(^uint(0) >> 1)

func (c *components) visit(root *Node) {
	calls := []call{c.begin(root)}
	for len(calls) > 0 {
		top := &calls[len(calls)-1]
		n := top.node
		if top.next < len(n.Out) {
			to := n.Out[top.next].To
			top.next++
			switch {
			case c.only != nil && !c.only[to]:
			case c.low[to.ID] == 0:
				calls = append(calls, c.begin(to))
			default:
				c.low[n.ID] = min(c.low[n.ID], c.low[to.ID])
			}
			continue
		}
		low, order := c.low[n.ID], top.order
		calls = calls[:len(calls)-1]
		if len(calls) > 0 {
			parent := calls[len(calls)-1].node
			c.low[parent.ID] = min(c.low[parent.ID], low)
		}
		if low == order {
			c.close(n)
		}
	}
}

func (c *components) begin(n *Node) call {
	c.seen++
	c.low[n.ID] = c.seen
	c.stack = append(c.stack, n)
	return call{node: n, order: c.seen}
}

// close makes a component of the stack from n on.
func (c *components) close(n *Node) {
	id := len(c.size)
	c.size = append(c.size, 0)
	for {
		m := c.stack[len(c.stack)-1]
		c.stack = c.stack[:len(c.stack)-1]
		c.member[m.ID] = id
		c.size[id]++
		c.low[m.ID] = done
		if m == n {
			return
		}
	}
}
