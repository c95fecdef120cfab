package jsonata

import "strings"

// after reads what follows an operand: the rest of an operation whose operator was read.
func (p *parser) after(left Node, op token) Node {
	start := left.Span().Start
	switch op.text {
	case "(":
		return p.call(left)
	case "[":
		if p.token.is("]") {
			p.advance(false)
			return &Keep{p.to(start), left}
		}
		predicate := p.expression(0)
		p.expect("]", false)
		return &Filter{p.to(start), left, predicate}
	case "{":
		members := p.pairs()
		return &Group{p.to(start), left, members}
	case "^":
		terms := p.terms()
		return &Sort{p.to(start), left, terms}
	case "@", "#":
		return p.binding(left, op)
	case ".":
		step := p.expression(bindingPowers["."])
		if path, ok := left.(*Path); ok {
			path.Steps = append(path.Steps, step)
			path.Range = p.to(start)
			return path
		}
		return &Path{p.to(start), []Node{left, step}}
	case "?":
		return p.conditional(left)
	case ":=":
		name, ok := left.(*Variable)
		if !ok {
			p.fail(failAt("S0212", left.Span()))
			name = &Variable{Range: left.Span()}
		}
		value := p.expression(bindingPowers[":="] - 1)
		return &Bind{p.to(start), name, value}
	case "??", "?:":
		right := p.expression(0)
		return &Binary{p.to(start), op.text, op.Range, left, right}
	}
	right := p.expression(bindingPowers[op.text])
	return &Binary{p.to(start), op.text, op.Range, left, right}
}

// conditional reads the branches of a condition.
func (p *parser) conditional(left Node) Node {
	n := &Conditional{If: left, Then: p.expression(0)}
	if p.accept(":", true) {
		n.Else = p.expression(0)
	}
	n.Range = p.to(left.Span().Start)
	return n
}

// binding reads the variable of @ or #.
func (p *parser) binding(left Node, op token) Node {
	right := p.expression(bindingPowers[op.text])
	name, ok := right.(*Variable)
	if !ok {
		p.fail(failAt("S0214", right.Span()).about(quote(op.text)))
		name = &Variable{Range: right.Span()}
	}
	at := p.to(left.Span().Start)
	if op.text == "@" {
		return &Focus{at, left, name}
	}
	return &Index{at, left, name}
}

// terms reads the keys of an order.
func (p *parser) terms() []SortTerm {
	var terms []SortTerm
	p.expect("(", true)
	for {
		start := p.token.Start
		descending := p.token.is(">")
		if descending || p.token.is("<") {
			p.advance(true)
		}
		key := p.expression(0)
		terms = append(terms, SortTerm{p.to(start), descending, key})
		if !p.accept(",", true) {
			break
		}
	}
	p.expect(")", false)
	return terms
}

// call reads the arguments of a call, or the definition of a function.
func (p *parser) call(function Node) Node {
	start := function.Span().Start
	var args []Node
	for !p.token.is(")") {
		if open := p.token.Range; p.token.is("?") {
			p.advance(false)
			args = append(args, &Placeholder{open})
		} else {
			args = append(args, p.expression(0))
		}
		if !p.accept(",", true) {
			break
		}
		if p.token.is(")") {
			p.fail(failAt("S0211", p.token.Range).about(p.found()))
		}
	}
	p.expect(")", false)
	if name, ok := function.(*Name); ok && (name.Value == "function" || name.Value == "λ") {
		return p.lambda(start, args)
	}
	return &Call{p.to(start), function, args}
}

// lambda reads a function definition after its parameters.
func (p *parser) lambda(start int, args []Node) Node {
	n := &Lambda{}
	for _, a := range args {
		v, ok := a.(*Variable)
		if !ok {
			p.fail(failAt("S0208", a.Span()))
			break
		}
		n.Params = append(n.Params, v)
	}
	if p.token.is("<") {
		n.Signature = p.signature()
	}
	p.expect("{", true)
	n.Body = p.expression(0)
	p.expect("}", false)
	n.Range = p.to(start)
	return n
}

// signature reads a signature, and returns it without blanks.
func (p *parser) signature() string {
	at := p.token.Start
	var text strings.Builder
	text.WriteString("<")
	for depth := 1; depth > 0; {
		p.advance(false)
		if p.token.is("{") || p.token.kind == endToken {
			break
		}
		switch {
		case p.token.is(">"):
			depth--
		case p.token.is("<"):
			depth++
		}
		text.WriteString(p.token.text)
	}
	p.expect(">", false)
	if p.err == nil {
		if _, err := parseSignature(text.String()); err != nil {
			p.fail(err.at(p.to(at)))
		}
	}
	return text.String()
}
