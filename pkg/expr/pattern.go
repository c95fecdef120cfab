package expr

import (
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"strings"
)

// pattern reads /regular expression/flags. The flags become part of the text, (?i), as they are in RE2.
func (p *parser) pattern() (Expr, *regexp.Regexp, *SyntaxError) {
	start := p.at
	if p.peek() != '/' {
		return nil, nil, p.expected("`/` after `=~`", "write a regular expression as /pattern/")
	}
	p.at++
	var text strings.Builder
	for p.at < len(p.s) && p.peek() != '/' {
		if p.peek() == '\\' && p.at+1 < len(p.s) {
			if p.byteAt(p.at+1) != '/' {
				text.WriteByte('\\')
			}
			p.at++
		}
		text.WriteByte(p.peek())
		p.at++
	}
	end := p.at
	if !p.skip("/") {
		return nil, nil, p.fail(start, start+1, "add `/`", "the regular expression is not closed by `/`")
	}
	flags := p.at
	for p.peek() >= 'a' && p.peek() <= 'z' {
		p.at++
	}
	re := text.String()
	if flags := p.s[flags:p.at]; flags != "" {
		if strings.Trim(flags, "ims") != "" {
			return nil, nil, p.fail(end+1, p.at, "use i, m and s", "unknown flags `%s`", flags)
		}
		re = "(?" + flags + ")" + re
	}
	compiled, err := compile(re)
	if err != nil {
		return nil, nil, p.fail(start+1, end, "", "invalid regular expression: %v", err)
	}
	return &Literal{Value: re, Span: p.spanFrom(start)}, compiled, nil
}

// compile compiles a regular expression that is to match the whole of a text, as Jayway's filters do.
func compile(text string) (*regexp.Regexp, error) {
	if len(text) > maxPattern {
		return nil, fmt.Errorf("it has more than %d bytes", maxPattern)
	}
	// By itself first: `a)(b` is valid only within the group that follows.
	if _, err := syntax.Parse(text, syntax.Perl); err != nil {
		return nil, patternError(err)
	}
	re, err := regexp.Compile(`\A(?:` + text + `)\z`)
	if err != nil {
		return nil, patternError(err)
	}
	return re, nil
}

// patternError returns what is wrong with a pattern without the words that the library puts before it.
func patternError(err error) error {
	var e *syntax.Error
	if errors.As(err, &e) {
		return fmt.Errorf("%s `%s`", e.Code, excerpt(e.Expr))
	}
	return err
}
