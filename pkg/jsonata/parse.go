// Package jsonata implements JSONata 2, the query and transformation language: a parser with positions, a printer, and an
// evaluator with limits. The reference is the npm package jsonata, version 2.0.6 for what AWS runs, and 2.2 for the
// operators ?? and ?: and the codes of errors.
//
// [Parse] returns the tree of an expression, for those who check or write expressions; [Compile] prepares one for
// evaluation; [Expression.Evaluate] runs it over values of package value.
package jsonata

// Limits of the parser.
const (
	// mostNested is how deep expressions may be nested in one another.
	mostNested = 1_000
	// mostLevels is how many levels a tree may have: a chain of operators makes one for each.
	mostLevels = 20_000
)

// Parse reads an expression. It always returns a tree. If the expression has a syntax error, the error has its position,
// and the tree holds what precedes it; a [Bad] takes the place of what is missing.
func Parse(text string) (Node, *Error) {
	p := &parser{lexer: lexer{text: text}}
	p.advance(true)
	n := p.expression(0)
	if p.token.kind != endToken {
		p.fail(failAt("S0201", p.token.Range).about(p.found()))
	}
	return n, p.err
}

// A parser is a precedence parser (after Pratt): each token has a binding power on its left, and an operand takes in the
// operators that bind tighter than what it is an operand of.
type parser struct {
	lexer
	token token // the one that is read next
	last  int   // the end of the one read last
	err   *Error
	depth int
}

// bindingPowers are those of the operators that follow an operand.
var bindingPowers = map[string]int{
	"(": 80, "[": 80, "@": 80, "#": 80, ".": 75, "{": 70,
	"*": 60, "/": 60, "%": 60, "+": 50, "-": 50, "&": 50,
	"=": 40, "!=": 40, "<": 40, "<=": 40, ">": 40, ">=": 40, "in": 40, "^": 40, "~>": 40, "??": 40, "?:": 40,
	"and": 30, "or": 25, "?": 20, ":=": 10,
}

// fail records an error; only the first counts. The parser then sees the end of the text, and so it returns through all
// that is open.
func (p *parser) fail(err *Error) {
	if p.err == nil {
		p.err = err
	}
	p.token = token{Range: Range{len(p.text), len(p.text)}}
}

// advance reads the next token. Where an operand may begin, a slash begins a regular expression.
func (p *parser) advance(operand bool) {
	if p.err != nil {
		return
	}
	p.last = p.token.End
	t, err := p.next(operand)
	if err != nil {
		p.fail(err)
		return
	}
	if t.is("!") || t.is("~") {
		p.fail(failAt("S0204", t.Range).about(quote(t.text)))
		return
	}
	p.token = t
}

// expect passes over an operator, or fails. It reports whether the operator is there.
func (p *parser) expect(op string, operand bool) bool {
	if p.token.is(op) {
		p.advance(operand)
		return true
	}
	switch {
	case p.err != nil:
	case p.token.kind == endToken:
		p.fail(failAt("S0203", p.token.Range).about(quote(op)))
	default:
		p.fail(failAt("S0202", p.token.Range).about(quote(op) + ", found " + p.found()))
	}
	return false
}

// accept passes over an operator if it is there.
func (p *parser) accept(op string, operand bool) bool {
	if !p.token.is(op) {
		return false
	}
	p.advance(operand)
	return true
}

// found is how messages name the next token.
func (p *parser) found() string {
	if p.token.kind == endToken {
		return "the end"
	}
	return quote(p.text[p.token.Start:p.token.End])
}

func quote(s string) string { return `"` + shorten(s) + `"` }

// to returns the range from an offset to the end of what was read.
func (p *parser) to(start int) Range { return Range{start, max(start, p.last)} }

