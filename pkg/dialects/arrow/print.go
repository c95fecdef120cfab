package arrow

import (
	"bytes"
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/diag"
)

// The canonical form has a statement on each line, with " → " between its steps, and what is inside of a subflow indented by two blanks. A
// semicolon is written where two lines would be read as one. Literals, guards and documentations stay as they were written, except for
// their line ends. A comment stays after the line that it ends; one in the middle of a statement moves to a line of its own above.

// Format implements dialects.Definition.
func (d *definition) Format() []byte {
	if unreadable(d.findings.List) {
		return nil
	}
	p := &printer{comments: d.flow.Comments, text: d.file.Text}
	p.flow(d.flow)
	return withLineFeeds(p.out.Bytes())
}

// withLineFeeds returns a text whose lines all end with a line feed: what stays as it was written may have other line ends.
func withLineFeeds(text []byte) []byte {
	if !bytes.ContainsRune(text, '\r') {
		return text
	}
	text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
	return bytes.ReplaceAll(text, []byte("\r"), []byte("\n"))
}

// unreadable reports whether a text could not be read in full.
func unreadable(found []diag.Diagnostic) bool {
	return slices.ContainsFunc(found, func(d diag.Diagnostic) bool { return broken(d.Rule) })
}

// broken reports whether a finding of a rule means that something of the text is not in the syntax.
func broken(id string) bool {
	return slices.Contains([]string{syntax.ID, unclosedRule.ID, declarationType.ID, startEnd.ID, "source/invalid-utf8"}, id)
}

// write returns a flow that came through the model as text.
func write(f *Flow) []byte {
	p := &printer{}
	p.flow(f)
	return p.out.Bytes()
}

func (p *printer) flow(f *Flow) {
	for i, x := range f.Items {
		next := Item{}
		if i+1 < len(f.Items) {
			next = f.Items[i+1]
		}
		p.start, p.first = x.Span().Start, i == 0
		if x.Apart {
			p.out.WriteByte('\n')
		}
		if x.Declaration != nil {
			p.declaration(x.Declaration)
		} else {
			p.statement(x.Statement)
		}
		if semicolonBetween(x, next) {
			p.add(" ;")
		}
		p.end(x.Span().End)
	}
	p.first = len(f.Items) == 0
	p.rest(len(p.text) + 1)
}

// semicolonBetween reports whether an item and the one on the next line would be read as one without a semicolon, or
// look as if they were.
func semicolonBetween(x, next Item) bool {
	switch {
	case x.Declaration != nil:
		return x.Declaration.Body == nil && (next.Statement != nil || next.Declaration != nil) || beginsWithBody(next.Statement)
	case next.Statement == nil:
		return false
	}
	label := next.Statement.From != nil && next.Statement.From.Name != startLabel || next.Statement.From == nil &&
		len(next.Statement.Steps) > 0 && next.Statement.Steps[0].In != nil
	switch to := x.Statement.To; {
	case to == nil:
		return label || len(x.Statement.Steps) == 0
	case to.Name == endLabel:
		return false
	default:
		return !label && next.Statement.From == nil
	}
}

// beginsWithBody reports whether a statement begins with the bracket of a subflow, which would be that of a declaration before it.
func beginsWithBody(s *Statement) bool {
	if s == nil || s.From != nil || len(s.Steps) == 0 {
		return false
	}
	first := s.Steps[0]
	for first.In == nil && !first.Merge && first.Guard == nil && !first.Each {
		if first.Kind != List || len(first.Members) == 0 {
			return first.Kind == Subflow
		}
		first = first.Members[0]
	}
	return false
}

func (p *printer) statement(s *Statement) {
	arrow := ""
	if s.From != nil {
		p.add(":", s.From.Name)
		arrow = " → "
	}
	for _, step := range s.Steps {
		p.add(arrow)
		p.step(step)
		arrow = " → "
	}
	if s.To != nil {
		p.add(arrow, ":", s.To.Name)
	}
}

func (p *printer) step(s *Step) {
	if s.In != nil {
		p.add(":", s.In.Name, " ")
	}
	p.prefixes(s)
	switch s.Kind {
	case List:
		for i, m := range s.Members {
			if i > 0 {
				p.add("|")
			}
			p.step(m)
		}
	case Subflow:
		p.body(s.Body)
	case Data:
		p.data(s)
	case Resource:
		p.add("<", s.Name, ">")
		p.parameters(s.Parameters)
	default:
		p.add(s.Name)
		p.parameters(s.Parameters)
	}
	if s.Out != nil {
		p.add(" :", s.Out.Name)
	}
}

// prefixes writes the signs before a step in the order in which they act.
func (p *printer) prefixes(s *Step) {
	if s.Merge {
		p.add("> ")
	}
	if s.Guard != nil {
		p.add("? `", s.Guard.Text, "` ")
	}
	if s.Each {
		p.add("* ")
	}
}

// parameters writes parameters as they were written.
func (p *printer) parameters(l *Literal) {
	if l != nil {
		p.add(" ", p.literal(l))
	}
}

func (p *printer) data(s *Step) {
	if s.Literal == nil {
		p.add("<>")
		return
	}
	p.add(p.literal(s.Literal))
}

// literal returns a literal as it was written.
func (p *printer) literal(l *Literal) string {
	if l.Text != "" {
		return l.Text
	}
	return string(p.text[l.Span.Start:l.Span.End])
}

func (p *printer) body(b *Body) {
	p.add("{")
	p.end(b.Open.End)
	p.indent++
	for i, s := range b.Statements {
		next := Item{}
		if i+1 < len(b.Statements) {
			next.Statement = b.Statements[i+1]
		}
		p.start, p.first = s.Span.Start, i == 0
		p.statement(s)
		if semicolonBetween(Item{Statement: s}, next) {
			p.add(" ;")
		}
		p.end(s.Span.End)
	}
	p.first = false
	p.rest(b.Close.Start)
	p.indent--
	p.start, p.first = b.Close.Start, true
	p.add("}")
}

func (p *printer) declaration(d *Declaration) {
	if d.Text != "" {
		p.add(d.Text)
		return
	}
	kind := "@task "
	if d.Flow {
		kind = "@flow "
	}
	p.add(kind, d.Name)
	if d.Alias != nil {
		p.add(" = ", d.Alias.Name)
	}
	p.parameters(d.Parameters)
	if d.Doc != nil {
		quotes := "'''"
		if strings.Contains(d.Doc.Text, quotes) {
			quotes = `"""`
		}
		p.add(" ", quotes, d.Doc.Text, quotes)
	}
	if d.Body != nil {
		p.add(" ")
		p.body(d.Body)
	}
}
