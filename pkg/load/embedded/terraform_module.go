package embedded

import (
	"path/filepath"
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"
	"github.com/zclconf/go-cty/cty/function"
	"github.com/zclconf/go-cty/cty/function/stdlib"

	"github.com/flowglot/flowglot/pkg/source"
)

// A module is what the files of one folder define together ("Files and configuration structure" of Terraform): local values, and the
// defaults of variables.
type module struct {
	finder    Finder
	file      *source.File // the one that is read
	locals    map[string]located
	variables map[string]located
	complete  bool // the other files were read
	others    []terraformFile
	known     map[string]cty.Value
	asked     map[string]bool // what is being evaluated: a reference to it is a cycle
}

// terraformFile is a file of a module.
type terraformFile struct {
	file *source.File
	body *hclsyntax.Body
}

// located is an expression with its file.
type located struct {
	hclsyntax.Expression
	file *source.File
}

// mostSiblings bounds how many other files of a folder are read, and mostValue how large a value may be, in its parts and bytes.
const (
	mostSiblings = 200
	mostValue    = 20_000
)

// collect notes what a file of the module defines. What was defined before stays.
func (m *module) collect(f *source.File, body *hclsyntax.Body) {
	add := func(to map[string]located, name string, e hclsyntax.Expression) {
		if _, taken := to[name]; !taken {
			to[name] = located{e, f}
		}
	}
	for _, b := range body.Blocks {
		switch {
		case b.Type == "locals":
			for name, a := range b.Body.Attributes {
				add(m.locals, name, a.Expr)
			}
		case b.Type == "variable" && len(b.Labels) == 1:
			if a := b.Body.Attributes["default"]; a != nil {
				add(m.variables, b.Labels[0], a.Expr)
			}
		}
	}
}

// local returns the expression of a local value of the module, and reports false if there is none.
func (m *module) local(name string) (located, bool) {
	if _, known := m.locals[name]; !known {
		m.readOthers()
	}
	x, ok := m.locals[name]
	return x, ok
}

// readOthers reads the other files of the folder, once.
func (m *module) readOthers() {
	if m.complete || m.finder.List == nil || m.finder.Read == nil {
		return
	}
	m.complete = true
	names, err := m.finder.List(filepath.Dir(m.file.Name))
	if err != nil {
		return // the file itself is what is checked
	}
	slices.Sort(names)
	n := 0
	for _, name := range names {
		path := beside(m.file, name)
		if !IsTerraform(name) || path == filepath.Clean(m.file.Name) || n == mostSiblings {
			continue
		}
		n++
		text, err := m.finder.Read(path)
		if err != nil || !parsable(text) {
			continue
		}
		parsed, _ := hclsyntax.ParseConfig(text, path, hcl.InitialPos)
		if body, ok := parsed.Body.(*hclsyntax.Body); ok {
			other := terraformFile{&source.File{Name: path, Text: text, Format: source.PlainText}, body}
			m.others = append(m.others, other)
			m.collect(other.file, body)
		}
	}
}

// functions are those of Terraform that the library of its language has.
var functions = map[string]function.Function{
	"coalesce": stdlib.CoalesceFunc, "concat": stdlib.ConcatFunc, "format": stdlib.FormatFunc, "join": stdlib.JoinFunc, "lower": stdlib.LowerFunc,
	"max": stdlib.MaxFunc, "merge": stdlib.MergeFunc, "min": stdlib.MinFunc, "title": stdlib.TitleFunc, "trimspace": stdlib.TrimSpaceFunc, "upper": stdlib.UpperFunc,
}

// value evaluates an expression, and reports false if its value is known only at deployment.
func (m *module) value(e hclsyntax.Expression) (cty.Value, bool) {
	vars, locals := map[string]cty.Value{}, map[string]cty.Value{}
	for _, t := range e.Variables() {
		var name string
		if len(t) > 1 {
			step, ok := t[1].(hcl.TraverseAttr)
			if !ok {
				return cty.NilVal, false
			}
			name = step.Name
		}
		ok := true
		switch t.RootName() {
		case "path":
		case "var":
			vars[name], ok = m.named("var", name)
		case "local":
			locals[name], ok = m.named("local", name)
		default:
			return cty.NilVal, false
		}
		if !ok {
			return cty.NilVal, false
		}
	}
	return evaluated(e, map[string]cty.Value{"var": cty.ObjectVal(vars), "local": cty.ObjectVal(locals),
		"path": cty.ObjectVal(map[string]cty.Value{"module": cty.StringVal("."), "root": cty.StringVal("."), "cwd": cty.StringVal(".")})})
}

