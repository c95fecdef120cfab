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
	{ClassChoice, "fill:#fff6d6,stroke:#b7950b,color:#111"},
	{ClassWait, "fill:#eef7f2,stroke:#148f77,color:#111"},
	{ClassOK, "fill:#e3f6e8,stroke:#1e8449,color:#111"},
	{ClassFail, "fill:#fde8e6,stroke:#c0392b,color:#111"},
}

// errorStyle is what the edges look like that errors take.
const errorStyle = "stroke: #c0392b !important; stroke-dasharray: 6 4 !important;"

// styles prints the classes of the states, at the end, where Mermaid wants them.
func (p *stateDiagram) styles() {
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

// head prints the front matter: the title, and the style of error edges, which state diagrams have no other way to
// colour. Mermaid numbers transitions from 0 in the order of the text.
func (p *stateDiagram) head(title string) {
	if p.detail > full {
		title = strings.TrimPrefix(title+p.dot+"shortened", p.dot)
	}
	coloured := p.detail < bare && len(p.failing) > 0
	if title == "" && !coloured {
		return
	}
	p.line("---")
	if title != "" {
		p.line("title: ", quoted(p.cut(title, maxLabel)))
	}
	if coloured {
		paths := make([]string, len(p.failing))
		for i, number := range p.failing {
			paths[i] = fmt.Sprintf(`path[id$="edge%d"]`, number)
		}
		p.line("config:\n  themeCSS: |\n    ", strings.Join(paths, ", "), " { ", errorStyle, " }")
	}
	p.line("---")
}

// quoted writes a title as a YAML string. Mermaid shows titles as they are, but for what it takes for HTML: those
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
