// Package cells prints drawings as text for terminals: boxes and lines of characters, with the layout of pictures.
package cells

import (
	"fmt"

	"github.com/mattn/go-runewidth"

	"github.com/flowglot/flowglot/pkg/graph"
	"github.com/flowglot/flowglot/pkg/graph/layout"
	"github.com/flowglot/flowglot/pkg/graph/scene"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// metrics are the sizes of drawings, in characters.
var metrics = scene.Metrics{
	Layout: layout.Options{
		Grid: true, BoxGap: 3, EdgeGap: 2, BendGap: 2, LayerGap: 2, LabelGap: 1, TrackGap: 1, Approach: 1.5, PortGap: 2, LabelPad: 1,
	},
	Width:  func(text string, _ scene.Style) float64 { return float64(runewidth.StringWidth(text)) },
	Height: [3]float64{1, 1, 1},
	Wrap:   44, WrapTitle: 36,
	PadX: 2, PadY: 1,
	FramePad: 2,
	Dot:      1, Bar: 1, Port: 4,
}

// across are the distances of drawings that run from the left to the right: lines need columns for their heads, not rows.
var across = layout.Options{
	Grid: true, BoxGap: 1, EdgeGap: 2, BendGap: 1, LayerGap: 5, LabelGap: 3, TrackGap: 1, Approach: 2.5, PortGap: 1,
}

// mostCells is how many characters a drawing has at most.
const mostCells = 20_000_000

// Print returns a drawing as text. With [graph.Options.ASCII] it is drawn with characters of ASCII; names stay as they are. The
// error is that the drawing is too large for a terminal.
func Print(d *graph.Drawing, o graph.Options) (string, error) {
	m := metrics
	if o.Direction == graph.LeftRight {
		m.Layout, m.Port = across, 2
	}
	s := scene.Of(d, o, m)
	if s.Width*s.Height > mostCells {
		return "", fmt.Errorf("the drawing would have %.0f rows of %.0f characters; --format svg draws it", s.Height, s.Width)
	}
	c := newCanvas(int(s.Width), int(s.Height), o.ASCII)
	for i := range s.Boxes {
		box(c, &s.Boxes[i])
	}
	for i := range s.Arrows {
		arrow(c, &s.Arrows[i])
	}
	for i := range s.Boxes {
		lines(c, s.Boxes[i].Lines)
	}
	for i := range s.Arrows {
		lines(c, s.Arrows[i].Lines)
	}
	text := c.String()
	if d.Title != "" {
		text = graph.Wrap(d.Title, 120)[0] + "\n\n" + text
	}
	return text, nil
}

// box draws the outline of a box.
func box(c *canvas, b *scene.Box) {
	x, y, w, h := int(b.X), int(b.Y), int(b.Width), int(b.Height)
	switch b.Kind {
	case scene.Start:
		c.set(x, y, c.start)
		return
	case scene.End:
		c.set(x, y, c.end)
		return
	case scene.Bar:
		for i := range w {
			for j := range h {
				c.set(x+i, y+j, c.bar)
			}
		}
		return
	}
	dashed := b.Kind == scene.Branch || b.Node != nil && b.Node.State == graph.StateIdle
	c.clear(x, y, w, h)
	c.line(x, y, x+w-1, y, dashed)
	c.line(x+w-1, y, x+w-1, y+h-1, dashed)
	c.line(x+w-1, y+h-1, x, y+h-1, dashed)
	c.line(x, y+h-1, x, y, dashed)
	if b.Node != nil && b.Node.Kind == workflow.Choice && b.Kind == scene.Plain {
		c.set(x, y, c.slash)
		c.set(x+w-1, y, c.backslash)
		c.set(x, y+h-1, c.backslash)
		c.set(x+w-1, y+h-1, c.slash)
	}
	c.seal(x, y, w, h)
}

// arrow draws an edge. A route ends at the upper or left side of a box on the box itself, one character too far.
func arrow(c *canvas, a *scene.Arrow) {
	if len(a.Points) < 2 {
		return
	}
	points := make([][2]int, len(a.Points))
	for i, p := range a.Points {
		points[i] = [2]int{int(p.X), int(p.Y)}
	}
	last := len(points) - 1
	dx, dy := sign(points[last][0]-points[last-1][0]), sign(points[last][1]-points[last-1][1])
	points[0] = outside(points[0], points[1])
	if !a.Joins {
		points[last] = outside(points[last], points[last-1])
	}
	for i := 1; i <= last; i++ {
		c.line(points[i-1][0], points[i-1][1], points[i][0], points[i][1], a.Edge.Look != "")
	}
	if !a.Joins {
		c.head(points[last][0], points[last][1], dx, dy)
	}
}

// outside moves the end of a line off its box, if the line comes from above or from the left.
func outside(end, before [2]int) [2]int {
	if before[1] < end[1] {
		end[1]--
	} else if before[0] < end[0] {
		end[0]--
	}
	return end
}

func sign(x int) int {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	}
	return 0
}

// lines writes lines of text.
func lines(c *canvas, all []scene.Line) {
	for _, l := range all {
		c.text(int(l.X), int(l.Y), l.Text)
	}
}
