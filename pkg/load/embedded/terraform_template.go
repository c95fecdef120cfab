package embedded

import (
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/flowglot/flowglot/pkg/source"
)

// A renderer puts a template of HCL together as text. A value becomes a placeholder; a condition is read as if it were true, and
// a loop as if it ran once.
type renderer struct {
	*assembly
	text   []byte // of the file
	quoted bool   // the template is in double quotes, in which there are escapes
	// known is the value of an expression, if that is known; nil knows none.
	known func(e hclsyntax.Expression) (string, bool)
}

// template adds the parts of a template.
func (r *renderer) template(x *hclsyntax.TemplateExpr) {
	for _, part := range x.Parts {
		r.part(part)
	}
}

func (r *renderer) part(e hclsyntax.Expression) {
	if text, ok := literalText(e); ok {
		t := spelled(r.text, spanOf(e.Range()), text, r.quoted)
		r.add(t, 0, len(t.String))
		return
	}
	switch x := e.(type) {
	case *hclsyntax.ConditionalExpr:
		if isDirective(r.text, x.Range()) {
			r.branch(x.TrueResult)
			return
		}
	case *hclsyntax.TemplateJoinExpr:
		if loop, ok := x.Tuple.(*hclsyntax.ForExpr); ok {
			r.branch(loop.ValExpr)
			return
		}
	}
	r.value(e)
}

// branch adds what is between two directives.
func (r *renderer) branch(e hclsyntax.Expression) {
	if x, ok := e.(*hclsyntax.TemplateExpr); ok {
		r.template(x)
		return
	}
	r.part(e)
}

// value adds the placeholder of an expression. Its place is that of the whole interpolation, with the signs around it.
func (r *renderer) value(e hclsyntax.Expression) {
	span := spanOf(e.Range())
	text := string(r.text[span.Start:span.End])
	span = interpolation(r.text, span)
	if r.known != nil {
		if value, known := r.known(e); known {
			r.stand(value, span)
			return
		}
	}
	r.placeholder(text, span)
}

// isDirective reports whether a condition is written as %{ if … }, and not inside an interpolation.
func isDirective(text []byte, r hcl.Range) bool {
	return strings.HasPrefix(string(text[r.Start.Byte:min(len(text), r.Start.Byte+2)]), "%{")
}

// literalText returns the text of a part of a template that is not an expression.
func literalText(e hclsyntax.Expression) (string, bool) {
	x, ok := e.(*hclsyntax.LiteralValueExpr)
	if !ok || x.Val.Type() != cty.String || x.Val.IsNull() || !x.Val.IsKnown() {
		return "", false
	}
	return x.Val.AsString(), true
}

// variablesOf returns the variables that a template uses, each where it is used first. It reports false if the template cannot be
// parsed.
func variablesOf(f *source.File) ([]placeholder, bool) {
	if !parsableTemplate(f.Text) {
		return nil, false
	}
	e, problems := hclsyntax.ParseTemplate(f.Text, f.Name, hcl.InitialPos)
	if problems.HasErrors() {
		return nil, false
	}
	var out []placeholder
	for _, t := range e.Variables() {
		out = append(out, placeholder{t.RootName(), spanOf(t.SourceRange())})
	}
	return out, true
}

// escapingTemplate returns how a text is written into a string of HCL, or into a heredoc.
func escapingTemplate(quoted bool) func(string) (string, bool) {
	return func(text string) (string, bool) {
		switch {
		case strings.Contains(text, "${") || strings.Contains(text, "%{"): // it would be an expression
			return "", false
		case quoted:
			return inQuotes(text)
		}
		return text, !strings.ContainsAny(text, "\r\n") // the lines would need the indentation of the heredoc
	}
}
