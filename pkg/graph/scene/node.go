package scene

import (
	"math"
	"strings"

	"github.com/flowglot/flowglot/pkg/graph"
	"github.com/flowglot/flowglot/pkg/graph/layout"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// node returns the box of a node, with its branches inside if it has some, at the origin.
func (s *setter) node(n *graph.Node, ports, depth int) group {
	switch {
	case n.Framed(depth):
		return s.frame(n, depth)
	case n.Bar != "":
		return s.bar(n, ports, depth)
	}
	lines := s.lines(n, depth)
	if s.Shapes && n.Kind == workflow.Choice {
		return s.choice(n, lines, depth)
	}
	placed, size := s.stack(lines, s.PadX, s.PadY)
	size.Width, size.Height = even(size.Width), math.Ceil(size.Height)
	return group{width: size.Width, height: size.Height, boxes: []Box{{Rect: size, Node: n, Lines: placed, Depth: depth}}}
}

// even rounds a size up to an even number, so that its middle is whole.
func even(x float64) float64 { return 2 * math.Ceil(x/2) }

// lines returns the text in a box: the name, the body, and what overlays add.
func (s *setter) lines(n *graph.Node, depth int) []styled {
	lines := s.wrapped(n.Title(), Title)
	for _, t := range n.Body {
		lines = append(lines, s.split(t, Body)...)
	}
	if !n.Framed(depth) && n.Framed(0) {
		lines = append(lines, styled{"not drawn: nested too deep", Body})
	}
	for _, t := range n.Notes {
		lines = append(lines, s.split(t, Note)...)
	}
	return lines
}

// bar returns a bar that is long enough for its arrows.
func (s *setter) bar(n *graph.Node, ports, depth int) group {
	long := even(max(4, float64(ports+1)) * s.Port)
	r := layout.Rect{Width: long, Height: s.Bar}
	if s.Layout.LeftRight {
		r.Width, r.Height = s.Bar, long
	}
	return group{width: r.Width, height: r.Height, boxes: []Box{{Rect: r, Kind: Bar, Node: n, Depth: depth}}}
}

// choice returns a diamond around a short text, and a hexagon around a longer one: the rectangle of the text has to fit
// into the diamond.
func (s *setter) choice(n *graph.Node, lines []styled, depth int) group {
	placed, text := s.stack(lines, 0, 0)
	b := Box{Node: n, Lines: placed, Depth: depth}
	const widest = 150
	if text.Width <= widest && len(lines) <= 3 {
		b.Shape = layout.Diamond
		b.Width, b.Height = even(text.Width*1.6+s.PadX), even(text.Height*2.6+s.PadY)
	} else {
		b.Shape = layout.Hexagon
		b.Height = even(text.Height + 2*s.PadY)
		b.Width = even((text.Width + 2*s.PadX) + min(b.Height, text.Width/2))
	}
	for i := range b.Lines {
		l := &b.Lines[i].Rect
		shift(l, math.Floor((b.Width-l.Width)/2), math.Floor((b.Height-text.Height)/2))
	}
	return group{width: b.Width, height: b.Height, boxes: []Box{b}}
}

// frame returns a scope: its text above, its branches below it, side by side across the direction of the drawing.
func (s *setter) frame(n *graph.Node, depth int) group {
	lines, head := s.stack(s.lines(n, depth), s.PadX, s.PadY)
	var inside []group
	if len(n.Regions) == 1 {
		inside = append(inside, s.region(n.Regions[0], depth+1))
	} else {
		for _, r := range n.Regions {
			inside = append(inside, s.branch(r, depth+1))
		}
	}
	g := s.beside(inside, head)
	g.boxes = append([]Box{{
		Rect: layout.Rect{Width: g.width, Height: g.height}, Kind: Frame, Node: n, Lines: lines, Depth: depth,
	}}, g.boxes...)
	return g
}

// branch returns the frame of one of several branches.
func (s *setter) branch(r *graph.Region, depth int) group {
	title := r.Title
	if len(r.Nodes) == 0 {
		title += ", empty"
	}
	lines, head := s.stack(s.wrapped(title, Body), s.PadX, s.PadY)
	var inside []group
	if len(r.Nodes) > 0 {
		inside = append(inside, s.region(r, depth))
	}
	g := s.beside(inside, head)
	g.boxes = append([]Box{{Rect: layout.Rect{Width: g.width, Height: g.height}, Kind: Branch, Lines: lines, Depth: depth}}, g.boxes...)
	return g
}

// beside puts groups side by side below a head, or one below the other where the drawing runs from the left to the right.
func (s *setter) beside(inside []group, head layout.Rect) group {
	g := group{}
	x, y := s.FramePad, head.Height
	wide, tall := 0.0, 0.0
	for i, in := range inside {
		wide, tall = max(wide, in.width), max(tall, in.height)
		if i > 0 && s.Layout.LeftRight {
			y += s.FramePad
		} else if i > 0 {
			x += s.FramePad
		}
		g.add(in, x, y)
		if s.Layout.LeftRight {
			y += in.height
		} else {
			x += in.width
		}
	}
	if s.Layout.LeftRight {
		x += wide
	} else {
		y += tall
	}
	if len(inside) > 0 {
		y += s.FramePad
	}
	g.width, g.height = even(max(x+s.FramePad, head.Width)), math.Ceil(y)
	if spare := math.Floor((g.width - x - s.FramePad) / 2); spare > 0 && !s.Layout.LeftRight {
		g.move(spare, 0)
	}
	return g
}

// A styled text is a line without a place.
type styled struct {
	text  string
	style Style
}

// stack places lines one below the other, and returns the room that they take with some around them.
func (s *setter) stack(lines []styled, padX, padY float64) ([]Line, layout.Rect) {
	placed := make([]Line, len(lines))
	wide, y := 0.0, padY
	for i, l := range lines {
		w := s.Width(l.text, l.style)
		placed[i] = Line{l.text, l.style, layout.Rect{X: padX, Y: y, Width: w, Height: s.Height[l.style]}}
		wide = max(wide, w)
		y += s.Height[l.style]
	}
	return placed, layout.Rect{Width: wide + 2*padX, Height: y + padY}
}

// split returns the lines of a text that may have several.
func (s *setter) split(text string, style Style) []styled {
	var lines []styled
	for part := range strings.SplitSeq(text, "\n") {
		for i, l := range s.wrapped(part, style) {
			if i > 0 {
				l.text = "  " + l.text
			}
			lines = append(lines, l)
		}
	}
	return lines
}

// wrapped breaks a text into lines that are short enough.
func (s *setter) wrapped(text string, style Style) []styled {
	limit := s.Wrap
	if style == Title {
		limit = s.WrapTitle
	}
	var lines []styled
	for _, l := range graph.Wrap(text, limit) {
		lines = append(lines, styled{l, style})
	}
	return lines
}
