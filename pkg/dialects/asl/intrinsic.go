package asl

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/nearest"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
)

// maxIntrinsics is how many calls of intrinsic functions may be nested in one field (asl today: "Intrinsic functions").
const maxIntrinsics = 10

// isIntrinsic reports whether a text is meant as a call of an intrinsic function.
func isIntrinsic(s string) bool { return strings.HasPrefix(s, "States.") }

// ParseIntrinsic reads the call of an intrinsic function: a name, and in parentheses texts in single quotes, numbers, true,
// false, null, paths and further calls. An error is at the very characters at fault; an unknown function and a wrong number
// of arguments are errors too (asl today: "Intrinsic functions").
func ParseIntrinsic(t source.Text) (*expr.Call, *expr.SyntaxError) {
	p := &intrinsicParser{text: t, s: t.String}
	x, err := p.call()
	if err != nil {
		return nil, err
	}
	p.blanks()
	if p.at < len(p.s) {
		return nil, p.fail(p.at, len(p.s), "the value of the field is the call alone; use a further call or state for what follows",
			"nothing may follow the call of %s", x.Name)
	}
	return x, nil
}

// An intrinsicParser reads a call from left to right. Its methods begin at what they are named after.
type intrinsicParser struct {
	text  source.Text
	s     string
	at    int
	calls int // that are open
}

func (p *intrinsicParser) fail(from, to int, help, format string, args ...any) *expr.SyntaxError {
	return &expr.SyntaxError{Span: p.text.At(from, to), Message: fmt.Sprintf(format, args...), Help: help}
}

// found names what is at the place of the parser.
func (p *intrinsicParser) found() string {
	if p.at >= len(p.s) {
		return "the end of the text"
	}
	r, _ := utf8.DecodeRuneInString(p.s[p.at:])
	return fmt.Sprintf("%q", r)
}

func (p *intrinsicParser) width() int {
	_, size := utf8.DecodeRuneInString(p.s[p.at:])
	return size
}

func (p *intrinsicParser) blanks() {
	for p.at < len(p.s) && strings.IndexByte(" \t\r\n", p.s[p.at]) >= 0 {
		p.at++
	}
}

func (p *intrinsicParser) skip(c byte) bool {
	if p.at < len(p.s) && p.s[p.at] == c {
		p.at++
		return true
	}
	return false
}

// call reads a name and its arguments.
func (p *intrinsicParser) call() (*expr.Call, *expr.SyntaxError) {
	start := p.at
	f, err := p.function()
	if err != nil {
		return nil, err
	}
	x := &expr.Call{Name: f.name, Apply: f.apply, Takes: f.takes, NameSpan: p.text.At(start, p.at)}
	p.blanks()
	open := p.at
	if !p.skip('(') {
		return nil, p.fail(p.at, p.at+p.width(), "", "expected ( after %s, found %s", f.name, p.found())
	}
	if p.calls++; p.calls > maxIntrinsics {
		return nil, p.fail(start, p.at, "compute a part in an earlier state", "more than %d calls are nested", maxIntrinsics)
	}
	var raw string // of the first argument
	for p.blanks(); !p.skip(')'); p.blanks() {
		if len(x.Args) > 0 {
			if !p.skip(',') {
				if p.at >= len(p.s) {
					err := p.fail(open, open+1, "add ) after the last argument", "the ( after %s is not closed", f.name)
					err.Edits = []expr.Edit{{Span: p.text.At(len(p.s), len(p.s)), Text: ")"}}
					return nil, err
				}
				return nil, p.fail(p.at, p.at+p.width(), "", "expected , or ) after an argument of %s, found %s", f.name, p.found())
			}
			p.blanks()
		}
		from := p.at
		arg, err := p.argument(f)
		if err != nil {
			return nil, err
		}
		if len(x.Args) == 0 {
			raw = p.s[from:p.at]
		}
		x.Args = append(x.Args, arg)
	}
	p.calls--
	x.Text, x.Span = p.s[start:p.at], p.text.At(start, p.at)
	if n := len(x.Args); n < f.least || f.most >= 0 && n > f.most {
		return nil, p.fail(start, p.at, "it is called as "+f.usage, "%s takes %s, found %d", f.name, f.arity(), n)
	}
	x.Means = intrinsicMeans
	if l, ok := literalText(x); ok && f.name == formatName {
		parts := templateParts(raw, l)
		x.Apply = formatParts(parts)
		x.Means = func(x *expr.Call) expr.Expr { return formatMeans(parts, x) }
	}
	return x, nil
}

