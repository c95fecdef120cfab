// Package scene gives everything in a drawing its place.
//
// The regions of a drawing are laid out from the inside out: edges never leave their region, so each is laid out alone and
// becomes one box in the region around it. What comes out has absolute coordinates, in the unit of the metrics: pixels for
// pictures, characters for terminals.
package scene

import (
	"github.com/flowglot/flowglot/pkg/graph"
	"github.com/flowglot/flowglot/pkg/graph/layout"
)

// A Scene is a drawing with a place for everything, in the order in which it is painted: frames come before what is in
// them, all boxes before the arrows.
type Scene struct {
	Width, Height float64
	Boxes         []Box
	Arrows        []Arrow
}

// A Kind is what a box of a scene shows.
type Kind uint8

// The kinds.
const (
	Plain  Kind = iota // a node
	Frame              // a scope, with its branches inside
	Branch             // the frame around one of several branches
	Bar                // a fork or a join
	Start              // where a region begins
	End                // where a region ends
)

// A Box is something with an outline.
type Box struct {
	layout.Rect
	Kind  Kind
	Shape layout.Shape
	// Node is what the box shows; nil of [Branch], [Start] and [End].
	Node  *graph.Node
	Lines []Line
	Depth int // how many frames it lies in
}

// A Style is how a line of text is set.
type Style uint8

// The styles.
const (
	Body Style = iota
	Title
	Note // of an overlay
)

// A Line is a line of text at its place: X and Y are the upper left corner of the room that it takes.
type Line struct {
	Text  string
	Style Style
	layout.Rect
}

// An Arrow is an edge with its course and its label.
type Arrow struct {
	Edge *graph.Edge
	// Points lead to the box at its end, or, if it Joins, to the line of another arrow that leads there.
	Points []layout.Point
	Joins  bool
	Label  layout.Rect
	Lines  []Line
}

// Metrics are the sizes of what a scene is made of.
type Metrics struct {
	Layout layout.Options
	// Width returns the width of a line of text.
	Width func(text string, style Style) float64
	// Height is that of a line of text in each style.
	Height [3]float64
	// Wrap is how many characters a line has at most, WrapTitle a line of a title.
	Wrap, WrapTitle int
	// PadX and PadY are between the outline of a box and its text.
	PadX, PadY float64
	// FramePad is between a frame and what is inside, Margin around it all, LabelPad above and below a label.
	FramePad, Margin, LabelPad float64
	// Dot is the size of the start and the end, Bar the thickness of a bar, Port the length of a bar for each arrow.
	Dot, Bar, Port float64
	// Shapes makes choices diamonds.
	Shapes bool
}

// Of places a drawing.
func Of(d *graph.Drawing, o graph.Options, m Metrics) *Scene {
	m.Layout.LeftRight = o.Direction == graph.LeftRight
	s := setter{Metrics: m, options: o}
	g := s.region(d.Root, 0)
	g.move(m.Margin, m.Margin)
	return &Scene{g.width + 2*m.Margin, g.height + 2*m.Margin, g.boxes, g.arrows}
}

// A group is a part of a scene, with coordinates of its own.
type group struct {
	width, height float64
	boxes         []Box
	arrows        []Arrow
}

// move shifts all of a group.
func (g *group) move(dx, dy float64) {
	for i := range g.boxes {
		b := &g.boxes[i]
		shift(&b.Rect, dx, dy)
		for j := range b.Lines {
			shift(&b.Lines[j].Rect, dx, dy)
		}
	}
	for i := range g.arrows {
		a := &g.arrows[i]
		shift(&a.Label, dx, dy)
		for j := range a.Points {
			a.Points[j].X += dx
			a.Points[j].Y += dy
		}
		for j := range a.Lines {
			shift(&a.Lines[j].Rect, dx, dy)
		}
	}
}

func shift(r *layout.Rect, dx, dy float64) {
	r.X += dx
	r.Y += dy
}

// add moves another group to a place in this one.
func (g *group) add(other group, x, y float64) {
	other.move(x, y)
	g.boxes = append(g.boxes, other.boxes...)
	g.arrows = append(g.arrows, other.arrows...)
}
