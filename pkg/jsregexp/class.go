package jsregexp

import (
	"strings"
	"unicode"
)

// A class is a set of characters.
type class struct {
	ranges  []span
	classes []*class
	not     bool
}

// A span is the characters from one to another.
type span struct{ from, to rune }

var (
	digits         = &class{ranges: []span{{'0', '9'}}}
	words          = &class{ranges: []span{{'a', 'z'}, {'A', 'Z'}, {'0', '9'}, {'_', '_'}}}
	spaces         = &class{ranges: []span{{'\t', '\r'}, {' ', ' '}, {0xA0, 0xA0}, {0x1680, 0x1680}, {0x2000, 0x200A}, {0x2028, 0x2029}, {0x202F, 0x202F}, {0x205F, 0x205F}, {0x3000, 0x3000}, {0xFEFF, 0xFEFF}}}
	notDigits      = &class{classes: []*class{digits}, not: true}
	notWords       = &class{classes: []*class{words}, not: true}
	notSpaces      = &class{classes: []*class{spaces}, not: true}
	anyButLineEnds = &class{ranges: []span{{'\n', '\n'}, {'\r', '\r'}, {0x2028, 0x2029}}, not: true}
)

// has reports whether a character is in the set.
func (c *class) has(r rune) bool {
	for _, s := range c.ranges {
		if r >= s.from && r <= s.to {
			return !c.not
		}
	}
	for _, inner := range c.classes {
		if inner.has(r) {
			return !c.not
		}
	}
	return c.not
}

// hasFolded reports whether a character, or one that differs from it only in case, is in the set.
func (c *class) hasFolded(r rune) bool {
	positive := &class{ranges: c.ranges, classes: c.classes}
	found := positive.has(r)
	upper := fold(r)
	for other := unicode.SimpleFold(r); !found && other != r; other = unicode.SimpleFold(other) {
		found = fold(other) == upper && positive.has(other)
	}
	return found != c.not
}

// fold returns the form in which characters are compared if case is ignored: upper case. A character above ASCII does not
// become one of ASCII (ECMAScript: Canonicalize).
func fold(r rune) rune {
	upper := unicode.ToUpper(r)
	if r >= 0x80 && upper < 0x80 {
		return r
	}
	return upper
}

// class reads a class after its opening bracket.
func (p *parser) class() *class {
	c := &class{not: p.accept("^")}
	for !p.accept("]") {
		if !p.more() {
			p.fail("a class is not closed")
		}
		from, inner := p.classAtom()
		if inner != nil {
			c.classes = append(c.classes, inner)
			continue
		}
		if rest := p.text[p.pos:]; !strings.HasPrefix(rest, "-") || strings.HasPrefix(rest, "-]") || rest == "-" {
			c.ranges = append(c.ranges, span{from, from})
			continue
		}
		p.pos++
		to, inner := p.classAtom()
		if inner != nil {
			c.ranges = append(c.ranges, span{from, from}, span{'-', '-'})
			c.classes = append(c.classes, inner)
			continue
		}
		if from > to {
			p.fail("range out of order in a class")
		}
		c.ranges = append(c.ranges, span{from, to})
	}
	return c
}

// classAtom reads a character of a class, or an escape that is itself one.
func (p *parser) classAtom() (rune, *class) {
	if !p.accept(`\`) {
		return p.rune(), nil
	}
	if !p.more() {
		p.fail("a class is not closed")
	}
	if c := p.classEscape(); c != nil {
		return 0, c
	}
	switch {
	case p.accept("b"):
		return '\b', nil
	case p.accept("-"):
		return '-', nil
	}
	return p.charEscape(), nil
}
