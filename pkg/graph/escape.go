package graph

import (
	"regexp"
	"strconv"
	"strings"
	"sync"
	"unicode"
)

// place is where in Mermaid text a label is, which decides what has to be escaped in it.
type place uint8

const (
	afterColon place = iota // of a transition or a body line, up to the end of the line
	inQuotes                // of a state's title
)

// wordJoiner is a character without width. It parts the pairs by which Mermaid marks codes, and which it would take for
// codes again when it has drawn them.
const wordJoiner = '\u2060'

// turns is what Mermaid's state diagrams take for a change of direction wherever it is on a line, even in the middle
// of a label. The direction may be on the next line.
var turns = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)(direction)(?:[\s\p{Z}\x{FEFF}]+(TB|BT|RL|LR|TD)|$)`)
})

// escape writes a label so that Mermaid shows it as it is. What Mermaid would read as its own syntax, as Markdown or as
// HTML becomes a character code, #59; for a semicolon; line ends become <br/>, and other control characters go.
func escape(label string, at place) string {
	chars := []rune(plain(label))
	var b strings.Builder
	b.Grow(len(label) + 16)
	for i, c := range chars {
		var before, after rune
		if i > 0 {
			before = chars[i-1]
		}
		if i+1 < len(chars) {
			after = chars[i+1]
		}
		switch {
		case c == '\n':
			b.WriteString("<br/>")
		case special(c, before, after, at):
			b.WriteString(code(c))
			if c == 'ﬂ' && after == '°' || c == '¶' && after == 'ß' {
				b.WriteString(code(wordJoiner))
			}
		default:
			b.WriteRune(c)
		}
	}
	return turns().ReplaceAllStringFunc(b.String(), straight)
}

// special reports whether a character means something to Mermaid between these neighbours, which are 0 at the ends.
func special(c, before, after rune, at place) bool {
	switch c {
	case ';', '`', '*', '\\', 'ﬂ', '¶': // the last two are how Mermaid hides codes from its parser
		return true
	case '"':
		return at == inQuotes
	case ':':
		return at == afterColon || after != ' '
	case '<':
		return after != ' ' && after != '='
	case '&':
		return after == '#' || 'a' <= after && after <= 'z' || 'A' <= after && after <= 'Z'
	case '[':
		return after == '['
	case '_':
		return !word(before) || !word(after)
	case '$', '%', '~':
		return before == c || after == c
	}
	return false
}

func word(c rune) bool { return unicode.IsLetter(c) || unicode.IsNumber(c) }

func code(c rune) string { return "#" + strconv.Itoa(int(c)) + ";" }

// straight breaks what Mermaid would take for a change of direction: by the code of the space, or at the end of a label
// by that of the last letter.
func straight(match string) string {
	const length = len("direction")
	if len(match) == length {
		return match[:length-1] + code(rune(match[length-1]))
	}
	return match[:length] + code(' ') + strings.TrimLeftFunc(match[length:], blank)
}

// plain returns a text in which "\n" is the only control character, without white space at its ends.
func plain(s string) string {
	s = strings.ReplaceAll(strings.ToValidUTF8(s, "\ufffd"), "\r\n", "\n")
	s = strings.Map(func(c rune) rune {
		switch {
		case c == '\n', c == '\r', c == '\u0085', c == '\u2028', c == '\u2029':
			return '\n'
		case c == '\t', c == '\v', c == '\f':
			return ' '
		case unicode.IsControl(c):
			return -1
		}
		return c
	}, s)
	return strings.TrimFunc(s, blank)
}

// blank reports whether a character is white space, as Mermaid's language sees it.
func blank(c rune) bool { return unicode.IsSpace(c) || unicode.Is(unicode.Z, c) || c == '\ufeff' }
