package expr

import (
	"strconv"
	"strings"
)

// bracket reads a step in brackets.
func (p *parser) bracket() (Step, *SyntaxError) {
	open := p.at
	p.at++
	p.blanks()
	var step Step
	var err *SyntaxError
	switch c := p.peek(); {
	case c == '\'' || c == '"':
		step, err = p.names()
	case c == '-' || c == ':' || c >= '0' && c <= '9':
		step, err = p.indexes()
	case c == '*' && p.reference:
		err = p.several()
	case c == '*':
		p.at++
		step.Kind = StepWildcard
	case c == '?':
		step, err = p.filter()
	default:
		err = p.noStep(open)
	}
	if err != nil {
		return Step{}, err
	}
	p.blanks()
	if p.at >= len(p.s) {
		return Step{}, p.notClosed(open)
	}
	if p.reference {
		if err := p.operator(p.peek(), false); err != nil {
			return Step{}, err
		}
	}
	if !p.skip("]") {
		return Step{}, p.expected("`]`", "")
	}
	return step, nil
}

func (p *parser) notClosed(open int) *SyntaxError {
	return p.fail(open, open+1, "add `]`", "the bracket `[` is not closed")
}

// noStep is the error of a bracket that begins with something else than a step.
func (p *parser) noStep(open int) *SyntaxError {
	switch c := p.peek(); {
	case p.at >= len(p.s):
		return p.notClosed(open)
	case c == ']':
		return p.fail(open, p.at+1, "write [0] for the first item, [*] for all", "the brackets `[]` are empty")
	case c == '(':
		return p.fail(p.at, p.at+1, "write [-1] for the last item, [?(…)] for a filter",
			"scripts in brackets are not supported")
	case !p.ends(c):
		from := p.at
		for p.at < len(p.s) && !p.ends(p.s[p.at]) {
			p.at++
		}
		name := excerpt(p.s[from:p.at])
		return p.fail(from, p.at, "write ['"+name+"']", "the name `%s` in brackets has no quotes", name)
	}
	if p.reference {
		return p.expected("a name in quotes or an index", "")
	}
	return p.expected("a name in quotes, an index, a slice, `*` or a filter", "")
}

// names reads 'a' or 'a','b'.
func (p *parser) names() (Step, *SyntaxError) {
	name, err := p.quoted()
	if err != nil {
		return Step{}, err
	}
	p.blanks()
	if p.peek() != ',' || p.reference {
		return Step{Kind: StepChild, Name: name}, nil
	}
	step := Step{Kind: StepNames, Names: []string{name}}
	for p.skip(",") {
		p.blanks()
		if c := p.peek(); c != '\'' && c != '"' {
			return Step{}, p.expected("a name in quotes after `,`", "")
		}
		if name, err = p.quoted(); err != nil {
			return Step{}, err
		}
		step.Names = append(step.Names, name)
		p.blanks()
	}
	return step, nil
}

// indexes reads 0 or 0,2 or a slice.
func (p *parser) indexes() (Step, *SyntaxError) {
	if p.peek() == ':' {
		if p.reference {
			return Step{}, p.operator(':', false)
		}
		return p.slice(nil)
	}
	from := p.at
	index, err := p.index()
	if err != nil {
		return Step{}, err
	}
	if p.reference && index < 0 {
		return Step{}, p.fail(from, p.at, "", "an index of a reference path cannot be negative")
	}
	p.blanks()
	switch {
	case p.reference && strings.HasPrefix(p.s[p.at:], ".."):
		return Step{}, p.fail(p.at, p.at+2, "", "`..` can select several values, but a reference path selects one")
	case p.reference:
	case p.peek() == ':':
		return p.slice(&index)
	case p.skip(".."):
		return p.inclusive(index)
	case p.peek() == ',':
		return p.union(index)
	}
	return Step{Kind: StepIndex, Index: index}, nil
}

// index reads an integer.
func (p *parser) index() (int, *SyntaxError) {
	from := p.at
	p.skip("-")
	digits := p.at
	for c := p.peek(); c >= '0' && c <= '9'; c = p.peek() {
		p.at++
	}
	switch {
	case digits == p.at:
		return 0, p.expected("an index", "")
	case p.at-digits > maxDigits:
		return 0, p.fail(from, p.at, "", "an index has at most %d digits", maxDigits)
	}
	i, err := strconv.Atoi(p.s[from:p.at])
	if err != nil { // where an int has 32 bits
		return 0, p.fail(from, p.at, "", "the index is too large")
	}
	return i, nil
}

// union reads the rest of 0,2 after its first index.
func (p *parser) union(first int) (Step, *SyntaxError) {
	step := Step{Kind: StepIndexes, Indexes: []int{first}}
	for p.skip(",") {
		p.blanks()
		i, err := p.index()
		if err != nil {
			return Step{}, err
		}
		step.Indexes = append(step.Indexes, i)
		p.blanks()
	}
	return step, nil
}

// slice reads the rest of from:to:by after its first bound.
func (p *parser) slice(from *int) (Step, *SyntaxError) {
	step := Step{Kind: StepSlice, From: from}
	for _, bound := range []**int{&step.To, &step.By} {
		if !p.skip(":") {
			break
		}
		p.blanks()
		if c := p.peek(); c != '-' && (c < '0' || c > '9') {
			continue
		}
		at := p.at
		i, err := p.index()
		switch {
		case err != nil:
			return Step{}, err
		case i == 0 && bound == &step.By:
			return Step{}, p.fail(at, p.at, "", "a slice cannot advance by 0")
		}
		*bound = &i
		p.blanks()
	}
	return step, nil
}

// inclusive reads the rest of 0..1 after the dots: a slice of which both ends belong to it (asl 2016: "Input and
// Output Processing").
func (p *parser) inclusive(from int) (Step, *SyntaxError) {
	p.blanks()
	last, err := p.index()
	if err != nil {
		return Step{}, err
	}
	step := Step{Kind: StepSlice, From: &from}
	if to := last + 1; to != 0 { // up to the last item, [-2..-1], has no bound
		step.To = &to
	}
	return step, nil
}