// named is the value of a variable or a local value.
func (m *module) named(kind, name string) (cty.Value, bool) {
	key := kind + "." + name
	if v, known := m.known[key]; known {
		return v, v != cty.NilVal
	}
	if m.asked[key] {
		return cty.NilVal, false
	}
	m.asked[key] = true
	defer delete(m.asked, key)
	of := m.locals
	if kind == "var" {
		of = m.variables
	}
	x, ok := of[name]
	if !ok {
		m.readOthers()
		x, ok = of[name]
	}
	v := cty.NilVal
	if ok && len(m.asked) < mostReferences {
		if v, ok = m.value(x.Expression); !ok {
			v = cty.NilVal
		}
	}
	m.known[key] = v
	return v, v != cty.NilVal
}

// evaluated is the value of an expression in which names have values. What loops is left out, as its cost has no bound.
func evaluated(e hclsyntax.Expression, names map[string]cty.Value) (cty.Value, bool) {
	loops := false
	hclsyntax.VisitAll(e, func(n hclsyntax.Node) hcl.Diagnostics {
		switch n.(type) {
		case *hclsyntax.ForExpr, *hclsyntax.SplatExpr:
			loops = true
		}
		return nil
	})
	if loops {
		return cty.NilVal, false
	}
	v, problems := e.Value(&hcl.EvalContext{Variables: names, Functions: functions})
	if problems.HasErrors() || v.IsNull() || !v.IsWhollyKnown() || sizeOf(v) > mostValue {
		return cty.NilVal, false
	}
	return v, true
}

// sizeOf counts the parts of a value and the bytes of its texts, up to a little more than the bound.
func sizeOf(v cty.Value) int {
	n := 0
	err := cty.Walk(v, func(_ cty.Path, x cty.Value) (bool, error) {
		n++
		if x.Type() == cty.String && x.IsKnown() && !x.IsNull() {
			n += len(x.AsString())
		}
		return n <= mostValue, nil
	})
	if err != nil {
		return mostValue + 1
	}
	return n
}

// textOf is a value as a template writes it; it reports false for one that is not a string, number or boolean, or is empty.
func textOf(v cty.Value) (string, bool) {
	s, err := convert.Convert(v, cty.String)
	if err != nil || s.IsNull() || !s.IsKnown() || s.AsString() == "" {
		return "", false
	}
	return s.AsString(), true
}

// nodeOf is a value as a tree that is written at one place, as jsonencode writes it.
func nodeOf(v cty.Value, at source.Span) *source.Node {
	n := &source.Node{Span: at}
	t := v.Type()
	switch {
	case v.IsNull():
		n.Kind = source.Null
	case t == cty.Bool:
		n.Kind, n.Text = source.Bool, map[bool]string{true: "true", false: "false"}[v.True()]
	case t == cty.Number:
		n.Kind, n.Text = source.Number, v.AsBigFloat().Text('f', -1)
	case t == cty.String:
		n.Kind, n.Text, n.Style = source.String, v.AsString(), source.DoubleQuoted
	case t.IsObjectType() || t.IsMapType():
		n.Kind = source.Object
		for it := v.ElementIterator(); it.Next(); {
			k, x := it.Element()
			n.Members = append(n.Members, source.Member{Key: k.AsString(), KeySpan: at, Value: nodeOf(x, at)})
		}
	default:
		n.Kind = source.Array
		for it := v.ElementIterator(); it.Next(); {
			_, x := it.Element()
			n.Items = append(n.Items, nodeOf(x, at))
		}
	}
	return n
}

// filled returns how the expressions of a template are evaluated whose variables have values.
func filled(known map[string]string) func(e hclsyntax.Expression) (string, bool) {
	names := map[string]cty.Value{}
	for name, text := range known {
		names[name] = cty.StringVal(text)
	}
	return func(e hclsyntax.Expression) (string, bool) {
		for _, t := range e.Variables() {
			if _, ok := names[t.RootName()]; !ok {
				return "", false
			}
		}
		v, ok := evaluated(e, names)
		if !ok {
			return "", false
		}
		return textOf(v)
	}
}
