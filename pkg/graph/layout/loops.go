package layout

// Edges from a box to itself leave and enter it at its right side, one below the other, with their labels at their right.

// loopStub is how far such an edge leads away from the box, in gaps between edges.
const loopStub = 1.5

// loopRoom returns how much room the edges from a box to itself need at its right, and how tall they are together.
func (n *net) loopRoom(b int) (wide, tall float64) {
	for _, e := range n.loops[b] {
		wide = max(wide, n.Edges[e].Width)
		tall += n.loopHeight(e)
	}
	wide += n.stub() + n.o.LabelPad
	return wide, tall
}

func (n *net) stub() float64 { return n.snap(loopStub * n.o.EdgeGap) }

// loopHeight is how much of the side of a box an edge to itself takes, with a gap to the next.
func (n *net) loopHeight(e int) float64 {
	return max(n.Edges[e].Height, 2*n.o.EdgeGap) + n.o.PortGap
}

// loopRoute returns the course of an edge from a box to itself.
func (n *net) loopRoute(e int) Route {
	b := n.Edges[e].From
	_, tall := n.loopRoom(b)
	box := n.Boxes[b]
	centre := n.topOf(b) + box.Height/2
	y := n.snap(centre - tall/2)
	for _, other := range n.loops[b] {
		if other == e {
			break
		}
		y += n.loopHeight(other)
	}
	height := n.loopHeight(e) - n.o.PortGap
	y += n.snap(n.o.PortGap / 2)
	left := n.vertices[b].x - n.vertices[b].left
	out := left + box.Width + n.stub()
	above, below := n.loopEnds(b, y, height)
	r := Route{Points: []Point{{n.sideAt(b, above), above}, {out, above}, {out, below}, {n.sideAt(b, below), below}}}
	if n.Edges[e].Width > 0 {
		r.Label = Rect{out + n.o.LabelPad, y + n.snap((height-n.Edges[e].Height)/2), n.Edges[e].Width, n.Edges[e].Height}
	}
	return r
}

// loopEnds returns the heights at which an edge leaves and enters the right side of its own box, which may be lower than
// the edges to itself are together: then they are pressed together.
func (n *net) loopEnds(b int, y, height float64) (above, below float64) {
	box := n.Boxes[b]
	_, tall := n.loopRoom(b)
	top := n.topOf(b)
	room := box.Height
	if box.Shape != Rectangle {
		room /= 2
	}
	above, below = y+height/4, y+height*3/4
	if tall <= room {
		return n.snap(above), n.snap(below)
	}
	start := top + box.Height/2 - tall/2
	from := top + (box.Height-room)/2
	scale := func(y float64) float64 { return n.snap(from + (y-start)/tall*room) }
	return scale(above), scale(below)
}

// sideAt returns where the right border of a box is at a height.
func (n *net) sideAt(b int, y float64) float64 {
	box := n.Boxes[b]
	centre := n.topOf(b) + box.Height/2
	middle := n.vertices[b].x - n.vertices[b].left + box.Width/2
	turned := Box{box.Height, box.Width, box.Shape}
	return middle + border(turned, y-centre, !n.o.LeftRight)
}
