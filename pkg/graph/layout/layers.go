package layout

// addLayers puts the boxes into layers, and a bend point for each edge into each layer that it passes. After the layer of
// rank r, which is number 2r as long as it is built, there is one for labels, number 2r+1, if an edge needs it.
func (n *net) addLayers() {
	n.vertices = make([]vertex, len(n.Boxes), len(n.Boxes)+2*len(n.Edges))
	most := -1
	for _, r := range n.ranks {
		most = max(most, r)
	}
	used := make([]bool, 2*most+2)
	for e := range n.Edges {
		if n.layered(e) && n.Edges[e].Width > 0 {
			used[n.labelLayer(e)] = true
		}
	}
	index := make([]int, len(used)) // of each number: the layer, or -1
	for i := range used {
		index[i] = -1
		if i%2 == 0 || used[i] {
			index[i] = len(n.labels)
			n.labels = append(n.labels, i%2 == 1)
		}
	}
	for b := range n.Boxes {
		n.vertices[b] = n.boxVertex(b)
		n.vertices[b].layer = index[2*n.ranks[b]]
	}
	n.addPaths(index)
	n.layers = make([][]int, len(n.labels))
	for v := range n.vertices {
		n.layers[n.vertices[v].layer] = append(n.layers[n.vertices[v].layer], v)
	}
}

// labelLayer returns the number of the layer of the label of an edge: the one next to where the edge begins.
func (n *net) labelLayer(e int) int {
	if n.reversed[e] {
		return 2*n.ranks[n.Edges[e].From] - 1
	}
	return 2*n.ranks[n.Edges[e].From] + 1
}

// boxVertex returns the vertex of a box, with room at its right for the edges from the box to itself.
func (n *net) boxVertex(b int) vertex {
	box := n.Boxes[b]
	half := n.snap(box.Width / 2)
	v := vertex{left: half, right: box.Width - half, tall: box.Height}
	if len(n.loops[b]) > 0 {
		wide, tall := n.loopRoom(b)
		v.right += wide
		v.tall = max(v.tall, tall)
	}
	return v
}

// shared distinguishes the lines that edges may share: those to one box, by their looks, down or up the layers.
type shared struct {
	box, line int
	up        bool
	layer     int
}

// addPaths makes the bend points of all edges and the links between them.
func (n *net) addPaths(index []int) {
	n.paths = make([]path, len(n.Edges))
	trunks := map[shared]int{}
	linked := map[[2]int]int{}
	for e := range n.Edges {
		p := path{joins: -1, label: -1}
		if n.layered(e) {
			chain := n.chain(e, index, trunks, &p)
			for i := 1; i < len(chain); i++ {
				l := n.linkOf(chain[i-1], chain[i], n.reversed[e], linked)
				p.links = append(p.links, l)
			}
		}
		n.paths[e] = p
	}
}

// chain returns the vertices of an edge from its start to its end, or to where it joins an earlier edge. It makes those that do
// not exist yet.
func (n *net) chain(e int, index []int, trunks map[shared]int, p *path) []int {
	from, to, step := 2*n.ranks[n.Edges[e].From], 2*n.ranks[n.Edges[e].To], 1
	if n.reversed[e] {
		step = -1
	}
	chain := []int{n.Edges[e].From}
	for number := from + step; number != to; number += step {
		layer := index[number]
		switch {
		case layer < 0:
		case number == from+step:
			v := vertex{}
			if n.Edges[e].Width > 0 {
				v = n.labelVertex(e)
				p.label = len(n.vertices)
			}
			chain = append(chain, n.bend(layer, v))
		default:
			key := shared{n.Edges[e].To, n.Edges[e].Line, n.reversed[e], layer}
			v, known := trunks[key]
			if known {
				p.joins = v
				return append(chain, v)
			}
			trunks[key] = n.bend(layer, vertex{})
			chain = append(chain, trunks[key])
		}
	}
	return append(chain, n.Edges[e].To)
}

func (n *net) bend(layer int, v vertex) int {
	v.layer = layer
	n.vertices = append(n.vertices, v)
	return len(n.vertices) - 1
}

// labelVertex returns the bend point of a label: the label is at the right of its edge, or above it in layers that run
// from the left to the right.
func (n *net) labelVertex(e int) vertex {
	room := n.Edges[e].Width + n.o.LabelPad
	if n.o.LeftRight {
		return vertex{left: room, tall: n.Edges[e].Height}
	}
	return vertex{right: room, tall: n.Edges[e].Height}
}

// linkOf returns the link between two vertices, from the upper to the lower one. Only bend points share links; two edges from
// one box to the same other have one each.
func (n *net) linkOf(from, to int, upwards bool, linked map[[2]int]int) int {
	if upwards {
		from, to = to, from
	}
	key := [2]int{from, to}
	if l, known := linked[key]; known && !(n.isBox(from) && n.isBox(to)) {
		return l
	}
	l := len(n.links)
	n.links = append(n.links, link{from: from, to: to})
	linked[key] = l
	n.vertices[from].down = append(n.vertices[from].down, l)
	n.vertices[to].up = append(n.vertices[to].up, l)
	return l
}
