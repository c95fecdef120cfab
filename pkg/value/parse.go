package value

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"unicode/utf8"
)

// A SyntaxError reports that a text is not JSON, or JSON that cannot be kept.
type SyntaxError struct {
	Offset  int    // of the first byte that is at fault, or the length of the text if it ends too early
	Message string // "expected a value, found `}`"
	// TooLarge reports that the text is JSON, but has a number that no float64 can hold.
	TooLarge bool
}

// Error returns the message with the place.
func (e *SyntaxError) Error() string { return fmt.Sprintf("%s at byte %d", e.Message, e.Offset) }

// Parse reads a JSON text (RFC 8259). Objects keep the order of the text. Of a duplicate key the last value counts, in the place of the
// first; bytes that are not UTF-8, and half a surrogate pair, read as U+FFFD; numbers are those of [Number], but one that is too large for
// a float64 is an error. An error is a *[SyntaxError]; a text that nests deeper than [MaxDepth] is one. For a text with an author, who
// wants to know the line, there is source.Parse.
func Parse(text []byte) (any, error) {
	p := parser{text: text}
	v, err := p.value(0)
	if err == nil && p.next() != 0 {
		err = p.expected("nothing more")
	}
	if err != nil {
		return nil, err
	}
	return v, nil
}

type parser struct {
	text    []byte
	at      int
	members []Member // of the objects that are being read, the innermost last
}

// next returns the byte that the parser is at after blanks, or 0 at the end; a zero byte in the text is never
// legal, so nobody takes it for the end and succeeds.
func (p *parser) next() byte {
	for ; p.at < len(p.text); p.at++ {
		switch c := p.text[p.at]; c {
		case ' ', '\t', '\n', '\r':
		case 0:
			return 1 // as illegal, but not the end
		default:
			return c
		}
	}
	return 0
}

// expected is the error that something else is here.
func (p *parser) expected(what string) *SyntaxError {
	if p.at >= len(p.text) {
		return &SyntaxError{Offset: len(p.text), Message: fmt.Sprintf("expected %s, found the end of the text", what)}
	}
	r, _ := utf8.DecodeRune(p.text[p.at:])
	if r < ' ' {
		return &SyntaxError{Offset: p.at, Message: fmt.Sprintf("expected %s, found the control character %U", what, r)}
	}
	return &SyntaxError{Offset: p.at, Message: fmt.Sprintf("expected %s, found `%c`", what, r)}
}

func (p *parser) value(depth int) (any, *SyntaxError) {
	switch c := p.next(); {
	case c == '{' || c == '[':
		if depth >= MaxDepth {
			return nil, &SyntaxError{Offset: p.at, Message: fmt.Sprintf("the text nests more than %d levels deep", MaxDepth)}
		}
		p.at++
		if c == '{' {
			return p.object(depth + 1)
		}
		return p.array(depth + 1)
	case c == '"':
		return p.string()
	case c == '-' || c >= '0' && c <= '9':
		return p.number()
	case c == 't':
		return p.word("true", true)
	case c == 'f':
		return p.word("false", false)
	case c == 'n':
		return p.word("null", nil)
	}
	return nil, p.expected("a value")
}

func (p *parser) word(word string, v any) (any, *SyntaxError) {
	for i := range len(word) {
		if p.at >= len(p.text) || p.text[p.at] != word[i] {
			return nil, p.expected("`" + word + "`")
		}
		p.at++
	}
	return v, nil
}

func (p *parser) array(depth int) (any, *SyntaxError) {
	items := []any{}
	if p.next() == ']' {
		p.at++
		return items, nil
	}
	for {
		item, err := p.value(depth)
		if err != nil {
			return nil, err
		}
		items = append(items, item)
		switch p.next() {
		case ',':
			p.at++
		case ']':
			p.at++
			return items, nil
		default:
			return nil, p.expected("`,` or `]` after an item")
		}
	}
}

func (p *parser) object(depth int) (any, *SyntaxError) {
	if p.next() == '}' {
		p.at++
		return &Object{}, nil
	}
	start := len(p.members)
	for {
		if err := p.member(depth); err != nil {
			return nil, err
		}
		switch p.next() {
		case ',':
			p.at++
		case '}':
			p.at++
			o := take(slices.Clone(p.members[start:]))
			clear(p.members[start:])
			p.members = p.members[:start]
			return o, nil
		default:
			return nil, p.expected("`,` or `}` after a member")
		}
	}
}

// member reads a member and adds it to those of the object that is being read.
func (p *parser) member(depth int) *SyntaxError {
	if p.next() != '"' {
		return p.expected("a key in double quotes")
	}
	key, err := p.string()
	if err != nil {
		return err
	}
	if p.next() != ':' {
		return p.expected("`:` after a key")
	}
	p.at++
	v, err := p.value(depth)
	p.members = append(p.members, Member{key, v})
	return err
}

// number reads what the grammar of JSON allows, which is less than what [Number] takes.
func (p *parser) number() (any, *SyntaxError) {
	start := p.at
	p.skip("-")
	if !p.skip("0") && !p.digits() {
		return nil, p.expected("a digit")
	}
	if p.skip(".") && !p.digits() {
		return nil, p.expected("a digit")
	}
	if p.skip("eE") {
		p.skip("+-")
		if !p.digits() {
			return nil, p.expected("a digit")
		}
	}
	text := string(p.text[start:p.at])
	v, _ := Number(text)
	if tooLarge(v, text) {
		return nil, &SyntaxError{Offset: start, Message: fmt.Sprintf("the number %s is too large: the largest is about 1.8e308", text), TooLarge: true}
	}
	return v, nil
}

// tooLarge reports whether the value of a number is not the number itself but the largest there is.
func tooLarge(v any, text string) bool {
	if f, ok := v.(float64); !ok || math.Abs(f) != math.MaxFloat64 {
		return false
	}
	f, _ := strconv.ParseFloat(text, 64)
	return math.IsInf(f, 0)
}

// skip passes over one byte if it is among those given.
func (p *parser) skip(any string) bool {
	for i := range len(any) {
		if p.at < len(p.text) && p.text[p.at] == any[i] {
			p.at++
			return true
		}
	}
	return false
}

func (p *parser) digits() bool {
	start := p.at
	for p.at < len(p.text) && p.text[p.at] >= '0' && p.text[p.at] <= '9' {
		p.at++
	}
	return p.at > start
}
