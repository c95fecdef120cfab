package source

import (
	"bytes"
	"strings"
	"unicode"
)

// standIns are characters for private use that the library prints in place of those beyond the first plane, such as emoji, which it would
// escape: "\U0001F600".
type standIns struct {
	to, from map[rune]rune
}

// The characters for private use of the first plane.
const (
	firstPrivate = '\uE000'
	lastPrivate  = '\uF8FF'
)

// newStandIns returns the characters for a text in which the library escaped something, or nil if it did not, or if the text has
// characters for private use of its own.
func newStandIns(text []byte) *standIns {
	private := func(r rune) bool { return r >= firstPrivate && r <= lastPrivate }
	if !bytes.Contains(text, []byte(`\U000`)) || bytes.IndexFunc(text, private) >= 0 {
		return nil
	}
	return &standIns{to: map[rune]rune{}, from: map[rune]rune{}}
}

// replace puts the characters in the place of those beyond the first plane that can be seen, as long as there are some left.
func (s *standIns) replace(text string) string {
	if s == nil {
		return text
	}
	return strings.Map(func(r rune) rune {
		if r <= 0xFFFF || !unicode.IsPrint(r) {
			return r
		}
		if _, ok := s.to[r]; !ok {
			next := firstPrivate + rune(len(s.to))
			if next > lastPrivate {
				return r
			}
			s.to[r], s.from[next] = next, r
		}
		return s.to[r]
	}, text)
}

// restore puts what they stand for back into a text.
func (s *standIns) restore(text []byte) []byte {
	return bytes.Map(func(r rune) rune {
		if was, ok := s.from[r]; ok {
			return was
		}
		return r
	}, text)
}
