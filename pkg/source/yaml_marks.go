package source

import (
	"strings"
	"unicode/utf8"
)

// A ruler finds the offsets of the library's marks: lines that count from 1 and end at the breaks of YAML 1.1, which are
// more than those of [File.Position], and columns that count code points from 1. Marks come mostly in the order of the
// text, so it goes on from the last one: on a line of megabytes, counting from its start each time would be quadratic.
type ruler struct {
	text   string
	starts []int // the offset at which each line begins

	line, column, at int // the last mark
}

// newRuler returns a ruler for a text whose first column is at an offset, after the byte order mark.
func newRuler(text string, first int) ruler {
	r := ruler{text: text, starts: append(make([]int, 0, strings.Count(text, "\n")+1), first)}
	for i := first; i < len(text); i++ {
		if c := text[i]; c > '\r' && c < 0xC2 {
			continue
		}
		if n := breakLen(text, i); n > 0 {
			i += n - 1
			r.starts = append(r.starts, i+1)
		}
	}
	return r
}

// offset returns the offset of a mark; one beyond the text is its end.
func (r *ruler) offset(line, column int) int {
	switch {
	case line < 1:
		return r.starts[0]
	case line > len(r.starts):
		return len(r.text)
	}
	at, from := r.starts[line-1], 1
	if line == r.line && column >= r.column {
		at, from = r.at, r.column
	}
	for ; from < column && at < len(r.text); from++ {
		if r.text[at] < utf8.RuneSelf {
			at++
		} else {
			at += runeLen(r.text, at)
		}
	}
	r.line, r.column, r.at = line, from, at
	return at
}

// breakLen returns the length of the line break at an offset, as the library breaks lines, or 0.
func breakLen(text string, at int) int {
	switch text[at] {
	case '\n':
		return 1
	case '\r':
		if strings.HasPrefix(text[at:], "\r\n") {
			return 2
		}
		return 1
	case 0xC2:
		if strings.HasPrefix(text[at:], "\u0085") {
			return 2
		}
	case 0xE2:
		if strings.HasPrefix(text[at:], "\u2028") || strings.HasPrefix(text[at:], "\u2029") {
			return 3
		}
	}
	return 0
}

// isBreak reports whether a line break is at an offset of the text.
func isBreak(text string, at int) bool { return breakLen(text, at) > 0 }

// isBlank reports whether a byte is a blank of YAML.
func isBlank(c byte) bool { return c == ' ' || c == '\t' }

// skipBlanks returns the offset after the blanks at an offset.
func skipBlanks(text string, at int) int {
	for at < len(text) && isBlank(text[at]) {
		at++
	}
	return at
}

// skipGap returns the offset after the blanks, line breaks and comments at an offset.
func skipGap(text string, at int) int {
	for at < len(text) {
		switch n := breakLen(text, at); {
		case n > 0:
			at += n
		case isBlank(text[at]):
			at++
		case text[at] == '#':
			for at < len(text) && !isBreak(text, at) {
				at++
			}
		default:
			return at
		}
	}
	return at
}
