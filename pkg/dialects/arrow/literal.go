package arrow

import (
	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/source"
)

// literal reads the data of a token: parameters, or a source (arrow: "A task may be explicitly parameterized").
func (p *parser) literal(t token) *Literal {
	l := &Literal{Span: t.span, Form: t.form}
	if t.unclosed {
		p.unclosed(t)
		return l
	}
	format := source.JSON
	if t.form == YAMLForm {
		format = source.YAML
	}
	part := &source.File{Name: p.file.Name, Text: p.file.Text[t.inner.Start:t.inner.End], Format: format}
	problems := source.Parse(part)
	for _, x := range problems {
		if x.Rule == "source/empty" {
			continue // which is reported in other words below
		}
		p.problem(x, t.inner.Start)
	}
	m := mover{by: t.inner.Start, moved: map[*source.Node]bool{}}
	m.move(part.Root)
	switch n := part.Root; {
	case n == nil && len(problems) > 0 && problems[0].Rule != "source/empty":
	case n == nil || n.Kind == source.Null && n.Span.Start == n.Span.End:
		p.Add(&scalarLiteral.Rule, t.span, "the literal is empty").Help = "write an object such as ({}), or remove it"
	case n.Kind == source.Object || n.Kind == source.Array:
		l.Node = n
	case n.Kind != source.Invalid:
		p.Add(&scalarLiteral.Rule, n.Span, "the literal must be an object or a list, found %s", n.Kind).
			Help = scalarHelp(n)
	}
	return l
}

func scalarHelp(n *source.Node) string {
	if n.Kind == source.String {
		return "write name: value, with a space after the colon"
	}
	return "give it a name: (- name: value -)"
}

// problem reports what is wrong with the text of a literal that begins at an offset.
func (p *parser) problem(x source.Problem, by int) {
	d := diag.Diagnostic{Rule: x.Rule, Severity: diag.Error, File: p.file, Span: moved(x.Span, by), Dialect: p.Dialect,
		Message: x.Message, Help: x.Help}
	if !x.Other.IsZero() {
		d.Related = p.Related(moved(x.Other, by), "%s", x.OtherMessage)
	}
	p.List = append(p.List, d)
}

func moved(s source.Span, by int) source.Span {
	return source.Span{Start: s.Start + by, End: s.End + by}
}

// A mover moves a tree that was read from a part of a file to the place of the part. The tree is nobody else's yet. Its
// depth is bounded by the reader.
type mover struct {
	by    int
	moved map[*source.Node]bool // an alias of YAML is the node of its anchor
}

func (m mover) move(n *source.Node) {
	if n == nil || m.moved[n] {
		return
	}
	m.moved[n] = true
	n.Span = moved(n.Span, m.by)
	for i := range n.Members {
		n.Members[i].KeySpan = moved(n.Members[i].KeySpan, m.by)
		m.move(n.Members[i].Value)
	}
	for _, x := range n.Items {
		m.move(x)
	}
	for _, x := range n.Merges() {
		m.move(x)
	}
}
