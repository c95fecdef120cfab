package dialects

import (
	"strings"
	"unicode"
)

// Slug is a name as tasks and steps have them: its words in lower case with hyphens between them, where a capital letter after a small one
// begins a word too: "check-order" for "CheckOrder". It is empty where the name has neither letters nor digits.
func Slug(name string) string {
	var b strings.Builder
	gap, small := false, false
	for _, r := range name {
		if !isLetter(r) {
			gap = b.Len() > 0
			continue
		}
		capital := unicode.IsUpper(r)
		if gap || small && capital {
			b.WriteByte('-')
		}
		b.WriteRune(unicode.ToLower(r))
		gap, small = false, unicode.IsLower(r)
	}
	return b.String()
}

// isLetter reports whether a character is a letter, a part of one, or a digit.
func isLetter(r rune) bool { return unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r) }

// PlainName are the letters and digits of a name in lower case: what is left of it in every dialect.
func PlainName(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, name)
}

// InASCII is a name with a hyphen for each character that is neither a letter or a digit of ASCII nor one of some others.
func InASCII(name, others string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' || strings.ContainsRune(others, r) {
			return r
		}
		return '-'
	}, name)
}
