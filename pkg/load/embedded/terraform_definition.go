package embedded

import (
	"path"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/flowglot/flowglot/pkg/source"
)

// A terraformDefinition is the expression of a definition that is being read.
type terraformDefinition struct {
	*configuration
	part *Part
}

// mostReferences bounds how many local values lead to a definition; more are a cycle.
const mostReferences = 20

// read reads the expression of a definition: a string, jsonencode, file, templatefile, or a value of the file that is one of these.
func (d *terraformDefinition) read(e hclsyntax.Expression, references int) {
	at := spanOf(e.Range())
	if references > mostReferences {
		d.part.unreadable(d.file, at, "local values refer to one another")
		return
	}
	switch x := e.(type) {
	case *hclsyntax.ParenthesesExpr:
		d.read(x.Expression, references)
	case *hclsyntax.TemplateWrapExpr:
		d.read(x.Wrapped, references)
	case *hclsyntax.TemplateExpr:
		d.string(x, source.JSON)
	case *hclsyntax.FunctionCallExpr:
		d.call(x, references)
	case *hclsyntax.ScopeTraversalExpr:
		d.reference(x, references)
	case *hclsyntax.ConditionalExpr:
		d.read(d.branch(x), references)
	default:
		d.part.unreadable(d.file, at, "it is the value of an expression")
	}
}

// branch returns the result that a condition selects; the first one, if that is known only at deployment.
func (d *terraformDefinition) branch(x *hclsyntax.ConditionalExpr) hclsyntax.Expression {
	if v, known := d.value(x.Condition); known && v.Type() == cty.Bool && v.False() {
		return x.FalseResult
	}
	return x.TrueResult
}

// within reads on in the file of an expression, which may be another one of the module.
func (d *terraformDefinition) within(x located) *terraformDefinition {
	if x.file == d.file {
		return d
	}
	c := *d.configuration
	c.file, d.part.Outer = x.file, x.file
	if x.file == c.searched {
		d.part.Outer = nil
	}
	return &terraformDefinition{configuration: &c, part: d.part}
}

// string reads a definition that is a string or a heredoc.
func (d *terraformDefinition) string(x *hclsyntax.TemplateExpr, format source.Format) {
	d.part.Span = spanOf(x.Range())
	r := &renderer{assembly: &assembly{}, text: d.file.Text, quoted: d.file.Text[d.part.Span.Start] == '"', known: d.text}
	r.template(x)
	r.parse(d.part, d.file, format)
	d.part.escape = d.editing(escapingTemplate(r.quoted))
	switch {
	case d.part.Outer != nil:
		d.part.Kept = "it is in another file"
	case r.quoted:
		d.part.Kept = "it is a string in quotes"
	default:
		d.part.heredoc(d.file, x, format)
	}
}

// text is the value of an expression as a template writes it, if it is known.
func (d *terraformDefinition) text(e hclsyntax.Expression) (string, bool) {
	v, known := d.value(e)
	if !known {
		return "", false
	}
	return textOf(v)
}

// editing is how a text is written into the file that was searched; no other file is changed.
func (d *terraformDefinition) editing(escape func(string) (string, bool)) func(string) (string, bool) {
	if d.part.Outer != nil {
		return func(string) (string, bool) { return "", false }
	}
	return escape
}

// call reads a definition that a function makes.
func (d *terraformDefinition) call(x *hclsyntax.FunctionCallExpr, references int) {
	at := spanOf(x.Range())
	switch {
	case x.Name == "jsonencode" && len(x.Args) == 1:
		d.encoded(x.Args[0], references)
	case x.Name == "file" && len(x.Args) == 1:
		if d.refer(x.Args[0]) {
			if text, ok := d.finder.text(d.part, d.file); ok {
				c := &substitutions{part: d.part, file: d.file, called: "the variables of templatefile, in place of file",
					other: source.NewFile(d.part.Path, text)}
				c.check(placeholdersIn(string(text)))
			}
		}
	case x.Name == "templatefile" && len(x.Args) == 2:
		if d.refer(x.Args[0]) {
			d.part.Template = true
			d.variables(x.Args[1], references)
		}
	case (x.Name == "trimspace" || x.Name == "chomp") && len(x.Args) == 1:
		d.read(x.Args[0], references)
	default:
		d.part.unreadable(d.file, at, "it is the result of "+x.Name)
	}
}

