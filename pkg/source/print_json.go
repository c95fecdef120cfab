package source

import (
	"unicode/utf8"
)

// width is how many columns a line may have. What the author wrote on one line stays on one line up to it, and a list that was broken is
// joined up to it, as Prettier does with the same width.
const width = 120

func printJSON(root *Node) []byte { return PrintIndented(root, "") }

// PrintIndented prints a tree as JSON whose lines after the first one begin with an indentation, which counts for how wide they are.
func PrintIndented(root *Node, indent string) []byte {
	p := jsonPrinter{out: make([]byte, 0, room(root, len(indent))+1), margin: utf8.RuneCountInString(indent)}
	p.value(root, "\n"+indent, 0)
	return append(p.out, '\n')
}

// room is about how many bytes a tree takes as JSON, so that a long text is not copied while it grows. Escape sequences are not counted,
// nor are the line breaks between the plain items of a list. indent is how many blanks its last line begins with.
func room(n *Node, indent int) int {
	const brackets, colon, separator = 2, len(`"": `), 1
	size := brackets + len(n.Text)
	inner, line := indent+2, indent+3 // a line break and the blanks after it
	if n.Style == OneLine || n.Style == Flow {
		line = 1
	}
	for i := range n.Members {
		m := &n.Members[i]
		size += line + len(m.Key) + colon + room(m.Value, inner) + separator
	}
	for _, item := range n.Items {
		size += room(item, inner) + separator + 1
		if item.Kind == Object || item.Kind == Array {
			size += inner
		}
	}
	if len(n.Members)+len(n.Items) > 0 {
		size += line
	}
	return size
}

// A jsonPrinter is the state of printing a tree as JSON.
type jsonPrinter struct {
	out []byte
	// margin is how many columns are before the first line.
	margin int
}

// value prints a value; indent is the line break and the blanks that its lines begin with, and after how many columns
// follow it on its last line: a comma or nothing.
func (p *jsonPrinter) value(n *Node, indent string, after int) {
	if n.Kind != Object && n.Kind != Array {
		p.scalar(n)
		return
	}
	if p.onLine(n, p.column(), after) {
		return
	}
	inner := indent + "  "
	switch {
	case n.Kind == Object:
		p.out = append(p.out, '{')
		for i := range n.Members {
			p.out = append(p.out, inner...)
			p.out = appendString(p.out, n.Members[i].Key)
			p.out = append(p.out, ": "...)
			last := i == len(n.Members)-1
			p.value(n.Members[i].Value, inner, comma(last))
			if !last {
				p.out = append(p.out, ',')
			}
		}
		p.out = append(p.out, indent...)
		p.out = append(p.out, '}')
	case allNumbers(n):
		p.numbers(n, indent)
	default:
		p.out = append(p.out, '[')
		for i, item := range n.Items {
			p.out = append(p.out, inner...)
			last := i == len(n.Items)-1
			p.value(item, inner, comma(last))
			if !last {
				p.out = append(p.out, ',')
			}
		}
		p.out = append(p.out, indent...)
		p.out = append(p.out, ']')
	}
}

func comma(last bool) int {
	if last {
		return 0
	}
	return 1
}

// numbers prints a list of numbers that does not fit on a line: as many of them on each line as there is room for.
func (p *jsonPrinter) numbers(n *Node, indent string) {
	inner := indent + "  "
	p.out = append(p.out, '[')
	for i, item := range n.Items {
		last := i == len(n.Items)-1
		switch {
		case i == 0:
			p.out = append(p.out, inner...)
		case p.column()+1+len(item.Text)+comma(last) > width:
			p.out = append(p.out, inner...)
		default:
			p.out = append(p.out, ' ')
		}
		p.out = append(p.out, item.Text...)
		if !last {
			p.out = append(p.out, ',')
		}
	}
	p.out = append(p.out, indent...)
	p.out = append(p.out, ']')
}

func allNumbers(n *Node) bool {
	if len(n.Items) < 2 {
		return false
	}
	for _, item := range n.Items {
		if item.Kind != Number {
			return false
		}
	}
	return true
}

