package arrow

import (
	"unicode/utf8"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
)

// The parser reads statements by longest match (a label after a step is its output label, on the next line too) and goes on
// after a mistake at the next semicolon, bracket or line.

// mostErrors is how many errors a text can have until the rest of it is not read: it is something else than a flow, and each
// of its bytes may be an error.
const mostErrors = 500

// maxNesting is how deep subflows may lie in one another.
const maxNesting = 200

// parse reads a text.
func parse(f *source.File) (*Flow, *dialects.Findings) {
	p := &parser{Findings: dialects.Findings{File: f, Dialect: Dialect{}.Name()}, file: f, lexer: newLexer(f.Text)}
	p.encoding()
	p.advance()
	flow := &Flow{Items: p.items()}
	flow.Open = p.open
	flow.Comments = p.lexer.comments
	return flow, &p.Findings
}

// A parser reads one text. Its methods begin at the token that they are named after and leave the parser after what
// they have read.
type parser struct {
	dialects.Findings
	file  *source.File
	lexer *lexer
	token token // to be read next
	last  int   // the end of the token before it
	begun int   // where that token begins
	open  bool  // a subflow was not closed
	cut   bool  // that token is not closed, and took the rest of its line
	depth int   // of subflows

	statements supply[Statement]
	steps      supply[Step]
	labels     supply[Label]

	looked  int // how many of the findings were looked at for errors
	errors  int // how many of those are errors
	stopped bool
}

func (p *parser) advance() {
	p.last, p.begun = p.token.span.End, p.token.span.Start
	p.cut = p.token.unclosed
	p.token = p.lexer.next()
	if p.token.sort != endOfText && p.tooManyErrors() {
		p.stop()
	}
}

func (p *parser) text(s source.Span) string { return string(p.file.Text[s.Start:s.End]) }

// encoding reports the first bytes that are not UTF-8.
func (p *parser) encoding() {
	const most = 5
	text := p.file.Text
	if utf8.Valid(text) {
		return
	}
	for i, reported := 0, 0; i < len(text) && reported < most; {
		if text[i] < utf8.RuneSelf {
			i++
			continue
		}
		r, size := utf8.DecodeRune(text[i:])
		if r == utf8.RuneError && size == 1 {
			p.problem(source.Problem{Rule: "source/invalid-utf8", Message: "the byte is not valid UTF-8", Help: "save the file as UTF-8"}, 0)
			p.List[len(p.List)-1].Span = source.Span{Start: i, End: i + 1}
			reported++
		}
		i += size
	}
}

// items reads a whole text.
func (p *parser) items() []Item {
	var items []Item
	for {
		switch p.token.sort {
		case endOfText:
			return items
		case closeBody:
			d := p.Add(&syntax.Rule, p.token.span, "%s has no subflow to close", p.found())
			d.Help = "remove it"
			p.OfferFix(d, d.Help, "")
			p.advance()
		case at:
			if d := p.declaration(); d != nil {
				items = append(items, Item{Declaration: d})
			}
		default:
			if s := p.statement(); s != nil {
				items = append(items, Item{Statement: s})
			}
		}
	}
}

// statement reads a statement and the semicolon after it. It returns nil if there is nothing in it.
func (p *parser) statement() *Statement {
	if p.token.sort == semicolon {
		p.advance()
		return nil
	}
	s := p.statements.next()
	s.Span = p.token.span
	p.chain(s)
	s.Span.End = max(p.last, s.Span.Start)
	switch {
	case p.token.sort == semicolon:
		p.advance()
	case s.Broken:
		p.recover()
	case !p.begins():
		p.unexpected("an arrow, a label, a semicolon or a statement")
		s.Broken = true
		p.recover()
	}
	if s.Broken {
		s.Span.End = max(p.last, s.Span.Start)
	}
	if s.From == nil && s.To == nil && len(s.Steps) == 0 && !s.Broken {
		return nil
	}
	return s
}

// begins reports whether a statement may begin with the token, or its scope end.
func (p *parser) begins() bool {
	switch p.token.sort {
	case endOfText, closeBody, at, label, arrow:
		return true
	}
	return p.beginsStep()
}

