package arrow

import (
	"strings"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
)

// misplaced reports :start or :end where it cannot appear.
func (p *parser) misplaced(l *Label, what string) {
	p.Add(&startEnd.Rule, l.Span, "%s %s", ":"+l.Name, what)
}

// unexpected reports the token as something else than what has to be here, unless that is in what was cut off. What is illegal is
// named by itself.
func (p *parser) unexpected(want string) *diag.Diagnostic {
	at := p.token.span
	if p.cut {
		return nil // what is missing is in the rest of the line
	}
	if p.token.sort == endOfText { // at the last word, as the text may go on with blank lines
		at = source.Span{Start: p.begun, End: p.last}
	}
	d := p.Add(&syntax.Rule, at, "expected %s, found %s", want, p.found())
	sign := at
	for sign.End < len(p.file.Text) && strings.IndexByte("-=>", p.file.Text[sign.End]) >= 0 {
		sign.End++
	}
	switch written := p.text(sign); {
	case isMeantArrow(written):
		d.Help = "write an arrow as → or ->"
		d.Fix = &diag.Fix{Description: "write ->", Edits: []diag.Edit{{Span: sign, Text: "->"}}}
	case p.token.sort == illegal:
		d.Help = illegalHelp(p.text(at))
	}
	return d
}

// isMeantArrow reports whether a sign between two steps can only be meant as an arrow.
func isMeantArrow(sign string) bool {
	switch sign {
	case "-", "--", "-->", "=>", "==>", "–", "—", "⟶", "⇒", "–>", "—>":
		return true
	}
	return false
}

// tooManyErrors reports whether the text has so many errors that the rest of it is not read.
func (p *parser) tooManyErrors() bool {
	for ; p.looked < len(p.List); p.looked++ {
		if p.List[p.looked].Severity == diag.Error {
			p.errors++
		}
	}
	return p.errors >= mostErrors
}

// stop ends the text before the next token, and reports that.
func (p *parser) stop() {
	at := p.token.span
	if !p.stopped {
		p.Add(&syntax.Rule, at, "the text from here on is not read, because it has too many errors").Help =
			"correct the first ones; if the file is not an arrow flow, exclude it"
	}
	p.stopped, p.cut = true, true
	p.token = token{sort: endOfText, span: source.Span{Start: at.Start, End: at.Start}}
}

// found names the token for a message.
func (p *parser) found() string {
	switch p.token.sort {
	case endOfText:
		return "the end of the text"
	case guard:
		return "a guard"
	case parameters:
		return "parameters"
	case document:
		return "a documentation"
	case illegal:
		return dialects.Quote(p.text(p.token.span))
	}
	return "`" + p.text(p.token.span) + "`"
}

// illegalHelp describes what may have been meant by something that belongs to no token.
func illegalHelp(text string) string {
	switch text {
	case "(":
		return "write parameters as (- name: value -), ({…}) or ([…])"
	case ":":
		return "write a label as a colon and a name, without a space"
	case "'", `"`:
		return "put documentation in triple quotes"
	default:
		return "a name consists of letters, digits, \"-\", \"_\" and \":\""
	}
}

// unclosed reports a token whose end is missing.
func (p *parser) unclosed(t token) {
	at := t.span
	at.End = min(at.End, t.inner.Start)
	switch t.sort {
	case guard:
		p.Add(&unclosedRule.Rule, at, "the guard that begins here is not closed").Help = "add a closing back quote"
	case document:
		p.Add(&unclosedRule.Rule, at, "the documentation that begins here is not closed").Help = "add a closing " + p.text(at)
	case resource:
		p.Add(&unclosedRule.Rule, at, "the resource that begins here is not closed on its line").Help = "add `>` after the URI"
	default:
		pair := map[Form]string{YAMLForm: "-", ObjectForm: "}", ArrayForm: "]"}[t.form]
		if t.sort == data {
			pair += ">"
		} else {
			pair += ")"
		}
		at.End = min(t.span.Start+2, t.span.End)
		p.Add(&unclosedRule.Rule, at, "the literal that begins here is not closed").Help = "close it with `" + pair + "`"
	}
}

// glued reports that a label belongs to another line than its own, with a semicolon to part the two.
func (p *parser) glued(l *Label, next source.Span, what string) {
	d := p.Add(&gluedLines.Rule, l.Span, "the label %q %s: a line end does not separate them", ":"+l.Name, what)
	d.Help = `end the first line with ";" if these are two statements, or put the label and its step on one line`
	at := l.Span.End
	if next.Start == l.Span.Start { // the label is on the second line
		at = p.endBefore(l.Span.Start)
	}
	d.Fix = &diag.Fix{Description: `end the statement with ";"`, Edits: []diag.Edit{{Span: source.Span{Start: at, End: at}, Text: " ;"}}}
}

// endBefore returns the end of the last token before an offset, followed by blanks and comments only.
func (p *parser) endBefore(offset int) int {
	at, comments := offset, p.lexer.comments
	for {
		for at > 0 && blankByte(p.file.Text[at-1]) {
			at--
		}
		for len(comments) > 0 && comments[len(comments)-1].End > at {
			comments = comments[:len(comments)-1]
		}
		if len(comments) == 0 || comments[len(comments)-1].End != at {
			return at
		}
		at = comments[len(comments)-1].Start
	}
}
