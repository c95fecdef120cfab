package arrow

import (
	"bytes"

	"github.com/flowglot/flowglot/pkg/source"
)

// A printer writes lines. Comments are those of the text that the syntax was read from, in order; they are written as the
// lines that they are in or before.
type printer struct {
	out      bytes.Buffer
	line     bytes.Buffer
	indent   int
	comments []source.Span
	text     []byte
	start    int  // where the line begins in the text
	at       int  // the end of what of the text was written last
	first    bool // the line is the first of its block, with no gap above it
}

func (p *printer) add(words ...string) {
	for _, w := range words {
		p.line.WriteString(w)
	}
}

// end writes the line that was made of what is before an offset of the text, with its comments.
func (p *printer) end(offset int) {
	behind := -1 // the comment that ends the line
	n := 0
	for n < len(p.comments) && p.comments[n].Start < offset {
		n++
	}
	if n < len(p.comments) && !bytes.ContainsAny(p.text[min(offset, p.comments[n].Start):p.comments[n].Start], "\r\n") &&
		blankOrSign(p.text[min(offset, p.comments[n].Start):p.comments[n].Start]) {
		behind = n
	}
	closes := bytes.HasPrefix(p.line.Bytes(), []byte("}"))
	if closes { // what is above its bracket is inside of the subflow
		p.indent++
	}
	for _, c := range p.comments[:n] {
		p.comment(c)
	}
	if closes {
		p.indent--
	}
	p.gap(p.start)
	p.margin()
	p.out.Write(p.line.Bytes())
	p.line.Reset()
	p.at = max(p.at, offset)
	if behind >= 0 {
		p.out.WriteString("  ")
		p.out.Write(clean(p.text[p.comments[n].Start:p.comments[n].End]))
		p.at = p.comments[n].End
		n++
	}
	p.out.WriteByte('\n')
	p.comments = p.comments[n:]
}

// blankOrSign reports whether there is nothing but blanks, semicolons and brackets between a line and its comment.
func blankOrSign(between []byte) bool { return len(bytes.Trim(between, " \t;")) == 0 }

// gap keeps one empty line where the text has some before an offset.
func (p *printer) gap(offset int) {
	if !p.first && offset > p.at && offset <= len(p.text) && bytes.Count(p.text[p.at:offset], []byte("\n")) > 1 {
		p.out.WriteByte('\n')
	}
	p.first = false
}

// comment writes a comment on a line of its own.
func (p *printer) comment(c source.Span) {
	p.gap(c.Start)
	p.at = max(p.at, c.End)
	p.margin()
	p.out.Write(clean(p.text[c.Start:c.End]))
	p.out.WriteByte('\n')
}

func clean(comment []byte) []byte {
	return bytes.ToValidUTF8(bytes.TrimRight(comment, " \t\v\f\u00a0"), []byte("\ufffd"))
}

func (p *printer) margin() {
	const step, blanks = 2, "                                "
	for left := step * p.indent; left > 0; left -= len(blanks) {
		p.out.WriteString(blanks[:min(left, len(blanks))])
	}
}

// rest writes the comments before an offset that belong to no line.
func (p *printer) rest(offset int) {
	for len(p.comments) > 0 && p.comments[0].Start < offset {
		p.comment(p.comments[0])
		p.comments = p.comments[1:]
	}
}
