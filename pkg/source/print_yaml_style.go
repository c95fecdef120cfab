package source

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"
)

// The library writes { and } without blanks beside them, prefers single quotes, and has no width for a line. Prettier does all three
// otherwise, and people run it on YAML. What it would change is changed here, in the text that the library wrote.

// styledYAML changes a text that the library wrote to what Prettier would leave, and reads it. What it cannot read it leaves as it is.
func styledYAML(written []byte, plainly, compact bool) *File {
	f := readYAML(written)
	if plainly || f.Incomplete || f.Root == nil {
		return f
	}
	b := breaker{text: f.Text, seen: map[*Node]bool{}}
	if b.node(f.Root, 0, 0); b.broken {
		f = readYAML(emitYAML(f.Root, plainly, compact))
		if f.Incomplete || f.Root == nil {
			return f
		}
	}
	r := restyler{text: f.Text, seen: map[*Node]bool{}}
	r.node(f.Root)
	if len(r.edits) == 0 {
		return f
	}
	return readYAML(r.result())
}

// readYAML reads a text that was printed.
func readYAML(text []byte) *File {
	f := &File{Text: text, Format: YAML}
	Parse(f)
	return f
}

// A breaker puts the parts of objects and lists in braces and brackets on lines of their own where they do not fit on one.
type breaker struct {
	text   []byte
	seen   map[*Node]bool
	broken bool
}

// node looks at a value whose lines are indented by some columns, and that begins some columns after that.
func (b *breaker) node(n *Node, indent, before int) {
	if b.seen[n] {
		return
	}
	b.seen[n] = true
	if n.Style == Flow && len(n.Members)+len(n.Items) > 0 {
		// A blank is added at both ends of each object. A comment may have broken the line already.
		literal := b.text[n.Span.Start:n.Span.End]
		if indent+before+utf8.RuneCount(literal)+2*objects(n) <= width && !bytes.Contains(literal, []byte("\n")) {
			return
		}
		n.Style = PlainStyle
		b.broken = true
	}
	const step = 2
	for i := range n.Members {
		m := &n.Members[i]
		b.node(m.Value, indent+step, m.KeySpan.End-m.KeySpan.Start+len(": "))
	}
	for _, item := range n.Items {
		b.node(item, indent+step, len("- "))
	}
	for _, from := range n.Merges() {
		b.node(from, indent+step, len("<<: "))
	}
}

// objects counts the objects with members in a value, as far as they matter for whether it fits on a line.
func objects(n *Node) int {
	count := 0
	if len(n.Members) > 0 {
		count++
	}
	for i := range n.Members {
		if count < width {
			count += objects(n.Members[i].Value)
		}
	}
	for _, item := range n.Items {
		if count < width {
			count += objects(item)
		}
	}
	return count
}

// A restyler changes quotes, and the blanks beside braces.
type restyler struct {
	text  []byte
	seen  map[*Node]bool
	edits []restyled
}

// A restyled range has another text.
type restyled struct {
	span Span
	text string
}

func (r *restyler) node(n *Node) {
	if r.seen[n] {
		return
	}
	r.seen[n] = true
	if n.Kind == String {
		r.quotes(n.Span, n.Text)
	}
	if start, end := n.Span.Start, n.Span.End; n.Kind == Object && len(n.Members)+len(n.Merges()) > 0 && end-start >= 2 && r.text[start] == '{' && r.text[end-1] == '}' {
		if !isBlankAt(r.text, start+1) {
			r.edits = append(r.edits, restyled{Span{start + 1, start + 1}, " "})
		}
		if !isBlankAt(r.text, end-2) {
			r.edits = append(r.edits, restyled{Span{end - 1, end - 1}, " "})
		}
	}
	for i := range n.Members {
		m := &n.Members[i]
		if m.Merged() {
			continue
		}
		r.quotes(m.KeySpan, m.Key)
		r.node(m.Value)
	}
	for _, item := range n.Items {
		r.node(item)
	}
	for _, from := range n.Merges() {
		r.node(from)
	}
}

// quotes makes quotes double, unless the text has such, or a backslash.
func (r *restyler) quotes(span Span, text string) {
	literal := r.text[span.Start:span.End]
	if len(literal) < 2 || literal[0] != '\'' || strings.ContainsAny(text, "\"\\\n") || string(literal) != "'"+strings.ReplaceAll(text, "'", "''")+"'" {
		return
	}
	r.edits = append(r.edits, restyled{span, `"` + text + `"`})
}

// result is the text with the changes.
func (r *restyler) result() []byte {
	slices.SortFunc(r.edits, func(a, b restyled) int { return a.span.Start - b.span.Start })
	var out bytes.Buffer
	at := 0
	for _, e := range r.edits {
		if e.span.Start < at { // the key of an alias is there once
			continue
		}
		out.Write(r.text[at:e.span.Start])
		out.WriteString(e.text)
		at = e.span.End
	}
	out.Write(r.text[at:])
	return out.Bytes()
}

func isBlankAt(text []byte, at int) bool { return text[at] == ' ' || text[at] == '\n' }

// isQuotable reports whether a text may be in single quotes, which [restyler] may then change: on one line, without a backslash, and with
// nothing that takes an escape sequence.
func isQuotable(s string) bool {
	for _, c := range s {
		if c == '\\' || c < ' ' || c >= 0x7F && c < 0xA0 || c == utf8.RuneError || c > 0xFFFF || c == 0x2028 || c == 0x2029 || c == 0xFEFF {
			return false
		}
	}
	return true
}