// column is how many columns the last line has so far. It looks back no further than a line may be wide.
func (p *jsonPrinter) column() int {
	from := len(p.out)
	for from > 0 && p.out[from-1] != '\n' && len(p.out)-from <= 4*width {
		from--
	}
	columns := utf8.RuneCount(p.out[from:])
	if from == 0 {
		columns += p.margin
	}
	return columns
}

// onLine prints an object or a list on one line, if that is wanted and fits. It reports whether it did.
func (p *jsonPrinter) onLine(n *Node, column, after int) bool {
	start := len(p.out)
	if !p.flat(n, start, width-column-after) {
		p.out = p.out[:start]
		return false
	}
	return true
}

// flat prints a value on one line. It reports false as soon as more than room columns from an offset are taken, or if a
// part has to be on lines of its own: an object that the author broke, or a list of several objects or lists of several
// parts, which is a table.
func (p *jsonPrinter) flat(n *Node, start, room int) bool {
	switch n.Kind {
	case Object:
		if len(n.Members) == 0 {
			p.out = append(p.out, "{}"...)
			break
		}
		if n.Style != OneLine && n.Style != Flow {
			return false
		}
		for i := range n.Members {
			p.out = append(p.out, opening("{,", i)...)
			p.out = append(p.out, ' ')
			p.out = appendString(p.out, n.Members[i].Key)
			p.out = append(p.out, ": "...)
			if !p.flat(n.Members[i].Value, start, room) {
				return false
			}
		}
		p.out = append(p.out, " }"...)
	case Array:
		if isTable(n) {
			return false
		}
		p.out = append(p.out, '[')
		for i, item := range n.Items {
			if i > 0 {
				p.out = append(p.out, ", "...)
			}
			if !p.flat(item, start, room) {
				return false
			}
		}
		p.out = append(p.out, ']')
	default:
		p.scalar(n)
	}
	return len(p.out)-start <= room || utf8.RuneCount(p.out[start:]) <= room
}

// isTable reports whether a list has several items that are all objects, or all lists, of several parts.
func isTable(n *Node) bool {
	if len(n.Items) < 2 {
		return false
	}
	for _, item := range n.Items {
		if item.Kind != n.Items[0].Kind || len(item.Members)+len(item.Items) < 2 {
			return false
		}
	}
	return true
}

func (p *jsonPrinter) scalar(n *Node) {
	switch n.Kind {
	case String:
		if n.Style == Bare {
			p.out = append(p.out, n.Text...)
			return
		}
		p.out = appendString(p.out, n.Text)
	case Number, Bool:
		p.out = append(p.out, n.Text...)
	default:
		p.out = append(p.out, "null"...)
	}
}

// opening returns what is before the part of an index: the first or the second of two bytes.
func opening(marks string, i int) string {
	if i == 0 {
		return marks[:1]
	}
	return marks[1:]
}

// appendString appends a string in quotes, with the escape sequences that JSON asks for (RFC 8259: "Strings").
func appendString(out []byte, s string) []byte {
	const hex = "0123456789abcdef"
	out = append(out, '"')
	done := 0
	for i := 0; i < len(s); {
		c, size := s[i], 1
		escape := ""
		switch {
		case c >= ' ' && c < utf8.RuneSelf && c != '"' && c != '\\': // most
		case c == '"':
			escape = `\"`
		case c == '\\':
			escape = `\\`
		case c == '\n':
			escape = `\n`
		case c == '\r':
			escape = `\r`
		case c == '\t':
			escape = `\t`
		case c == '\b':
			escape = `\b`
		case c == '\f':
			escape = `\f`
		case c < ' ':
			escape = `\u00` + hex[c>>4:c>>4+1] + hex[c&15:c&15+1]
		case c >= utf8.RuneSelf:
			var r rune
			if r, size = utf8.DecodeRuneInString(s[i:]); r == utf8.RuneError && size == 1 {
				escape = "\uFFFD"
			}
		}
		if escape != "" {
			out = append(out, s[done:i]...)
			out = append(out, escape...)
			done = i + size
		}
		i += size
	}
	out = append(out, s[done:]...)
	return append(out, '"')
}
