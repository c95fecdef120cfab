package diag

import (
	"bytes"
	"unicode/utf8"

	"github.com/flowglot/flowglot/pkg/source"
)

// markEvery is the distance, in bytes, between two places of a long line whose columns a ruler keeps.
const markEvery = 1 << 10

// A ruler tells the positions of many places. [source.File.Position] counts the columns from the start of the line,
// each time again; in a definition that is one line of megabytes, with thousands of findings, that is quadratic. The
// ruler keeps the columns of some places of the line that it was asked about last, and counts from the nearest.
type ruler struct {
	file *source.File
	line int
	text []byte // the text of the line, with its end

	start int    // the offset of the line
	end   int    // the offset after it; beyond the text if it is the last line, whose end belongs to it
	marks []mark // about every markEvery bytes, as far as was needed until now
}

// A mark is a place in a line: its offset from the start of the line, and the code points before it.
type mark struct {
	offset, runes int
}

// position returns the line and column of an offset into f, as [source.File.Position] does.
func (r *ruler) position(f *source.File, offset int) source.Position {
	offset = max(0, min(offset, len(f.Text)))
	if f != r.file || offset < r.start || offset >= r.end {
		if !r.move(f, offset) {
			return f.Position(offset)
		}
	}
	at := offset - r.start
	for len(r.marks) <= at/markEvery {
		r.extend()
	}
	m := r.marks[at/markEvery]
	if m.offset > at {
		m = r.marks[at/markEvery-1]
	}
	return source.Position{Line: r.line, Column: m.runes + utf8.RuneCount(r.text[m.offset:at]) + 1}
}

// move puts the ruler on the line of an offset. It reports false for an offset before the first column: within the
// byte order mark.
func (r *ruler) move(f *source.File, offset int) bool {
	line := f.Position(offset).Line
	start := f.Offset(source.Position{Line: line, Column: 1})
	end := f.Offset(source.Position{Line: line + 1, Column: 1})
	text := f.Text[start:max(start, end)]
	if end <= start {
		text = f.Text[start:]
		end = len(f.Text) + 1
	}
	*r = ruler{file: f, line: line, text: text, start: start, end: end, marks: append(r.marks[:0], mark{})}
	return offset >= start
}

// extend adds a mark. It is where a code point begins, or after so many bytes that begin none that the next one
// counts for itself, so that counting from it gives what counting from the start of the line does.
func (r *ruler) extend() {
	last := r.marks[len(r.marks)-1]
	next := min(len(r.marks)*markEvery, len(r.text))
	for n := 1; n < utf8.UTFMax && next < len(r.text) && !utf8.RuneStart(r.text[next]); n++ {
		next++
	}
	r.marks = append(r.marks, mark{next, last.runes + utf8.RuneCount(r.text[last.offset:next])})
}

// content returns the line that was asked about last, without its end, and the offset of its first byte.
func (r *ruler) content() ([]byte, int) {
	return bytes.TrimRight(r.text, "\r\n"), r.start
}

// clamp puts a span into the bounds of its file, and its end not before its start.
func clamp(f *source.File, s source.Span) source.Span {
	start := max(0, min(s.Start, len(f.Text)))
	return source.Span{Start: start, End: max(start, min(s.End, len(f.Text)))}
}

// A placer finds the places of many findings.
type placer struct {
	ruler ruler
}

// place returns the name of a file and the positions of both ends of a span in it: line 1, column 1 without a file.
func (p *placer) place(f *source.File, s source.Span) (name string, start, end source.Position) {
	if f == nil {
		return "", source.Position{Line: 1, Column: 1}, source.Position{Line: 1, Column: 1}
	}
	s = clamp(f, s)
	return f.Name, p.ruler.position(f, s.Start), p.ruler.position(f, s.End)
}
