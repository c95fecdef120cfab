package jsonata

import (
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// string reads a text in quotes.
func (l *lexer) string(quote byte) (token, *Error) {
	start := l.pos
	var b strings.Builder
	for i := start + 1; i < len(l.text); {
		switch c := l.text[i]; c {
		case quote:
			t := l.token(stringToken, start, i+1)
			t.text = b.String()
			return t, nil
		case '\\':
			n, err := l.escape(&b, i)
			if err != nil {
				return token{}, err
			}
			i += n
		default:
			b.WriteByte(c)
			i++
		}
	}
	return token{}, failAt("S0101", Range{start, len(l.text)})
}

// escape reads the escape sequence at an offset, and returns how long it is.
func (l *lexer) escape(b *strings.Builder, at int) (int, *Error) {
	if at+1 >= len(l.text) {
		return 1, nil // the string does not end either, which is reported
	}
	const from, to = `"\/bfnrt`, "\"\\/\b\f\n\r\t"
	c := l.text[at+1]
	if i := strings.IndexByte(from, c); i >= 0 {
		b.WriteByte(to[i])
		return 2, nil
	}
	if c != 'u' {
		_, size := utf8.DecodeRuneInString(l.text[at+1:])
		end := at + 1 + size
		return 0, failAt("S0103", Range{at, end}).about(l.text[at+1 : end])
	}
	first, ok := l.unit(at + 2)
	if !ok {
		return 0, failAt("S0104", Range{at, min(at+6, len(l.text))})
	}
	if utf16.IsSurrogate(first) && strings.HasPrefix(l.text[at+6:], `\u`) {
		if second, ok := l.unit(at + 8); ok {
			if r := utf16.DecodeRune(first, second); r != utf8.RuneError {
				b.WriteRune(r)
				return 12, nil
			}
		}
	}
	writeUnit(b, first)
	return 6, nil
}

// unit reads four hexadecimal digits.
func (l *lexer) unit(at int) (rune, bool) {
	if at+4 > len(l.text) {
		return 0, false
	}
	u, err := strconv.ParseUint(l.text[at:at+4], 16, 16)
	return rune(u), err == nil
}

// writeUnit writes a UTF-16 unit. A surrogate without its other half, which UTF-8 cannot express, is written in three
// bytes as others would be, so that functions which must refuse it can find it.
func writeUnit(b *strings.Builder, u rune) {
	if !utf16.IsSurrogate(u) {
		b.WriteRune(u)
		return
	}
	b.Write([]byte{0xE0 | byte(u>>12), 0x80 | byte(u>>6)&0x3F, 0x80 | byte(u)&0x3F})
}
