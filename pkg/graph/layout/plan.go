package layout

// plan returns the result: where the boxes and labels are, and the points of each edge.
func (n *net) plan() Plan {
	p := Plan{Width: n.width, Height: n.height, Boxes: make([]Rect, len(n.Boxes)), Routes: make([]Route, len(n.Edges))}
	for b := range n.Boxes {
		v := &n.vertices[b]
		p.Boxes[b] = Rect{v.x - v.left, n.topOf(b), n.Boxes[b].Width, n.Boxes[b].Height}
	}
	for e := range n.Edges {
		switch {
		case n.layered(e):
			p.Routes[e] = n.routeOf(e)
		case n.usable(e):
			p.Routes[e] = n.loopRoute(e)
		}
	}
	for e := range n.Edges {
		if n.layered(e) && n.paths[e].joins >= 0 {
			v := &n.vertices[n.paths[e].joins]
			p.Routes[e].Joins = &Junction{v.edge, v.next}
		}
	}
	return p
}

// topOf returns the upper side of a box, which is in the middle of its layer.
func (n *net) topOf(b int) float64 {
	layer := n.vertices[b].layer
	return n.tops[layer] + n.snap((n.heights[layer]-n.Boxes[b].Height)/2)
}

// routeOf returns the course of an edge from one layer to another, or to where it joins another edge.
func (n *net) routeOf(e int) Route {
	var r Route
	p := n.paths[e]
	up := n.reversed[e]
	at := n.Edges[e].From
	r.Points = append(r.Points, n.portOf(at, n.links[p.links[0]], !up))
	var passed []int // the bend points of the edge
	for _, l := range p.links {
		k := n.links[l]
		x, toX, next := k.x, k.toX, k.to
		if up {
			x, toX, next = k.toX, k.x, k.from
		}
		if k.track > 0 {
			r.Points = append(r.Points, Point{x, k.y}, Point{toX, k.y})
		}
		if at = next; n.isBox(at) {
			r.Points = append(r.Points, n.portOf(at, k, up))
		} else if at != p.joins {
			n.vertices[at].edge, n.vertices[at].next = e, len(r.Points)
			passed = append(passed, at)
		}
	}
	if p.joins >= 0 {
		v := &n.vertices[p.joins]
		y := n.tops[v.layer]
		if up {
			y += n.heights[v.layer]
		}
		r.Points = append(r.Points, Point{v.x, y})
	}
	places := r.straighten()
	for _, v := range passed {
		n.vertices[v].next = places[n.vertices[v].next]
	}
	if p.label >= 0 {
		r.Label = n.labelRect(e, p.label)
	}
	return r
}

// portOf returns where a link meets the border of a box: the lower border of its upper end, or the upper border of its lower
// end.
func (n *net) portOf(box int, k link, below bool) Point {
	x := k.toX
	if below {
		x = k.x
	}
	return Point{x, n.borderAt(box, x, below)}
}

// straighten removes the points on straight lines. It returns, for each point, the place of the first one from it on that is left.
func (r *Route) straighten() []int {
	kept := r.Points[:0:0]
	places := make([]int, len(r.Points))
	for i, p := range r.Points {
		places[i] = len(kept)
		if i > 0 && i < len(r.Points)-1 {
			before, after := kept[len(kept)-1], r.Points[i+1]
			if before.X == p.X && p.X == after.X || before.Y == p.Y && p.Y == after.Y {
				continue
			}
		}
		kept = append(kept, p)
	}
	r.Points = kept
	return places
}

// borderAt returns where a vertical line meets the lower or the upper border of a box.
func (n *net) borderAt(b int, x float64, below bool) float64 {
	box := n.Boxes[b]
	middle := n.vertices[b].x - n.vertices[b].left + box.Width/2
	centre := n.topOf(b) + box.Height/2
	reach := border(box, x-middle, n.o.LeftRight)
	if below {
		return centre + reach
	}
	return centre - reach
}

// labelRect returns the place of the label of an edge: next to its bend point, at the side of the layer that the edge comes
// from.
func (n *net) labelRect(e, v int) Rect {
	label := n.Edges[e]
	layer := n.vertices[v].layer
	r := Rect{X: n.vertices[v].x + n.o.LabelPad, Width: label.Width, Height: label.Height}
	if n.o.LeftRight {
		r.X = n.vertices[v].x - n.o.LabelPad - label.Width
	}
	r.Y = n.tops[layer]
	if n.reversed[e] {
		r.Y += n.heights[layer] - label.Height
	}
	return r
}
