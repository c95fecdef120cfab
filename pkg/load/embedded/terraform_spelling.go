package embedded

import (
	"bytes"
	"strconv"
	"unicode/utf8"

	"github.com/flowglot/flowglot/pkg/source"
)

// spelled returns the content of a literal of HCL with the place of each byte. The library gives the content, with escapes resolved,
// the indentation of a heredoc taken away and white space trimmed; reading the literal a second time next to it gives the places.
func spelled(text []byte, span source.Span, content string, quoted bool) source.Text {
	s := speller{text: text[:span.End], at: span.Start, content: content, quoted: quoted, offsets: make([]int, 0, len(content)+1)}
	for len(s.offsets) < len(content) {
		s.step()
	}
	return source.Mapped(content, append(s.offsets, min(max(s.at, span.Start), span.End)))
}

// A speller reads a literal together with its content.
type speller struct {
	text    []byte // up to the end of the literal
	at      int
	content string
	quoted  bool
	offsets []int // of the bytes of the content so far
}

// rest is what of the content is left.
func (s *speller) rest() string { return s.content[len(s.offsets):] }

// take gives the next bytes of the content a place, and reads on.
func (s *speller) take(n, from, to int) {
	for range n {
		s.offsets = append(s.offsets, from)
	}
	s.at = to
}

// step reads one character of the literal.
func (s *speller) step() {
	raw, rest := s.text[s.at:], s.rest()
	if len(raw) == 0 {
		s.take(len(rest), s.at, s.at)
		return
	}
	if s.at > 0 && s.text[s.at-1] == '\n' {
		if more := blanks(raw) - blanks([]byte(rest)); more > 0 { // the indentation that is not content
			s.at += more
			return
		}
	}
	if s.quoted && raw[0] == '\\' && s.escape(raw, rest) {
		return
	}
	for _, mark := range []string{"$${", "%%{"} {
		if bytes.HasPrefix(raw, []byte(mark)) && len(rest) >= 2 && rest[:2] == mark[1:] {
			s.take(1, s.at, s.at+2)
			return
		}
	}
	switch {
	case raw[0] == rest[0]:
		s.take(1, s.at, s.at+1)
	case raw[0] == ' ' || raw[0] == '\t' || raw[0] == '\r' || raw[0] == '\n': // trimmed
		s.at++
	default:
		s.resume(raw, rest)
	}
}

// escape reads an escape sequence of a quoted string. It reports false if the content is not that of one.
func (s *speller) escape(raw []byte, rest string) bool {
	size := 2
	if len(raw) > 1 && raw[1] == 'u' {
		size = 6
	} else if len(raw) > 1 && raw[1] == 'U' {
		size = 10
	}
	if len(raw) < size {
		return false
	}
	var c rune
	switch raw[1] {
	case 'n':
		c = '\n'
	case 'r':
		c = '\r'
	case 't':
		c = '\t'
	case '"', '\\':
		c = rune(raw[1])
	case 'u', 'U':
		n, err := strconv.ParseUint(string(raw[2:size]), 16, 32)
		if err != nil {
			return false
		}
		c = rune(n)
	default:
		return false
	}
	got, n := utf8.DecodeRuneInString(rest)
	if got != c {
		return false
	}
	s.take(n, s.at, s.at+size)
	return true
}

// resume reads on at the next line where literal and content differ: the library writes characters with accents in one form.
func (s *speller) resume(raw []byte, rest string) {
	n, size := len(rest), len(raw)
	if i := bytes.IndexByte(raw, '\n'); i >= 0 {
		size = i
	}
	if i := bytes.IndexByte([]byte(rest), '\n'); i >= 0 {
		n = i
	}
	if n == 0 { // the literal has more on this line
		s.at += max(size, 1)
		return
	}
	s.take(n, s.at, s.at+size)
}

// blanks counts the blanks that a text begins with.
func blanks(text []byte) int {
	return len(text) - len(bytes.TrimLeft(text, " \t"))
}
