package embedded

import (
	"bytes"
	"path/filepath"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/flowglot/flowglot/pkg/source"
)

// Wants reports whether a file of a folder may have definitions inside, by a name that no definition has.
func Wants(path string) bool {
	if strings.EqualFold(filepath.Ext(path), ".template") { // of CloudFormation
		return true
	}
	return IsTerraform(path)
}

// ReadTemplate reads a definition that is a template for templatefile of Terraform: in the given notation, with ${…} for values and
// %{ … } around parts that depend on them. A condition is read as if it were true, and a loop as if it ran once. A text that is not
// such a template is read as it is, with placeholders, if it is a definition then. known are values of its variables.
func ReadTemplate(f *source.File, format source.Format, known map[string]string) *Part {
	p := &Part{Service: StepFunctions, Span: source.Span{End: len(f.Text)}}
	if parsableTemplate(f.Text) {
		e, problems := hclsyntax.ParseTemplate(f.Text, f.Name, hcl.InitialPos)
		if t, ok := e.(*hclsyntax.TemplateExpr); ok && !problems.HasErrors() {
			r := &renderer{assembly: &assembly{}, text: f.Text, known: filled(known)}
			r.template(t)
			r.parse(p, f, format)
			p.File.Name = f.Name
			p.escape = escapingTemplate(false)
			p.template(f, t, trimmed(f.Text), format)
			return p
		}
		p.Findings = syntaxFindings(f, problems)
	}
	plain := &source.File{Name: f.Name, Text: f.Text, Format: format}
	p.Problems = source.Parse(plain)
	for _, x := range p.Problems {
		if x.Rule != source.RulePlaceholder && len(p.Findings) > 0 { // both are about the same
			p.Problems = nil
			return p
		}
	}
	p.File, p.Findings = plain, nil
	p.Literal = newLiteral(f, trimmed(f.Text), format)
	return p
}

// trimmed is the range of a text without the blanks around it.
func trimmed(text []byte) source.Span {
	end := len(bytes.TrimRight(text, " \t\r\n"))
	return source.Span{Start: end - len(bytes.TrimLeft(text[:end], " \t\r\n")), End: end}
}
