package graph

import (
	"fmt"
	"strings"
)

const (
	// MaxCharacters is how many characters Mermaid text may have where a page sets no other limit; a longer one is not
	// drawn. They count as UTF-16 code units.
	MaxCharacters = 50_000
	// comfortable leaves room for what people add to a diagram.
	comfortable = 45_000
	// maxNesting is how many scopes within each other are drawn open.
	maxNesting = 32
	// maxTitleLine is how many characters the title of a scope has. It cannot be broken: a second line would lie over
	// the boxes inside.
	maxTitleLine = 100
	// maxLabelLines is how many lines a label has.
	maxLabelLines = 12
	// shortLine is how many characters a text has where the diagram is short of room.
	shortLine = 40
)

// Mermaid returns the drawing as a Mermaid state diagram, which Mermaid 10.7 and later draw. Where the text would become
// too long for a page it is shortened: first lines and labels, then all of them but the names. The title then has a note about it,
// and so does [Options.Note].
func (d *Drawing) Mermaid(o Options) string {
	note := o.Note
	if note == nil {
		note = func(string) {}
	}
	var p *stateDiagram
	var text string
	given := newIDs(d)
	for detail := full; detail <= bare; detail++ {
		p = &stateDiagram{texts: texts{symbolsOf(o.ASCII)}, ids: given, direction: o.Direction, detail: detail}
		text = p.print(d)
		if p.size <= comfortable {
			break
		}
	}
	if p.detail > full {
		note("texts were left out to keep the diagram short enough for pages")
	}
	if p.size > MaxCharacters {
		note(fmt.Sprintf("the diagram has %d characters; most pages draw at most %d", p.size, MaxCharacters))
	}
	if p.closed > 0 {
		note(fmt.Sprintf("%s nested too deeply and drawn closed", count(p.closed, "scope is", "scopes are")))
	}
	if o.Markdown {
		return "```mermaid\n" + text + "```\n"
	}
	return text
}

// detail is how much of the texts a diagram shows.
type detail uint8

const (
	full  detail = iota
	short        // one line each, and not a long one
	bare         // names alone
)

// A stateDiagram prints one diagram. In every scope the frames come first, then the plain states, then the transitions:
// Mermaid 10 and 11 fail to draw some diagrams in another order.
type stateDiagram struct {
	texts
	ids
	direction Direction
	detail    detail

	out         strings.Builder
	transitions int                // how many were printed
	coloured    map[Look][]int     // the numbers of those with a look of their own, from 0
	marked      map[State][]int    // the numbers of those with a state
	classes     map[Class][]string // the ids of the states of each class
	states      map[State][]string // the ids of the states that an overlay marks
	closed      int                // how many scopes were too deep to be drawn open
	size        int                // characters of the whole text, as pages count them
}

// print returns the text without fences.
func (p *stateDiagram) print(d *Drawing) string {
	p.classes, p.coloured = map[Class][]string{}, map[Look][]int{}
	p.states, p.marked = map[State][]string{}, map[State][]int{}
	p.region(d.Root, "  ", 0)
	body := p.out.String()

	p.out.Reset()
	p.head(d.Title)
	p.out.WriteString("stateDiagram-v2\n")
	p.out.WriteString(body)
	p.styles()
	text := p.out.String()
	p.size = characters(text)
	return text
}

// region prints what is in a scope, or in the whole diagram.
func (p *stateDiagram) region(r *Region, indent string, depth int) {
	loops := selfLoops(r.Edges)
	p.turn(indent)
	for _, n := range r.Nodes {
		if n.Framed(depth) {
			p.frame(n, loops[n], indent, depth)
		}
	}
	for _, n := range r.Nodes {
		if !n.Framed(depth) {
			p.state(n, indent)
		}
	}
	for _, e := range r.Edges {
		p.transition(e, loops, indent, depth)
	}
}

// turn prints the direction. Mermaid forgets it at the border of a frame.
func (p *stateDiagram) turn(indent string) {
	if p.direction == LeftRight {
		p.line(indent, "direction LR")
	}
}

// Framed reports whether a node is drawn with its branches inside, if it lies in so many frames itself. A frame around
// nothing cannot be drawn, nor one in too many others.
func (n *Node) Framed(depth int) bool {
	if depth >= maxNesting {
		return false
	}
	for _, r := range n.Regions {
		if len(r.Nodes) > 0 {
			return true
		}
	}
	return false
}

// frame prints a scope with its branches. Frames have a title and no lines below it, and no transitions to themselves:
// the title describes all.
func (p *stateDiagram) frame(n *Node, loop *Edge, indent string, depth int) {
	parts := []string{n.Title()}
	if p.detail < bare {
		parts = append(parts, n.Body...)
	}
	parts = append(parts, n.Notes...)
	if loop != nil {
		parts = append(parts, p.again+oneLine(p.label(loop)))
	}
	title := p.cut(oneLine(strings.Join(parts, p.dot)), maxTitleLine)
	p.line(indent, `state "`, escape(title, inQuotes), `" as `, p.nodes[n], " {")
	if len(n.Regions) == 1 {
		p.region(n.Regions[0], indent+"  ", depth+1)
	} else {
		p.branchesOf(n, indent+"  ", depth)
	}
	p.line(indent, "}")
}

// branchesOf prints the branches of a scope, each in a frame of its own but for those without states.
func (p *stateDiagram) branchesOf(n *Node, indent string, depth int) {
	p.turn(indent)
	for _, r := range n.Regions {
		if len(r.Nodes) > 0 {
			p.line(indent, `state "`, escape(r.Title, inQuotes), `" as `, p.branches[r], " {")
			p.region(r, indent+"  ", depth+1)
			p.line(indent, "}")
		}
	}
	for _, r := range n.Regions {
		if len(r.Nodes) == 0 {
			p.line(indent, `state "`, escape(r.Title+p.dot+"empty", inQuotes), `" as `, p.branches[r])
		}
	}
}

// state prints a plain state with the lines below its name.
func (p *stateDiagram) state(n *Node, indent string) {
	id := p.nodes[n]
	if n.Bar != "" {
		p.line(indent, "state ", id, " <<", string(n.Bar), ">>")
		return
	}
	p.line(indent, `state "`, escape(p.cut(n.Title(), maxLabel), inQuotes), `" as `, id)
	for _, text := range p.details(n) {
		if text = escape(text, afterColon); text != "" {
			p.line(indent, id, " : ", text)
		}
	}
	switch {
	case n.State != StateNone:
		p.states[n.State] = append(p.states[n.State], id)
	case n.Class != "":
		p.classes[n.Class] = append(p.classes[n.Class], id)
	}
}

// details returns the lines of a plain state that there is room for.
func (p *stateDiagram) details(n *Node) []string {
	lines := n.Body
	if n.Framed(0) {
		p.closed++
		lines = append(lines[:len(lines):len(lines)], "not drawn: nested too deeply")
	}
	switch {
	case p.detail == bare || len(lines) == 0:
		lines = nil
	case p.detail == short:
		lines = []string{p.cut(oneLine(lines[0]), shortLine)}
	}
	return append(lines[:len(lines):len(lines)], n.Notes...)
}

// line prints a line of the text.
func (p *stateDiagram) line(parts ...string) {
	for _, s := range parts {
		p.out.WriteString(s)
	}
	p.out.WriteByte('\n')
}

// characters counts UTF-16 code units, which is what JavaScript calls the length of a text.
func characters(s string) int {
	n := 0
	for _, c := range s {
		n++
		if c > 0xffff {
			n++
		}
	}
	return n
}
