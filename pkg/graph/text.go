package graph

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	// lineWidth is how many characters of a label are on a line, if there is a place to break it.
	lineWidth = 36
	// maxLabel is how many characters of an expression a label shows.
	maxLabel = 120
)

// texts writes the texts of a drawing.
type texts struct{ symbols }

// cut shortens a text to a number of characters, the sign that something is missing included.
func (t texts) cut(s string, limit int) string {
	if len(s) <= limit || utf8.RuneCountInString(s) <= limit {
		return s
	}
	keep := max(0, limit-utf8.RuneCountInString(t.ellipsis))
	for i := range s {
		if keep == 0 {
			return strings.TrimRightFunc(s[:i], unicode.IsSpace) + t.ellipsis
		}
		keep--
	}
	return s
}

// oneLine puts a text on one line: control characters go, and every run of white space becomes a space.
func oneLine(s string) string { return strings.Join(strings.Fields(plain(s)), " ") }

// wrap breaks an expression into lines: before "and" and "or" where that gives lines short enough, and at other spaces
// in what is still too long.
func wrap(s string) string {
	return fill(clauses(s), func(clause string) string {
		if utf8.RuneCountInString(clause) <= lineWidth {
			return clause
		}
		return fill(strings.Fields(clause), func(word string) string { return word })
	})
}

// fill puts pieces on lines, as many on each as go there. A piece may itself be several lines.
func fill(pieces []string, format func(string) string) string {
	var b strings.Builder
	width := 0
	for i, piece := range pieces {
		size := utf8.RuneCountInString(piece)
		switch {
		case i == 0:
		case width+1+size <= lineWidth:
			b.WriteByte(' ')
			width++
		default:
			b.WriteByte('\n')
			width = 0
		}
		b.WriteString(format(piece))
		width += size
	}
	return b.String()
}

// joinsClauses reports whether an expression goes on with a connective.
func joinsClauses(s string) bool {
	for _, word := range []string{" and ", " or ", " && ", " || "} {
		if strings.HasPrefix(s, word) {
			return true
		}
	}
	return false
}

// clauses parts an expression before each connective that is in no quotes.
func clauses(s string) []string {
	var parts []string
	var quote rune
	start := 0
	for i, c := range s {
		switch {
		case quote != 0:
			if c == quote && s[i-1] != '\\' {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == ' ' && joinsClauses(s[i:]):
			parts = append(parts, s[start:i])
			start = i + 1
		}
	}
	return slices.DeleteFunc(append(parts, s[start:]), func(p string) bool { return p == "" })
}
