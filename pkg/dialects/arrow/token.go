package arrow

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"github.com/flowglot/flowglot/pkg/source"
)

// sort describes what a token is.
type sort uint8

const (
	endOfText  sort = iota
	name            // my:peel-banana
	label           // :x
	arrow           // → or ->
	semicolon       // ;
	openBody        // { or [
	closeBody       // } or ]
	bar             // |
	star            // *
	merge           // >
	question        // ?
	guard           // `…`
	parameters      // ({…}) ([…]) (-…-)
	resource        // <uri> <>
	data            // <{…}> <[…]> <-…->
	at              // @task
	equals          // =
	document        // '''…''' """…"""
	illegal         // what belongs to no token
)

// A token is a word or sign of the text.
type token struct {
	sort     sort
	form     Form
	first    bool        // the first token on its line
	unclosed bool        // what it was opened with has no counterpart
	span     source.Span // all of it
	inner    source.Span // of what is in quotes or brackets: without the outermost ones
}

// A lexer cuts a text into tokens. Comments are kept aside.
type lexer struct {
	text     []byte
	at       int
	comments []source.Span
	// wasted counts what was looked through without result for ends that do not exist. Beyond a bound an end is looked for on
	// the same line only, so that a text full of them still takes linear time.
	wasted int
	// missing are the closing marks of which there is none any more.
	missing map[string]bool
}

func newLexer(text []byte) *lexer {
	x := &lexer{text: text, missing: map[string]bool{}}
	if bytes.HasPrefix(text, []byte("\ufeff")) {
		x.at = len("\ufeff")
	}
	return x
}

// next returns the next token. After the last one it returns endOfText again and again.
func (x *lexer) next() token {
	first := x.blanks()
	start := x.at
	if start >= len(x.text) {
		return token{sort: endOfText, first: first, span: source.Span{Start: start, End: start}}
	}
	t := x.token()
	t.first = first
	t.span = source.Span{Start: start, End: x.at}
	return t
}

// blanks passes over blanks, line ends and comments, and reports whether a line begins in between or before them.
func (x *lexer) blanks() (first bool) {
	first = x.at == 0
	for x.at < len(x.text) {
		switch c := x.text[x.at]; {
		case c == '\n' || c == '\r':
			first = true
			x.at++
		case c == ' ' || c == '\t' || c == '\v' || c == '\f':
			x.at++
		case c == '#':
			end := x.lineEnd(x.at)
			x.comments = append(x.comments, source.Span{Start: x.at, End: trimmedEnd(x.text, x.at, end)})
			x.at = end
		case c >= utf8.RuneSelf:
			r, size := utf8.DecodeRune(x.text[x.at:])
			if !unicode.IsSpace(r) {
				return first
			}
			x.at += size
		default:
			return first
		}
	}
	return first
}

// lineEnd returns the offset of the end of the line that an offset is on.
func (x *lexer) lineEnd(from int) int {
	if i := bytes.IndexAny(x.text[from:], "\r\n"); i >= 0 {
		return from + i
	}
	return len(x.text)
}

// trimmedEnd returns the end of a range without the blanks that it ends with.
func trimmedEnd(text []byte, start, end int) int {
	return start + len(bytes.TrimRight(text[start:end], " \t"))
}

// token reads the token that begins here, except for its place.
func (x *lexer) token() token {
	c := x.text[x.at]
	switch c {
	case ';':
		return x.sign(semicolon)
	case '|':
		return x.sign(bar)
	case '*':
		return x.sign(star)
	case '?':
		return x.sign(question)
	case '=':
		return x.sign(equals)
	case '>':
		return x.sign(merge)
	case '{', '[':
		return x.sign(openBody)
	case '}', ']':
		return x.sign(closeBody)
	case '`':
		return x.enclosed(guard, "`")
	case '(':
		return x.parenthesis()
	case '<':
		return x.angle()
	case ':':
		return x.prefixed(label)
	case '@':
		return x.prefixed(at)
	case '-':
		if x.has("->") {
			x.at += 2
			return token{sort: arrow}
		}
	case '\'', '"':
		for _, quotes := range [...]string{"'''", `"""`} {
			if x.has(quotes) {
				return x.enclosed(document, quotes)
			}
		}
	}
	if c != '-' { // a word that begins with a hyphen is not a name, and there may be very many hyphens
		if end := x.wordEnd(x.at); end > x.at {
			x.at = end
			return token{sort: name}
		}
	}
	r, size := utf8.DecodeRune(x.text[x.at:])
	x.at += size
	if r == '→' {
		return token{sort: arrow}
	}
	return token{sort: illegal}
}

func (x *lexer) has(text string) bool { return bytes.HasPrefix(x.text[x.at:], []byte(text)) }

func (x *lexer) sign(s sort) token {
	x.at++
	return token{sort: s}
}

// prefixed reads a sign and the word after it.
func (x *lexer) prefixed(s sort) token {
	end := x.wordEnd(x.at + 1)
	if end == x.at+1 {
		s = illegal
	}
	x.at = end
	return token{sort: s}
}

// wordEnd returns the offset after the letters, digits and signs of a name that begins at an offset. A hyphen before ">"
// belongs to an arrow.
func (x *lexer) wordEnd(i int) int {
	for i < len(x.text) {
		c := x.text[i]
		switch {
		case c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == ':':
			i++
		case c == '-':
			if i+1 < len(x.text) && x.text[i+1] == '>' {
				return i
			}
			i++
		case c >= utf8.RuneSelf:
			r, size := utf8.DecodeRune(x.text[i:])
			if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) {
				return i
			}
			i += size
		default:
			return i
		}
	}
	return i
}

// enclosed reads what is between two marks that are the same.
func (x *lexer) enclosed(s sort, mark string) token {
	start := x.at + len(mark)
	if !x.missing[mark] {
		if i := bytes.Index(x.text[start:], []byte(mark)); i >= 0 {
			x.at = start + i + len(mark)
			return token{sort: s, inner: source.Span{Start: start, End: start + i}}
		}
		x.missing[mark] = true
	}
	return x.unclosed(s, start)
}

// unclosed is a token whose end is missing: it is taken to end with its line.
func (x *lexer) unclosed(s sort, start int) token {
	end := x.lineEnd(start)
	x.at = end
	return token{sort: s, unclosed: true, inner: source.Span{Start: start, End: end}}
}

// parenthesis reads a literal of parameters.
func (x *lexer) parenthesis() token {
	if form, ok := x.formAt(x.at + 1); ok {
		return x.literal(parameters, form, ')')
	}
	x.at++
	return token{sort: illegal}
}

// angle reads a resource, or a literal that is the source of a statement.
func (x *lexer) angle() token {
	if form, ok := x.formAt(x.at + 1); ok {
		return x.literal(data, form, '>')
	}
	start := x.at + 1
	if i := bytes.IndexAny(x.text[start:], ">\r\n"); i >= 0 && x.text[start+i] == '>' {
		x.at = start + i + 1
		return token{sort: resource, inner: source.Span{Start: start, End: start + i}}
	}
	return x.unclosed(resource, start)
}

// formAt returns the form of the literal that begins with the byte at an offset.
func (x *lexer) formAt(i int) (Form, bool) {
	if i < len(x.text) {
		switch x.text[i] {
		case '-':
			return YAMLForm, true
		case '{':
			return ObjectForm, true
		case '[':
			return ArrayForm, true
		}
	}
	return 0, false
}