// encoded reads the argument of jsonencode: an object, or what yamldecode and jsondecode read.
func (d *terraformDefinition) encoded(e hclsyntax.Expression, references int) {
	switch x := e.(type) {
	case *hclsyntax.ParenthesesExpr:
		d.encoded(x.Expression, references)
		return
	case *hclsyntax.FunctionCallExpr:
		if x.Name == "jsondecode" && len(x.Args) == 1 {
			d.read(x.Args[0], references)
			return
		}
		if x.Name == "yamldecode" && len(x.Args) == 1 {
			d.yaml(x.Args[0], references)
			return
		}
	case *hclsyntax.ScopeTraversalExpr:
		if next, ok := d.localValue(x.Traversal); ok && references < mostReferences {
			d.within(next).encoded(next.Expression, references+1)
			return
		}
	case *hclsyntax.ConditionalExpr:
		d.encoded(d.branch(x), references)
		return
	case *hclsyntax.ObjectConsExpr:
		t := &objects{text: d.file.Text, known: d.value, contents: map[source.Span]source.Text{}, bare: map[source.Span]bool{}}
		d.part.Span = spanOf(x.Range())
		root := t.node(x)
		d.part.File = d.file.Part(d.file.Name+"#"+d.part.Name, root, t.contents)
		d.part.escape, d.part.bare = d.editing(sameInHCL), t.bare
		if d.part.Outer != nil {
			d.part.Kept = "it is in another file"
		} else {
			d.part.objectLiteral(d.file, x)
		}
		return
	}
	if v, known := d.value(e); known && v.CanIterateElements() {
		d.part.Span = spanOf(e.Range())
		d.part.File = d.file.Part(d.file.Name+"#"+d.part.Name, nodeOf(v, d.part.Span), nil)
		d.part.escape = func(string) (string, bool) { return "", false } // its text is elsewhere
		d.part.Kept = "it is the value of an expression"
		return
	}
	d.part.unreadable(d.file, spanOf(e.Range()), "it is the value of an expression")
}

// yaml reads the argument of yamldecode.
func (d *terraformDefinition) yaml(e hclsyntax.Expression, references int) {
	if x, ok := e.(*hclsyntax.TemplateExpr); ok {
		d.string(x, source.YAML)
		return
	}
	d.read(e, references)
}

// reference reads a definition that is a local value, or the result of a data source template_file.
func (d *terraformDefinition) reference(x *hclsyntax.ScopeTraversalExpr, references int) {
	if next, ok := d.localValue(x.Traversal); ok {
		d.within(next).read(next.Expression, references+1)
		return
	}
	if v, known := d.value(x); known && v.Type() == cty.String {
		d.part.unreadable(d.file, spanOf(x.Range()), "it is the default of a variable")
		return
	}
	names := attributes(x.Traversal)
	if len(names) == 4 && names[0] == "data" && names[1] == "template_file" && names[3] == "rendered" && d.templates[names[2]] != nil {
		d.templateFile(d.templates[names[2]], x, references)
		return
	}
	d.part.unreadable(d.file, spanOf(x.Range()), "it is the value of "+string(d.file.Text[x.Range().Start.Byte:x.Range().End.Byte])+", which is not in this folder")
}

// templateFile reads a data source template_file whose template is a file.
func (d *terraformDefinition) templateFile(b *hclsyntax.Body, at *hclsyntax.ScopeTraversalExpr, references int) {
	if a := b.Attributes["template"]; a != nil {
		if call, ok := a.Expr.(*hclsyntax.FunctionCallExpr); ok && call.Name == "file" && len(call.Args) == 1 {
			if d.refer(call.Args[0]) {
				d.part.Template = true
				var vars hclsyntax.Expression
				if v := b.Attributes["vars"]; v != nil {
					vars = v.Expr
				}
				d.variables(vars, references)
			}
			return
		}
	}
	d.part.unreadable(d.file, spanOf(at.Range()), "it is the result of a template that is not a file")
}