// recover passes over what cannot be read.
func (p *parser) recover() {
	for depth := 0; ; p.advance() {
		switch p.token.sort {
		case endOfText:
			return
		case semicolon:
			if depth == 0 {
				p.advance()
				return
			}
		case openBody:
			if p.token.first && depth == 0 {
				return
			}
			depth++
			continue
		case closeBody:
			if depth == 0 {
				return
			}
			depth--
			continue
		}
		if depth == 0 && p.token.first && p.begins() && p.token.sort != arrow {
			return
		}
	}
}

// chain reads the steps of a statement with their labels.
func (p *parser) chain(s *Statement) {
	in := p.source(s)
	for !s.Broken {
		if !p.operand(s, in) || p.token.sort != arrow {
			return
		}
		p.advance()
		in = nil
	}
}

// source reads the label that a statement begins with. It is returned if it is the input label of the first step.
func (p *parser) source(s *Statement) (in *Label) {
	switch p.token.sort {
	case arrow:
		d := p.Add(&syntax.Rule, p.token.span, "a statement cannot begin with an arrow")
		d.Help = "put the source of the arrow before it: a step, a label or :start"
		if last := p.endBefore(p.token.span.Start); last > 0 && p.file.Text[last-1] == ';' {
			d.Help = "remove the semicolon before it"
			d.Fix = &diag.Fix{Description: d.Help, Edits: []diag.Edit{{Span: source.Span{Start: last - 1, End: last}}}}
		}
		s.Broken = true
		p.advance()
		return nil
	case label:
	default:
		return nil
	}
	l := p.label()
	switch {
	case p.token.sort == arrow:
		s.From = l
		if l.Name == endLabel {
			p.misplaced(l, "can only end a statement")
			s.From = nil
		}
		p.advance()
	case p.beginsStep():
		return l
	default:
		p.Add(&noStep.Rule, l.Span, "the label %q has no step", ":"+l.Name).Help = "connect it to a step: :" + l.Name + " → NAME"
		s.From, s.Broken = l, true
	}
	return nil
}

// operand reads what is after an arrow, or first in a statement. It reports whether an arrow may follow.
func (p *parser) operand(s *Statement, in *Label) bool {
	if in == nil && p.token.sort == label {
		l := p.label()
		if l.Name == startLabel {
			p.misplaced(l, "can only start a statement")
			if p.beginsStep() && !p.token.first {
				p.step(s, nil)
				return true
			}
			if p.token.sort != arrow {
				s.Broken = len(s.Steps) == 0
				return false
			}
			return true
		}
		if l.Name == endLabel || !p.beginsStep() {
			return p.destination(s, l)
		}
		in = l
	}
	if !p.beginsStep() {
		want, help := "a step or a label after the arrow", "add it, or remove the arrow"
		if len(s.Steps) == 0 && s.From == nil {
			want, help = "a statement", "a statement begins with a step, a label or :start"
			if p.token.sort == parameters {
				help = "write the name of the task before its parameters"
			}
		}
		if d := p.unexpected(want); d != nil && d.Help == "" {
			d.Help = help
		}
		s.Broken = true
		return false
	}
	p.step(s, in)
	return s.To == nil
}

// destination takes a label as the end of a statement, and reports an arrow after it.
func (p *parser) destination(s *Statement, l *Label) bool {
	if p.token.sort != arrow {
		s.To = l
		return false
	}
	if l.Name == endLabel {
		p.misplaced(l, "can only end a statement")
		return true
	}
	p.Add(&syntax.Rule, p.token.span, "an arrow follows the label %q, which ends the statement", ":"+l.Name).
		Help = "remove the arrow to label the input of the next step: :" + l.Name + " NAME"
	p.advance()
	if p.beginsStep() {
		p.step(s, l)
		return true
	}
	s.To = l
	return false
}

// label reads a label.
func (p *parser) label() *Label {
	span := p.token.span
	p.advance()
	l := p.labels.next()
	l.Name, l.Span = p.text(source.Span{Start: span.Start + 1, End: span.End}), span
	return l
}
