package layout

import (
	"cmp"
	"math"
	"slices"
)

// attach decides where links leave and enter the boxes: as near as possible to where they come from, in order, with a gap
// between them.
func (n *net) attach() {
	for l := range n.links {
		n.links[l].x = n.vertices[n.links[l].from].x
		n.links[l].toX = n.vertices[n.links[l].to].x
	}
	for _, layer := range n.layers {
		for _, v := range layer {
			if n.isBox(v) {
				n.attachSide(v, true)
				n.attachSide(v, false)
			}
		}
	}
	n.removeJogs()
	n.untwist()
}

// attachSide places the links of a box at its upper or its lower side. The layers are visited downwards: what comes
// from above has its place, what goes down does not have its end yet.
func (n *net) attachSide(v int, above bool) {
	links := n.vertices[v].down
	if above {
		links = n.vertices[v].up
	}
	if len(links) == 0 {
		return
	}
	low, high := n.side(v)
	links = slices.Clone(links)
	far := func(l int) float64 {
		if above {
			return n.links[l].x
		}
		return n.links[l].toX
	}
	place := func(l int) int {
		if above {
			return n.vertices[n.links[l].from].at
		}
		return n.vertices[n.links[l].to].at
	}
	slices.SortStableFunc(links, func(a, b int) int {
		return cmp.Or(cmp.Compare(place(a), place(b)), cmp.Compare(far(a), far(b)))
	})
	wanted := make([]float64, len(links))
	for i, l := range links {
		wanted[i] = n.wish(v, n.reachable(l, above, far(l)), low, high, len(links))
	}
	for i, x := range n.spread(wanted, low, high) {
		if above {
			n.links[links[i]].toX = x
		} else {
			n.links[links[i]].x = x
		}
	}
}

// wish returns where a link would like to be at a side of a box: where it is straight, if that is possible. One that bends in
// any case keeps away from the corners, and in the middle if it is the only one.
func (n *net) wish(v int, straight, low, high float64, links int) float64 {
	middle := (low + high) / 2
	switch pointed := n.Boxes[v].Shape == Diamond; {
	case pointed && links > 1:
		return straight
	case pointed:
		return middle
	case straight >= low && straight <= high:
		return straight
	case links == 1:
		return middle
	}
	return (middle + min(max(straight, low), high)) / 2
}

// reachable returns where a link would leave a box to be straight. A box below that is wide takes it wherever it comes.
func (n *net) reachable(l int, above bool, far float64) float64 {
	to := n.links[l].to
	if above || !n.isBox(to) {
		return far
	}
	x := n.vertices[n.links[l].from].x
	low, high := n.side(to)
	return min(max(x, low), high)
}

// side returns between which positions links are attached to a box.
func (n *net) side(v int) (low, high float64) {
	box := n.Boxes[v]
	left := n.vertices[v].x - n.vertices[v].left
	inset := 0.0
	switch box.Shape {
	case Dot:
		return n.vertices[v].x, n.vertices[v].x
	case Diamond:
		inset = box.Width / 7
	case Hexagon:
		inset = hexagonTip(box, n.o.LeftRight)
	default:
		inset = min(box.Width/4, n.o.PortGap*4/7)
	}
	return left + math.Ceil(inset), left + math.Floor(box.Width-inset)
}

// spread moves positions apart so that each has a gap to the next, as little as possible in the sense of least squares, and
// keeps them between two limits. The gap shrinks where there is no room for it.
func (n *net) spread(wanted []float64, low, high float64) []float64 {
	gap := n.o.PortGap
	if len(wanted) > 1 {
		gap = min(gap, (high-low)/float64(len(wanted)-1))
	}
	type pool struct {
		sum   float64
		count int
	}
	var pools []pool
	for i, x := range wanted {
		p := pool{x - float64(i)*gap, 1}
		for len(pools) > 0 {
			last := pools[len(pools)-1]
			if last.sum/float64(last.count) <= p.sum/float64(p.count) {
				break
			}
			p = pool{p.sum + last.sum, p.count + last.count}
			pools = pools[:len(pools)-1]
		}
		pools = append(pools, p)
	}
	places := make([]float64, 0, len(wanted))
	top := high - float64(len(wanted)-1)*gap
	for _, p := range pools {
		x := min(max(p.sum/float64(p.count), low), top)
		for range p.count {
			places = append(places, n.snap(x+float64(len(places))*gap))
		}
	}
	return places
}

// untwist moves bend points aside where two links would change places exactly, which no order of tracks can draw.
func (n *net) untwist() {
	if n.o.Grid {
		return
	}
	for layer := range n.layers {
		bends := map[[2]float64]int{}
		for _, v := range n.layers[layer] {
			for _, l := range n.vertices[v].down {
				k := n.links[l]
				if k.x == k.toX {
					continue
				}
				if _, twisted := bends[[2]float64{k.toX, k.x}]; twisted && !n.isBox(k.to) {
					n.shift(k.to, n.o.EdgeGap/3)
				}
				bends[[2]float64{k.x, k.toX}] = l
			}
		}
	}
}

// shift moves a bend point and the links at it.
func (n *net) shift(v int, by float64) {
	n.vertices[v].x += by
	for _, l := range n.vertices[v].up {
		n.links[l].toX = n.vertices[v].x
	}
	for _, l := range n.vertices[v].down {
		n.links[l].x = n.vertices[v].x
	}
}

// hexagonTip returns how far the sides of a hexagon slant, counted across the layers.
func hexagonTip(b Box, leftRight bool) float64 {
	if leftRight {
		return b.Width / 2 // its sides are the slanted ones
	}
	return min(b.Height/2, b.Width/4)
}

// border returns how far the outline of a box is from its middle line at a distance from its centre, along the layers.
func border(b Box, offset float64, leftRight bool) float64 {
	offset = math.Abs(offset)
	half := b.Height / 2
	switch b.Shape {
	case Diamond:
		return half * max(0, 1-offset/(b.Width/2))
	case Hexagon:
		if leftRight { // width and height are exchanged: the tips point along the layers
			return half - min(b.Width/2, b.Height/4)*min(1, offset/(b.Width/2))
		}
		flat := b.Width/2 - hexagonTip(b, false)
		if offset <= flat {
			return half
		}
		return half * max(0, 1-(offset-flat)/(b.Width/2-flat))
	}
	return half
}
