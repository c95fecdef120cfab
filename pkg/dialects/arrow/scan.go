package arrow

import (
	"bytes"

	"github.com/flowglot/flowglot/pkg/source"
)

// A literal ends at its closing pair: "})", "])" or "-)" for parameters, and the same with ">" for a source. A pair inside
// of quotes or of nested brackets does not count. Finding it asks for no more than that of JSON and YAML; what is wrong
// inside is found when the literal is read.

// literal reads a literal whose brackets begin here and end with a given byte.
func (x *lexer) literal(s sort, form Form, last byte) token {
	start := x.at + 1
	var end int // of the inner part
	var ok bool
	if form == YAMLForm {
		start++
		end, ok = x.yamlEnd(start, last)
		if ok {
			x.at = end + 2
		}
	} else {
		end, ok = x.jsonEnd(start, last)
		if ok {
			x.at = end + 1
		}
	}
	if !ok {
		t := x.unclosed(s, start)
		if end > start { // where the end was expected
			x.at = end
			t.inner.End = end
		}
		t.form = form
		return t
	}
	return token{sort: s, form: form, inner: source.Span{Start: start, End: end}}
}

// limit is how far the end of something that begins at an offset is looked for.
func (x *lexer) limit(from int) int {
	const factor, least = 4, 1 << 20
	if x.wasted > factor*len(x.text)+least {
		return x.lineEnd(from)
	}
	return len(x.text)
}

// jsonEnd returns the offset of the byte that closes a JSON literal. If there is none, it returns where reading may go
// on, or 0.
func (x *lexer) jsonEnd(from int, last byte) (end int, ok bool) {
	limit := x.limit(from)
	depth := 0
	for i := from; i < limit; i++ {
		switch c := x.text[i]; c {
		case '"':
			i = x.stringEnd(i, limit)
		case '{', '[':
			depth++
		case '}', ']':
			depth--
			if depth > 0 {
				continue
			}
			if i+1 < limit && x.text[i+1] == last {
				return i + 1, true
			}
			return i + 1, false
		case last:
			return i + 1, false
		}
	}
	x.wasted += limit - from
	return 0, false
}

// stringEnd returns the offset of the quote that closes a JSON string, or of the last byte of the line, where no string
// goes on.
func (x *lexer) stringEnd(i, limit int) int {
	for i++; i < limit; i++ {
		switch x.text[i] {
		case '\\':
			i++
		case '"':
			return i
		case '\n', '\r':
			return i - 1
		}
	}
	return limit
}

// yamlEnd returns the offset of the pair that closes a YAML literal.
func (x *lexer) yamlEnd(from int, last byte) (end int, ok bool) {
	limit := x.limit(from)
	y := yamlScan{text: x.text[:limit], at: from, last: last, value: true}
	if y.run() {
		return y.at, true
	}
	x.wasted += limit - from
	if y.candidate > 0 { // a bracket is open, which reading will find
		return y.candidate, true
	}
	return 0, false
}

// yamlScan walks through YAML as far as it takes to know what is quoted.
type yamlScan struct {
	text  []byte
	at    int
	last  byte
	depth int  // of flow collections
	value bool // a scalar may begin here
	// candidate is the first closing pair that is in a flow collection.
	candidate int
}

// run moves to the closing pair and reports whether there is one.
func (y *yamlScan) run() bool {
	for y.at < len(y.text) {
		c := y.text[y.at]
		switch {
		case c == '-' && y.peek(1) == y.last:
			if y.depth == 0 {
				return true
			}
			if y.candidate == 0 {
				y.candidate = y.at
			}
			y.value = false
		case c == '\n' || c == '\r':
			y.value = true
		case c == ' ' || c == '\t':
		case c == '#' && (y.at == 0 || blankByte(y.text[y.at-1])):
			y.comment()
			continue
		case y.value && (c == '"' || c == '\''):
			y.quoted(c)
			y.value = false
		case y.value && y.depth == 0 && (c == '|' || c == '>'):
			y.block()
			continue
		case (y.value || y.depth > 0) && (c == '{' || c == '['):
			y.depth++
			y.value = true
		case y.depth > 0 && (c == '}' || c == ']'):
			y.depth--
			y.value = false
		case c == ',' && y.depth > 0, c == ':', (c == '-' || c == '?') && y.value && blankByte(y.peek(1)):
			y.value = true
		default:
			y.value = false
		}
		y.at++
	}
	return false
}

func (y *yamlScan) peek(n int) byte {
	if y.at+n < len(y.text) {
		return y.text[y.at+n]
	}
	return 0
}

// comment passes over a comment, in which a closing pair counts but nothing else.
func (y *yamlScan) comment() {
	for y.at < len(y.text) && !lineBreak(y.text[y.at]) && !(y.text[y.at] == '-' && y.peek(1) == y.last) {
		y.at++
	}
}

// quoted moves to the quote that closes a scalar, or to the end of the text if there is none.
func (y *yamlScan) quoted(quote byte) {
	for i := y.at + 1; i < len(y.text); i++ {
		switch c := y.text[i]; {
		case c == '\\' && quote == '"':
			i++
		case c == quote:
			if quote == '\'' && i+1 < len(y.text) && y.text[i+1] == quote {
				i++
				continue
			}
			y.at = i
			return
		}
	}
	y.at = len(y.text)
}

// block passes over a block scalar: the lines that are indented deeper than the one it begins on.
func (y *yamlScan) block() {
	line := bytes.LastIndexAny(y.text[:y.at], "\r\n") + 1
	indent := indentation(y.text[line:])
	for y.at < len(y.text) {
		if y.text[y.at] == '-' && y.peek(1) == y.last { // the literal ends on the line of the sign
			return
		}
		y.at++
		if lineBreak(y.text[y.at-1]) {
			break
		}
	}
	for y.at < len(y.text) {
		rest := y.text[y.at:]
		end := bytes.IndexAny(rest, "\r\n")
		if end < 0 {
			end = len(rest) - 1
		}
		if blank := len(bytes.TrimSpace(rest[:end+1])) == 0; !blank && indentation(rest) <= indent {
			return
		}
		y.at += end + 1
	}
}

func indentation(line []byte) int { return len(line) - len(bytes.TrimLeft(line, " ")) }

func lineBreak(c byte) bool { return c == '\n' || c == '\r' }

func blankByte(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == 0 }
