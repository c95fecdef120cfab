package layout

// rank gives every box the length of the longest path to it, and then moves boxes down that are tied more strongly to
// what follows them than to what comes before.
func (n *net) rank() {
	out := n.outgoing()
	in := make([]int, len(n.Boxes))
	for e := range n.Edges {
		if n.layered(e) {
			_, lower := n.ends(e)
			in[lower]++
		}
	}
	order := n.topological(out, in)
	for _, b := range order {
		for _, e := range out[b] {
			_, lower := n.ends(e)
			n.ranks[lower] = max(n.ranks[lower], n.ranks[b]+1)
		}
	}
	const passes = 8
	for range passes {
		if !n.tighten(order, out, in) {
			return
		}
	}
}

// topological returns the boxes so that edges lead from earlier to later ones.
func (n *net) topological(out [][]int, in []int) []int {
	left := append([]int(nil), in...)
	order := make([]int, 0, len(n.Boxes))
	for b := range n.Boxes {
		if left[b] == 0 {
			order = append(order, b)
		}
	}
	for i := 0; i < len(order); i++ {
		for _, e := range out[order[i]] {
			_, lower := n.ends(e)
			if left[lower]--; left[lower] == 0 {
				order = append(order, lower)
			}
		}
	}
	return order
}

// tighten moves the boxes down that have more edges down than up, as far as they can go, and reports whether it moved any.
func (n *net) tighten(order []int, out [][]int, in []int) bool {
	moved := false
	for i := len(order) - 1; i >= 0; i-- {
		b := order[i]
		if len(out[b]) <= in[b] {
			continue
		}
		lowest := -1
		for _, e := range out[b] {
			if _, lower := n.ends(e); lowest < 0 || n.ranks[lower]-1 < lowest {
				lowest = n.ranks[lower] - 1
			}
		}
		if lowest > n.ranks[b] {
			n.ranks[b] = lowest
			moved = true
		}
	}
	return moved
}
