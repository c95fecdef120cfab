package layout

import (
	"cmp"
	"slices"
)

// order sorts the vertices of each layer so that few links cross: by the middle of their neighbours, layer after layer, down
// and up in turn, with exchanges of vertices side by side. The best order seen is kept.
func (n *net) order() {
	s := sorter{net: n, weight: make([]float64, len(n.vertices)), tree: make([]int, len(n.vertices)+2)}
	n.firstOrder(false)
	best, fewest := s.improve()
	const small = 5_000
	if fewest > 0 && len(n.vertices) < small {
		n.firstOrder(true)
		if order, count := s.improve(); count < fewest {
			best = order
		}
	}
	n.setOrder(best)
}

// improve sweeps over the layers and returns the best order that it saw, and how many links cross in it.
func (s *sorter) improve() (best [][]int, fewest int) {
	n := s.net
	best, fewest = n.copyOrder(), s.crossings()
	for sweep, idle := 0, 0; sweep < n.sweeps() && fewest > 0 && idle < 4; sweep++ {
		s.sweep(sweep%2 == 0)
		if len(n.vertices) < huge {
			s.exchange()
		}
		idle++
		if c := s.crossings(); c < fewest {
			best, fewest, idle = n.copyOrder(), c, 0
		}
	}
	return best, fewest
}

// sweeps returns how often the layers are visited at most: less often for large graphs.
func (n *net) sweeps() int {
	switch {
	case len(n.vertices) < 5_000:
		return 24
	case len(n.vertices) < 50_000:
		return 8
	case len(n.vertices) < huge:
		return 3
	default:
		return 1
	}
}

// huge is from how many vertices on an order is only looked for in one sweep.
const huge = 200_000

// firstOrder orders each layer by when a walk down the links, in the order of the edges, reaches its vertices. From
// the right, it is the mirror image of a walk in the opposite order.
func (n *net) firstOrder(fromRight bool) {
	seen := make([]bool, len(n.vertices))
	layers := make([][]int, len(n.layers))
	var stack []int
	for first := range n.Boxes {
		if len(n.vertices[first].up) > 0 {
			continue
		}
		stack = append(stack[:0], first)
		for len(stack) > 0 {
			v := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			if seen[v] {
				continue
			}
			seen[v] = true
			layers[n.vertices[v].layer] = append(layers[n.vertices[v].layer], v)
			down := n.vertices[v].down
			for i := range down {
				next := down[len(down)-1-i]
				if fromRight {
					next = down[i]
				}
				stack = append(stack, n.links[next].to)
			}
		}
	}
	if fromRight {
		for _, layer := range layers {
			slices.Reverse(layer)
		}
	}
	n.setOrder(layers)
}

func (n *net) copyOrder() [][]int {
	layers := make([][]int, len(n.layers))
	for i, layer := range n.layers {
		layers[i] = slices.Clone(layer)
	}
	return layers
}

func (n *net) setOrder(layers [][]int) {
	n.layers = layers
	for i := range layers {
		n.renumber(i)
	}
}

func (n *net) renumber(layer int) {
	for at, v := range n.layers[layer] {
		n.vertices[v].at = at
	}
}

// neighbours returns the places of the vertices that a vertex is linked with, in the layer above or below it.
func (n *net) neighbours(v int, above bool, places []int) []int {
	places = places[:0]
	if above {
		for _, l := range n.vertices[v].up {
			places = append(places, n.vertices[n.links[l].from].at)
		}
	} else {
		for _, l := range n.vertices[v].down {
			places = append(places, n.vertices[n.links[l].to].at)
		}
	}
	slices.Sort(places)
	return places
}

// A sorter orders layers.
type sorter struct {
	*net
	weight []float64 // of each vertex: where it would like to be
	tree   []int     // for counting
	places []int
	others []int
}

// sweep sorts the layers one after the other by the layer before.
func (s *sorter) sweep(down bool) {
	for i := 1; i < len(s.layers); i++ {
		layer := i
		if !down {
			layer = len(s.layers) - 1 - i
		}
		s.sort(layer, down)
	}
}

// sort orders a layer by the means of the places of the neighbours. Vertices without neighbours keep their places.
func (s *sorter) sort(layer int, above bool) {
	vertices := s.layers[layer]
	var free []int
	for _, v := range vertices {
		s.places = s.neighbours(v, above, s.places)
		if len(s.places) == 0 {
			continue
		}
		sum := 0
		for _, p := range s.places {
			sum += p
		}
		s.weight[v] = float64(sum) / float64(len(s.places))
		free = append(free, v)
	}
	sorted := slices.Clone(free)
	slices.SortStableFunc(sorted, func(a, b int) int { return cmp.Compare(s.weight[a], s.weight[b]) })
	next := 0
	for at, v := range vertices {
		if next < len(free) && v == free[next] {
			vertices[at] = sorted[next]
			next++
		}
	}
	s.renumber(layer)
}

// exchange swaps vertices side by side as long as that makes crossings fewer.
func (s *sorter) exchange() {
	const rounds = 4
	for range rounds {
		better := false
		for _, vertices := range s.layers {
			for i := 1; i < len(vertices); i++ {
				if s.swapHelps(vertices[i-1], vertices[i]) {
					vertices[i-1], vertices[i] = vertices[i], vertices[i-1]
					better = true
					s.vertices[vertices[i-1]].at, s.vertices[vertices[i]].at = i-1, i
				}
			}
		}
		if !better {
			return
		}
	}
}

// swapHelps reports whether fewer links cross if b comes before a.
func (s *sorter) swapHelps(a, b int) bool {
	now, then := 0, 0
	for _, above := range []bool{true, false} {
		s.places = s.neighbours(a, above, s.places)
		s.others = s.neighbours(b, above, s.others)
		now += inversions(s.places, s.others)
		then += inversions(s.others, s.places)
	}
	return then < now
}

// inversions counts the pairs of which the one of left is greater than the one of right. Both are sorted.
func inversions(left, right []int) int {
	count, smaller := 0, 0
	for _, p := range left {
		for smaller < len(right) && right[smaller] < p {
			smaller++
		}
		count += smaller
	}
	return count
}

// crossings counts the pairs of links that cross.
func (s *sorter) crossings() int {
	count := 0
	for layer := 0; layer+1 < len(s.layers); layer++ {
		width := len(s.layers[layer+1])
		tree := s.tree[:width+1]
		clear(tree)
		seen := 0
		for _, v := range s.layers[layer] {
			s.places = s.neighbours(v, false, s.places)
			for _, p := range s.places {
				upTo := 0
				for i := p + 1; i > 0; i &= i - 1 {
					upTo += tree[i]
				}
				count += seen - upTo
			}
			for _, p := range s.places {
				seen++
				for i := p + 1; i <= width; i += i & -i {
					tree[i]++
				}
			}
		}
	}
	return count
}
