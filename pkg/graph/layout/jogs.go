package layout

// Steps of a few pixels in a line that is nearly straight are ugly. They come from bend points that are where the middle
// of a box is, while the edge leaves it at a port besides the middle.

// removeJogs moves bend points below or above the ports that their edges lead to, where there is room for it.
func (n *net) removeJogs() {
	limit := 1.5 * n.o.PortGap
	for i := range n.layers {
		for _, v := range n.layers[i] {
			if n.isBox(v) {
				n.pull(n.vertices[v].down, true, limit)
				n.pull(n.vertices[v].up, false, limit)
			}
		}
	}
}

// pull straightens the links at one side of a box that are nearly straight.
func (n *net) pull(links []int, down bool, limit float64) {
	for _, l := range links {
		k := n.links[l]
		v, by := k.to, k.x-k.toX
		if !down {
			v, by = k.from, k.toX-k.x
		}
		if n.isBox(v) || by == 0 || abs(by) > limit {
			continue
		}
		if run, ok := n.run(v, down); ok && n.room(run, by) {
			for _, u := range run {
				n.shift(u, by)
			}
		}
	}
}

// run returns the bend points in a straight line with one, in a direction, and whether it can be moved: it ends
// in a bend, and nothing else is tied to it.
func (n *net) run(v int, down bool) ([]int, bool) {
	run := []int{v}
	for {
		u := n.vertices[v]
		if len(u.up) != 1 || len(u.down) != 1 {
			return nil, false
		}
		l := u.up[0]
		if down {
			l = u.down[0]
		}
		k := n.links[l]
		next := k.from
		if down {
			next = k.to
		}
		if k.x != k.toX {
			return run, true
		}
		if n.isBox(next) {
			return nil, false
		}
		v = next
		run = append(run, v)
	}
}

// room reports whether bend points can be moved without coming too near to what is next to them. A straight line is worth a
// little of the distance.
func (n *net) room(run []int, by float64) bool {
	less := n.snap(n.o.EdgeGap / 4)
	if n.o.Grid {
		less = 0
	}
	for _, v := range run {
		layer, at := n.layers[n.vertices[v].layer], n.vertices[v].at
		x := n.vertices[v].x + by
		if at > 0 && x < n.vertices[layer[at-1]].x+n.distance(layer[at-1], v)-less {
			return false
		}
		if at+1 < len(layer) && x > n.vertices[layer[at+1]].x-n.distance(v, layer[at+1])+less {
			return false
		}
		if x-n.vertices[v].left < 0 || x+n.vertices[v].right > n.width {
			return false
		}
	}
	return true
}
