package scene

import (
	"math"
	"strings"

	"github.com/flowglot/flowglot/pkg/graph"
	"github.com/flowglot/flowglot/pkg/graph/layout"
)

// A setter places the parts of a drawing.
type setter struct {
	Metrics
	options graph.Options
}

// region lays out a region: the start first, then its nodes, then the end.
func (s *setter) region(r *graph.Region, depth int) group {
	var parts []group // of each box: what it shows, at the origin
	index := map[*graph.Node]int{}
	start, end := -1, -1
	for _, e := range r.Edges {
		if e.From == nil && start < 0 {
			start = len(parts)
			parts = append(parts, s.dot(Start, depth))
		}
	}
	used := ports(r)
	for _, n := range r.Nodes {
		index[n] = len(parts)
		parts = append(parts, s.node(n, used[n], depth))
	}
	for _, e := range r.Edges {
		if e.To == nil && end < 0 {
			end = len(parts)
			parts = append(parts, s.dot(End, depth))
		}
	}
	g := layout.Graph{}
	for _, p := range parts {
		g.Boxes = append(g.Boxes, layout.Box{Width: p.width, Height: p.height, Shape: p.boxes[0].Shape})
	}
	var arrows []Arrow
	for _, e := range r.Edges {
		from, to := start, end
		if e.From != nil {
			from = index[e.From]
		}
		if e.To != nil {
			to = index[e.To]
		}
		a := s.arrow(e)
		arrows = append(arrows, a)
		g.Edges = append(g.Edges, layout.Edge{From: from, To: to, Width: a.Label.Width, Height: a.Label.Height, Line: line(e)})
	}
	return s.assemble(layout.Place(g, s.Layout), parts, arrows)
}

// assemble puts what boxes and arrows show where a plan has them.
func (s *setter) assemble(p layout.Plan, parts []group, arrows []Arrow) group {
	g := group{width: p.Width, height: p.Height}
	for i, part := range parts {
		g.add(part, p.Boxes[i].X, p.Boxes[i].Y)
	}
	for i, a := range arrows {
		route := p.Routes[i]
		a.Points, a.Joins = route.Points, route.Joins != nil
		if a.Joins && a.Edge.State > graph.StateIdle { // what an overlay marks is drawn to its end
			a.Points, a.Joins = p.Course(i), false
		}
		if len(a.Lines) > 0 {
			shift(&a.Label, route.Label.X, route.Label.Y)
			for j := range a.Lines {
				shift(&a.Lines[j].Rect, route.Label.X, route.Label.Y)
			}
		}
		g.arrows = append(g.arrows, a)
	}
	return g
}

// line distinguishes edges by how they look: only those that look alike share a line.
func line(e *graph.Edge) int {
	looks := [...]graph.Look{graph.LookError, graph.LookTimer, graph.LookAutomatic, graph.LookDisabled}
	for i, l := range looks {
		if e.Look == l {
			return 8*(i+1) + int(e.State)
		}
	}
	return int(e.State)
}

// ports counts the edges at each node, of which bars have to be as long as they need.
func ports(r *graph.Region) map[*graph.Node]int {
	in, out := map[*graph.Node]int{}, map[*graph.Node]int{}
	for _, e := range r.Edges {
		if e.From != nil {
			out[e.From]++
		}
		if e.To != nil {
			in[e.To]++
		}
	}
	most := map[*graph.Node]int{}
	for _, n := range r.Nodes {
		most[n] = max(in[n], out[n])
	}
	return most
}

// arrow returns an arrow with the lines of its label, at the origin.
func (s *setter) arrow(e *graph.Edge) Arrow {
	a := Arrow{Edge: e}
	text := e.Text(s.options)
	if text == "" {
		return a
	}
	notes := len(e.Notes)
	texts := strings.Split(text, "\n")
	var lines []styled
	for i, t := range texts {
		style := Body
		if i >= len(texts)-notes {
			style = Note
		}
		lines = append(lines, s.wrapped(t, style)...)
	}
	a.Lines, a.Label = s.stack(lines, 0, s.LabelPad)
	a.Label.Width, a.Label.Height = math.Ceil(a.Label.Width), math.Ceil(a.Label.Height)
	return a
}

// dot returns the box of a start or an end.
func (s *setter) dot(kind Kind, depth int) group {
	b := Box{Rect: layout.Rect{Width: s.Dot, Height: s.Dot}, Kind: kind, Shape: layout.Dot, Depth: depth}
	return group{width: s.Dot, height: s.Dot, boxes: []Box{b}}
}
