// Package jsregexp implements the regular expressions of JavaScript (ECMAScript 2024 without the flags u and v, with the
// leniencies of its annex B): lookahead and lookbehind, references to groups, named groups, lazy quantifiers. Go's own
// regexp package has neither lookaround nor references, and reads several escapes differently.
//
// Matching backtracks, as the specification describes it; a budget of steps bounds it.
package jsregexp

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Limits of a pattern.
const (
	mostNested       = 200
	mostInstructions = 100_000
	mostRepeats      = 10_000
)

// A node is a part of a pattern.
type node interface{}

type (
	char     struct{ r rune }
	set      struct{ class *class }
	sequence struct{ list []node }
	choice   struct{ list []node }
	group    struct {
		index int // 0 does not capture
		body  node
	}
	reference struct{ index int }
	assertion struct{ kind byte } // ^ $ b B
	look      struct {
		body             node
		behind, negative bool
	}
	repeat struct {
		body        node
		least, most int // most is negative if there is no limit
		lazy        bool
		first, last int // the groups in it
	}
)

// A parser reads a pattern.
type parser struct {
	text       string
	pos        int
	groups     int // that were opened
	all        int // in the whole pattern
	names      map[string]int
	ignoreCase bool
	depth      int
}

func (p *parser) fail(format string, args ...any) { panic(syntaxError(fmt.Sprintf(format, args...))) }

// A syntaxError is what is wrong with a pattern.
type syntaxError string

func (e syntaxError) Error() string { return string(e) }

func (p *parser) more() bool { return p.pos < len(p.text) }

func (p *parser) accept(s string) bool {
	if strings.HasPrefix(p.text[p.pos:], s) {
		p.pos += len(s)
		return true
	}
	return false
}

// rune reads a character.
func (p *parser) rune() rune {
	r, size := utf8.DecodeRuneInString(p.text[p.pos:])
	p.pos += size
	return r
}

// survey counts the groups and collects their names, which references before them need.
func (p *parser) survey() {
	inClass := false
	for i := 0; i < len(p.text); i++ {
		switch p.text[i] {
		case '\\':
			i++
		case '[':
			inClass = true
		case ']':
			inClass = false
		case '(':
			if inClass {
				continue
			}
			rest := p.text[i+1:]
			if !strings.HasPrefix(rest, "?") {
				p.all++
				continue
			}
			if named, ok := strings.CutPrefix(rest, "?<"); ok && named != "" && named[0] != '=' && named[0] != '!' {
				p.all++
				name, _, closed := strings.Cut(named, ">")
				if !closed || name == "" {
					p.fail("invalid name of a group")
				}
				if _, twice := p.names[name]; twice {
					p.fail("duplicate name of a group %q", name)
				}
				p.names[name] = p.all
			}
		}
	}
}

// disjunction reads alternatives.
func (p *parser) disjunction() node {
	if p.depth++; p.depth > mostNested {
		p.fail("the pattern nests too deep")
	}
	defer func() { p.depth-- }()
	list := []node{p.alternative()}
	for p.accept("|") {
		list = append(list, p.alternative())
	}
	if len(list) == 1 {
		return list[0]
	}
	return &choice{list}
}

func (p *parser) alternative() node {
	s := &sequence{}
	for p.more() && p.text[p.pos] != '|' && p.text[p.pos] != ')' {
		first := p.groups + 1
		n, quantifiable := p.term()
		if n = p.quantified(n, quantifiable, first); n != nil {
			s.list = append(s.list, n)
		}
	}
	return s
}

// term reads an assertion or an atom, and reports whether it may be repeated.
func (p *parser) term() (node, bool) {
	switch {
	case p.accept("^"):
		return &assertion{'^'}, false
	case p.accept("$"):
		return &assertion{'$'}, false
	case p.accept(`\b`):
		return &assertion{'b'}, false
	case p.accept(`\B`):
		return &assertion{'B'}, false
	case p.accept("(?="):
		return &look{body: p.closed()}, true
	case p.accept("(?!"):
		return &look{body: p.closed(), negative: true}, true
	case p.accept("(?<="):
		return &look{body: p.closed(), behind: true}, false
	case p.accept("(?<!"):
		return &look{body: p.closed(), behind: true, negative: true}, false
	case p.accept("(?:"):
		return &group{0, p.closed()}, true
	case p.accept("(?<"):
		_, after, _ := strings.Cut(p.text[p.pos:], ">")
		p.pos = len(p.text) - len(after)
		return p.capture(), true
	case p.accept("(?"):
		p.fail("invalid group")
	case p.accept("("):
		return p.capture(), true
	case p.accept("."):
		return &set{anyButLineEnds}, true
	case p.accept("["):
		return &set{p.class()}, true
	case p.accept(`\`):
		return p.atomEscape(), true
	}
	switch c := p.text[p.pos]; c {
	case '*', '+', '?':
		p.fail("nothing to repeat before %c", c)
	case '{':
		if _, _, ok := p.bounds(); ok {
			p.fail("nothing to repeat before {")
		}
	}
	return &char{p.rune()}, true
}

// capture reads a group that captures.
func (p *parser) capture() node {
	p.groups++
	index := p.groups
	return &group{index, p.closed()}
}

// closed reads alternatives up to a closing parenthesis.
func (p *parser) closed() node {
	n := p.disjunction()
	if !p.accept(")") {
		p.fail("a group is not closed")
	}
	return n
}

// quantified reads a quantifier, if there is one.
func (p *parser) quantified(n node, quantifiable bool, first int) node {
	least, most := 0, -1
	switch {
	case p.accept("*"):
	case p.accept("+"):
		least = 1
	case p.accept("?"):
		most = 1
	default:
		start := p.pos
		var ok bool
		if least, most, ok = p.bounds(); !ok {
			p.pos = start
			return n
		}
	}
	if !quantifiable {
		p.fail("nothing to repeat")
	}
	if most >= 0 && least > most {
		p.fail("numbers out of order in a quantifier")
	}
	if least > mostRepeats || most > mostRepeats {
		p.fail("a quantifier can ask for at most %d repetitions", mostRepeats)
	}
	return &repeat{n, least, most, p.accept("?"), first, p.groups}
}

// bounds reads {n}, {n,} or {n,m}. Anything else in braces is text.
func (p *parser) bounds() (least, most int, ok bool) {
	start := p.pos
	defer func() {
		if !ok {
			p.pos = start
		}
	}()
	if !p.accept("{") {
		return 0, 0, false
	}
	least, ok = p.decimal()
	if !ok {
		return 0, 0, false
	}
	most = least
	if p.accept(",") {
		if most, ok = p.decimal(); !ok {
			most = -1
		}
	}
	return least, most, p.accept("}")
}

func (p *parser) decimal() (int, bool) {
	start := p.pos
	for p.more() && p.text[p.pos] >= '0' && p.text[p.pos] <= '9' {
		p.pos++
	}
	n, err := strconv.Atoi(p.text[start:p.pos])
	if err != nil && p.pos > start {
		n = mostRepeats + 1
	}
	return n, p.pos > start
}
