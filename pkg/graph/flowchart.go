package graph

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/flowglot/flowglot/pkg/workflow"
)

// MaxEdges is how many edges a flowchart may have where a page sets no other limit.
const MaxEdges = 500

// Flowchart returns the drawing as a Mermaid flowchart, in which choices are diamonds and arrows have looks of their own. Its
// texts are shortened like those of [Drawing.Mermaid].
func (d *Drawing) Flowchart(o Options) string {
	var p *flowchart
	text := ""
	for detail := full; detail <= bare; detail++ {
		p = &flowchart{stateDiagram: stateDiagram{texts: texts{symbolsOf(o.ASCII)}, ids: newIDs(d), direction: o.Direction, detail: detail}}
		text = p.print(d)
		if p.size <= comfortable {
			break
		}
	}
	note := o.Note
	if note == nil {
		note = func(string) {}
	}
	if p.detail > full {
		note("texts were left out of the diagram, which would be too long for a page with them")
	}
	if p.size > MaxCharacters {
		note(fmt.Sprintf("the diagram has %d characters, and most pages draw no more than %d", p.size, MaxCharacters))
	}
	if p.transitions > MaxEdges {
		note(fmt.Sprintf("the diagram has %d edges, and most pages draw no more than %d", p.transitions, MaxEdges))
	}
	if o.Markdown {
		return "```mermaid\n" + text + "```\n"
	}
	return text
}

// A flowchart prints one diagram. It shares the texts of state diagrams.
type flowchart struct {
	stateDiagram
	dots bool // there is a start or an end
}

func (p *flowchart) print(d *Drawing) string {
	p.classes, p.coloured = map[Class][]string{}, map[Look][]int{}
	p.states, p.marked = map[State][]string{}, map[State][]int{}
	if d.Title != "" {
		title := d.Title
		if p.detail > full {
			title += p.dot + "shortened"
		}
		p.line("---\ntitle: ", quoted(p.cut(title, maxLabel)), "\n---")
	}
	direction := "TD"
	if p.direction == LeftRight {
		direction = "LR"
	}
	p.line("flowchart ", direction)
	p.region(d.Root, "root", "  ", 0)
	if p.dots {
		p.line("  classDef dot fill:#333,stroke:#333,color:#333")
	}
	p.styles()
	p.links()
	text := p.out.String()
	p.size = characters(text)
	return text
}

// region prints what is in a scope: its boxes, then its arrows. The start and the end are dots with ids of their own.
func (p *flowchart) region(r *Region, id, indent string, depth int) {
	loops := selfLoops(r.Edges)
	start, end := false, false
	for _, e := range r.Edges {
		start, end = start || e.From == nil, end || e.To == nil
	}
	if start {
		p.line(indent, id, `_start(("#160;")):::dot`)
	}
	for _, n := range r.Nodes {
		if n.Framed(depth) {
			p.frame(n, loops[n], indent, depth)
		} else {
			p.box(n, indent)
		}
	}
	if end {
		p.line(indent, id, `_end((("#160;"))):::dot`)
	}
	p.dots = p.dots || start || end
	for _, e := range r.Edges {
		if e.From == e.To && e.From != nil && e.From.Framed(depth) {
			continue // its title has it
		}
		p.arrow(e, id, indent)
	}
}

// arrow prints an edge.
func (p *flowchart) arrow(e *Edge, region, indent string) {
	from, to := region+"_start", region+"_end"
	if e.From != nil {
		from = p.nodes[e.From]
	}
	if e.To != nil {
		to = p.nodes[e.To]
	}
	line := " -->"
	if e.Look != "" {
		line = " -.->"
	}
	label := p.escaped(p.named(e))
	if label != "" {
		label = `|"` + label + `"|`
	}
	p.line(indent, from, line, label, " ", to)
	if e.Look != "" {
		p.coloured[e.Look] = append(p.coloured[e.Look], p.transitions)
	}
	if e.State != StateNone {
		p.marked[e.State] = append(p.marked[e.State], p.transitions)
	}
	p.transitions++
}

