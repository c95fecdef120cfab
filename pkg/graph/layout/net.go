package layout

import "math"

// A net is a graph that is being laid out. Layers run from the top to the bottom here; [Place] exchanges the axes for others.
type net struct {
	Graph
	o        Options
	reversed []bool  // of each edge: it runs against the layers
	loops    [][]int // of each box: the edges from it to itself
	ranks    []int   // of each box

	vertices []vertex // the boxes, by their index, then the bend points
	layers   [][]int  // the vertices of each layer, in order
	labels   []bool   // of each layer: it holds labels and no boxes
	links    []link
	paths    []path // of each edge
	tops     []float64
	heights  []float64 // of each layer
	width    float64
	height   float64
}

// A vertex is a box, or a bend point of an edge.
type vertex struct {
	layer, at   int     // its layer, and its place in it
	left, right float64 // how far it reaches to both sides of x
	tall        float64
	x           float64
	up, down    []int // the links to it from the layer above and from it to the layer below
	edge, next  int   // of a bend point: its edge, and the index of the point that follows on the route of that
}

// A link is the part of an edge between two layers that follow each other. Edges may share one.
type link struct {
	from, to int     // vertices
	x, toX   float64 // where it leaves the upper one and enters the lower one
	track    int     // 0: straight
	y        float64 // of the track
}

// A path is the course of an edge from its start to its end.
type path struct {
	links []int // up to the end, or to where the edge joins another
	joins int   // the vertex from which on it runs where an earlier edge does, or -1
	label int   // the vertex with its label, or -1
}

func newNet(g Graph, o Options) *net {
	n := &net{Graph: g, o: o, reversed: make([]bool, len(g.Edges)), loops: make([][]int, len(g.Boxes)), ranks: make([]int, len(g.Boxes))}
	for i, e := range g.Edges {
		if n.usable(i) && e.From == e.To {
			n.loops[e.From] = append(n.loops[e.From], i)
		}
	}
	return n
}

// usable reports whether both ends of an edge exist.
func (n *net) usable(e int) bool {
	from, to := n.Edges[e].From, n.Edges[e].To
	return from >= 0 && to >= 0 && from < len(n.Boxes) && to < len(n.Boxes)
}

// layered reports whether an edge leads from one layer to another.
func (n *net) layered(e int) bool { return n.usable(e) && n.Edges[e].From != n.Edges[e].To }

// ends returns the upper and the lower end of an edge.
func (n *net) ends(e int) (upper, lower int) {
	if n.reversed[e] {
		return n.Edges[e].To, n.Edges[e].From
	}
	return n.Edges[e].From, n.Edges[e].To
}

// isBox reports whether a vertex is a box.
func (n *net) isBox(v int) bool { return v < len(n.Boxes) }

// snap rounds a coordinate to the grid. It keeps distances that are whole numbers, since it never rounds up.
func (n *net) snap(x float64) float64 {
	if n.o.Grid {
		return math.Floor(x + 1e-9)
	}
	return math.Floor(x*4+1e-6) / 4
}

// outgoing returns, for each box, the edges from it down the layers, in order, as they run after turning.
func (n *net) outgoing() [][]int {
	out := make([][]int, len(n.Boxes))
	for e := range n.Edges {
		if n.layered(e) {
			upper, _ := n.ends(e)
			out[upper] = append(out[upper], e)
		}
	}
	return out
}
