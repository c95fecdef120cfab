package layout

// An alignment puts vertices of successive layers below one another, in blocks that become straight lines. There are four:
// the layers are read from the top or the bottom, and each of them from the left or the right.
type alignment struct {
	*net
	up, left bool  // read from the bottom; prefer the left
	root     []int // of each vertex: the first of its block
	next     []int // of each vertex: the one that follows in its block, the last one's is the first
}

// conflicts are the links that are not aligned: they cross a link between two bend points, which is to be straight.
func (n *net) conflicts() []bool {
	marked := make([]bool, len(n.links))
	for layer := 0; layer+1 < len(n.layers); layer++ {
		n.markConflicts(layer, marked)
	}
	return marked
}

// inner reports whether a link runs between bend points.
func (n *net) inner(l int) bool { return !n.isBox(n.links[l].from) && !n.isBox(n.links[l].to) }

// markConflicts goes through a layer and the one below it from the left to the right, from one inner link to the next.
func (n *net) markConflicts(layer int, marked []bool) {
	below := n.layers[layer+1]
	scan, low := 0, 0
	for i, v := range below {
		high := len(n.layers[layer]) - 1
		inner := -1
		for _, l := range n.vertices[v].up {
			if n.inner(l) {
				inner = l
				high = n.vertices[n.links[l].from].at
				break
			}
		}
		if inner < 0 && i < len(below)-1 {
			continue
		}
		for ; scan <= i; scan++ {
			for _, l := range n.vertices[below[scan]].up {
				at := n.vertices[n.links[l].from].at
				if (at < low || at > high) && !n.inner(l) {
					marked[l] = true
				}
			}
		}
		low = max(low, high)
	}
}

// align builds the blocks of one of the four alignments: each vertex joins the middle one of its neighbours, unless that
// would cross what is aligned already.
func (n *net) align(up, left bool, marked []bool) *alignment {
	a := &alignment{net: n, up: up, left: left, root: make([]int, len(n.vertices)), next: make([]int, len(n.vertices))}
	for v := range n.vertices {
		a.root[v], a.next[v] = v, v
	}
	for i := range n.layers {
		layer := i
		if up {
			layer = len(n.layers) - 1 - i
		}
		vertices := n.layers[layer]
		limit := -1 // the place up to which the layer before is taken, counted in reading order
		for k := range vertices {
			v := vertices[k]
			if !left {
				v = vertices[len(vertices)-1-k]
			}
			limit = a.join(v, limit, marked)
		}
	}
	return a
}

// join lets a vertex join one of the two middle ones of its neighbours in the layer before, if one is free.
func (a *alignment) join(v, limit int, marked []bool) int {
	links := a.sortedLinks(v)
	if len(links) == 0 {
		return limit
	}
	middle := [2]int{(len(links) - 1) / 2, len(links) / 2}
	if !a.left {
		middle[0], middle[1] = middle[1], middle[0]
	}
	for _, m := range middle {
		l := links[m]
		u := a.before(l)
		place := a.vertices[u].at
		if !a.left {
			place = len(a.layers[a.vertices[u].layer]) - 1 - place
		}
		if a.next[v] != v || marked[l] || place <= limit {
			continue
		}
		a.next[u] = v
		a.root[v] = a.root[u]
		a.next[v] = a.root[v]
		return place
	}
	return limit
}

// before returns the vertex of a link in the layer that was read before.
func (a *alignment) before(l int) int {
	if a.up {
		return a.links[l].to
	}
	return a.links[l].from
}

// sortedLinks returns the links of a vertex to the layer that was read before, from the left to the right.
func (a *alignment) sortedLinks(v int) []int {
	links := a.vertices[v].up
	if a.up {
		links = a.vertices[v].down
	}
	for i := 1; i < len(links); i++ { // they are in order already, or nearly
		for j := i; j > 0 && a.vertices[a.before(links[j])].at < a.vertices[a.before(links[j-1])].at; j-- {
			links[j], links[j-1] = links[j-1], links[j]
		}
	}
	return links
}
