package sw

import (
	"strings"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
)

// filterStyle is how conditions are written here: a path by itself asks for truth (sw: "Workflow Data Expressions").
var filterStyle = expr.FilterStyle{Truth: true}

// Condition returns a condition as a path in braces that selects something where it holds: `{{ $[?(@.score >= 700)] }}`. Implements the
// method of [dialects.Target].
func (d Dialect) Condition(x expr.Expr, s *dialects.Sight) (out expr.Expr, lacks string) {
	x = expr.CommonCondition(x, s.Domain.Terms())
	p, lacks := expr.FilterPath(x, expr.FilterStyle{Truth: true, Exact: !s.Domain.Typed})
	if p == nil {
		return nil, lacks
	}
	t := writtenTemplate("{{ " + p.Text + " }}")
	if t.path() == nil {
		return nil, "a condition of this size"
	}
	return t.holds(), ""
}

// neverHolds is a condition that does not hold, whatever the document is.
const neverHolds = "{{ $[?(false)] }}"

// writtenTemplate reads a text with expressions, as reading a definition does.
func writtenTemplate(text string) *Template {
	n := dialects.NewText(text)
	t := &Template{Node: *n}
	newReader(source.NewFile("expression", []byte(text))).enclosures(&source.Member{Key: "expression", Value: n}, t, source.Plain(text, 0), false)
	return t
}

// Value returns an expression whose value is needed: a path in braces, a text with some, or an object or list with such texts. What is
// fixed stays a value. Implements the method of [dialects.Target].
func (d Dialect) Value(x expr.Expr, s *dialects.Sight) (out expr.Expr, lacks string) {
	x = expr.CommonValue(x, s.Domain.Terms())
	if l, ok := x.(*expr.Literal); ok {
		return l, ""
	}
	if s.Stored { // an inject state has fixed data
		if v, ok := expr.Constant(x); ok {
			return &expr.Literal{Value: v, Span: x.Range()}, ""
		}
		return nil, "a computed value in the document"
	}
	w := &valueWriter{templates: map[*source.Node]*Template{}, exact: !s.Domain.Typed}
	n := dialects.Tree(x, w.value)
	switch {
	case w.lacks != "":
		return nil, w.lacks
	case n.Kind == source.String:
		return w.templates[n].value(), ""
	}
	return means(evaluated(n, func(env *expr.Env) (any, error) { return filled(n, w.templates, env) }),
		func() expr.Expr { return filledMeans(n, w.templates) }), ""
}

// A valueWriter writes values as JSON with expressions in its strings.
type valueWriter struct {
	templates map[*source.Node]*Template
	exact     bool // what is right only of data of the expected types is refused
	lacks     string
}

func (w *valueWriter) fail(lacks string) *source.Node {
	if w.lacks == "" {
		w.lacks = lacks
	}
	return dialects.NewText("")
}

// value writes what is neither an object nor a list.
func (w *valueWriter) value(x expr.Expr) *source.Node {
	switch x := x.(type) {
	case *expr.Literal:
		if value.HasText(x.Value, hasBraces) {
			return w.fail("a string with braces")
		}
		return dialects.Written(x)
	case *expr.Apply:
		switch {
		case x.Do == expr.Concat:
			return w.text(x)
		case x.Do == expr.OrNull: // which values are here
			return w.selection(x.Args[0])
		}
	}
	if p, ok := x.(*expr.Path); w.exact && (!ok || !p.OrNull || len(p.Steps) > 1) {
		return w.fail("`" + expr.Readable(x) + "` for data of any type")
	}
	return w.selection(x)
}

// hasBraces reports whether a text has what would be read as an expression.
func hasBraces(s string) bool { return strings.Contains(s, "{{") || strings.Contains(s, "}}") }

func (w *valueWriter) selection(x expr.Expr) *source.Node {
	p, lacks := expr.SelectionPath(x, filterStyle)
	if p == nil {
		return w.fail(lacks)
	}
	return w.template("{{ " + p.String() + " }}")
}

// template is a string with expressions.
func (w *valueWriter) template(text string) *source.Node {
	t := writtenTemplate(text)
	if t.Broken {
		return w.fail("an expression of this size")
	}
	w.templates[&t.Node] = t
	return &t.Node
}

// text writes parts of a text in one string: those that are computed are in braces.
func (w *valueWriter) text(x *expr.Apply) *source.Node {
	if w.exact {
		return w.fail("`" + expr.Readable(x) + "` for data of any type")
	}
	var b strings.Builder
	beside := false
	for _, part := range x.Args {
		if l, ok := part.(*expr.Literal); ok {
			s, text := l.Value.(string)
			if !text || hasBraces(s) || strings.HasSuffix(s, "{") || strings.HasPrefix(s, "}") {
				return w.fail("a string with braces")
			}
			beside = beside || strings.TrimSpace(s) != ""
			b.WriteString(s)
			continue
		}
		if a, ok := part.(*expr.Apply); ok && a.Do == expr.ToText {
			part = a.Args[0]
		}
		p, lacks := expr.SelectionPath(part, filterStyle)
		if p == nil || !p.Definite {
			return w.fail(lacks)
		}
		b.WriteString("{{ " + p.String() + " }}")
	}
	if !beside && strings.Count(b.String(), "{{") < 2 {
		return w.fail("a text that is a value and blanks alone")
	}
	return w.template(b.String())
}
