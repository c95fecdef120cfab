package graph

import (
	"fmt"
	"strings"
	"unicode"
)

// palette is what the boxes of each class look like. The colour of the text is always there: on a page with a dark theme
// it would be white on a light box otherwise.
var palette = [...]struct {
	class Class
	style string
}{
	{ClassTask, "fill:#f7f7ff,stroke:#6c5ce7,color:#111"},
	{ClassUser, "fill:#e8f4fd,stroke:#2471a3,color:#111"},
	{ClassChoice, "fill:#fff6d6,stroke:#b7950b,color:#111"},
	{ClassData, "fill:#f4f6f7,stroke:#7f8c8d,color:#111"},
	{ClassWait, "fill:#eef7f2,stroke:#148f77,color:#111"},
	{ClassOK, "fill:#e3f6e8,stroke:#1e8449,color:#111"},
	{ClassFail, "fill:#fde8e6,stroke:#c0392b,color:#111"},
	{ClassNext, "fill:#f3e9fb,stroke:#8e44ad,color:#111,stroke-width:2px"},
}

// looks are the styles of arrows that are not plain.
var looks = [...]struct {
	look  Look
	style string
}{
	{LookError, "stroke: #c0392b !important; stroke-dasharray: 6 4 !important;"},
	{LookTimer, "stroke: #2471a3 !important; stroke-dasharray: 2 3 !important;"},
	{LookAutomatic, "stroke-dasharray: 5 4 !important;"},
	{LookDisabled, "stroke: #b3b3b3 !important; stroke-dasharray: 2 4 !important;"},
}

// marks are what boxes and arrows with a state look like.
var marks = [...]struct {
	state      State
	box, arrow string
}{
	{StateIdle, "fill:#f4f6f7,stroke:#b2babb,color:#777,stroke-dasharray:3 3", "opacity: 0.35 !important;"},
	{StateDone, "fill:#d5f5e3,stroke:#1e8449,color:#111,stroke-width:2px", "stroke: #1e8449 !important; stroke-width: 3px !important;"},
	{StateWaiting, "fill:#d6eaf8,stroke:#2471a3,color:#111,stroke-width:2px", "stroke: #2471a3 !important; stroke-width: 3px !important;"},
	{StateWarned, "fill:#fdebd0,stroke:#ca6f1e,color:#111,stroke-width:2px", "stroke: #ca6f1e !important; stroke-width: 3px !important;"},
	{StateFailed, "fill:#fadbd8,stroke:#c0392b,color:#111,stroke-width:2px", "stroke: #c0392b !important; stroke-width: 3px !important;"},
}

// styles prints the classes of the states, at the end, where Mermaid wants them.
func (p *stateDiagram) styles() {
	for _, m := range marks {
		if members := p.states[m.state]; len(members) > 0 {
			p.line("  classDef ", m.state.String(), " ", m.box)
			p.line("  class ", strings.Join(members, ","), " ", m.state.String())
		}
	}
	if p.detail == bare {
		return
	}
	for _, look := range palette {
		if len(p.classes[look.class]) > 0 {
			p.line("  classDef ", string(look.class), " ", look.style)
		}
	}
	for _, look := range palette {
		if members := p.classes[look.class]; len(members) > 0 {
			p.line("  class ", strings.Join(members, ","), " ", string(look.class))
		}
	}
}

// head prints the front matter: the title, and the style of edges with a colour of their own, which state diagrams have no other way to
// colour. Mermaid numbers transitions from 0 in the order of the text.
func (p *stateDiagram) head(title string) {
	if p.detail > full {
		title = strings.TrimPrefix(title+p.dot+"shortened", p.dot)
	}
	coloured := p.detail < bare && len(p.coloured)+len(p.marked) > 0
	if title == "" && !coloured {
		return
	}
	p.line("---")
	if title != "" {
		p.line("title: ", quoted(p.cut(title, maxLabel)))
	}
	if coloured {
		p.line("config:\n  themeCSS: |")
		for _, l := range looks {
			p.colour(p.coloured[l.look], l.style)
		}
		for _, m := range marks {
			p.colour(p.marked[m.state], m.arrow)
		}
	}
	p.line("---")
}

// colour prints the style of some transitions.
func (p *stateDiagram) colour(numbers []int, style string) {
	if len(numbers) == 0 {
		return
	}
	paths := make([]string, len(numbers))
	for i, number := range numbers {
		paths[i] = fmt.Sprintf(`path[id$="edge%d"]`, number)
	}
	p.line("    ", strings.Join(paths, ", "), " { ", style, " }")
}

// quoted writes a title as a YAML string. Mermaid shows titles as they are, except for what it takes for HTML: those
// characters are replaced by their wide forms.
func quoted(title string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, c := range oneLine(title) {
		switch {
		case c == '"', c == '\\':
			b.WriteByte('\\')
			b.WriteRune(c)
		case c == '%', c == '`':
			fmt.Fprintf(&b, `\x%02x`, c)
		case c == '<', c == '>', c == '&':
			b.WriteRune(c + '＜' - '<')
		case c == 'ﬂ':
			b.WriteString("fl")
		case !unicode.IsPrint(c):
			b.WriteByte(' ')
		default:
			b.WriteRune(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}
