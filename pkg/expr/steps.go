package expr

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/flowglot/flowglot/pkg/source"
)

// path reads a path from `$` or `@` on, as far as it goes.
func (p *parser) path() (*Path, *SyntaxError) {
	start := p.at
	path := &Path{}
	switch {
	case p.skip("@"):
		path.Root = RootItem
	case p.skip("$$"):
		path.Root = RootContext
	default:
		p.at++
		if path.Name = p.variable(); path.Name != "" {
			path.Root = RootVar
		}
	}
	path.Text = p.s[start:p.at]
	for p.peek() == '.' || p.peek() == '[' {
		from := p.at
		if n := len(path.Steps); n > 0 && path.Steps[n-1].Kind == StepFunction {
			return nil, p.afterPath(path)
		}
		if p.peek() == '.' && p.byteAt(p.at+1) == '.' {
			if p.reference {
				return nil, p.fail(p.at, p.at+2, "name each level, as in `$.a.b`",
					"`..` can select several values, but a reference path selects one")
			}
			p.at += 2
			path.Steps = append(path.Steps, Step{Kind: StepDescend, Span: p.text.At(from, p.at)})
			from = p.at
			if p.peek() == '.' {
				return nil, p.fail(p.at, p.at+1, "", "expected a name or `[` after `..`, found another `.`")
			}
		}
		step, err := p.step()
		if err != nil {
			return nil, err
		}
		if step.Kind == StepFunction && from > 0 && p.s[from] != '.' {
			return nil, p.fail(from, p.at, "write `..*."+step.Name+"()`", "a function needs values, and `..` alone selects none")
		}
		step.Span = p.text.At(from, p.at)
		path.Steps = append(path.Steps, step)
		path.Text = p.s[start:p.at]
	}
	path.Definite = definite(path.Steps)
	path.Span = p.text.At(start, p.at)
	return path, nil
}

// variable reads the name of a variable, which is made of letters, digits and underscores and begins with no digit.
func (p *parser) variable() string {
	start := p.at
	for p.at < len(p.s) {
		r, size := utf8.DecodeRuneInString(p.s[p.at:])
		if r != '_' && !unicode.IsLetter(r) && (p.at == start || !unicode.IsDigit(r)) {
			break
		}
		p.at += size
	}
	return p.s[start:p.at]
}

// step reads `.name`, `.*`, `.name()`, `[…]` or `.[…]`; the dot is absent after `..`.
func (p *parser) step() (Step, *SyntaxError) {
	dot := p.at
	p.skip(".")
	if p.peek() == '[' {
		return p.bracket()
	}
	if p.peek() == '*' {
		if p.reference {
			return Step{}, p.several()
		}
		p.at++
		return Step{Kind: StepWildcard}, nil
	}
	from := p.at
	name, err := p.name()
	switch {
	case err != nil:
		return Step{}, err
	case from == p.at:
		return Step{}, p.noName(dot)
	case p.peek() == '(' && !p.reference:
		return p.function(from)
	}
	return Step{Kind: StepChild, Name: name}, nil
}

// several is the error of `*` in a reference path.
func (p *parser) several() *SyntaxError {
	return p.fail(p.at, p.at+1, "name the member or the item", "`*` can select several values, but a reference path selects one")
}

// noName is the error of a dot, or two, that no name follows.
func (p *parser) noName(dot int) *SyntaxError {
	if p.at >= len(p.s) {
		dots := ".."
		if p.s[dot:] != "" {
			dots = "."
		}
		return p.fail(p.at-len(dots), p.at, "", "expected a name after `%s`", dots)
	}
	if p.reference {
		if err := p.operator(p.peek(), true); err != nil {
			return err
		}
	}
	help := ""
	if quote := p.peek(); quote == '\'' || quote == '"' {
		help = "write a quoted name in brackets: ['name']"
	}
	return p.expected("a name after `.`", help)
}

// name reads a name that is not quoted. It is empty if there is none here.
func (p *parser) name() (string, *SyntaxError) {
	start := p.at
	if c := p.peek(); c == '\'' || c == '"' {
		return "", nil
	}
	for p.at < len(p.s) && !p.ends(p.s[p.at]) {
		if p.s[p.at] == '\\' {
			return p.escaped(p.s[start:p.at])
		}
		p.at++
	}
	return p.s[start:p.at], nil
}

// escaped reads the rest of a name that has escapes; begin is what was read before the first of them.
func (p *parser) escaped(begin string) (string, *SyntaxError) {
	name := []byte(begin)
	for p.at < len(p.s) && !p.ends(p.s[p.at]) {
		if p.s[p.at] != '\\' {
			name = append(name, p.s[p.at])
			p.at++
			continue
		}
		var err *SyntaxError
		if name, err = p.escape(name, false); err != nil {
			return "", err
		}
	}
	return string(name), nil
}

// ends reports whether a character ends a name that is not quoted.
func (p *parser) ends(c byte) bool {
	switch c {
	case '.', '[', ']', '(', ')', ',', '*', 0x7f:
		return true
	case '=', '!', '<', '>', '&', '|', '~':
		return p.filters > 0
	case '@', ':', '?':
		return p.reference
	}
	return c <= ' '
}

// function reads the parentheses of a function whose name begins at an offset.
func (p *parser) function(from int) (Step, *SyntaxError) {
	name := p.s[from:p.at]
	if !known(name) {
		help := "use one of " + strings.Join(functionNames(), ", ")
		if near := nearFunction(name); near != "" {
			help = "did you mean `" + near + "()`?"
		}
		return Step{}, p.fail(from, p.at, help, "unknown function `%s`", excerpt(name))
	}
	p.at++
	p.blanks()
	if p.peek() != ')' {
		help := ""
		if p.at < len(p.s) {
			help = fmt.Sprintf("`%s()` takes no arguments", name)
		}
		return Step{}, p.expected("`)`", help)
	}
	p.at++
	return Step{Kind: StepFunction, Name: name}, nil
}

// spanFrom returns the range from the start of an expression to where the parser is.
func (p *parser) spanFrom(start int) source.Span { return p.text.At(start, p.at) }
