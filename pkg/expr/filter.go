package expr

import (
	"strings"

	"github.com/flowglot/flowglot/pkg/value"
)

// filter reads ?(condition).
func (p *parser) filter() (Step, *SyntaxError) {
	if p.reference {
		return Step{}, p.fail(p.at, p.at+1, "", "`?` can select several values, but a reference path selects one")
	}
	p.at++
	p.blanks()
	if p.peek() != '(' {
		return Step{}, p.expected("`(` after `?`", "write a filter as [?(@.name == 'value')]")
	}
	p.filters++
	condition, err := p.parentheses()
	p.filters--
	return Step{Kind: StepFilter, Filter: condition}, err
}

// parentheses reads a condition in parentheses.
func (p *parser) parentheses() (Expr, *SyntaxError) {
	if err := p.enter(); err != nil {
		return nil, err
	}
	defer p.leave()
	open := p.at
	p.at++
	condition, err := p.condition()
	if err != nil {
		return nil, err
	}
	p.blanks()
	switch {
	case p.at >= len(p.s):
		return nil, p.fail(open, open+1, "add `)`", "the parenthesis `(` is not closed")
	case !p.skip(")"):
		return nil, p.expected("`)`, `&&` or `||`", "")
	}
	return condition, nil
}

// condition reads what `||` or `or` connects.
func (p *parser) condition() (Expr, *SyntaxError) { return p.logic(Or, "||", "or", p.conjunction) }

// conjunction reads what `&&` or `and` connects.
func (p *parser) conjunction() (Expr, *SyntaxError) { return p.logic(And, "&&", "and", p.negation) }

func (p *parser) logic(op LogicOp, sign, word string, operand func() (Expr, *SyntaxError)) (Expr, *SyntaxError) {
	first, err := operand()
	if err != nil {
		return nil, err
	}
	operands := []Expr{first}
	for {
		p.blanks()
		at := p.at
		if !p.skip(sign) && !p.word(word) {
			break
		}
		p.noteSpelling(at, word, sign)
		x, err := operand()
		if err != nil {
			return nil, err
		}
		operands = append(operands, x)
	}
	if len(operands) == 1 {
		return first, nil
	}
	span := first.Range()
	span.End = operands[len(operands)-1].Range().End
	return &Logic{Op: op, Operands: operands, Span: span}, nil
}

// noteSpelling notes an operator that was read from an offset on, if it is spelled as Jayway's library does not have it.
func (p *parser) noteSpelling(from int, loose, sign string) {
	if p.loose == nil && p.s[from:p.at] == loose {
		p.loose = p.fail(from, p.at, "write `"+sign+"`", "unknown operator `%s`", loose)
	}
}

// word passes over a word if it is here by itself.
func (p *parser) word(word string) bool {
	end := p.at + len(word)
	if !strings.HasPrefix(p.s[p.at:], word) || end < len(p.s) && wordByte(p.s[end]) {
		return false
	}
	p.at = end
	return true
}

