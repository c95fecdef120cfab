package svg

import (
	"math"
	"strings"

	"github.com/flowglot/flowglot/pkg/graph"
	"github.com/flowglot/flowglot/pkg/graph/layout"
	"github.com/flowglot/flowglot/pkg/graph/scene"
)

const (
	corner   = 7.0 // the radius of bends
	headLong = 9.0
	headWide = 7.0
)

// arrow prints an edge: its line with rounded bends, its head, and its label. One that is joined to the line of an earlier
// edge ends there, since dashes over dashes would look like a solid line; one that an overlay marks is drawn to its end.
func (p *printer) arrow(a *scene.Arrow) {
	if len(a.Points) < 2 {
		return
	}
	points := a.Points
	names := "edge"
	if a.Edge.Look != "" {
		names += " " + string(a.Edge.Look)
	}
	if state := a.Edge.State.String(); state != "" {
		names += " " + state
	}
	p.f(`<g class="%s" data-from="%s" data-to="%s" data-kind="%s"><title>%s</title>`, names, escape(end(a.Edge.From)), escape(end(a.Edge.To)),
		escape(string(a.Edge.Kind)), escape(course(a.Edge, p.Options.Options)))
	if !a.Joins {
		p.f(`<path d="%s"/>`, rounded(shortened(points)))
		p.head(points[len(points)-2], points[len(points)-1])
	} else {
		p.f(`<path d="%s"/>`, rounded(points))
	}
	p.lines(a.Lines)
	p.f("</g>\n")
}

// end returns the id of the node at an end of an edge; that of the start and the end of a region is "[*]".
func end(n *graph.Node) string {
	if n == nil {
		return "[*]"
	}
	return n.ID
}

// course describes in words where an edge leads.
func course(e *graph.Edge, o graph.Options) string {
	from, to := "start", "end"
	if e.From != nil {
		from = e.From.Title()
	}
	if e.To != nil {
		to = e.To.Title()
	}
	text := from + " → " + to
	if label := e.Text(o); label != "" {
		text += "\n" + label
	}
	return text
}

// shortened leaves room for the head, under which a thick line would show.
func shortened(points []layout.Point) []layout.Point {
	points = append([]layout.Point(nil), points...)
	last := len(points) - 1
	a, b := points[last-1], points[last]
	if length := math.Abs(a.X-b.X) + math.Abs(a.Y-b.Y); length > headLong {
		points[last] = towards(b, a, headLong-1)
	}
	return points
}

// towards returns the point at a distance from a in the direction of b.
func towards(a, b layout.Point, distance float64) layout.Point {
	length := math.Abs(a.X-b.X) + math.Abs(a.Y-b.Y)
	if length == 0 {
		return a
	}
	return layout.Point{X: a.X + (b.X-a.X)*distance/length, Y: a.Y + (b.Y-a.Y)*distance/length}
}

// rounded returns the path along points whose bends are rounded.
func rounded(points []layout.Point) string {
	var b strings.Builder
	write := func(command string, points ...layout.Point) {
		b.WriteString(command)
		for i, q := range points {
			if i > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(number(round(q.X)) + " " + number(round(q.Y)))
		}
	}
	write("M", points[0])
	for i := 1; i < len(points)-1; i++ {
		before, at, after := points[i-1], points[i], points[i+1]
		radius := min(corner, distance(before, at)/2, distance(at, after)/2)
		write("L", towards(at, before, radius))
		write("Q", at, towards(at, after, radius))
	}
	write("L", points[len(points)-1])
	return b.String()
}

func distance(a, b layout.Point) float64 { return math.Abs(a.X-b.X) + math.Abs(a.Y-b.Y) }

func round(x float64) float64 { return math.Round(x*100) / 100 }

// head prints the head of an arrow, which points from one point to another.
func (p *printer) head(from, to layout.Point) {
	dx, dy := sign(to.X-from.X), sign(to.Y-from.Y)
	if dx != 0 {
		dy = 0
	}
	x, y := to.X-dx*headLong, to.Y-dy*headLong
	p.f(`<path class="head" d="M%s %sL%s %sL%s %sZ"/>`,
		number(round(to.X)), number(round(to.Y)),
		number(round(x-dy*headWide/2)), number(round(y-dx*headWide/2)),
		number(round(x+dy*headWide/2)), number(round(y+dx*headWide/2)))
}

func sign(x float64) float64 {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	}
	return 0
}
