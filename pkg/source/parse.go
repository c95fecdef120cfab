package source

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// The limits of what is read. They are far beyond what people write, and keep a hostile text from costing more than its
// size.
const (
	maxDepth     = 1_000     // objects and arrays inside of each other
	maxExpanded  = 1_000_000 // the nodes of a YAML tree with every alias expanded
	maxMalformed = 5         // reports of bytes that are not UTF-8; the rest will be of the same kind
)

// Parse reads the text of a file in its format and sets its Root, which is nil only if there is no value in the
// text, or no tree in the format. It returns what is wrong with the text in the order of the places, one problem per
// cause; reading goes on after a mistake as far as that makes sense, and [File.Incomplete] reports when it did not.
//
// JSON is that of RFC 8259 and nothing more. YAML is read by its core schema (YAML 1.2: "Core Schema").
func Parse(f *File) []Problem {
	f.Root, f.Incomplete, f.aliased = nil, false, false
	switch f.Format {
	case JSON:
		return parseJSON(f)
	case YAML:
		return parseYAML(f)
	default:
		return nil
	}
}

// checkEncoding reports the bytes that are not UTF-8. It reports false if the text is in another encoding altogether,
// and not worth reading.
func checkEncoding(f *File, text string, found *problems) bool {
	if strings.HasPrefix(text, "\xff\xfe") || strings.HasPrefix(text, "\xfe\xff") {
		found.add(Problem{
			Rule:    ruleUTF8,
			Span:    Span{0, 2},
			Message: "the text is in UTF-16, not in UTF-8",
			Help:    "save the file as UTF-8",
		})
		f.Incomplete = true
		return false
	}
	if utf8.ValidString(text) {
		return true
	}
	reported := 0
	for i := 0; i < len(text) && reported < maxMalformed; {
		r, size := utf8.DecodeRuneInString(text[i:])
		if r != utf8.RuneError || size > 1 {
			i += size
			continue
		}
		start := i
		for i < len(text) && text[i] >= utf8.RuneSelf && !utf8.FullRuneInString(text[i:]) || i == start {
			i++
		}
		found.add(Problem{
			Rule:    ruleUTF8,
			Span:    Span{start, i},
			Message: fmt.Sprintf("the byte 0x%02X is not valid UTF-8", text[start]),
			Help:    "save the file as UTF-8",
		})
		reported++
	}
	return true
}

// describe names what is at an offset of a text, for messages about what was found: "a string", "','".
func describe(text string, at int) string {
	if at >= len(text) {
		return "the end of the text"
	}
	switch c := text[at]; {
	case c == '"':
		return "a string"
	case c == '\n' || c == '\r':
		return "the end of the line"
	case c == '\t':
		return "a tab"
	case wordByte(c):
		return quote(text[at:wordEnd(text, at)])
	}
	r, size := utf8.DecodeRuneInString(text[at:])
	switch {
	case r == utf8.RuneError && size <= 1:
		return fmt.Sprintf("the byte 0x%02X", text[at])
	case r < ' ' || r == 0x7F || r == 0xA0 || r == '\u200B' || r == '\uFEFF':
		return fmt.Sprintf("the character U+%04X", r)
	}
	return "'" + string(r) + "'"
}

// quote returns a word of a text in quotes, shortened to what fits in a message.
func quote(word string) string {
	const most = 40
	if len(word) > most {
		cut := most
		for !utf8.RuneStart(word[cut]) {
			cut--
		}
		word = word[:cut] + "…"
	}
	return `"` + strings.ToValidUTF8(word, "\uFFFD") + `"`
}

// wordByte reports whether a byte may be part of a word or a number: of a name that somebody wrote without quotes.
func wordByte(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' ||
		c == '_' || c == '$' || c == '-' || c == '+' || c == '.'
}

// wordEnd returns the offset after the word that begins at an offset.
func wordEnd(text string, at int) int {
	for at < len(text) && wordByte(text[at]) {
		at++
	}
	return at
}
