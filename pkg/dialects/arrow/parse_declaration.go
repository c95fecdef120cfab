package arrow

import (
	"strings"

	"github.com/flowglot/flowglot/pkg/source"
)

// The parts of a declaration, in the order in which they may follow its name (arrow: "The order is always: name, optional
// alias, parameters, documentation, subflow").
var declarationParts = [...]struct {
	sort sort
	name string
}{
	{equals, "alias"}, {parameters, "parameters"}, {document, "documentation"}, {openBody, "subflow"},
}

// declaration reads a declaration and the semicolon after it.
func (p *parser) declaration() *Declaration {
	t := p.token
	d := &Declaration{Span: t.span}
	p.advance()
	switch word := p.text(t.span)[1:]; word {
	case "flow":
		d.Flow = true
	case "task":
	default:
		x := p.Add(&declarationType.Rule, t.span, "unknown declaration @%s", word)
		if !p.Correct(x, "@"+word, []string{"@flow", "@task"}) {
			x.Help = "use @flow or @task"
			p.recover() // it need not have the parts of either
			return nil
		}
		d.Broken = true
	}
	if p.token.sort != name {
		p.unexpected("the name of the flow or task")
		d.Broken = true
		p.recover()
		d.Span.End = p.last
		return nil
	}
	d.NameSpan = p.token.span
	d.Name = p.text(d.NameSpan)
	p.advance()
	for at := -1; ; {
		part := p.part(d)
		if part < 0 {
			break
		}
		if part <= at {
			p.reportOrder(d, part, at)
		}
		at = max(at, part)
		if !p.readPart(d) {
			d.Broken = true
			p.recover()
			break
		}
	}
	d.Span.End = p.last
	p.endDeclaration(d)
	if d.Broken && !d.Flow && p.text(t.span) != "@task" {
		return nil
	}
	return d
}

// endDeclaration reads the semicolon that ends a declaration. It may be left out where a statement begins.
func (p *parser) endDeclaration(d *Declaration) {
	switch {
	case p.token.sort == semicolon:
		p.advance()
	case d.Broken:
	case p.token.sort == arrow:
		p.Add(&syntax.Rule, p.token.span, "an arrow follows the declaration of %q", d.Name).Help =
			`write ";" after the declaration if its last part belongs to a statement`
		d.Broken = true
		p.recover()
	case !p.begins():
		p.unexpected("a part of the declaration, a semicolon or a statement")
		d.Broken = true
		p.recover()
	}
}

// part returns which part of a declaration begins here, or -1. A flow has neither an alias nor a subflow.
func (p *parser) part(d *Declaration) int {
	for i, x := range declarationParts {
		if x.sort == p.token.sort && !(d.Flow && (x.sort == openBody)) {
			return i
		}
	}
	return -1
}

// reportOrder reports a part of a declaration that is written twice, or after a part that it has to precede.
func (p *parser) reportOrder(d *Declaration, part, at int) {
	if part == at {
		p.Add(&syntax.Rule, p.token.span, "duplicate %s of %q", declarationParts[part].name, d.Name)
		return
	}
	p.Add(&declarationOrder.Rule, p.token.span, "the %s of %q must come before the %s", declarationParts[part].name, d.Name, declarationParts[at].name).
		Help = "the order is: name, alias, parameters, documentation, subflow"
}

// readPart reads a part of a declaration, and reports whether reading can go on after it.
func (p *parser) readPart(d *Declaration) bool {
	switch t := p.token; t.sort {
	case equals:
		p.advance()
		if p.token.sort != name {
			p.unexpected("the name of a task after `=`")
			return false
		}
		a := &Alias{Name: p.text(p.token.span), Span: p.token.span}
		p.advance()
		if d.Flow {
			p.Add(&syntax.Rule, source.Span{Start: t.span.Start, End: a.Span.End}, "a flow cannot have an alias")
			return true
		}
		d.Alias = a
	case parameters:
		d.Parameters = p.parameters()
	case document:
		p.advance()
		if t.unclosed {
			p.unclosed(t)
			return false
		}
		d.Doc = &Doc{Span: t.span, Text: p.text(t.inner)}
	default:
		body, ok := p.body()
		d.Body = body
		if d.Alias != nil {
			x := p.Add(&aliasAndSubflow.Rule, body.Open, "task %q has both an alias and a subflow", d.Name)
			x.Related = p.Related(d.Alias.Span, "it is an alias of %q", d.Alias.Name)
			x.Help = "remove one of them"
		}
		return ok
	}
	return true
}

// summary returns the text of the documentation without the indentation that its lines share.
func (d *Doc) summary() string { return string(withLineFeeds([]byte(strings.TrimSpace(d.Text)))) }