// localValue returns the expression of a local value that a reference names.
func (d *terraformDefinition) localValue(t hcl.Traversal) (located, bool) {
	names := attributes(t)
	if len(names) != 2 || names[0] != "local" {
		return located{}, false
	}
	return d.local(names[1])
}

// refer notes the file that a path expression names. It reports false, and that the definition is not known, if the path is not.
func (d *terraformDefinition) refer(e hclsyntax.Expression) bool {
	name, ok := pathOf(e)
	if !ok {
		if name, ok = d.text(e); ok {
			name = path.Clean(name)
		}
	}
	if !ok {
		d.part.unreadable(d.file, spanOf(e.Range()), "the name of its file is the value of an expression")
		return false
	}
	d.part.Span, d.part.Path = spanOf(e.Range()), beside(d.file, name)
	return true
}

// pathOf returns the path that an expression names. The folders that Terraform knows are that of the file.
func pathOf(e hclsyntax.Expression) (string, bool) {
	t, ok := e.(*hclsyntax.TemplateExpr)
	if !ok {
		return "", false
	}
	out := ""
	for _, part := range t.Parts {
		if x, ok := part.(*hclsyntax.ScopeTraversalExpr); ok {
			if names := attributes(x.Traversal); len(names) == 2 && names[0] == "path" {
				out += "."
				continue
			}
		}
		text, ok := literalText(part)
		if !ok {
			return "", false
		}
		out += text
	}
	return path.Clean(out), out != ""
}

// attributes returns the names of a reference: "local", "definition". It is nil if there is more to it than names.
func attributes(t hcl.Traversal) []string {
	var out []string
	for _, step := range t {
		switch x := step.(type) {
		case hcl.TraverseRoot:
			out = append(out, x.Name)
		case hcl.TraverseAttr:
			out = append(out, x.Name)
		default:
			return nil
		}
	}
	return out
}

// variables compares the variables that a template gets with those that it uses.
func (d *terraformDefinition) variables(e hclsyntax.Expression, references int) {
	text, ok := d.finder.text(d.part, d.file)
	if !ok {
		return
	}
	other := source.NewFile(d.part.Path, text)
	used, ok := variablesOf(other)
	if !ok {
		return // what is wrong with the template is reported there
	}
	c := &substitutions{part: d.part, file: d.file, called: "the variables of the template", other: other}
	for n := 0; n < mostReferences; n++ {
		x, ok := e.(*hclsyntax.ScopeTraversalExpr)
		if !ok {
			break
		}
		next, ok := d.localValue(x.Traversal)
		if !ok {
			break
		}
		if next.file != d.file { // findings about it would be in another file
			d.given(e)
			return
		}
		e = next.Expression
	}
	switch x := e.(type) {
	case nil:
	case *hclsyntax.ObjectConsExpr:
		c.list = spanOf(x.OpenRange)
		for _, item := range x.Items {
			name, ok := keyOf(item.KeyExpr)
			c.unknown = c.unknown || !ok
			c.given = append(c.given, given{name, spanOf(item.KeyExpr.Range())})
			if x, ok := item.ValueExpr.(*hclsyntax.ScopeTraversalExpr); ok {
				d.part.refer(name, strings.Join(attributes(x.Traversal), "."))
			}
			if text, known := d.text(item.ValueExpr); known {
				d.fill(name, text)
			}
		}
	default:
		c.unknown = true
		d.given(e)
	}
	c.check(used)
}

// given notes the values of variables that an expression makes.
func (d *terraformDefinition) given(e hclsyntax.Expression) {
	v, known := d.value(e)
	if !known || !v.Type().IsObjectType() && !v.Type().IsMapType() {
		return
	}
	for it := v.ElementIterator(); it.Next(); {
		name, x := it.Element()
		if text, known := textOf(x); known {
			d.fill(name.AsString(), text)
		}
	}
}

// fill notes the value of a variable of the template.
func (d *terraformDefinition) fill(name, text string) {
	if d.part.Values == nil {
		d.part.Values = map[string]string{}
	}
	d.part.Values[name] = text
}
