package asl

import (
	"strings"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// isReference reports whether a path is a reference path of the document.
func isReference(p *expr.Path) bool {
	if p == nil || p.Root != expr.RootInput && p.Root != expr.RootVar && p.Root != expr.RootContext || p.OrNull {
		return false
	}
	for i := range p.Steps {
		if s := &p.Steps[i]; s.Kind != expr.StepChild && (s.Kind != expr.StepIndex || s.Index < 0) {
			return false
		}
	}
	return true
}

// A pathForm writes the data stages of a state as paths and payload templates (JSONPath). ok becomes false at the first stage that these
// cannot express; a definition with such a stage is then written in JSONata or, at the level of 2016, the stage is a loss.
type pathForm struct {
	state *source.Node
	ok    bool
}

// inPaths writes the data stages of a node with paths and templates. It reports false if these cannot express them.
func (d *document) inPaths(s *source.Node, n *workflow.Node) bool {
	f := &pathForm{state: s, ok: true}
	data := n.Data
	if data.Select != nil {
		if data.Payload != nil || data.Combine != nil && data.Combine.Effective {
			return false
		}
		data.Payload, data.Select = data.Select, nil
	}
	result, combine := data.Result, data.Combine
	if n.Kind == workflow.Scope && n.Body.Gather != workflow.GatherList && !(n.Body.Each && n.Body.Gather == workflow.GatherOne) {
		return false
	}
	if combine != nil && combine.Mode == workflow.MergeDeep && !d.options.Domain.Disjoint && !isFlat(result) {
		return false
	}
	if key, of, ok := onlyMember(result, combine); ok {
		result, combine = of, &workflow.Combine{Mode: workflow.SetAt, Path: expr.NewPath(expr.RootInput, key)}
	}
	switch n.Kind {
	case workflow.Pass:
		if result == nil {
			result = data.Payload
		}
		f.writeComputed(result)
	case workflow.Task, workflow.Scope:
		if n.Kind == workflow.Scope && n.Body.Each {
			f.writeItemsPath(data.Payload)
		} else {
			f.writeInput(data.Payload)
		}
		f.writeSelector(result)
	default:
		f.writeSelection("InputPath", data.Payload)
		f.ok = f.ok && result == nil && combine == nil
	}
	f.writePlace(combine)
	f.writeSelection("OutputPath", data.Output)
	f.writeAssign(data.Assign)
	return f.ok
}

// onlyMember is the member of an object that alone is merged into the document: the same as setting the value there.
func onlyMember(x expr.Expr, c *workflow.Combine) (string, expr.Expr, bool) {
	if c == nil || c.Mode != workflow.MergeShallow && c.Mode != workflow.MergeDeep || c.Effective {
		return "", nil, false
	}
	switch x := x.(type) {
	case *expr.Object:
		if len(x.Members) == 1 {
			return x.Members[0].Key, x.Members[0].Value, true
		}
	case *expr.Literal:
		if o, ok := x.Value.(*value.Object); ok && o.Len() == 1 {
			for key, v := range o.All() {
				return key, &expr.Literal{Value: v}, true
			}
		}
	}
	return "", nil, false
}

// writeComputed writes the result of a Pass state; nil is its input.
func (f *pathForm) writeComputed(x expr.Expr) {
	switch x := x.(type) {
	case nil:
	case *expr.Literal:
		dialects.Put(f.state, "Result", dialects.Written(x))
	case *expr.Path:
		f.writeSelection("InputPath", x)
	case *expr.Object:
		f.writeTemplate("Parameters", x, expr.RootInput)
	default:
		f.ok = false
	}
}

// writeInput writes what a task or a Parallel state gets.
func (f *pathForm) writeInput(x expr.Expr) {
	if _, isPath := x.(*expr.Path); isPath {
		f.writeSelection("InputPath", x)
		return
	}
	f.writeTemplate("Parameters", x, expr.RootInput)
}

// writeItemsPath writes the list over which a Map state iterates; only a reference path can select it.
func (f *pathForm) writeItemsPath(x expr.Expr) {
	p, ok := x.(*expr.Path)
	f.ok = f.ok && (x == nil || ok && isReference(p))
	if ok && f.ok {
		dialects.Put(f.state, "ItemsPath", dialects.NewText(p.String()))
	}
}

// writeSelector writes ResultSelector: the template that replaces a result.
func (f *pathForm) writeSelector(x expr.Expr) {
	if p, ok := x.(*expr.Path); ok && p.Root == expr.RootAnswer && len(p.Steps) == 0 {
		return
	}
	f.writeTemplate("ResultSelector", x, expr.RootAnswer)
}

// writeSelection writes a path that selects something of the document.
func (f *pathForm) writeSelection(field string, x expr.Expr) {
	switch x := x.(type) {
	case nil:
	case *expr.Path:
		if x.Root != expr.RootInput && x.Root != expr.RootContext && x.Root != expr.RootVar || x.OrNull {
			f.ok = false
			return
		}
		if x.Root != expr.RootInput || len(x.Steps) > 0 {
			dialects.Put(f.state, field, dialects.NewText(x.String()))
		}
	case *expr.Literal:
		o, ok := x.Value.(*value.Object)
		if f.ok = f.ok && ok && o.Len() == 0; f.ok {
			dialects.Put(f.state, field, nothing())
		}
	default:
		f.ok = false
	}
}

// writePlace writes ResultPath: where in the document the result is put.
func (f *pathForm) writePlace(c *workflow.Combine) {
	switch {
	case c == nil || c.Mode == workflow.Replace:
	case c.Mode == workflow.Drop:
		if f.state.Get("Type").Text != Pass.String() {
			dialects.Put(f.state, "ResultPath", nothing())
		}
	case c.Mode == workflow.SetAt && !c.Effective && isReference(c.Path):
		dialects.Put(f.state, "ResultPath", dialects.NewText(c.Path.String()))
	default:
		f.ok = false
	}
}

// writeAssign writes the variables that a state assigns.
func (f *pathForm) writeAssign(a *workflow.Assign) {
	if o := assigned(a); o != nil {
		f.writeTemplate("Assign", o, expr.RootAnswer)
	}
}

// writeTemplate writes an object some of whose members are paths, which begin at a root.
func (f *pathForm) writeTemplate(field string, x expr.Expr, root expr.Root) {
	switch x := x.(type) {
	case nil:
	case *expr.Literal:
		_, isObject := x.Value.(*value.Object)
		f.ok = f.ok && isObject
		dialects.Put(f.state, field, dialects.Written(x))
	case *expr.Object:
		n := template(x, root)
		f.ok = f.ok && n != nil
		dialects.Put(f.state, field, n)
	default:
		f.ok = false
	}
}

// template is a fixed value, or an object, as a part of a payload template; nil for what is computed by itself: only members of objects can
// be. So can those of objects in lists, but not the items of one.
func template(x expr.Expr, root expr.Root) *source.Node {
	switch x := x.(type) {
	case *expr.Literal:
		return dialects.Written(x)
	case *expr.Object:
		out := dialects.NewObject()
		for _, m := range x.Members {
			key, v := m.Key, template(m.Value, root)
			if v == nil && computes(m.Value) {
				if text, ok := templateText(onItem(m.Value, root), root); ok {
					key, v = m.Key+".$", dialects.NewText(text)
				}
			}
			if v == nil || strings.HasSuffix(m.Key, ".$") {
				return nil
			}
			dialects.Put(out, key, v)
		}
		return out
	case *expr.List:
		out := list()
		for _, item := range x.Items {
			v := template(item, root)
			if _, nested := item.(*expr.List); nested || v == nil {
				return nil
			}
			out.Items = append(out.Items, v)
		}
		return out
	}
	return nil
}

// computes reports whether an expression is neither fixed nor an object or a list.
func computes(x expr.Expr) bool {
	switch x.(type) {
	case *expr.Literal, *expr.Object, *expr.List:
		return false
	}
	return true
}

// onItem is an expression that finds the item of an iteration in the context.
func onItem(x expr.Expr, root expr.Root) expr.Expr {
	out, ok := expr.MapPaths(x, func(p *expr.Path) *expr.Path {
		if p.Root != expr.RootItem || root == expr.RootItem {
			return p
		}
		q := *p
		q.Root = expr.RootContext
		q.Steps = append(expr.NewPath(expr.RootContext, "Map", "Item", "Value").Steps, p.Steps...)
		return &q
	})
	if !ok {
		return x
	}
	return out
}
