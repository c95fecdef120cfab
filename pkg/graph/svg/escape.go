package svg

import (
	"strings"
	"unicode/utf8"
)

// escape writes a text for an element or an attribute in double quotes. Characters that XML does not
// allow become the sign for what cannot be shown.
func escape(s string) string {
	clean := true
	for i := 0; i < len(s) && clean; i++ {
		c := s[i]
		clean = c >= ' ' && c < utf8.RuneSelf && c != '&' && c != '<' && c != '>' && c != '"' && c != '\''
	}
	if clean {
		return s
	}
	var b strings.Builder
	for _, c := range s {
		switch {
		case c == '&':
			b.WriteString("&amp;")
		case c == '<':
			b.WriteString("&lt;")
		case c == '>':
			b.WriteString("&gt;")
		case c == '"':
			b.WriteString("&quot;")
		case c == '\'':
			b.WriteString("&#39;")
		case c == '\n', c == '\t':
			b.WriteRune(c)
		case c < ' ', 0x7f <= c && c < 0xa0, c == 0xfffe, c == 0xffff:
			b.WriteRune(utf8.RuneError)
		default:
			b.WriteRune(c)
		}
	}
	return b.String()
}
