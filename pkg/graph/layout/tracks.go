package layout

import (
	"cmp"
	"slices"
)

// route gives every link that bends a track between its layers, and every layer a height.
func (n *net) route() {
	n.tops = make([]float64, len(n.layers))
	n.heights = make([]float64, len(n.layers))
	for i, layer := range n.layers {
		for _, v := range layer {
			n.heights[i] = max(n.heights[i], n.vertices[v].tall)
		}
	}
	y := 0.0
	for i := range n.layers {
		n.tops[i] = y
		y += n.heights[i]
		if i+1 == len(n.layers) {
			break
		}
		count := n.assignTracks(i)
		gap := n.gapBelow(i)
		if count > 0 {
			gap = max(gap, 2*n.o.Approach+float64(count-1)*n.o.TrackGap)
		}
		first := y + n.snap((gap-float64(count-1)*n.o.TrackGap)/2)
		for _, v := range n.layers[i] {
			for _, l := range n.vertices[v].down {
				if k := &n.links[l]; k.track > 0 {
					k.y = first + float64(k.track-1)*n.o.TrackGap
				}
			}
		}
		y += gap
	}
	n.height = y
}

// gapBelow is the least distance between a layer and the next.
func (n *net) gapBelow(layer int) float64 {
	if n.labels[layer] || n.labels[layer+1] {
		return n.o.LabelGap
	}
	return n.o.LayerGap
}

// A bent link between two layers, seen as its horizontal part.
type bent struct {
	link      int
	low, high float64
	above     []int // those that have to be in a track below this one
	waits     int   // how many have to be above it
}

// assignTracks numbers the tracks between a layer and the next from 1, and returns how many there are. Two links share one
// if there is room between them. A link is above another if it would otherwise run over it, or cross it without need.
func (n *net) assignTracks(layer int) int {
	var all []bent
	for _, v := range n.layers[layer] {
		for _, l := range n.vertices[v].down {
			k := &n.links[l]
			if k.track = 0; k.x != k.toX {
				all = append(all, bent{link: l, low: min(k.x, k.toX), high: max(k.x, k.toX)})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b bent) int { return cmp.Compare(a.low, b.low) })
	n.relate(all)
	return n.fillTracks(all, n.sequence(all))
}

// relate finds which of the bent links has to be above which. They are in the order of their left ends.
func (n *net) relate(all []bent) {
	const most = 4_000_000 // pairs; beyond that, links may cross more often than they need to
	pairs := 0
	for i := range all {
		for j := i + 1; j < len(all) && all[j].low <= all[i].high+n.o.EdgeGap/2 && pairs < most; j++ {
			pairs++
			switch n.prefer(all[i].link, all[j].link) {
			case -1:
				all[i].above = append(all[i].above, j)
				all[j].waits++
			case 1:
				all[j].above = append(all[j].above, i)
				all[i].waits++
			}
		}
	}
}

// prefer returns -1 if link a has to be above link b, 1 for the contrary, and 0 if that is all the same.
func (n *net) prefer(a, b int) int {
	p, q := n.links[a], n.links[b]
	near := n.o.EdgeGap / 4
	if n.o.Grid {
		near = 0.5
	}
	first := abs(p.x-q.toX) < near // p comes down where q goes on down
	second := abs(q.x-p.toX) < near
	switch {
	case p.to == q.to && !n.isBox(p.to), p.from == q.from && !n.isBox(p.from):
		// They share an end, and may share a track.
	case first && !second:
		return -1
	case second && !first:
		return 1
	}
	return cmp.Compare(cost(p, q), cost(q, p))
}

// cost returns how often two links cross if the first is above the second: the first crosses the second going down, or
// the second the first.
func cost(upper, lower link) int {
	count := 0
	if between(upper.toX, lower.x, lower.toX) {
		count++
	}
	if between(lower.x, upper.x, upper.toX) {
		count++
	}
	return count
}

func between(x, a, b float64) bool { return min(a, b) < x && x < max(a, b) }

func abs(x float64) float64 { return max(x, -x) }

// sequence orders the bent links so that those which have to be above come first. Where that leads in a circle, the
// leftmost is taken.
func (n *net) sequence(all []bent) []int {
	var order, ready []int
	taken := make([]bool, len(all))
	for i := range all {
		if all[i].waits == 0 {
			ready = append(ready, i)
		}
	}
	next := 0
	for len(order) < len(all) {
		if len(ready) == 0 {
			for taken[next] {
				next++
			}
			ready = append(ready, next)
		}
		i := ready[0]
		ready = ready[1:]
		if taken[i] {
			continue
		}
		taken[i] = true
		order = append(order, i)
		for _, j := range all[i].above {
			if all[j].waits--; all[j].waits == 0 && !taken[j] {
				ready = append(ready, j)
			}
		}
	}
	return order
}

// fillTracks gives each bent link the first track below those that have to be above it in which there is room for it.
func (n *net) fillTracks(all []bent, order []int) int {
	least := make([]int, len(all)) // of each: the first track it may be in
	var tracks [][]int
	for _, i := range order {
		at := least[i]
		for at < len(tracks) && !n.roomFor(all, tracks[at], i) {
			at++
		}
		if at == len(tracks) {
			tracks = append(tracks, nil)
		}
		tracks[at] = append(tracks[at], i)
		n.links[all[i].link].track = at + 1
		for _, j := range all[i].above {
			least[j] = max(least[j], at+1)
		}
	}
	return len(tracks)
}

// roomFor reports whether a link has room next to those in a track.
func (n *net) roomFor(all []bent, track []int, i int) bool {
	for _, j := range track {
		if all[i].low <= all[j].high+n.o.EdgeGap/2 && all[j].low <= all[i].high+n.o.EdgeGap/2 && !n.joined(all[i].link, all[j].link) {
			return false
		}
	}
	return true
}

// joined reports whether two links end in the same bend point from two sides, and may meet there in one track.
func (n *net) joined(a, b int) bool {
	p, q := n.links[a], n.links[b]
	if p.to == q.to && !n.isBox(p.to) {
		return true
	}
	return p.from == q.from && !n.isBox(p.from)
}
