package cells

import (
	"strings"

	"github.com/mattn/go-runewidth"
)

// The sides of a character that a line leaves by.
const (
	up uint8 = 1 << iota
	down
	left
	right
)

// A cell is one character of a canvas.
type cell struct {
	lines  uint8  // the sides that lines leave by
	dashed bool   // all of its lines are dashed
	sealed bool   // it belongs to the outline of a box, which lines do not join
	char   string // what covers the lines; wide ones have "\x00" after them
}

// A canvas is a rectangle of characters.
type canvas struct {
	signs
	width, height int
	cells         []cell
}

// signs are the characters that a canvas draws with.
type signs struct {
	junctions                         [16]string // by the sides that lines leave by
	dashUp, dashAcross                string
	heads                             [4]string // up, down, left, right
	start, end, bar, slash, backslash string
}

var boxes = signs{
	junctions: [16]string{" ", "│", "│", "│", "─", "┘", "┐", "┤", "─", "└", "┌", "├", "─", "┴", "┬", "┼"},
	dashUp:    "┆", dashAcross: "┄",
	heads: [4]string{"▲", "▼", "◀", "▶"},
	start: "●", end: "◉", bar: "█", slash: "╱", backslash: "╲",
}

var ascii = signs{
	junctions: [16]string{" ", "|", "|", "|", "-", "+", "+", "+", "-", "+", "+", "+", "-", "+", "+", "+"},
	dashUp:    ":", dashAcross: ".",
	heads: [4]string{"^", "v", "<", ">"},
	start: "*", end: "@", bar: "#", slash: "/", backslash: "\\",
}

func newCanvas(width, height int, plain bool) *canvas {
	c := &canvas{signs: boxes, width: width, height: height, cells: make([]cell, width*height)}
	if plain {
		c.signs = ascii
	}
	return c
}

// at returns a cell, or one that is not on the canvas.
func (c *canvas) at(x, y int) *cell {
	if x < 0 || y < 0 || x >= c.width || y >= c.height {
		return &cell{}
	}
	return &c.cells[y*c.width+x]
}

func (c *canvas) set(x, y int, char string) { c.at(x, y).char = char }

// clear empties a rectangle.
func (c *canvas) clear(x, y, w, h int) {
	for i := range w {
		for j := range h {
			*c.at(x+i, y+j) = cell{}
		}
	}
}

// seal keeps lines from joining the outline of a box.
func (c *canvas) seal(x, y, w, h int) {
	for i := range w {
		c.at(x+i, y).sealed, c.at(x+i, y+h-1).sealed = true, true
	}
	for j := range h {
		c.at(x, y+j).sealed, c.at(x+w-1, y+j).sealed = true, true
	}
}

// line draws a line between two characters in one row or column.
func (c *canvas) line(x, y, toX, toY int, dashed bool) {
	dx, dy := sign(toX-x), sign(toY-y)
	if dx != 0 && dy != 0 {
		return
	}
	leaves, enters := up, down
	switch {
	case dx > 0:
		leaves, enters = right, left
	case dx < 0:
		leaves, enters = left, right
	case dy > 0:
		leaves, enters = down, up
	case dy == 0:
		c.join(x, y, 0, dashed)
		return
	}
	for x != toX || y != toY {
		c.join(x, y, leaves, dashed)
		x, y = x+dx, y+dy
		c.join(x, y, enters, dashed)
	}
}

func (c *canvas) join(x, y int, side uint8, dashed bool) {
	at := c.at(x, y)
	if at.sealed {
		return
	}
	at.dashed = dashed && (at.dashed || at.lines == 0)
	at.lines |= side
}

// head draws the head of an arrow that runs in a direction.
func (c *canvas) head(x, y, dx, dy int) {
	at := 1
	switch {
	case dy < 0:
		at = 0
	case dy > 0:
	case dx < 0:
		at = 2
	case dx > 0:
		at = 3
	}
	c.set(x, y, c.heads[at])
}

// text writes a text. Characters without a width are left out.
func (c *canvas) text(x, y int, text string) {
	for _, r := range text {
		w := runewidth.RuneWidth(r)
		if w == 0 {
			continue
		}
		c.set(x, y, string(r))
		if w == 2 {
			c.set(x+1, y, "\x00")
		}
		x += w
	}
}

// String returns the rows, without spaces at their ends.
func (c *canvas) String() string {
	var out strings.Builder
	var row strings.Builder
	for y := range c.height {
		row.Reset()
		for x := range c.width {
			switch at := c.at(x, y); {
			case at.char == "\x00":
			case at.char != "":
				row.WriteString(at.char)
			case at.dashed && at.lines == up|down:
				row.WriteString(c.dashUp)
			case at.dashed && at.lines == left|right:
				row.WriteString(c.dashAcross)
			default:
				row.WriteString(c.junctions[at.lines])
			}
		}
		out.WriteString(strings.TrimRight(row.String(), " "))
		out.WriteByte('\n')
	}
	return out.String()
}