// wordByte reports whether a byte is part of a word: a letter, a digit, or what the names of most languages allow.
func wordByte(c byte) bool {
	return c == '_' || c == '-' || c >= 0x80 || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// negation reads `!` or `not` and what they negate, or what has none.
func (p *parser) negation() (Expr, *SyntaxError) {
	p.blanks()
	start := p.at
	switch {
	case p.skip("!") || p.word("not"):
		p.noteSpelling(start, "not", "!")
		p.blanks()
		if p.peek() != '(' { // which counts by itself
			if err := p.enter(); err != nil {
				return nil, err
			}
			defer p.leave()
		}
		x, err := p.negation()
		if err != nil {
			return nil, err
		}
		return &Not{Operand: x, Span: p.spanFrom(start)}, nil
	case p.peek() == '(':
		return p.parentheses()
	}
	return p.comparison()
}

// comparison reads a comparison, or an operand that is a condition by itself.
func (p *parser) comparison() (Expr, *SyntaxError) {
	start := p.at
	left, err := p.operand("a path or a value")
	if err != nil {
		return nil, err
	}
	end := p.at
	p.blanks()
	if c, err := p.ofList(left, start); c != nil || err != nil {
		return c, err
	}
	sign := p.at
	op, name := p.operatorSign()
	if name == "" {
		p.at = end
		return p.alone(left, start)
	}
	p.noteSpelling(sign, "=", "==")
	p.blanks()
	c := &Compare{Op: op, As: Jayway, Left: left}
	if op == Matches {
		c.Right, c.pattern, err = p.pattern()
	} else {
		c.Right, err = p.operand("a path or a value after `" + name + "`")
	}
	if err != nil {
		return nil, err
	}
	c.Span = p.spanFrom(start)
	if name == "nin" {
		return &Not{Operand: c, Span: c.Span}, nil
	}
	return c, nil
}

// operatorSign reads an operator of comparison; its name is empty if there is none here.
func (p *parser) operatorSign() (CompareOp, string) {
	signs := [...]struct {
		text string
		op   CompareOp
	}{
		{"==", Equal}, {"=~", Matches}, {"=", Equal}, {"!=", NotEqual},
		{"<=", LessEqual}, {"<", Less}, {">=", GreaterEqual}, {">", Greater},
	}
	for _, s := range signs {
		if p.skip(s.text) {
			return s.op, s.text
		}
	}
	for _, word := range [...]string{"in", "nin"} {
		if p.word(word) {
			return In, word
		}
	}
	return 0, ""
}

// alone returns an operand that stands for a condition, which a path and a boolean can.
func (p *parser) alone(x Expr, start int) (Expr, *SyntaxError) {
	switch x := x.(type) {
	case *Path:
		x.Truth = p.truth
		return x, nil
	case *Literal:
		if _, ok := x.Value.(bool); ok {
			return x, nil
		}
	}
	return nil, p.fail(start, p.at, "compare it with a path, as in @.name == 'value'",
		"the value %s is not a condition", excerpt(p.s[start:p.at]))
}

// operand reads a path or a literal; what describes what is expected.
func (p *parser) operand(what string) (Expr, *SyntaxError) {
	start := p.at
	switch c := p.peek(); {
	case c == '@' || c == '$':
		path, err := p.path()
		if err != nil {
			return nil, err // not the nil path, which as an Expr is not nil
		}
		return path, nil
	case c == '[':
		return p.list()
	case c == '/':
		return nil, p.fail(start, start+1, "write @.name =~ /pattern/", "a regular expression can only follow `=~`")
	}
	v, err := p.scalar(what)
	if err != nil {
		return nil, err
	}
	return &Literal{Value: v, Span: p.spanFrom(start)}, nil
}

// scalar reads a number, a text in quotes, true, false or null.
func (p *parser) scalar(what string) (any, *SyntaxError) {
	start := p.at
	switch c := p.peek(); {
	case c == '\'' || c == '"':
		return p.quoted()
	case c == '-' || c >= '0' && c <= '9':
		return p.number()
	case p.word("true"):
		return true, nil
	case p.word("false"):
		return false, nil
	case p.word("null"):
		return nil, nil
	case !wordByte(c):
		return nil, p.expected(what, "add it")
	}
	for wordByte(p.peek()) {
		p.at++
	}
	word := excerpt(p.s[start:p.at])
	return nil, p.fail(start, p.at, "write '"+word+"' for a text, @."+word+" for a member",
		"expected %s, found the word `%s`", what, word)
}

// number reads a number and whatever hangs on it, so that 1x is one mistake.
func (p *parser) number() (any, *SyntaxError) {
	start := p.at
	for c := p.peek(); wordByte(c) || c == '.' || c == '+'; c = p.peek() {
		p.at++
	}
	text := p.s[start:p.at]
	v, err := value.Parse([]byte(text))
	if err != nil {
		return nil, p.fail(start, p.at, "", "invalid number `%s`", excerpt(text))
	}
	return v, nil
}

// list reads a list of scalars.
func (p *parser) list() (Expr, *SyntaxError) {
	start := p.at
	p.at++
	items := []any{}
	for p.blanks(); !p.skip("]"); p.blanks() {
		if len(items) > 0 && !p.skip(",") {
			if p.at >= len(p.s) {
				return nil, p.notClosed(start)
			}
			return nil, p.expected("`,` or `]` after an item of a list", "")
		}
		p.blanks()
		v, err := p.scalar("a number, a text in quotes, true, false or null")
		if err != nil {
			return nil, err
		}
		items = append(items, v)
	}
	return &Literal{Value: items, Span: p.spanFrom(start)}, nil
}
