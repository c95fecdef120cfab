package jsregexp

import (
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// atomEscape reads what follows a backslash outside of a class.
func (p *parser) atomEscape() node {
	if !p.more() {
		p.fail(`\ at the end of the pattern`)
	}
	c := p.text[p.pos]
	if c >= '1' && c <= '9' {
		start := p.pos
		if n, _ := p.decimal(); n <= p.all {
			return &reference{index: n}
		}
		p.pos = start
	}
	if c == 'k' && len(p.names) > 0 {
		p.pos++
		name, after, closed := strings.Cut(p.text[p.pos:], ">")
		name, opened := strings.CutPrefix(name, "<")
		if p.names[name] == 0 || !closed || !opened {
			p.fail("reference to a group that does not exist")
		}
		p.pos = len(p.text) - len(after)
		return &reference{index: p.names[name]}
	}
	if cl := p.classEscape(); cl != nil {
		return &set{cl}
	}
	return &char{p.charEscape()}
}

// classEscape reads \d and its like, or returns nil.
func (p *parser) classEscape() *class {
	cl := map[byte]*class{'d': digits, 'D': notDigits, 'w': words, 'W': notWords, 's': spaces, 'S': notSpaces}[p.text[p.pos]]
	if cl != nil {
		p.pos++
	}
	return cl
}

// charEscape reads an escape that means one character.
func (p *parser) charEscape() rune {
	c := p.rune()
	switch c {
	case 't':
		return '\t'
	case 'n':
		return '\n'
	case 'v':
		return '\v'
	case 'f':
		return '\f'
	case 'r':
		return '\r'
	case 'x':
		if r, ok := p.hex(2); ok {
			return r
		}
	case 'u':
		return p.unicodeEscape()
	case 'c':
		if p.more() && (p.text[p.pos]|0x20 >= 'a' && p.text[p.pos]|0x20 <= 'z') {
			p.pos++
			return rune(p.text[p.pos-1] & 31)
		}
		p.pos--
		return '\\'
	case '0', '1', '2', '3', '4', '5', '6', '7':
		r := c - '0'
		for n := 1; n < 3 && p.more() && p.text[p.pos] >= '0' && p.text[p.pos] <= '7' && r*8 < 256; n++ {
			r = r*8 + rune(p.text[p.pos]-'0')
			p.pos++
		}
		return r
	}
	return c
}

// unicodeEscape reads the digits after \u; two halves of a character above U+FFFF are one.
func (p *parser) unicodeEscape() rune {
	r, ok := p.hex(4)
	if !ok {
		return 'u'
	}
	if utf16.IsSurrogate(r) {
		start := p.pos
		if p.accept(`\u`) {
			if low, ok := p.hex(4); ok {
				if pair := utf16.DecodeRune(r, low); pair != utf8.RuneError {
					return pair
				}
			}
		}
		p.pos = start
	}
	return r
}

func (p *parser) hex(n int) (rune, bool) {
	if p.pos+n > len(p.text) {
		return 0, false
	}
	u, err := strconv.ParseUint(p.text[p.pos:p.pos+n], 16, 32)
	if err != nil {
		return 0, false
	}
	p.pos += n
	return rune(u), true
}
