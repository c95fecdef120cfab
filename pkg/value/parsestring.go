package value

import (
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// string reads a string from its opening quote on.
func (p *parser) string() (string, *SyntaxError) {
	p.at++
	start := p.at
	for p.at < len(p.text) {
		c := p.text[p.at]
		if c == '"' {
			p.at++
			return string(p.text[start : p.at-1]), nil
		}
		if c < ' ' || c == '\\' || c >= utf8.RuneSelf {
			return p.unescaped(append(make([]byte, 0, 2*(p.at-start)+16), p.text[start:p.at]...))
		}
		p.at++
	}
	return "", p.expected("a closing `\"`")
}

// unescaped reads the rest of a string that needs more than copying; s is its beginning.
func (p *parser) unescaped(s []byte) (string, *SyntaxError) {
	for p.at < len(p.text) {
		switch c := p.text[p.at]; {
		case c == '"':
			p.at++
			return string(s), nil
		case c < ' ':
			return "", p.expected("an escape such as \\n")
		case c == '\\':
			r, err := p.escape()
			if err != nil {
				return "", err
			}
			s = utf8.AppendRune(s, r)
		case c < utf8.RuneSelf:
			s = append(s, c)
			p.at++
		default:
			r, size := utf8.DecodeRune(p.text[p.at:])
			s = utf8.AppendRune(s, r)
			p.at += size
		}
	}
	return "", p.expected("a closing `\"`")
}

// escape reads an escape from its backslash on, a pair of surrogates as one.
func (p *parser) escape() (rune, *SyntaxError) {
	p.at++
	if p.at >= len(p.text) {
		return 0, p.expected("a closing `\"`")
	}
	c := p.text[p.at]
	switch c {
	case '"', '\\', '/':
	case 'b':
		c = '\b'
	case 'f':
		c = '\f'
	case 'n':
		c = '\n'
	case 'r':
		c = '\r'
	case 't':
		c = '\t'
	case 'u':
		return p.unicode()
	default:
		return 0, p.expected("an escape such as \\n or \\u0041")
	}
	p.at++
	return rune(c), nil
}

// unicode reads \uXXXX from its u on.
func (p *parser) unicode() (rune, *SyntaxError) {
	p.at++
	r, ok := p.hex(p.at)
	if !ok {
		return 0, p.expected("four hexadecimal digits")
	}
	p.at += 4
	if !utf16.IsSurrogate(r) {
		return r, nil
	}
	if p.at+1 < len(p.text) && p.text[p.at] == '\\' && p.text[p.at+1] == 'u' {
		if low, ok := p.hex(p.at + 2); ok {
			if pair := utf16.DecodeRune(r, low); pair != utf8.RuneError {
				p.at += 6
				return pair, nil
			}
		}
	}
	return utf8.RuneError, nil
}

// hex returns the value of the four hexadecimal digits at an offset.
func (p *parser) hex(at int) (rune, bool) {
	if at+4 > len(p.text) {
		return 0, false
	}
	for _, c := range p.text[at : at+4] {
		if !('0' <= c && c <= '9' || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F') {
			return 0, false
		}
	}
	r, err := strconv.ParseUint(string(p.text[at:at+4]), 16, 32)
	return rune(r), err == nil
}
