package layout

import (
	"fmt"
	"math"
	"testing"
)

// usual are distances as a picture has them.
var usual = Options{BoxGap: 40, EdgeGap: 16, BendGap: 20, LayerGap: 40, LabelGap: 14, TrackGap: 10, Approach: 16, PortGap: 14, LabelPad: 6}

// cells are distances as a terminal has them.
var cells = Options{Grid: true, BoxGap: 3, EdgeGap: 2, BendGap: 2, LayerGap: 2, LabelGap: 1, TrackGap: 1, Approach: 1, PortGap: 2, LabelPad: 1}

// check asserts what every layout has to hold: boxes and labels overlap nothing, edges end at the borders of their boxes
// and run at right angles through free room.
func check(t *testing.T, g Graph, o Options) {
	t.Helper()
	p := Place(g, o)
	if len(p.Boxes) != len(g.Boxes) || len(p.Routes) != len(g.Edges) {
		t.Fatalf("%d boxes and %d routes of %d and %d", len(p.Boxes), len(p.Routes), len(g.Boxes), len(g.Edges))
	}
	solid := append([]Rect(nil), p.Boxes...)
	what := make([]string, len(p.Boxes))
	for i := range p.Boxes {
		what[i] = fmt.Sprint("box ", i)
	}
	for i, r := range p.Routes {
		if r.Label.Width > 0 {
			solid = append(solid, r.Label)
			what = append(what, fmt.Sprint("label ", i))
		}
	}
	for i, a := range solid {
		if a.X < -0.01 || a.Y < -0.01 || a.X+a.Width > p.Width+0.01 || a.Y+a.Height > p.Height+0.01 {
			t.Errorf("%s at %v is outside of %v × %v", what[i], a, p.Width, p.Height)
		}
		for j := range i {
			if overlap(a, solid[j]) {
				t.Errorf("%s at %v overlaps %s at %v", what[i], a, what[j], solid[j])
			}
		}
	}
	for i := range p.Routes {
		checkRoute(t, g, p, i, solid, what)
	}
	if t.Failed() {
		t.Logf("%+v", g)
	}
}

func overlap(a, b Rect) bool {
	const little = 0.01
	return a.X+little < b.X+b.Width && b.X+little < a.X+a.Width && a.Y+little < b.Y+b.Height && b.Y+little < a.Y+a.Height
}

func checkRoute(t *testing.T, g Graph, p Plan, e int, solid []Rect, what []string) {
	t.Helper()
	points := p.Course(e)
	if len(points) < 2 {
		t.Fatalf("edge %d has %d points", e, len(points))
	}
	if !atBorder(p.Boxes[g.Edges[e].From], g.Boxes[g.Edges[e].From].Shape, points[0]) {
		t.Errorf("edge %d begins at %v and not at its box %v", e, points[0], p.Boxes[g.Edges[e].From])
	}
	if last := points[len(points)-1]; !atBorder(p.Boxes[g.Edges[e].To], g.Boxes[g.Edges[e].To].Shape, last) {
		t.Errorf("edge %d ends at %v and not at its box %v", e, last, p.Boxes[g.Edges[e].To])
	}
	for i := 1; i < len(points); i++ {
		a, b := points[i-1], points[i]
		if a.X != b.X && a.Y != b.Y {
			t.Errorf("edge %d runs askew from %v to %v", e, a, b)
		}
		line := Rect{min(a.X, b.X) - 0.02, min(a.Y, b.Y) - 0.02, math.Abs(a.X-b.X) + 0.04, math.Abs(a.Y-b.Y) + 0.04}
		for j, s := range solid {
			s = Rect{s.X + 0.5, s.Y + 0.5, s.Width - 1, s.Height - 1}
			if s.Width > 0 && s.Height > 0 && overlap(line, s) && !ends(g, e, j) {
				t.Errorf("edge %d runs from %v to %v through %s at %v", e, a, b, what[j], s)
			}
		}
	}
}

// ends reports whether a box is one at which an edge ends, whose shape may leave room inside of its rectangle.
func ends(g Graph, e, box int) bool {
	return (box == g.Edges[e].From || box == g.Edges[e].To) && box < len(g.Boxes) && g.Boxes[box].Shape != Rectangle
}

// atBorder reports whether a point is on the outline of a shape.
func atBorder(r Rect, s Shape, p Point) bool {
	const little = 1.01 // coordinates are rounded
	dx, dy := math.Abs(p.X-r.X-r.Width/2), math.Abs(p.Y-r.Y-r.Height/2)
	if dx > r.Width/2+little || dy > r.Height/2+little {
		return false
	}
	switch s {
	case Diamond:
		return math.Abs(dx/(r.Width/2)+dy/(r.Height/2)-1) < 0.1
	case Hexagon:
		tip := min(r.Height/2, r.Width/4)
		slant := r.Width/2 - tip*dy/(r.Height/2)
		return math.Abs(dy-r.Height/2) < little && dx <= r.Width/2-tip+little || math.Abs(dx-slant) < 2
	}
	return math.Abs(dx-r.Width/2) < little || math.Abs(dy-r.Height/2) < little
}
