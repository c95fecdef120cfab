package expr

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/flowglot/flowglot/pkg/source"
)

// The bounds of what is read as a path. They are far beyond what people write, and keep the stack of whoever walks the
// expression small.
const (
	maxLength  = 16 << 10 // bytes of a path
	maxNesting = 32       // filters, parentheses and negations around each other
	maxDigits  = 15       // of an index
	maxPattern = 1 << 10  // bytes of a regular expression
)

// ParsePath reads a JSONPath in the reading of Jayway's library, which engines of asl and sw use.
//
// It begins with `$` (the input), `$$` (the context) or `$name` (a variable). Steps are `.name`, `['name']`,
// `['a','b']`, `[0]`, `[-1]`, `[0,2]`, `[1:3]`, `[::2]`, `.*`, `[*]`, `..name`, `[?(condition)]` and, as the last one,
// a function: `.length()`. A dot may appear before a bracket. A name that follows a dot is all up to the next dot,
// bracket, parenthesis, comma, star or blank; a backslash takes the next character as it is, and \uXXXX is a code point.
// `[0..1]`, which asl 2016 has in "Input and Output Processing", is the slice `[0:2]`.
//
// In a condition `@` is the value that is tested. Conditions are comparisons (`==` or `=`, `!=`, `<`, `<=`, `>`, `>=`,
// `=~ /pattern/i`, `in [1, 2]`, `nin`; `size`, `empty`, `anyof`, `noneof` and `subsetof` of lists) of paths and literals, paths
// alone, which ask whether there is a value, and combinations of them with `!` or `not`, `&&` or `and`, `||` or `or`, and
// parentheses.
func ParsePath(t source.Text) (*Path, *SyntaxError) {
	return parse(t, false, false)
}

// ParseTruthPath reads a path as [ParsePath] does, but a path that is alone in a condition asks whether what it selects
// is true (sw: "State Data Filter").
func ParseTruthPath(t source.Text) (*Path, *SyntaxError) {
	return parse(t, false, true)
}

// ParseReference reads a reference path of asl ("Reference Paths"): members and items alone, so that it leads to one
// place, with the operators @ , : ? * ( ) and blanks in names escaped by a backslash. Like a path it may begin with `$$`
// or `$name`, which a later asl allows.
func ParseReference(t source.Text) (*Path, *SyntaxError) {
	return parse(t, true, false)
}

// ParsePathAt reads a path inside of a longer text, from an offset on, at which a `$` stands, as far as the path goes. It
// returns the offset after it.
func ParsePathAt(t source.Text, from int) (*Path, int, *SyntaxError) {
	p := parser{text: t, s: t.String, at: from}
	path, err := p.path()
	if err != nil {
		return nil, p.at, err
	}
	return path, p.at, nil
}

func parse(t source.Text, reference, truth bool) (*Path, *SyntaxError) {
	p := parser{text: t, s: t.String, reference: reference, truth: truth}
	switch {
	case len(p.s) > maxLength:
		return nil, p.fail(0, len(p.s), "", "the path has %d bytes; the limit is %d", len(p.s), maxLength)
	case p.s == "":
		return nil, p.fail(0, 0, "write `$` for the whole input", "the path is empty; it must start with `$`")
	case p.s[0] != '$':
		return nil, p.noRoot()
	}
	path, err := p.path()
	if err != nil {
		return nil, err
	}
	if p.at < len(p.s) {
		return nil, p.afterPath(path)
	}
	path.Loose = p.loose
	return path, nil
}

// A parser reads a path from left to right. Its methods begin at the character that they are named after, and leave the
// parser after what they have read.
type parser struct {
	text      source.Text
	s         string // the content of text
	at        int
	reference bool         // a reference path
	truth     bool         // a path alone asks for truth
	nesting   int          // how many filters, parentheses and negations are open
	filters   int          // how many of them are filters
	loose     *SyntaxError // what Loose of the path will be
}

// fail returns an error about the bytes from and to of the path.
func (p *parser) fail(from, to int, help, format string, args ...any) *SyntaxError {
	return &SyntaxError{Span: p.text.At(from, to), Message: fmt.Sprintf(format, args...), Help: help}
}

// expected returns the error that something else is here.
func (p *parser) expected(what, help string) *SyntaxError {
	return p.fail(p.at, p.at+p.width(), help, "expected %s, found %s", what, p.found())
}

