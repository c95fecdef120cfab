package arrow

import (
	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
)

// beginsStep reports whether a step begins with the token. A guard without its question mark is one that lacks it.
func (p *parser) beginsStep() bool {
	switch p.token.sort {
	case name, resource, data, openBody, star, merge, question, guard:
		return true
	}
	return false
}

// step reads a step with the label after it and adds it to a statement. in is the label before it, or nil.
func (p *parser) step(s *Statement, in *Label) {
	begin := p.token.span.Start
	if in != nil {
		begin = in.Span.Start
		if in.Name == startLabel || in.Name == endLabel {
			d := p.Add(&startEnd.Rule, in.Span, ":%s is the %s of the scope and cannot label a step", in.Name, in.Name)
			if in.Name == startLabel {
				d.Help = "write :start → before the step"
			}
			in = nil
		} else if p.token.first {
			p.glued(in, p.token.span, "is the input label of the step on the next line")
		}
	}
	step, ok := p.prefixed()
	if !ok {
		s.Broken = true
	}
	if step == nil {
		return
	}
	step.In = in
	p.output(s, step)
	step.Span = source.Span{Start: begin, End: p.last}
	s.Steps = append(s.Steps, step)
}

// output reads the label after a step.
func (p *parser) output(s *Statement, step *Step) {
	if p.token.sort != label {
		return
	}
	switch p.text(p.token.span) {
	case ":" + startLabel:
		return // it begins the next statement
	case ":" + endLabel:
		s.To = p.label()
		p.Add(&startEnd.Rule, s.To.Span, ":end is the end of the scope and cannot label a step").Help = "write → before it"
		return
	}
	first := p.token.first
	step.Out = p.label()
	if first {
		p.glued(step.Out, source.Span{Start: step.Out.Span.Start, End: step.Out.Span.Start}, "is the output label of the step on the line before")
	}
}

// prefixed reads a step after its label: the signs before it, the step, and further ones that bars list. It
// reports whether reading can go on after it.
func (p *parser) prefixed() (*Step, bool) {
	var prefixes Step
	for p.prefix(&prefixes) {
	}
	first, ok := p.single()
	if first == nil || !ok {
		return first, false
	}
	step := first
	if p.token.sort == bar {
		step = &Step{Kind: List, Members: []*Step{first}}
		for ok && p.token.sort == bar {
			p.advance()
			var m *Step
			if m, ok = p.member(); m != nil {
				step.Members = append(step.Members, m)
			}
		}
	}
	step.Merge, step.Guard, step.Each = prefixes.Merge, prefixes.Guard, prefixes.Each
	return step, ok
}

// member reads an item of a list after a bar.
func (p *parser) member() (*Step, bool) {
	prefixes := &Step{}
	begin := p.token.span.Start
	for p.prefix(prefixes) {
	}
	m, ok := p.single()
	if m != nil {
		m.Merge, m.Guard, m.Each = prefixes.Merge, prefixes.Guard, prefixes.Each
		m.Span.Start = begin
	}
	return m, ok
}

// prefix reads a sign before a step: ">", "*" or a guard.
func (p *parser) prefix(s *Step) bool {
	twice := false
	at := p.token.span
	switch p.token.sort {
	case merge:
		twice, s.Merge = s.Merge, true
		p.advance()
	case star:
		twice, s.Each = s.Each, true
		p.advance()
	case question:
		p.advance()
		if p.token.sort != guard {
			p.unexpected("a condition in back quotes after `?`")
			return true
		}
		twice = s.Guard != nil
		s.Guard = p.guard()
	case guard:
		p.Add(&syntax.Rule, at, "the guard has no `?` before it").Fix = &diag.Fix{Description: "insert `?`",
			Edits: []diag.Edit{{Span: source.Span{Start: at.Start, End: at.Start}, Text: "? "}}}
		twice = s.Guard != nil
		s.Guard = p.guard()
	default:
		return false
	}
	if twice {
		p.Add(&syntax.Rule, at, "duplicate `%s` before a step", p.text(source.Span{Start: at.Start, End: at.Start + 1}))
	}
	return true
}

