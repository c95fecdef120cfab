package expr

import (
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// escape reads an escape from its backslash on and appends the character that it stands for: \uXXXX a code point, of
// which a pair of surrogates makes one, and otherwise the next character itself (asl: "Reference Paths"). Within quotes
// \b, \f, \n, \r and \t are control characters, as in JSON.
func (p *parser) escape(dst []byte, quoted bool) ([]byte, *SyntaxError) {
	start := p.at
	p.at++
	if p.at >= len(p.s) {
		return nil, p.fail(start, p.at, "write `\\\\` for a backslash", "unexpected end of the path after `\\`")
	}
	if p.peek() == 'u' {
		if r, ok := p.hex(p.at + 1); ok {
			p.at += 5
			return utf8.AppendRune(dst, p.surrogates(r)), nil
		}
	}
	if quoted {
		if c, ok := control(p.peek()); ok {
			p.at++
			return append(dst, c), nil
		}
	}
	size := p.width()
	dst = append(dst, p.s[p.at:p.at+size]...)
	p.at += size
	return dst, nil
}

// control returns the control character that a letter stands for after a backslash.
func control(letter byte) (byte, bool) {
	switch letter {
	case 'b':
		return '\b', true
	case 'f':
		return '\f', true
	case 'n':
		return '\n', true
	case 'r':
		return '\r', true
	case 't':
		return '\t', true
	}
	return 0, false
}

// surrogates completes the first half of a pair with the escape that follows, if it is the other half. A half alone is
// U+FFFD.
func (p *parser) surrogates(r rune) rune {
	if !utf16.IsSurrogate(r) {
		return r
	}
	if p.peek() == '\\' && p.byteAt(p.at+1) == 'u' {
		if low, ok := p.hex(p.at + 2); ok {
			if pair := utf16.DecodeRune(r, low); pair != utf8.RuneError {
				p.at += 6
				return pair
			}
		}
	}
	return utf8.RuneError
}

// hex returns the value of the four hexadecimal digits at an offset.
func (p *parser) hex(at int) (rune, bool) {
	if at+4 > len(p.s) {
		return 0, false
	}
	for i := at; i < at+4; i++ {
		if c := p.s[i]; !('0' <= c && c <= '9' || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F') {
			return 0, false
		}
	}
	r, err := strconv.ParseUint(p.s[at:at+4], 16, 32)
	return rune(r), err == nil
}

// quoted reads a text in single or double quotes, from the first to the last.
func (p *parser) quoted() (string, *SyntaxError) {
	start, quote := p.at, p.peek()
	p.at++
	var text []byte
	for p.at < len(p.s) {
		switch c := p.s[p.at]; c {
		case quote:
			p.at++
			return string(text), nil
		case '\\':
			var err *SyntaxError
			if text, err = p.escape(text, true); err != nil {
				return "", err
			}
		default:
			text = append(text, c)
			p.at++
		}
	}
	return "", p.fail(start, start+1, "add "+string(quote), "the quote %c is not closed", quote)
}
