package embedded

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/hcl/v2/hclwrite"

	"github.com/flowglot/flowglot/pkg/source"
)

// heredoc notes the lines of a heredoc as the text of a definition.
func (p *Part) heredoc(f *source.File, x *hclsyntax.TemplateExpr, format source.Format) {
	span := spanOf(x.Range())
	end := len(bytes.TrimRight(f.Text[:span.End], " \t\r\n")) // of the line with the closing mark
	span.End = max(span.Start, lineStart(f.Text, end)-1)
	lines := blockScalar(f.Text, span)
	lines.End = len(bytes.TrimRight(f.Text[:max(lines.Start, span.End)], " \t\r\n"))
	if lines.Start >= lines.End {
		p.Kept = "it is empty"
		return
	}
	p.template(f, x, lines, format)
}

// template notes a range of a template of HCL as the text of a definition.
func (p *Part) template(f *source.File, x *hclsyntax.TemplateExpr, span source.Span, format source.Format) {
	text, masks, ok := masked(f.Text, span, x)
	if !ok {
		p.Kept = "parts of it depend on conditions, or are repeated"
		return
	}
	l := newLiteral(f, span, format)
	l.indent = indentOf(f.Text, span.Start, " \t")
	l.masks = masks
	l.Text = append(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")), '\n')
	if format == source.YAML { // in JSON, indentation means nothing
		if l.Text, ok = dedented(l.Text, l.indent); !ok {
			p.Kept = "some of its lines begin before the first one"
			return
		}
	}
	p.Literal = l
}

// objectLiteral notes an expression that jsonencode writes as JSON. Of its layout, only the order of members and the blanks are that of
// a formatted definition: the latter as terraform fmt has them.
func (p *Part) objectLiteral(f *source.File, x *hclsyntax.ObjectConsExpr) {
	span := spanOf(x.Range())
	root := (&objects{text: f.Text, contents: map[source.Span]source.Text{}, bare: map[source.Span]bool{}}).node(x)
	text := source.Print(root, source.JSON)
	p.Literal = &Literal{Span: span, Text: text, Format: source.JSON, arrange: func(formatted *source.Node) ([]byte, bool) {
		a := arranger{text: f.Text}
		a.value(x, formatted)
		return blanksOfHCL(f.Text, span, a.out), !a.failed
	}}
}

// sameInHCL returns a text of JSON that replaces a value or a key, and reports whether it means the same in HCL: a number, a word, or a
// string without escape sequences and interpolations. Members are added and removed in another notation.
func sameInHCL(text string) (string, bool) {
	return text, json.Valid([]byte(text)) && !strings.ContainsAny(text, "{}[]\\\r\n")
}

// bareKey returns a key in quotes as HCL writes it without, or as it is if HCL needs the quotes. "for" at the beginning of an object
// would begin an expression.
func bareKey(text string) string {
	var key string
	if err := json.Unmarshal([]byte(text), &key); err != nil || key == "for" || !hclsyntax.ValidIdentifier(key) {
		return text
	}
	return key
}

// blanksOfHCL returns the text of an expression with the blanks that terraform fmt would give it at its place.
func blanksOfHCL(outer []byte, span source.Span, text []byte) []byte {
	start, end := lineStart(outer, span.Start), lineEnd(outer, span.End)
	before, after := outer[start:span.Start], outer[span.End:end]
	const indent = 2 // of terraform fmt
	depth := len(indentOf(outer, span.Start, " ")) / indent
	var b []byte
	for range depth {
		b = append(b, "block {\n"...)
	}
	b = append(append(append(b, before...), text...), after...)
	b = append(b, '\n')
	for range depth {
		b = append(b, "}\n"...)
	}
	b = hclwrite.Format(b)
	// Formatting changes blanks alone, so that the same place is that with as many other letters before or after it.
	from := afterLetters(b, letters(before)+depth*letters([]byte("block {")))
	for from < len(b) && isBlank(b[from]) {
		from++
	}
	to := beforeLetters(b, letters(after)+depth)
	for to > from && isBlank(b[to-1]) {
		to--
	}
	return b[from:to]
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }

// letters counts the bytes of a text that are not blank.
func letters(text []byte) int {
	n := 0
	for _, c := range text {
		if !isBlank(c) {
			n++
		}
	}
	return n
}

// afterLetters returns the offset after the first n bytes that are not blank.
func afterLetters(text []byte, n int) int {
	for i, c := range text {
		if n == 0 {
			return i
		}
		if !isBlank(c) {
			n--
		}
	}
	return len(text)
}

// beforeLetters returns the offset before the last n bytes that are not blank.
func beforeLetters(text []byte, n int) int {
	for i := len(text); i > 0; i-- {
		if n == 0 {
			return i
		}
		if !isBlank(text[i-1]) {
			n--
		}
	}
	return 0
}
