package layout

import "slices"

// A Point is a place in the plane. y grows downwards.
type Point struct{ X, Y float64 }

// A Rect is an upright rectangle: its upper left corner and its size.
type Rect struct{ X, Y, Width, Height float64 }

// A Shape is the outline of a box, at which edges end.
type Shape uint8

// The shapes. Hexagons are pointed at the left and the right.
const (
	Rectangle Shape = iota
	Diamond
	Hexagon
	Dot // a circle, at which all edges end in the middle of a side
)

// A Box is what is placed.
type Box struct {
	Width, Height float64
	Shape         Shape
}

// An Edge leads from one box to another, or to the same. Its label takes a rectangle of the given size; without one,
// both are 0.
type Edge struct {
	From, To      int // indexes of boxes
	Width, Height float64
	// Line distinguishes edges to the same box that must not run on one line, such as dashed ones and others.
	Line int
}

// A Graph is what is laid out. The order of its boxes and edges is kept as far as the layout allows.
type Graph struct {
	Boxes []Box
	Edges []Edge
}

// Options are the distances of a layout, in the unit of the boxes.
type Options struct {
	// LeftRight makes the layers run from the left to the right, and not from the top to the bottom.
	LeftRight bool
	// Grid makes all coordinates whole numbers. Sizes and distances have to be whole numbers then.
	Grid bool
	// BoxGap is the distance between boxes side by side, EdgeGap that of an edge from another, and BendGap that of an edge from
	// a box.
	BoxGap, EdgeGap, BendGap float64
	// LayerGap is the least distance between a box and the next layer, LabelGap that between a label and the next layer.
	LayerGap, LabelGap float64
	// TrackGap is the distance between edges that run side by side between two layers, Approach that of the first
	// of them from the layers.
	TrackGap, Approach float64
	// PortGap is the distance between the ends of edges at the side of a box, if there is room for it.
	PortGap float64
	// LabelPad is the distance of a label from its edge.
	LabelPad float64
}

// A Route is the course of an edge.
type Route struct {
	// Points lead from the border of one box to that of the other, or to where the edge joins another. Successive ones differ in
	// one coordinate.
	Points []Point
	// Joins, if it is not nil, is where the edge ends on the line of an earlier edge to the same box, on which it goes on. Thousands
	// of edges may share a line that is as long as the drawing.
	Joins *Junction
	// Label is the place of the label; empty if there is none.
	Label Rect
}

// A Junction is a place on the line of another edge: the edge, and the index of its point that comes next.
type Junction struct{ Edge, Next int }

// A Plan is a layout: where the boxes are, the course of each edge, and the size of it all. Nothing of it has a negative
// coordinate.
type Plan struct {
	Width, Height float64
	Boxes         []Rect
	Routes        []Route
}

// Course returns the points of an edge from box to box, with those of the lines that it joins.
func (p *Plan) Course(e int) []Point {
	r := &p.Routes[e]
	points := slices.Clip(r.Points)
	for r.Joins != nil {
		next := r.Joins.Next
		r = &p.Routes[r.Joins.Edge]
		points = append(points, r.Points[next:]...)
	}
	return points
}

// Place lays out a graph. Edges whose ends do not exist are ignored; they get a route without points.
func Place(g Graph, o Options) Plan {
	if o.LeftRight {
		g = transposed(g)
	}
	n := newNet(g, o)
	n.breakCycles()
	n.rank()
	n.addLayers()
	n.order()
	n.position()
	n.attach()
	n.route()
	p := n.plan()
	if o.LeftRight {
		p.transpose()
	}
	return p
}

// transposed returns the graph with width and height exchanged.
func transposed(g Graph) Graph {
	t := Graph{make([]Box, len(g.Boxes)), make([]Edge, len(g.Edges))}
	for i, b := range g.Boxes {
		b.Width, b.Height = b.Height, b.Width
		t.Boxes[i] = b
	}
	for i, e := range g.Edges {
		e.Width, e.Height = e.Height, e.Width
		t.Edges[i] = e
	}
	return t
}

// transpose exchanges the axes of a plan.
func (p *Plan) transpose() {
	p.Width, p.Height = p.Height, p.Width
	for i := range p.Boxes {
		p.Boxes[i] = p.Boxes[i].transposed()
	}
	for i := range p.Routes {
		r := &p.Routes[i]
		r.Label = r.Label.transposed()
		for j, q := range r.Points {
			r.Points[j] = Point{q.Y, q.X}
		}
	}
}

func (r Rect) transposed() Rect { return Rect{r.Y, r.X, r.Height, r.Width} }
