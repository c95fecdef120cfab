package lsp

import (
	"sort"
	"unicode/utf8"

	"github.com/flowglot/flowglot/pkg/source"
)

// A text is what an editor has of a document, with the offsets at which its lines begin.
type text struct {
	uri     string
	path    string
	version int
	bytes   []byte
	lines   []int
	utf8    bool // positions count bytes, and not UTF-16 code units
}

func newText(uri, path string, version int, content string, inBytes bool) *text {
	t := &text{uri: uri, path: path, version: version, utf8: inBytes}
	t.set(content)
	return t
}

func (t *text) set(content string) {
	t.bytes, t.lines = []byte(content), []int{0}
	for i, c := range t.bytes {
		if c == '\n' {
			t.lines = append(t.lines, i+1)
		}
	}
}

// offset is where a position of the protocol is. One beyond the end of a line is its end, one beyond the text the end of that.
func (t *text) offset(p position) int {
	if p.Line < 0 {
		return 0
	}
	if p.Line >= len(t.lines) {
		return len(t.bytes)
	}
	at, end := t.lines[p.Line], t.lineEnd(p.Line)
	if t.utf8 {
		return min(at+max(p.Character, 0), end)
	}
	for units := 0; at < end && units < p.Character; {
		r, width := utf8.DecodeRune(t.bytes[at:end])
		units++
		if r > 0xFFFF {
			units++
		}
		at += width
	}
	return at
}

// lineEnd is where the text of a line ends, without its break.
func (t *text) lineEnd(line int) int {
	end := len(t.bytes)
	if line+1 < len(t.lines) {
		end = t.lines[line+1] - 1
	}
	if end > t.lines[line] && t.bytes[end-1] == '\r' {
		end--
	}
	return end
}

// position is the inverse of offset.
func (t *text) position(offset int) position {
	offset = max(0, min(offset, len(t.bytes)))
	line := sort.Search(len(t.lines), func(i int) bool { return t.lines[i] > offset }) - 1
	p := position{Line: line, Character: offset - t.lines[line]}
	if t.utf8 {
		return p
	}
	p.Character = 0
	for at := t.lines[line]; at < offset; {
		r, width := utf8.DecodeRune(t.bytes[at:offset])
		p.Character++
		if r > 0xFFFF {
			p.Character++
		}
		at += width
	}
	return p
}

func (t *text) rangeOf(s source.Span) textRange {
	return textRange{t.position(s.Start), t.position(max(s.Start, s.End))}
}

// replace replaces a range, or all of the text.
func (t *text) replace(r *textRange, with string) {
	if r == nil {
		t.set(with)
		return
	}
	from, to := t.offset(r.Start), t.offset(r.End)
	to = max(from, to)
	t.set(string(t.bytes[:from]) + with + string(t.bytes[to:]))
}
