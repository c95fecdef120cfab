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
	c := newChain(r.Nodes)
	for _, p := range r.placed {
		i := c.at(p.node)
		if i == nowhere {
			continue
		}
		if p.beside == nil {
			c.unlink(i)
			p.node.place = nowhere
			continue
		}
		j := c.at(p.beside)
		if j == nowhere || i == j {
			continue
		}
		c.unlink(i)
		if !p.after {
			j = c.before[j]
		}
		c.link(i, j)
	}
	r.Nodes, r.placed = c.list(), nil
}

// A chain is a list of nodes by their indexes, each with the index of the next one and of the one before. The last index is that of
// its head.
type chain struct {
	nodes        []*Node // each knows its index
	next, before []int32
}

// nowhere is the index of a node that the list does not have.
const nowhere = -1

func newChain(nodes []*Node) *chain {
	c := &chain{nodes: nodes, next: make([]int32, len(nodes)+1), before: make([]int32, len(nodes)+1)}
	head := int32(len(nodes))
	c.next[head], c.before[head] = head, head
	for i, n := range nodes {
		n.place = int32(i)
		c.link(n.place, c.before[head])
	}
	return c
}

// at is the index of a node; nowhere if the list does not have it.
func (c *chain) at(n *Node) int32 {
	if i := n.place; i >= 0 && int(i) < len(c.nodes) && c.nodes[i] == n {
		return i
	}
	return nowhere
}

// link puts an index after another one.
func (c *chain) link(i, after int32) {
	next := c.next[after]
	c.next[after], c.before[i] = i, after
	c.next[i], c.before[next] = next, i
}

func (c *chain) unlink(i int32) {
	c.next[c.before[i]], c.before[c.next[i]] = c.next[i], c.before[i]
	c.next[i], c.before[i] = i, i
}

func (c *chain) list() []*Node {
	head := int32(len(c.nodes))
	out := make([]*Node, 0, len(c.nodes))
	for i := c.next[head]; i != head; i = c.next[i] {
		out = append(out, c.nodes[i])
	}
	return out
}
