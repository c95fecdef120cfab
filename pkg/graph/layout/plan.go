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
	return p
}

// topOf returns where a box begins: it stands in the middle of its layer.
func (n *net) topOf(b int) float64 {
	layer := n.vertices[b].layer
	return n.tops[layer] + n.snap((n.heights[layer]-n.Boxes[b].Height)/2)
}

// routeOf returns the course of an edge from one layer to another.
func (n *net) routeOf(e int) Route {
	var r Route
	p := n.paths[e]
	upper, lower := n.ends(e)
	first, last := n.links[p.links[0]], n.links[p.links[len(p.links)-1]]
	r.Points = append(r.Points, Point{first.x, n.borderAt(upper, first.x, true)})
	joins := -1
	for i, l := range p.links {
		k := n.links[l]
		if i > 0 {
			// A point at each bend point keeps the place where a line is joined; straight ones go below.
			layer := n.vertices[k.from].layer
			y := n.tops[layer]
			if n.reversed[e] {
				y += n.heights[layer]
			}
			if k.from == p.joins {
				joins = len(r.Points)
			}
			r.Points = append(r.Points, Point{k.x, y})
		}
		if k.track > 0 {
			r.Points = append(r.Points, Point{k.x, k.y}, Point{k.toX, k.y})
		}
	}
	r.Points = append(r.Points, Point{last.toX, n.borderAt(lower, last.toX, false)})
	if n.reversed[e] {
		for i, j := 0, len(r.Points)-1; i < j; i, j = i+1, j-1 {
			r.Points[i], r.Points[j] = r.Points[j], r.Points[i]
		}
		if joins >= 0 {
			joins = len(r.Points) - 1 - joins
		}
	}
	r.straighten(joins)
	if p.label >= 0 {
		r.Label = n.labelRect(e, p.label)
	}
	return r
}

// straighten removes the points on straight lines, but for the one at which another edge is joined.
func (r *Route) straighten(joins int) {
	kept := r.Points[:0:0]
	for i, p := range r.Points {
		if i > 0 && i < len(r.Points)-1 && i != joins {
			before, after := kept[len(kept)-1], r.Points[i+1]
			if before.X == p.X && p.X == after.X || before.Y == p.Y && p.Y == after.Y {
				continue
			}
		}
		if i == joins {
			r.Joins = len(kept)
		}
		kept = append(kept, p)
	}
	r.Points = kept
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

// labelRect returns where the label of an edge stands: beside its bend point, at the side of the layer that the edge comes
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