// expression reads an operand and the operators after it that bind tighter than a power.
func (p *parser) expression(power int) Node {
	p.depth++
	defer func() { p.depth-- }()
	if p.depth > mostNested {
		p.fail(failAt("S0600", p.token.Range))
	}
	left := p.operand()
	levels := 0
	for p.token.kind == operatorToken {
		binds, ok := bindingPowers[p.token.text]
		if !ok || binds <= power {
			break
		}
		if levels++; levels > mostLevels {
			p.fail(failAt("S0600", p.token.Range))
			break
		}
		op := p.token
		p.advance(true)
		left = p.after(left, op)
	}
	return left
}

// operand reads what can begin an expression.
func (p *parser) operand() Node {
	t := p.token
	switch t.kind {
	case endToken:
		p.fail(failAt("S0207", t.Range))
		return &Bad{t.Range}
	case operatorToken:
		return p.prefixed(t)
	}
	p.advance(false)
	switch t.kind {
	case nameToken:
		return &Name{t.Range, t.text}
	case variableToken:
		return &Variable{t.Range, t.text}
	case stringToken:
		return &String{t.Range, t.text}
	case numberToken:
		return &Number{t.Range, t.number}
	case regexToken:
		return &Regex{t.Range, t.text, t.flags}
	}
	switch t.text {
	case "true", "false":
		return &Boolean{t.Range, t.text == "true"}
	default:
		return &Null{t.Range}
	}
}

// prefixed reads an operand that begins with an operator.
func (p *parser) prefixed(t token) Node {
	switch t.text {
	case "-":
		p.advance(true)
		operand := p.expression(70)
		return &Negate{p.to(t.Start), operand}
	case "*", "**", "%", "and", "or", "in":
		p.advance(false)
		switch t.text {
		case "*":
			return &Wildcard{t.Range}
		case "**":
			return &Descendants{t.Range}
		case "%":
			return &Parent{t.Range}
		}
		return &Name{t.Range, t.text}
	case "(":
		return p.block(t)
	case "[":
		return p.array(t)
	case "{":
		p.advance(true)
		members := p.pairs()
		return &Object{p.to(t.Start), members}
	case "|":
		return p.transform(t)
	}
	p.fail(failAt("S0211", t.Range).about(quote(t.text)))
	return &Bad{t.Range}
}

// block reads expressions in parentheses.
func (p *parser) block(t token) Node {
	p.advance(true)
	var list []Node
	for !p.token.is(")") {
		list = append(list, p.expression(0))
		if !p.accept(";", true) {
			break
		}
	}
	p.expect(")", false)
	return &Block{p.to(t.Start), list}
}

// array reads an array constructor.
func (p *parser) array(t token) Node {
	p.advance(true)
	var items []Node
	for !p.token.is("]") {
		item := p.expression(0)
		if at := p.token.Range; p.accept("..", true) {
			last := p.expression(0)
			item = &Binary{p.to(item.Span().Start), "..", at, item, last}
		}
		items = append(items, item)
		if !p.accept(",", true) {
			break
		}
		if p.token.is("]") {
			p.fail(failAt("S0211", p.token.Range).about(p.found()))
		}
	}
	p.expect("]", false)
	return &Array{p.to(t.Start), items}
}

// pairs reads the members of an object constructor or a grouping, with the closing brace.
func (p *parser) pairs() []Pair {
	var pairs []Pair
	for !p.token.is("}") {
		key := p.expression(0)
		p.expect(":", true)
		value := p.expression(0)
		pairs = append(pairs, Pair{key, value})
		if !p.accept(",", true) {
			break
		}
		if p.token.is("}") {
			p.fail(failAt("S0211", p.token.Range).about(p.found()))
		}
	}
	p.expect("}", false)
	return pairs
}

// transform reads |pattern|update, delete|.
func (p *parser) transform(t token) Node {
	p.advance(true)
	n := &Transform{Pattern: p.expression(0)}
	p.expect("|", true)
	n.Update = p.expression(0)
	if p.accept(",", true) {
		n.Delete = p.expression(0)
	}
	p.expect("|", false)
	n.Range = p.to(t.Start)
	return n
}
