package embedded

import (
	"bytes"
	"strings"

	"github.com/flowglot/flowglot/pkg/source"
)

// A Literal is the text of a definition as the outer file has it, where it can be replaced by another text of the same meaning.
type Literal struct {
	// Span is the range of the outer file that is replaced.
	Span source.Span
	// Text is the definition by itself, without the indentation that it has in the outer file, and Format its notation.
	Text   []byte
	Format source.Format

	indent string // what the lines after the first one begin with
	crlf   bool   // lines end as on Windows
	masks  []mask // what stands for interpolations in the text
	// arrange writes a formatted definition in the notation of the outer file; nil: it is the same notation.
	arrange func(formatted *source.Node) ([]byte, bool)
}

// Write returns a formatted definition as it replaces the range of the outer file. It reports false if that would change what the
// outer file replaces in the definition, or if the text cannot be read.
func (l *Literal) Write(formatted []byte) ([]byte, bool) {
	if l.arrange != nil || l.Format == source.JSON {
		f := &source.File{Name: "definition", Text: formatted, Format: l.Format}
		source.Parse(f)
		if f.Root == nil {
			return nil, false
		}
		if l.arrange != nil {
			return l.arrange(f.Root)
		}
		formatted = source.PrintIndented(f.Root, l.indent)
	} else {
		formatted = indented(formatted, l.indent)
	}
	formatted = bytes.TrimRight(formatted, "\n")
	for _, sign := range []string{"${", "%{"} {
		if bytes.Count(l.Text, []byte(sign)) != bytes.Count(formatted, []byte(sign)) { // one was spelled with an escape sequence
			return nil, false
		}
	}
	formatted, ok := unmask(formatted, l.masks)
	if l.crlf {
		formatted = bytes.ReplaceAll(formatted, []byte("\n"), []byte("\r\n"))
	}
	return formatted, ok
}

// indented returns a text whose lines after the first one begin with an indentation, unless they are empty.
func indented(text []byte, indent string) []byte {
	var out []byte
	for i, line := range bytes.SplitAfter(text, []byte("\n")) {
		if i > 0 && len(line) > 1 {
			out = append(out, indent...)
		}
		out = append(out, line...)
	}
	return out
}

// literal notes the text of a definition that is a value of JSON or YAML, or why it cannot be replaced.
func (p *Part) literal(f *source.File, n *source.Node) {
	if name, argument := intrinsic(n); name == functionSub {
		n = argument
		if n.Kind == source.Array && len(n.Items) > 0 {
			n = n.Items[0]
		}
	} else if name != "" {
		p.Kept = "it is the result of a function"
		return
	}
	switch {
	case n.Kind == source.Object && f.Format == source.JSON:
		p.Literal = newLiteral(f, n.Span, source.JSON)
		p.Literal.indent = indentOf(f.Text, n.Span.Start, " \t")
	case n.Kind == source.Object && n.Style == source.Flow:
		p.Literal = newLiteral(f, n.Span, source.YAML)
		p.Literal.indent = strings.Repeat(" ", len(indentOf(f.Text, n.Span.Start, " -"))+2)
	case n.Kind == source.Object:
		p.lines(f, blockMapping(f.Text, n.Span), source.YAML)
	case n.Kind == source.String && f.Format == source.YAML && (n.Style == source.Literal || n.Style == source.Folded):
		p.lines(f, blockScalar(f.Text, n.Span), source.JSON)
	default:
		p.Kept = "it is a string in quotes"
	}
}

// newLiteral returns a range of a file as it is.
func newLiteral(f *source.File, span source.Span, format source.Format) *Literal {
	text := f.Text[span.Start:span.End]
	l := &Literal{Span: span, Format: format, crlf: bytes.Contains(text, []byte("\r\n"))}
	l.Text = append(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")), '\n')
	return l
}

// lines notes a definition that has lines of its own in the outer file. The range begins after the indentation of the first of them.
func (p *Part) lines(f *source.File, span source.Span, format source.Format) {
	l := newLiteral(f, span, format)
	l.indent = strings.Repeat(" ", span.Start-lineStart(f.Text, span.Start))
	text, ok := dedented(l.Text, l.indent)
	if !ok {
		p.Kept = "some of its lines begin before the first one"
		return
	}
	l.Text = text
	p.Literal = l
}

// dedented returns a text without the indentation of the lines after the first one. It reports false if one has less than that, and is
// no comment.
func dedented(text []byte, indent string) ([]byte, bool) {
	var out []byte
	for i, line := range bytes.SplitAfter(text, []byte("\n")) {
		if i > 0 {
			own := line[:len(line)-len(bytes.TrimLeft(line, " \t"))]
			rest := line[len(own):]
			switch {
			case bytes.HasPrefix(own, []byte(indent)):
				line = line[len(indent):]
			case len(rest) == 0 || rest[0] == '\n' || rest[0] == '#':
				line = rest
			default:
				return nil, false
			}
		}
		out = append(out, line...)
	}
	return out, true
}

// blockMapping returns the range of a mapping in block style with the comments that belong to it: those above its first key, after
// its last value, and below that as far as they are indented like its keys.
func blockMapping(text []byte, span source.Span) source.Span {
	first := lineStart(text, span.Start)
	column := span.Start - first
	if len(bytes.TrimLeft(text[first:span.Start], " ")) == 0 {
		for at := first; at > 0; {
			at = lineStart(text, at-1)
			line, indent := lineAt(text, at)
			if len(line) > 0 && (line[0] != '#' || indent < column) {
				break
			}
			if len(line) > 0 && indent == column {
				span.Start = at + column
			}
		}
	}
	end := lineEnd(text, span.End)
	for at := end; at < len(text); at = lineEnd(text, at) {
		at++
		line, indent := lineAt(text, at)
		if len(line) > 0 && (line[0] != '#' || indent < column) {
			break
		}
		if len(line) > 0 {
			end = lineEnd(text, at)
		}
	}
	span.End = max(span.End, len(bytes.TrimRight(text[:end], " \t\r")))
	return span
}

// blockScalar returns the range of the lines of a block scalar, from the first letter to the last one.
func blockScalar(text []byte, span source.Span) source.Span {
	start := min(lineEnd(text, span.Start)+1, span.End)
	least := -1
	for at := start; at < span.End; at = lineEnd(text, at) + 1 {
		if line, indent := lineAt(text, at); len(line) > 0 && (least < 0 || indent < least) {
			least = indent
		}
	}
	for start < span.End {
		if line, _ := lineAt(text, start); len(line) > 0 {
			break
		}
		start = lineEnd(text, start) + 1
	}
	return source.Span{Start: min(start+max(least, 0), span.End), End: span.End}
}

// lineStart returns where the line of an offset begins.
func lineStart(text []byte, at int) int { return bytes.LastIndexByte(text[:at], '\n') + 1 }

// lineEnd returns where the line of an offset ends, without its break.
func lineEnd(text []byte, at int) int {
	if i := bytes.IndexByte(text[at:], '\n'); i >= 0 {
		return at + i
	}
	return len(text)
}

// lineAt returns the line that begins at an offset, without the blanks around it, and how many blanks it begins with.
func lineAt(text []byte, at int) (line []byte, indent int) {
	line = text[at:lineEnd(text, at)]
	rest := bytes.TrimLeft(line, " ")
	return bytes.TrimSpace(rest), len(line) - len(rest)
}

// indentOf returns the signs of a set that the line of an offset begins with.
func indentOf(text []byte, at int, set string) string {
	line := text[lineStart(text, at):at]
	return string(line[:len(line)-len(bytes.TrimLeft(line, set))])
}
