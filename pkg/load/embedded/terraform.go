package embedded

import (
	"bytes"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/source"
)

// IsTerraform reports whether a file is configuration of Terraform or OpenTofu, by its name.
func IsTerraform(path string) bool {
	path = strings.ToLower(path)
	return strings.HasSuffix(path, ".tf") || strings.HasSuffix(path, ".tofu")
}

// stateMachineResource is the type of resources of the AWS provider that deploy a definition.
const stateMachineResource = "aws_sfn_state_machine"

// A configuration is a file of Terraform that is being read.
type configuration struct {
	finder   Finder
	file     *source.File
	searched *source.File // the one whose definitions are wanted; another one of the module may deploy them
	*module
	// templates are the data sources template_file of the file.
	templates map[string]*hclsyntax.Body
}

// terraform finds the state machines among the resources of a file of Terraform, and in calls of the public module for them.
func (x Finder) terraform(f *source.File) []*Part {
	if !parsable(f.Text) {
		p := &Part{Name: stateMachineResource, Service: StepFunctions}
		p.report(&unreadableRule, f, source.Span{}, "", "the definitions in this file are not checked: it is larger than 1 MB, or nested too deep")
		return []*Part{p}
	}
	parsed, problems := hclsyntax.ParseConfig(f.Text, f.Name, hcl.InitialPos)
	body, ok := parsed.Body.(*hclsyntax.Body)
	if !ok {
		return nil
	}
	c := &configuration{finder: x, file: f, searched: f, templates: map[string]*hclsyntax.Body{}, module: &module{finder: x, file: f,
		locals: map[string]located{}, variables: map[string]located{}, known: map[string]cty.Value{}, asked: map[string]bool{}}}
	c.collect(f, body)
	c.collectTemplates(body)
	var out []*Part
	for _, b := range body.Blocks {
		if p := c.block(b); p != nil {
			out = append(out, p)
		}
	}
	out = append(out, c.deployedElsewhere()...)
	if len(out) > 0 {
		out[0].Findings = append(syntaxFindings(f, problems), out[0].Findings...)
	}
	return out
}

// collectTemplates notes the data sources of the file that expressions may refer to.
func (c *configuration) collectTemplates(body *hclsyntax.Body) {
	for _, b := range body.Blocks {
		if b.Type == "data" && len(b.Labels) == 2 && b.Labels[0] == "template_file" {
			c.templates[b.Labels[1]] = b.Body
		}
	}
}

// block reads a block that deploys a definition, and returns nil for another.
func (c *configuration) block(b *hclsyntax.Block) *Part {
	p := &Part{Service: StepFunctions}
	switch {
	case b.Type == "resource" && len(b.Labels) == 2 && b.Labels[0] == stateMachineResource:
		p.Name = b.Labels[0] + "." + b.Labels[1]
	case b.Type == "module" && len(b.Labels) == 1 && c.isStateMachineModule(b.Body):
		p.Name = "module." + b.Labels[0]
	default:
		return nil
	}
	a := b.Body.Attributes["definition"]
	if a == nil {
		return nil
	}
	p.Span = spanOf(a.Expr.Range())
	if c.file != c.searched {
		p.Outer = c.file
	}
	(&terraformDefinition{configuration: c, part: p}).read(a.Expr, 0)
	if p.File != nil {
		p.File.Name = c.searched.Name + "#" + p.Name
	}
	if c.file == c.searched && p.Outer != nil && p.File != nil && mayDefine(p.Outer) {
		return p.elsewhere(spanOf(a.Expr.Range()))
	}
	return p
}

// elsewhere returns the part that refers to the file which the definition is in; it is read from there.
func (p *Part) elsewhere(at source.Span) *Part {
	out := &Part{Name: p.Name, Service: p.Service, Span: at, Path: p.Outer.Name, Shared: true}
	for _, d := range p.Findings {
		if d.File != p.Outer {
			out.Findings = append(out.Findings, d)
		}
	}
	return out
}

// mayDefine reports whether local values of a file may be definitions, by what it mentions. It is quick; what it leaves out is read
// with the file that deploys it.
func mayDefine(f *source.File) bool {
	text := bytes.ToLower(f.Text)
	return bytes.Contains(text, []byte("locals")) && (bytes.Contains(text, []byte("startat")) || bytes.Contains(text, []byte("states")))
}

// deployedElsewhere finds the definitions in the searched file that other files of the module deploy.
func (c *configuration) deployedElsewhere() []*Part {
	if !mayDefine(c.searched) {
		return nil
	}
	c.readOthers()
	var out []*Part
	for _, x := range c.others {
		other := &configuration{finder: c.finder, file: x.file, searched: c.searched, templates: map[string]*hclsyntax.Body{}, module: c.module}
		other.collectTemplates(x.body)
		for _, b := range x.body.Blocks {
			if p := other.block(b); p != nil && p.Outer == nil && p.File != nil {
				out = append(out, p)
			}
		}
	}
	slices.SortStableFunc(out, func(a, b *Part) int { return a.Span.Start - b.Span.Start })
	return out
}

// isStateMachineModule reports whether a call of a module is one of terraform-aws-modules/step-functions.
func (c *configuration) isStateMachineModule(b *hclsyntax.Body) bool {
	a := b.Attributes["source"]
	if a == nil {
		return false
	}
	name, ok := literalString(a.Expr)
	return ok && strings.Contains(name, "terraform-aws-modules") && strings.Contains(name, "step-functions")
}

// spanOf is a range of HCL as a span.
func spanOf(r hcl.Range) source.Span {
	return source.Span{Start: r.Start.Byte, End: max(r.Start.Byte, r.End.Byte)}
}

// literalString returns the text of a string without interpolation.
func literalString(e hclsyntax.Expression) (string, bool) {
	t, ok := e.(*hclsyntax.TemplateExpr)
	if !ok {
		return "", false
	}
	var b strings.Builder
	for _, part := range t.Parts {
		text, ok := literalText(part)
		if !ok {
			return "", false
		}
		b.WriteString(text)
	}
	return b.String(), true
}

// syntaxFindings are the first mistake of a file of Terraform, as its parser words it. Others follow from it mostly.
func syntaxFindings(f *source.File, problems hcl.Diagnostics) []diag.Diagnostic {
	i := slices.IndexFunc(problems, func(d *hcl.Diagnostic) bool { return d.Severity == hcl.DiagError && d.Subject != nil })
	if i < 0 {
		return nil
	}
	x := problems[i]
	return []diag.Diagnostic{{Rule: syntaxRule, Severity: diag.Error, File: f, Span: spanOf(*x.Subject), Message: syntaxMessage(x)}}
}

// syntaxRule is the rule of a text that does not have the syntax of its format.
const syntaxRule = "source/syntax"

func syntaxMessage(x *hcl.Diagnostic) string {
	return strings.ToLower(x.Summary[:1]) + x.Summary[1:] + ": " + strings.TrimSuffix(x.Detail, ".")
}