// literalText is the first argument of a call, if it is a text in quotes.
func literalText(x *expr.Call) (string, bool) {
	if len(x.Args) == 0 {
		return "", false
	}
	l, ok := x.Args[0].(*expr.Literal)
	if !ok {
		return "", false
	}
	s, ok := l.Value.(string)
	return s, ok
}

// function reads a name.
func (p *intrinsicParser) function() (*intrinsic, *expr.SyntaxError) {
	start := p.at
	for p.at < len(p.s) && (wordByte(p.s[p.at]) || p.s[p.at] == '.') {
		p.at++
	}
	name := p.s[start:p.at]
	if name == "" {
		return nil, p.fail(start, start+p.width(), "", "expected a function such as States.Format, found %s", p.found())
	}
	for i := range intrinsics {
		if intrinsics[i].name == name {
			return &intrinsics[i], nil
		}
	}
	help := "the functions are " + strings.Join(intrinsicNames(), ", ")
	near := nearest.Names(name, intrinsicNames(), 2)
	if len(near) > 0 {
		help = nearest.Help(name, near)
	}
	err := p.fail(start, p.at, help, "the function %s does not exist", name)
	if len(near) > 0 && help == nearest.Help(name, near[:1]) {
		err.Edits = []expr.Edit{{Span: err.Span, Text: near[0]}}
	}
	return nil, err
}

// wordByte reports whether a byte can be part of the name of a function.
func wordByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

func intrinsicNames() []string {
	names := make([]string, 0, len(intrinsics))
	for i := range intrinsics {
		names = append(names, intrinsics[i].name)
	}
	slices.Sort(names)
	return names
}

// argument reads an argument of a function.
func (p *intrinsicParser) argument(of *intrinsic) (expr.Expr, *expr.SyntaxError) {
	if p.at >= len(p.s) {
		return nil, p.fail(len(p.s), len(p.s), "add it", "the call of %s is not closed: an argument or ) is missing", of.name)
	}
	switch c := p.s[p.at]; {
	case c == '\'':
		return p.quoted()
	case c == '$':
		x, end, err := expr.ParsePathAt(p.text, p.at)
		if err != nil {
			return nil, err
		}
		p.at = end
		x.Project = true
		return x, nil
	case c == '-' || c >= '0' && c <= '9':
		return p.number()
	case c == '"':
		return nil, p.fail(p.at, p.at+1, "write the text in single quotes", "a text in double quotes is not an argument of %s", of.name)
	}
	start, end := p.at, p.at
	for end < len(p.s) && wordByte(p.s[end]) {
		end++
	}
	literal := &expr.Literal{Span: p.text.At(start, end)}
	switch p.s[start:end] {
	case "true":
		literal.Value = true
	case "false":
		literal.Value = false
	case "null":
	case "":
		return nil, p.fail(p.at, p.at+p.width(), "", "expected an argument of %s, found %s", of.name, p.found())
	default:
		return p.call()
	}
	p.at = end
	return literal, nil
}

func (p *intrinsicParser) number() (expr.Expr, *expr.SyntaxError) {
	start := p.at
	for p.at < len(p.s) && strings.IndexByte("+-.eE0123456789", p.s[p.at]) >= 0 {
		p.at++
	}
	v, err := value.Parse([]byte(p.s[start:p.at]))
	if err != nil {
		return nil, p.fail(start, p.at, "", "%s is not a number", p.s[start:p.at])
	}
	return &expr.Literal{Value: v, Span: p.text.At(start, p.at)}, nil
}

// quoted reads a text in single quotes. A backslash takes a quote, a brace or a backslash as it is.
func (p *intrinsicParser) quoted() (expr.Expr, *expr.SyntaxError) {
	start := p.at
	var text []byte
	for p.at++; p.at < len(p.s); p.at++ {
		switch c := p.s[p.at]; c {
		case '\'':
			p.at++
			return &expr.Literal{Value: string(text), Span: p.text.At(start, p.at)}, nil
		case '\\':
			if p.at+1 >= len(p.s) || strings.IndexByte(`'{}\`, p.s[p.at+1]) < 0 {
				return nil, p.fail(p.at, min(p.at+2, len(p.s)), `the escapes are \' \{ \} \\, each backslash doubled in JSON`,
					"a backslash must be followed by a quote, a brace or a backslash")
			}
			p.at++
			text = append(text, p.s[p.at])
		default:
			text = append(text, c)
		}
	}
	return nil, p.fail(start, start+1, "add it at the end of the text", "the text is not closed: a ' is missing")
}