// guard reads a condition (arrow: "It can be useful to qualify whether a task should occur").
func (p *parser) guard() *Guard {
	t := p.token
	p.advance()
	g := &Guard{Span: t.span, Text: p.text(t.inner)}
	if t.unclosed {
		p.unclosed(t)
		return g
	}
	path, err := expr.ParsePath(source.Plain(g.Text, t.inner.Start))
	if err != nil {
		dialects.Remedy(p.Add(&guardSyntax.Rule, err.Span, "the guard is not a valid JSONPath: %s", err.Message), err)
		return g
	}
	g.Path = path
	return g
}

// single reads a step without what may appear around it.
func (p *parser) single() (step *Step, ok bool) {
	t := p.token
	step = p.steps.next()
	step.Span, step.NameSpan = t.span, t.span
	ok = true
	switch t.sort {
	case name:
		p.advance()
		step.Name = p.text(t.span)
		step.Parameters = p.parameters()
	case resource:
		p.advance()
		p.resource(step, t)
		step.Parameters = p.parameters()
	case data:
		p.advance()
		step.Kind = Data
		step.Literal = p.literal(t)
	case openBody:
		step.Kind = Subflow
		step.Body, ok = p.body()
	default:
		p.unexpected("a task, a resource, a literal or a subflow")
		return nil, false
	}
	step.Span.End = p.last
	return step, ok
}

// resource takes a token as the URI of a resource; <> is a source without data.
func (p *parser) resource(step *Step, t token) {
	if t.unclosed {
		p.unclosed(t)
	}
	step.Kind, step.Name = Resource, p.text(t.inner)
	step.NameSpan = t.inner
	step.Cut = t.unclosed
	if step.Name == "" && !t.unclosed {
		step.Kind = Data
	}
}

// parameters reads the literal after a name, if there is one.
func (p *parser) parameters() *Literal {
	if p.token.sort != parameters {
		return nil
	}
	t := p.token
	p.advance()
	return p.literal(t)
}

// body reads the statements of a subflow. It reports whether reading can go on after it.
func (p *parser) body() (*Body, bool) {
	opening := p.token
	b := &Body{Open: opening.span, Close: source.Span{Start: opening.span.End, End: opening.span.End}}
	p.advance()
	if p.depth >= maxNesting {
		p.Add(&syntax.Rule, opening.span, "subflows are nested more than %d levels deep", maxNesting)
		p.skipBody()
		return b, true
	}
	p.depth++
	defer func() { p.depth-- }()
	for p.token.sort != closeBody {
		switch p.token.sort {
		case endOfText:
			p.open = true
			if p.stopped {
				return b, false
			}
			p.Add(&unclosedRule.Rule, opening.span, "the subflow that begins with %s is not closed", "`"+p.text(opening.span)+"`").
				Help = "add `" + closing(p.text(opening.span)) + "` after its last statement"
			return b, false
		case at:
			p.Add(&syntax.Rule, p.token.span, "a subflow cannot contain a declaration").Help = "move the declaration before the statements of the flow"
			p.declaration()
		default:
			if s := p.statement(); s != nil {
				b.Statements = append(b.Statements, s)
			}
		}
	}
	b.Close = p.token.span
	if want := closing(p.text(opening.span)); want != p.text(b.Close) {
		d := p.Add(&syntax.Rule, b.Close, "the subflow is closed with `%s` but was opened with `%s`", p.text(b.Close), p.text(opening.span))
		d.Related = p.Related(opening.span, "opened here")
		p.OfferFix(d, "write `"+want+"`", want)
	}
	p.advance()
	if len(b.Statements) == 0 {
		p.Add(&empty.Rule, source.Span{Start: b.Open.Start, End: b.Close.End}, "the subflow is empty").Help = "add statements, or remove it"
	}
	return b, true
}

// skipBody passes over the rest of a subflow.
func (p *parser) skipBody() {
	for depth := 1; p.token.sort != endOfText; {
		switch p.token.sort {
		case openBody:
			depth++
		case closeBody:
			depth--
		}
		p.advance()
		if depth == 0 {
			return
		}
	}
}

func closing(opening string) string {
	if opening == "[" {
		return "]"
	}
	return "}"
}
