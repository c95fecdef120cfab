package workflow

// A placement is a node that is to be next to another one of its region, or to be taken out of the list of nodes.
type placement struct {
	node, beside *Node // nil beside: taken out
	after        bool
}

// PlaceBeside puts a node of the region next to another one in the order of the region: after it, or before it. The order holds once
// [Region.Arrange] was called, so that many placements take the time of one look at all nodes.
func (r *Region) PlaceBeside(n, beside *Node, after bool) {
	r.placed = append(r.placed, placement{n, beside, after})
}

// TakeOut removes a node from the list of nodes once [Region.Arrange] was called.
func (r *Region) TakeOut(n *Node) { r.placed = append(r.placed, placement{node: n}) }

// Arrange gives the region the order that was asked for, request by request. Requests about nodes that the region does not have, or
// not any more, are without effect.
func (r *Region) Arrange() {
	if len(r.placed) == 0 {
		return
	}
	c := newChain(r.Nodes, r.placed)
	for _, p := range r.placed {
		i, known := c.at[p.node]
		if !known {
			continue
		}
		if p.beside == nil {
			c.unlink(i)
			delete(c.at, p.node)
			continue
		}
		j, known := c.at[p.beside]
		if !known || i == j {
			continue
		}
		c.unlink(i)
		if !p.after {
			j = c.before[j]
		}
		c.link(i, j)
	}
	r.Nodes, r.placed = c.list(r.Nodes), nil
}

// A chain is a list of nodes by their indexes, each with the index of the next one and of the one before. The last index is that of
// its head.
type chain struct {
	next, before []int
	at           map[*Node]int // of the nodes that are asked for
}

func newChain(nodes []*Node, placed []placement) *chain {
	c := &chain{next: make([]int, len(nodes)+1), before: make([]int, len(nodes)+1), at: make(map[*Node]int, len(placed))}
	asked := make(map[*Node]bool, len(placed))
	for _, p := range placed {
		asked[p.node], asked[p.beside] = true, true
	}
	head := len(nodes)
	c.next[head], c.before[head] = head, head
	for i, n := range nodes {
		c.link(i, c.before[head])
		if asked[n] {
			c.at[n] = i
		}
	}
	return c
}

// link puts an index after another one.
func (c *chain) link(i, after int) {
	next := c.next[after]
	c.next[after], c.before[i] = i, after
	c.next[i], c.before[next] = next, i
}

func (c *chain) unlink(i int) {
	c.next[c.before[i]], c.before[c.next[i]] = c.next[i], c.before[i]
	c.next[i], c.before[i] = i, i
}

func (c *chain) list(nodes []*Node) []*Node {
	head := len(nodes)
	out := make([]*Node, 0, len(nodes))
	for i := c.next[head]; i != head; i = c.next[i] {
		out = append(out, nodes[i])
	}
	return out
}
