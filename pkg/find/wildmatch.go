package find

import (
	"fmt"
	"regexp"
	"strings"
)

// special are the characters with a meaning of their own in a pattern.
const special = `*?[\`

// compile translates a pattern of a .gitignore file to a regular expression for a whole path, or returns nil for a
// pattern that git lets match nothing, such as one with a bracket that is not closed. The time that an expression takes
// is linear in the path, whatever the pattern.
//
// A "*" and a "?" match no slash. Between slashes, or at an end of the pattern, "**" stands for any directories; any
// other "**" is a "*". Git matches bytes: the expression is for text that [bytewise] has made of a path.
func compile(pattern string) *regexp.Regexp {
	var b strings.Builder
	b.WriteString(`(?s)\A`)
	start := strings.IndexAny(pattern+"*", special)
	for i := 0; i < len(pattern); {
		switch c := pattern[i]; c {
		case '*':
			i += writeStars(&b, pattern, i, start)
		case '?':
			b.WriteString(`[^/]`)
			i++
		case '[':
			set, length := bracket(pattern[i:])
			if length == 0 {
				return nil
			}
			set.write(&b)
			i += length
		case '\\':
			if i++; i == len(pattern) {
				return nil
			}
			fallthrough
		default:
			writeByte(&b, pattern[i])
			i++
		}
	}
	b.WriteString(`\z`)
	expr, err := regexp.Compile(b.String())
	if err != nil {
		return nil // an expression beyond the limits of the library, and so beyond any path
	}
	return expr
}

// writeStars translates the stars at an offset of a pattern, and returns how many bytes of it that covers. Git compares
// what is before the first special character by itself, so that the pattern begins again there, at start: "a**/b"
// is like "a" and "**/b".
func writeStars(b *strings.Builder, pattern string, at, start int) int {
	rest := strings.TrimLeft(pattern[at:], "*")
	stars := len(pattern) - at - len(rest)
	switch between := stars > 1 && (at == start || pattern[at-1] == '/'); {
	case between && strings.HasPrefix(rest, "/"):
		b.WriteString(`(?:.*/)?`)
		return stars + 1
	case between && (rest == "" || strings.HasPrefix(rest, `\/`)):
		b.WriteString(`.*`)
	default:
		b.WriteString(`[^/]*`)
	}
	return stars
}

// writeByte writes the expression for one byte.
func writeByte(b *strings.Builder, c byte) { fmt.Fprintf(b, `\x{%x}`, c) }

// bytewise returns a text with a character for each byte of s, U+0000 to U+00FF.
func bytewise(s string) string {
	ascii := true
	for i := range len(s) {
		ascii = ascii && s[i] < 0x80
	}
	if ascii {
		return s
	}
	runes := make([]rune, len(s))
	for i := range len(s) {
		runes[i] = rune(s[i])
	}
	return string(runes)
}

// A byteSet is what a bracket of a pattern matches.
type byteSet [256]bool

// bracket reads the bracket that a pattern begins with, "[a-z]", "[!._]" or "[[:digit:]x]", and returns its length, or
// 0 if it is malformed.
func bracket(pattern string) (set byteSet, length int) {
	i := 1
	negated := strings.HasPrefix(pattern[i:], "!") || strings.HasPrefix(pattern[i:], "^")
	if negated {
		i++
	}
	previous := -1 // the byte that a range may begin with
	for first := i; i == first || i < len(pattern) && pattern[i] != ']'; {
		ranges := i > first && previous >= 0 && pattern[i] == '-' && i+1 < len(pattern) && pattern[i+1] != ']'
		if ranges {
			i++
		} else if name, ok := class(pattern[min(i, len(pattern)):]); ok {
			if !set.addClass(name) {
				return set, 0
			}
			i += len("[::]") + len(name)
			previous = -1
			continue
		}
		if i < len(pattern) && pattern[i] == '\\' {
			i++
		}
		if i >= len(pattern) {
			return set, 0
		}
		c := int(pattern[i])
		i++
		if ranges {
			set.add(previous, c)
			previous = -1
		} else {
			set.add(c, c)
			previous = c
		}
	}
	if i >= len(pattern) {
		return set, 0
	}
	if negated {
		for c := range set {
			set[c] = !set[c]
		}
	}
	set['/'] = false
	return set, i + 1
}

// class returns the name in the "[:name:]" that a pattern begins with.
func class(pattern string) (name string, ok bool) {
	inside, found := strings.CutPrefix(pattern, "[:")
	if !found {
		return "", false
	}
	name, _, _ = strings.Cut(inside, "]")
	return strings.CutSuffix(name, ":")
}

func (s *byteSet) add(from, to int) {
	for c := from; c <= to; c++ {
		s[c] = true
	}
}

// addClass adds the bytes of a named class, which is ASCII alone. It reports false for an unknown name.
func (s *byteSet) addClass(name string) bool {
	ranges, known := map[string]string{
		"alnum": "09AZaz", "alpha": "AZaz", "blank": "  \t\t", "cntrl": "\x00\x1f\x7f\x7f", "digit": "09",
		"graph": "!~", "lower": "az", "print": " ~", "punct": "!/:@[`{~", "space": "  \t\n\r\r", "upper": "AZ",
		"xdigit": "09AFaf",
	}[name]
	for i := 0; i < len(ranges); i += 2 {
		s.add(int(ranges[i]), int(ranges[i+1]))
	}
	return known
}

// write writes the expression for one byte of the set.
func (s *byteSet) write(b *strings.Builder) {
	if *s == (byteSet{}) {
		b.WriteString(`[^\x{0}-\x{10FFFF}]`)
		return
	}
	b.WriteByte('[')
	for c, in := range s {
		if in {
			writeByte(b, byte(c))
		}
	}
	b.WriteByte(']')
}
