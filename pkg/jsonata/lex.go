package jsonata

import (
	"math"
	"strconv"
	"strings"
)

// A kind is what sort of token a token is.
type kind uint8

const (
	endToken kind = iota
	operatorToken
	nameToken
	variableToken
	stringToken
	numberToken
	wordToken // true, false, null
	regexToken
)

// A token is a word of the language. Its text is what it means: of a string without quotes and escapes, of a variable
// without $.
type token struct {
	Range
	kind   kind
	text   string
	flags  string // of a regular expression
	number any
}

// is reports whether the token is an operator.
func (t *token) is(op string) bool { return t.kind == operatorToken && t.text == op }

// A lexer cuts an expression into tokens.
type lexer struct {
	text string
	pos  int
}

const (
	blanks    = " \t\n\r\v"
	operators = ".[]{}(),@#;:?+-*/%|=<>^&!~"
)

// twoByteOperators are tried before those of one byte.
var twoByteOperators = [...]string{"..", ":=", "!=", ">=", "<=", "**", "~>", "?:", "??"}

// next returns the next token. Where an operand may begin, a slash begins a regular expression; elsewhere it divides.
func (l *lexer) next(operand bool) (token, *Error) {
	if err := l.skip(); err != nil {
		return token{}, err
	}
	start := l.pos
	if start >= len(l.text) {
		return token{Range: Range{start, start}, kind: endToken}, nil
	}
	c := l.text[start]
	if operand && c == '/' {
		return l.regex()
	}
	for _, op := range twoByteOperators {
		if strings.HasPrefix(l.text[start:], op) {
			return l.token(operatorToken, start, start+2), nil
		}
	}
	switch {
	case strings.IndexByte(operators, c) >= 0:
		return l.token(operatorToken, start, start+1), nil
	case c == '"' || c == '\'':
		return l.string(c)
	case c >= '0' && c <= '9':
		return l.numeral()
	case c == '`':
		end := strings.IndexByte(l.text[start+1:], '`')
		if end < 0 {
			return token{}, failAt("S0105", Range{start, len(l.text)})
		}
		t := l.token(nameToken, start, start+end+2)
		t.text = l.text[start+1 : start+1+end]
		return t, nil
	}
	return l.word(), nil
}

// skip passes over blanks and comments.
func (l *lexer) skip() *Error {
	for l.pos < len(l.text) {
		switch {
		case strings.IndexByte(blanks, l.text[l.pos]) >= 0:
			l.pos++
		case strings.HasPrefix(l.text[l.pos:], "/*"):
			end := strings.Index(l.text[l.pos+2:], "*/")
			if end < 0 {
				return failAt("S0106", Range{l.pos, len(l.text)})
			}
			l.pos += end + 4
		default:
			return nil
		}
	}
	return nil
}

// token makes a token of the text between two offsets, and moves after it.
func (l *lexer) token(k kind, start, end int) token {
	l.pos = end
	return token{Range: Range{start, end}, kind: k, text: l.text[start:end]}
}

// word reads a name, a variable, or one of the words of the language.
func (l *lexer) word() token {
	end := strings.IndexAny(l.text[l.pos:], blanks+operators)
	if end < 0 {
		end = len(l.text)
	} else {
		end += l.pos
	}
	t := l.token(nameToken, l.pos, end)
	switch {
	case t.text[0] == '$':
		t.kind, t.text = variableToken, t.text[1:]
	case t.text == "and" || t.text == "or" || t.text == "in":
		t.kind = operatorToken
	case t.text == "true" || t.text == "false" || t.text == "null":
		t.kind = wordToken
	}
	return t
}

// numeral reads a number: digits without a leading zero, a fraction, an exponent.
func (l *lexer) numeral() (token, *Error) {
	start, end := l.pos, l.pos
	digits := func(from int) int {
		for from < len(l.text) && l.text[from] >= '0' && l.text[from] <= '9' {
			from++
		}
		return from
	}
	if l.text[end] == '0' {
		end++
	} else {
		end = digits(end)
	}
	if end < len(l.text) && l.text[end] == '.' {
		if e := digits(end + 1); e > end+1 {
			end = e
		}
	}
	if end < len(l.text) && (l.text[end] == 'e' || l.text[end] == 'E') {
		from := end + 1
		if from < len(l.text) && (l.text[from] == '+' || l.text[from] == '-') {
			from++
		}
		if e := digits(from); e > from {
			end = e
		}
	}
	t := l.token(numberToken, start, end)
	f, _ := strconv.ParseFloat(t.text, 64)
	if math.IsInf(f, 0) {
		return t, failAt("S0102", t.Range).about(t.text)
	}
	t.number = number(f)
	return t, nil
}

// regex reads a regular expression. A slash ends it only outside of brackets of every kind.
func (l *lexer) regex() (token, *Error) {
	start := l.pos
	depth := 0
	for i := start + 1; i < len(l.text); i++ {
		switch l.text[i] {
		case '\\':
			i++
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case '/':
			if depth > 0 {
				continue
			}
			pattern := l.text[start+1 : i]
			if pattern == "" {
				return token{}, failAt("S0301", Range{start, i + 1})
			}
			end := i + 1
			for end < len(l.text) && (l.text[end] == 'i' || l.text[end] == 'm') {
				end++
			}
			t := l.token(regexToken, start, end)
			t.text, t.flags = pattern, l.text[i+1:end]
			return t, nil
		}
	}
	return token{}, failAt("S0302", Range{start, len(l.text)})
}
