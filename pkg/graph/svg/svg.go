// Package svg prints drawings as pictures that need no program to be seen but a browser: SVG with a layout of our own.
//
// The pictures have a title and a description for screen readers, a tool tip at each box and arrow, colours for light and
// dark pages, and no scripts. Widths of texts come from a table of a common font, and each line has its width as an attribute, so that
// boxes fit whatever font a viewer uses.
package svg

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/flowglot/flowglot/pkg/graph"
	"github.com/flowglot/flowglot/pkg/graph/layout"
	"github.com/flowglot/flowglot/pkg/graph/scene"
)

// Options control how a picture is made. The zero value is the usual picture.
type Options struct {
	graph.Options
	// Link returns the address that a box leads to when it is clicked; empty is none. Only http, https and relative
	// addresses are written. It may be nil.
	Link func(*graph.Node) string
}

// Print returns the picture of a drawing.
func Print(d *graph.Drawing, o Options) []byte {
	p := printer{Options: o}
	s := scene.Of(d, o.Options, metrics)
	p.picture(d, s)
	return []byte(p.out.String())
}

// heading is the room for the title of the drawing.
const heading = 30

// A printer writes one picture.
type printer struct {
	Options
	out strings.Builder
}

func (p *printer) picture(d *graph.Drawing, s *scene.Scene) {
	top := 0.0
	title := plainTitle(d)
	if d.Title != "" {
		top = heading
	}
	wide := max(s.Width, width(title, scene.Title)*15/titleSize+2*metrics.Margin)
	left := (wide - s.Width) / 2
	p.f(`<svg xmlns="http://www.w3.org/2000/svg" class="flowglot" role="img" aria-label="%s" width="%s" height="%s" viewBox="0 0 %s %s">`,
		escape(title), number(wide), number(s.Height+top), number(wide), number(s.Height+top))
	p.f("\n<title>%s</title>\n<desc>%s</desc>\n<style>%s</style>\n", escape(title), escape(describe(d)), style)
	p.f(`<rect class="paper" width="100%%" height="100%%" fill="var(--paper)"/>` + "\n")
	if d.Title != "" {
		p.f(`<text class="t heading" x="%s" y="26" text-anchor="middle">%s</text>`+"\n", number(wide/2), escape(title))
	}
	p.f(`<g transform="translate(%s %s)">`+"\n", number(left), number(top))
	for i := range s.Boxes {
		p.box(&s.Boxes[i])
	}
	for _, last := range []bool{false, true} {
		for i := range s.Arrows {
			if marked := s.Arrows[i].Edge.State > graph.StateIdle; marked == last {
				p.arrow(&s.Arrows[i])
			}
		}
	}
	p.f("</g>\n</svg>\n")
}

// plainTitle is the name of the picture.
func plainTitle(d *graph.Drawing) string {
	if d.Title == "" {
		return "workflow"
	}
	const most = 120
	return graph.Wrap(d.Title, most)[0]
}

// describe returns a sentence about the picture.
func describe(d *graph.Drawing) string {
	return fmt.Sprintf("A workflow with %d nodes and %d connections.", len(d.Nodes), len(d.Edges))
}

// box prints a box: its outline, its text, and a tool tip with all that is known of it.
func (p *printer) box(b *scene.Box) {
	link := ""
	if b.Node != nil && p.Link != nil {
		link = safe(p.Link(b.Node))
	}
	if link != "" {
		p.f(`<a href="%s">`, escape(link))
	}
	id := "[*]"
	switch {
	case b.Node != nil:
		id = b.Node.ID
	case b.Kind == scene.Branch:
		id = ""
	}
	p.f(`<g class="%s" data-node="%s">`, boxClasses(b), escape(id))
	if b.Node != nil {
		p.f("<title>%s</title>", escape(tip(b.Node)))
	}
	p.outline(b)
	p.lines(b.Lines)
	p.f("</g>")
	if link != "" {
		p.f("</a>")
	}
	p.f("\n")
}

// boxClasses are the classes of a box: what it is, what colour it has, and what an overlay knows of it.
func boxClasses(b *scene.Box) string {
	kinds := [...]string{scene.Plain: "node", scene.Frame: "frame", scene.Branch: "branch", scene.Bar: "bar", scene.Start: "start", scene.End: "end"}
	names := "box " + kinds[b.Kind]
	if b.Node == nil {
		return names
	}
	if b.Node.Class != "" && b.Kind == scene.Plain {
		names += " " + string(b.Node.Class)
	}
	if state := b.Node.State.String(); state != "" && b.Kind != scene.Bar {
		names += " " + state
	}
	return names
}

// tip is the text that a viewer shows while a pointer rests on a box.
func tip(n *graph.Node) string {
	lines := append([]string{n.Title()}, n.Body...)
	return strings.Join(append(lines, n.Notes...), "\n")
}

// safe returns an address if following it runs no script.
func safe(address string) string {
	scheme, _, found := strings.Cut(address, ":")
	if !found || strings.ContainsAny(scheme, "/?#") {
		return address
	}
	switch strings.ToLower(strings.TrimSpace(scheme)) {
	case "http", "https":
		return address
	}
	return ""
}

// outline prints the shape of a box.
func (p *printer) outline(b *scene.Box) {
	x, y, w, h := b.X, b.Y, b.Width, b.Height
	switch {
	case b.Kind == scene.Start:
		p.f(`<circle class="s" cx="%s" cy="%s" r="%s"/>`, number(x+w/2), number(y+h/2), number(w/2-1))
	case b.Kind == scene.End:
		p.f(`<circle class="s" cx="%s" cy="%s" r="%s"/>`, number(x+w/2), number(y+h/2), number(w/2-0.75))
		p.f(`<circle class="core" cx="%s" cy="%s" r="%s"/>`, number(x+w/2), number(y+h/2), number(w/4))
	case b.Shape == layout.Diamond:
		p.polygon(x+w/2, y, x+w, y+h/2, x+w/2, y+h, x, y+h/2)
	case b.Shape == layout.Hexagon:
		tip := min(h/2, w/4)
		p.polygon(x, y+h/2, x+tip, y, x+w-tip, y, x+w, y+h/2, x+w-tip, y+h, x+tip, y+h)
	default:
		radius := 6.0
		if b.Kind == scene.Bar {
			radius = 2
		}
		p.f(`<rect class="s" x="%s" y="%s" width="%s" height="%s" rx="%s"/>`, number(x), number(y), number(w), number(h), number(radius))
	}
}

func (p *printer) polygon(xy ...float64) {
	parts := make([]string, len(xy))
	for i, v := range xy {
		parts[i] = number(v)
	}
	p.f(`<polygon class="s" points="%s"/>`, strings.Join(parts, " "))
}

// lines prints lines of text. Each has its width as an attribute, so that it fits its box in any font.
func (p *printer) lines(lines []scene.Line) {
	classes := [...]string{scene.Title: ` class="t"`, scene.Body: "", scene.Note: ` class="n"`}
	for _, l := range lines {
		if l.Text == "" {
			continue
		}
		fit := ""
		if l.Width > 8 {
			fit = fmt.Sprintf(` textLength="%s" lengthAdjust="spacingAndGlyphs"`, number(l.Width))
		}
		p.f(`<text%s x="%s" y="%s"%s>%s</text>`, classes[l.Style], number(l.X), number(l.Y+l.Height*0.74), fit, escape(l.Text))
	}
}

// number writes a coordinate.
func number(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

func (p *printer) f(format string, args ...any) {
	// A strings.Builder returns no errors.
	_, _ = fmt.Fprintf(io.Writer(&p.out), format, args...)
}