// found names what is here.
func (p *parser) found() string {
	if p.at >= len(p.s) {
		return "the end of the path"
	}
	switch c := p.s[p.at : p.at+p.width()]; {
	case c == " ":
		return "a blank"
	case c == "`":
		return "a backquote"
	case c < " " || c == "\x7f":
		return fmt.Sprintf("the control character %U", c[0])
	default:
		return "`" + strings.ToValidUTF8(c, "\ufffd") + "`"
	}
}

// width is the length of the character that is here, 0 at the end.
func (p *parser) width() int {
	_, size := utf8.DecodeRuneInString(p.s[p.at:])
	return size
}

// peek returns the byte that is here, or 0 at the end.
func (p *parser) peek() byte { return p.byteAt(p.at) }

func (p *parser) byteAt(i int) byte {
	if i < len(p.s) {
		return p.s[i]
	}
	return 0
}

// skip passes over a text if it is here.
func (p *parser) skip(text string) bool {
	if strings.HasPrefix(p.s[p.at:], text) {
		p.at += len(text)
		return true
	}
	return false
}

func (p *parser) blanks() {
	for p.at < len(p.s) && blank(p.s[p.at]) {
		p.at++
	}
}

func blank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// enter counts one more level of nesting, leave one less.
func (p *parser) enter() *SyntaxError {
	p.nesting++
	if p.nesting > maxNesting {
		return p.fail(p.at, p.at+p.width(), "", "filters and parentheses are nested more than %d levels deep", maxNesting)
	}
	return nil
}

func (p *parser) leave() { p.nesting-- }

// noRoot is the error of a path that begins with something else than `$`.
func (p *parser) noRoot() *SyntaxError {
	help, before := "", ""
	switch rest := strings.TrimLeft(p.s, " \t\r\n"); {
	case rest != p.s && strings.HasPrefix(rest, "$"):
		help = "remove the spaces before `$`"
	case p.s[0] == '.' || p.s[0] == '[':
		help, before = "write `$"+excerpt(p.s)+"`", "$"
	case p.s[0] == '@':
		help = "`@` is only valid in a filter; write `$" + excerpt(p.s[1:]) + "`"
	case wordByte(p.s[0]):
		help, before = "write `$."+excerpt(p.s)+"`", "$."
	}
	err := p.fail(0, p.width(), help, "a path must start with `$`, found %s", p.found())
	if before != "" {
		err.Edits = []Edit{{p.text.At(0, 0), before}}
	}
	return err
}

// afterPath is the error of something that cannot follow the steps of a path.
func (p *parser) afterPath(path *Path) *SyntaxError {
	if n := len(path.Steps); n > 0 && path.Steps[n-1].Kind == StepFunction {
		return p.fail(p.at, p.at+p.width(), "", "`.%s()` must be the end of the path, found %s",
			path.Steps[n-1].Name, p.found())
	}
	c := p.peek()
	if p.reference {
		if err := p.operator(c, true); err != nil {
			return err
		}
	}
	help := ""
	switch {
	case blank(c):
		help = "write a name with spaces as ['two words']"
	case c == ',':
		help = "write several names as ['a','b']"
	case c == '*':
		help = "`.*` selects all members; write a name with a star as ['a*']"
	case len(path.Steps) == 0 && path.Root != RootVar && wordByte(c):
		help = "write `" + path.Text + "." + excerpt(p.s[p.at:]) + "`"
	}
	return p.expected("`.` or `[` after `"+excerpt(path.Text)+"`", help)
}

// operator returns the error of an operator that a reference path does not have, or nil for any other character. It is where
// the parser is, in a name or not.
func (p *parser) operator(c byte, inName bool) *SyntaxError {
	message := ""
	switch c {
	case '*', ',', ':':
		message = "can select several values, but a reference path selects one"
	case '?', '@':
		message = "is not allowed in a reference path, which has no filters"
	case '(', ')':
		message = "is not allowed in a reference path, which has neither functions nor filters"
	default:
		return nil
	}
	help := ""
	if inName {
		help = fmt.Sprintf("write `\\%c` for the character itself", c)
	}
	return p.fail(p.at, p.at+1, help, "`%c` %s", c, message)
}

// excerpt shortens a text of the author for a message.
func excerpt(s string) string {
	const most = 40
	s = strings.ToValidUTF8(s, "\ufffd")
	for i, n := 0, 0; i < len(s); n++ {
		if n == most {
			return s[:i] + "…"
		}
		_, size := utf8.DecodeRuneInString(s[i:])
		i += size
	}
	return s
}