// frame prints a scope with its branches.
func (p *flowchart) frame(n *Node, loop *Edge, indent string, depth int) {
	id := p.nodes[n]
	parts := []string{n.Title()}
	if p.detail < bare {
		parts = append(parts, n.Body...)
	}
	parts = append(parts, n.Notes...)
	if loop != nil {
		parts = append(parts, p.again+oneLine(p.label(loop)))
	}
	p.subgraph(id, p.cut(oneLine(strings.Join(parts, p.dot)), maxTitleLine), indent)
	if len(n.Regions) == 1 {
		p.region(n.Regions[0], id, indent+"  ", depth+1)
		p.line(indent, "end")
		return
	}
	for _, r := range n.Regions {
		branch := p.branches[r]
		if len(r.Nodes) == 0 {
			p.line(indent, "  ", branch, `["`, p.escaped(r.Title+p.dot+"empty"), `"]`)
			continue
		}
		p.subgraph(branch, r.Title, indent+"  ")
		p.region(r, branch, indent+"    ", depth+1)
		p.line(indent, "  end")
	}
	p.line(indent, "end")
}

func (p *flowchart) subgraph(id, title, indent string) {
	p.line(indent, "subgraph ", id, ` ["`, p.escaped(title), `"]`)
	if p.direction == LeftRight {
		p.line(indent, "  direction LR")
	}
}

// box prints a box: a diamond for a choice, round ends for what waits or ends.
func (p *flowchart) box(n *Node, indent string) {
	id := p.nodes[n]
	if n.Bar != "" {
		p.line(indent, id, `[" "]:::dot`)
		p.dots = true
		return
	}
	open, end := `["`, `"]`
	switch {
	case n.Kind == workflow.Choice:
		open, end = `{"`, `"}`
	case n.Class == ClassWait || n.Class == ClassOK || n.Class == ClassFail:
		open, end = `(["`, `"])`
	}
	lines := []string{"<b>" + p.escaped(p.cut(n.Title(), maxLabel)) + "</b>"}
	for _, text := range p.details(n) {
		if text = p.escaped(text); text != "" {
			lines = append(lines, text)
		}
	}
	p.line(indent, id, open, strings.Join(lines, "<br/>"), end)
	switch {
	case n.State != StateNone:
		p.states[n.State] = append(p.states[n.State], id)
	case n.Class != "":
		p.classes[n.Class] = append(p.classes[n.Class], id)
	}
}

// listed is how a line begins that Mermaid takes for an item of a list or a heading.
var listed = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?m)^[ ]*(?:[0-9]+([.)])|([-+>#]))`) })

// escaped writes a text for a label in quotes, in which Mermaid also looks for the lists and headings of Markdown.
func (p *flowchart) escaped(s string) string {
	text := escape(s, inQuotes)
	parts := strings.Split(text, "<br/>")
	for i, part := range parts {
		if m := listed().FindStringSubmatchIndex(part); m != nil {
			at := m[2]
			if at < 0 {
				at = m[4]
			}
			if c := part[at]; c != '#' || !strings.Contains(part[at:], ";") {
				parts[i] = part[:at] + "#" + strconv.Itoa(int(c)) + ";" + part[at+1:]
			}
		}
	}
	return strings.Join(parts, "<br/>")
}

// links prints the styles of arrows that are not plain.
func (p *flowchart) links() {
	if p.detail == bare {
		return
	}
	print := func(numbers []int, style string) {
		if len(numbers) == 0 {
			return
		}
		words := make([]string, len(numbers))
		for i, n := range numbers {
			words[i] = strconv.Itoa(n)
		}
		style = strings.NewReplacer(" !important", "", ": ", ":", "; ", ",", ";", "").Replace(style)
		p.line("  linkStyle ", strings.Join(words, ","), " ", style)
	}
	for _, l := range looks {
		print(p.coloured[l.look], l.style)
	}
	for _, m := range marks {
		print(p.marked[m.state], m.arrow)
	}
}
