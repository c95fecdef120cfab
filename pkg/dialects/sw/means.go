package sw

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
)

// What filters, parameters and the data of events mean in the terms of all languages. These meanings hold of data in which the paths
// select something, and of state filters whose single member is not a list (sw: "State Data Filter").

// means gives a foreign expression its meaning.
func means(x *expr.Foreign, of func() expr.Expr) *expr.Foreign {
	x.Means = of
	return x
}

// selects is a path, begun at a root, as what it selects: null where its last member is missing, if orNull. It is nil for one that
// begins elsewhere.
func selects(p *expr.Path, root expr.Root, orNull bool) expr.Expr {
	if p.Root != expr.RootInput {
		return nil
	}
	out := *p
	out.Root = root
	if orNull && p.Definite && len(p.Steps) > 0 && p.Steps[len(p.Steps)-1].Kind == expr.StepChild {
		out.OrNull = true
	}
	return &out
}

// filterMeans is what a filter of a state's data selects. A single member keeps its name, unless it is a list. Where nothing is selected,
// nothing is filtered.
func filterMeans(p *expr.Path, plain bool) expr.Expr {
	x := selects(p, expr.RootInput, false)
	if x == nil || len(p.Steps) == 0 {
		return x
	}
	choose := func(condition, then, otherwise expr.Expr) expr.Expr {
		return &expr.Apply{Do: expr.Choose, Args: []expr.Expr{condition, then, otherwise}, Span: p.Span}
	}
	whole := &expr.Path{Definite: true, Text: "$", Span: p.Span}
	if !p.Definite {
		count := &expr.Apply{Do: expr.Count, Args: []expr.Expr{x}, Span: p.Span}
		return choose(&expr.Compare{Op: expr.Greater, As: expr.Alike, Left: count, Right: &expr.Literal{Value: int64(0)}, Span: p.Span}, x, whole)
	}
	test := func(op expr.TestOp) expr.Expr {
		return &expr.Test{Op: op, Path: x.(*expr.Path), Null: map[bool]expr.Answer{true: expr.Yes}[op == expr.TestPresent], Span: p.Span}
	}
	if plain || len(p.Steps) > 1 || p.Steps[0].Kind != expr.StepChild {
		return choose(test(expr.TestPresent), x, whole)
	}
	return choose(test(expr.TestList), x, choose(test(expr.TestPresent), underNames([]string{p.Steps[0].Name}, x), whole))
}

// namedMeans is what [named] makes of what a path selects, whose first name is left out if it is the leading one; nil if it makes
// something else of it at times.
func namedMeans(p *expr.Path, root expr.Root, plain bool, leading string) expr.Expr {
	if nothing(p) {
		return &expr.Literal{}
	}
	x := selects(p, root, false)
	if x == nil || plain || !p.Definite {
		return x
	}
	var names []string
	for i := range p.Steps {
		if p.Steps[i].Kind != expr.StepChild {
			return nil
		}
		names = append(names, p.Steps[i].Name)
	}
	if len(names) > 0 && names[0] == leading {
		names = names[1:]
	}
	return underNames(names, x)
}

// orNothing is an expression where a path selects something, and null where it does not.
func orNothing(p *expr.Path, x expr.Expr) expr.Expr {
	selected, ok := selects(p, expr.RootInput, false).(*expr.Path)
	if x == nil || !ok || !p.Definite || len(p.Steps) == 0 {
		return x
	}
	present := &expr.Test{Op: expr.TestPresent, Path: selected, Null: expr.Yes, Span: p.Span}
	return &expr.Apply{Do: expr.Choose, Args: []expr.Expr{present, x, &expr.Literal{Span: p.Span}}, Span: p.Span}
}

// ofEventMeans is what is merged of an event: a part of its data. It is nil for a path that may lead elsewhere: to the event as a whole, or
// to one of the attributes that events have; other attributes are not looked for.
func ofEventMeans(p *expr.Path, plain bool) expr.Expr {
	if nothing(p) {
		return &expr.Literal{}
	}
	if p.Root != expr.RootInput || len(p.Steps) == 0 || p.Steps[0].Kind != expr.StepChild || eventAttributes[p.Steps[0].Name] {
		return nil
	}
	if p.Steps[0].Name == "data" {
		return namedMeans(p, expr.RootInput, plain, "data")
	}
	within := *p
	within.Steps = slices.Concat([]expr.Step{{Kind: expr.StepChild, Name: "data"}}, p.Steps)
	within.Text = within.String()
	return namedMeans(&within, expr.RootInput, plain, "data")
}

// eventAttributes are those that a CloudEvent has.
var eventAttributes = map[string]bool{"id": true, "source": true, "specversion": true, "type": true, "datacontenttype": true, "dataschema": true,
	"subject": true, "time": true}

// valueMeans is the value of a template.
func (t *Template) valueMeans() expr.Expr {
	switch {
	case t.alone():
		return selects(t.Paths[0], expr.RootInput, true)
	case len(t.Paths) == 0 && !t.Broken:
		return &expr.Literal{Value: t.Node.Text, Node: &t.Node, Span: t.Node.Span}
	}
	return nil
}

// filledMeans is a value whose strings may have expressions in them. Strings that mix expressions and text stay expressions of this
// language.
func filledMeans(n *source.Node, templates map[*source.Node]*Template) expr.Expr {
	switch n.Kind {
	case source.String:
		t := templates[n]
		if t == nil || t.Broken {
			break
		}
		if x := t.valueMeans(); x != nil {
			return x
		}
		return t.value()
	case source.Array:
		out := &expr.List{Node: n, Span: n.Span}
		for _, x := range n.Items {
			out.Items = append(out.Items, filledMeans(x, templates))
		}
		return out
	case source.Object:
		out := &expr.Object{Node: n, Span: n.Span}
		for _, m := range n.LastMembers() {
			out.Members = append(out.Members, expr.ObjectMember{Key: m.Key, KeySpan: m.KeySpan, Value: filledMeans(m.Value, templates)})
		}
		return out
	}
	return &expr.Literal{Value: value.Of(n), Node: n, Span: n.Span}
}

// nothing reports whether a path selects nothing of any document: `$[?(false)]`.
func nothing(p *expr.Path) bool {
	if len(p.Steps) != 1 || p.Steps[0].Kind != expr.StepFilter {
		return false
	}
	l, ok := p.Steps[0].Filter.(*expr.Literal)
	return ok && l.Value == false
}
