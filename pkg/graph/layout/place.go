package layout

import (
	"cmp"
	"math"
	"slices"
)

// position sets the x of every vertex: the mean of the two middle ones of its four positions in the four alignments. Each of
// the four keeps the order and the distances of every layer, and so do their means.
func (n *net) position() {
	if len(n.vertices) == 0 {
		return
	}
	marked := n.conflicts()
	var all [4][]float64
	widths := [4]float64{}
	for i := range all {
		a := n.align(i/2 == 1, i%2 == 0, marked)
		all[i] = a.compact()
		low, high := n.extent(all[i])
		widths[i] = high - low
	}
	n.overlay(&all, widths)
	n.balance(&all)
	low, high := n.extentOfAll()
	for v := range n.vertices {
		n.vertices[v].x -= low
	}
	n.width = high - low
}

// distance returns how far apart two vertices side by side have to be.
func (n *net) distance(a, b int) float64 {
	gap := n.o.BendGap
	switch {
	case n.isBox(a) && n.isBox(b):
		gap = n.o.BoxGap
	case !n.isBox(a) && !n.isBox(b):
		gap = n.o.EdgeGap
	}
	return n.vertices[a].right + gap + n.vertices[b].left
}

// compact places the blocks of an alignment as far to the left as they go, and then those that have room closer to their
// neighbours at the right; of an alignment that prefers the right, in the opposite direction.
func (a *alignment) compact() []float64 {
	order, after := a.blocks()
	x := make([]float64, len(a.vertices))
	for _, b := range order {
		for _, s := range after[b] {
			x[s.block] = max(x[s.block], x[b]+s.distance)
		}
	}
	if !a.left {
		right := 0.0
		for _, b := range order {
			right = max(right, x[b])
		}
		for i := len(order) - 1; i >= 0; i-- {
			b := order[i]
			x[b] = right
			for _, s := range after[b] {
				x[b] = min(x[b], x[s.block]-s.distance)
			}
		}
	}
	a.tighten(order, after, x)
	for v := range a.vertices {
		x[v] = x[a.root[v]]
	}
	return x
}

// tighten moves blocks that have nothing at their outer side closer to the block at their inner side.
func (a *alignment) tighten(order []int, after [][]step, x []float64) {
	if a.left {
		for i := len(order) - 1; i >= 0; i-- {
			room := math.Inf(1)
			for _, s := range after[order[i]] {
				room = min(room, x[s.block]-s.distance)
			}
			if !math.IsInf(room, 1) {
				x[order[i]] = max(x[order[i]], room)
			}
		}
		return
	}
	least := make([]float64, len(a.vertices))
	for i := range least {
		least[i] = math.Inf(-1)
	}
	for _, b := range order {
		if !math.IsInf(least[b], -1) {
			x[b] = min(x[b], least[b])
		}
		for _, s := range after[b] {
			least[s.block] = max(least[s.block], x[b]+s.distance)
		}
	}
}

// A step leads from a block to one at its right, with the least distance to it.
type step struct {
	block    int
	distance float64
}

// blocks returns the blocks so that those at the left come first, and what is next to each at its right.
func (a *alignment) blocks() (order []int, after [][]step) {
	after = make([][]step, len(a.vertices))
	before := make([]int, len(a.vertices))
	for _, layer := range a.layers {
		for i := 1; i < len(layer); i++ {
			l, r := a.root[layer[i-1]], a.root[layer[i]]
			after[l] = append(after[l], step{r, a.distance(layer[i-1], layer[i])})
			before[r]++
		}
	}
	for v := range a.vertices {
		if a.root[v] == v && before[v] == 0 {
			order = append(order, v)
		}
	}
	for i := 0; i < len(order); i++ {
		for _, s := range after[order[i]] {
			if before[s.block]--; before[s.block] == 0 {
				order = append(order, s.block)
			}
		}
	}
	return order, after
}

// extent returns how far positions reach to both sides.
func (n *net) extent(x []float64) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for v := range n.vertices {
		low = min(low, x[v]-n.vertices[v].left)
		high = max(high, x[v]+n.vertices[v].right)
	}
	return low, high
}

func (n *net) extentOfAll() (low, high float64) {
	x := make([]float64, len(n.vertices))
	for v := range n.vertices {
		x[v] = n.vertices[v].x
	}
	low, high = n.extent(x)
	if n.o.Grid { // a line takes a whole cell
		for v := len(n.Boxes); v < len(n.vertices); v++ {
			high = max(high, x[v]+1)
		}
	}
	return low, high
}

// overlay moves the four positions onto the narrowest of them: those that prefer the left by their left ends, the others
// by their right ends.
func (n *net) overlay(all *[4][]float64, widths [4]float64) {
	narrowest := 0
	for i, w := range widths {
		if w < widths[narrowest] {
			narrowest = i
		}
	}
	low, high := n.extent(all[narrowest])
	for i := range all {
		l, h := n.extent(all[i])
		shift := low - l
		if i%2 == 1 {
			shift = high - h
		}
		for v := range all[i] {
			all[i][v] += shift
		}
	}
}

// balance sets each position to the mean of the two middle ones of four.
func (n *net) balance(all *[4][]float64) {
	for v := range n.vertices {
		four := [4]float64{all[0][v], all[1][v], all[2][v], all[3][v]}
		slices.SortFunc(four[:], cmp.Compare[float64])
		n.vertices[v].x = n.snap((four[1] + four[2]) / 2)
	}
}
