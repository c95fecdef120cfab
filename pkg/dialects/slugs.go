package dialects

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Slug is a name as tasks and steps have them: its words in lower case with hyphens between them, where a capital letter begins a word after a
// small one, and before one if a capital is before it: "check-order" for "CheckOrder", "wait-a-minute" for "WaitAMinute". The s of "IDs" begins
// none. It is empty where the name has neither letters nor digits.
func Slug(name string) string {
	var b strings.Builder
	gap, small, large := false, false, false
	for i, r := range name {
		if !isLetter(r) {
			gap, large = b.Len() > 0, false
			continue
		}
		capital := unicode.IsUpper(r)
		if gap || small && capital || large && capital && beforeSmall(name[i+utf8.RuneLen(r):]) {
			b.WriteByte('-')
		}
		b.WriteRune(unicode.ToLower(r))
		gap, small, large = false, unicode.IsLower(r), capital
	}
	return b.String()
}

// beforeSmall reports whether a text begins with small letters, unless they are the s of a plural.
func beforeSmall(rest string) bool {
	first, size := utf8.DecodeRuneInString(rest)
	next, _ := utf8.DecodeRuneInString(rest[size:])
	return unicode.IsLower(first) && (first != 's' || unicode.IsLower(next))
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

// SamePlainName reports whether two names have the same [PlainName].
func SamePlainName(a, b string) bool {
	for {
		x, restA := nextPlain(a)
		y, restB := nextPlain(b)
		if x != y || x < 0 {
			return x == y
		}
		a, b = restA, restB
	}
}

// nextPlain is the next letter or digit of a name in lower case, with what follows it; -1 if there is none.
func nextPlain(name string) (rune, string) {
	for i, r := range name {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r), name[i+utf8.RuneLen(r):]
		}
	}
	return -1, ""
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
