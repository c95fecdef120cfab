package embedded

import (
	"strings"
	"unicode"

	"github.com/flowglot/flowglot/pkg/source"
)

// A placeholder is a mark such as ${Name} in a definition, with its place.
type placeholder struct {
	name string
	span source.Span
}

// placeholdersIn returns the placeholders of a text that may be the name of a substitution. Expressions and empty marks are not
// among them.
func placeholdersIn(s string) []placeholder {
	var out []placeholder
	for at := 0; ; {
		i := strings.Index(s[at:], "${")
		if i < 0 {
			return out
		}
		start := at + i
		at = start + len("${")
		end := at
		for end < len(s) && inName(s[end]) {
			end++
		}
		if end > at && end < len(s) && s[end] == '}' {
			out = append(out, placeholder{s[at:end], source.Span{Start: start, End: end + 1}})
			at = end + 1
		}
	}
}

// inName reports whether a byte may be part of the name of a substitution, or of a value of a template: AWS::Region, Order.Arn.
func inName(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte("_-.:", c) >= 0
}

// longestPlaceholder is how much of an expression its placeholder shows.
const longestPlaceholder = 80

// legible returns the text of an expression as the name of a placeholder, which may be part of a string of JSON.
func legible(expression string) string {
	var b strings.Builder
	for _, c := range strings.Join(strings.Fields(expression), " ") {
		switch {
		case b.Len() > longestPlaceholder:
			b.WriteRune('…')
			return b.String()
		case c == '"' || c == '\\' || c == '`':
			c = '\''
		case c == '{':
			c = '('
		case c == '}':
			c = ')'
		case !unicode.IsPrint(c):
			c = ' '
		}
		b.WriteRune(c)
	}
	return b.String()
}
