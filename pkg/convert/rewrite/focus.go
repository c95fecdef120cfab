package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/expr"
)

// within returns what an expression is when its input is what another one selects: `$.a` within `$.order` is `$.order.a`. It reports
// false where no single expression does that. A nil x is the input itself.
func within(on, x expr.Expr) (expr.Expr, bool) {
	if on == nil {
		return unfocused(x)
	}
	on, ok := unfocused(on)
	if !ok {
		return nil, false
	}
	if x == nil {
		return on, true
	}
	return replaceRoot(x, expr.RootInput, on)
}

// unfocused returns an expression without an [expr.Focus] in it, if there is one that does the same.
func unfocused(x expr.Expr) (expr.Expr, bool) {
	if x == nil {
		return nil, true
	}
	return mapTree(x, func(p *expr.Path) (expr.Expr, bool) { return p, true })
}

// replaceRoot returns an expression with another one in the place of what the paths of a root begin at.
func replaceRoot(x expr.Expr, root expr.Root, with expr.Expr) (expr.Expr, bool) {
	m := &treeMap{ok: true, f: func(p *expr.Path) (expr.Expr, bool) {
		if p.Root != root {
			return p, true
		}
		return continued(with, p)
	}, stays: func(x *expr.Foreign) bool { return !mayRead(x, root) }}
	out := m.expr(x)
	return out, m.ok
}

// mayRead reports whether a foreign expression may read the document or the answer of a task; it may read anything else.
func mayRead(x *expr.Foreign, root expr.Root) bool {
	var reads *expr.Reads
	if x.Reads != nil {
		reads = x.Reads()
	}
	switch {
	case reads == nil:
		return true
	case root == expr.RootInput:
		return reads.Input
	case root == expr.RootAnswer:
		return reads.Answer
	}
	return true
}

// continued returns what the steps of a path select of the value of an expression.
func continued(from expr.Expr, p *expr.Path) (expr.Expr, bool) {
	if len(p.Steps) == 0 {
		return from, true
	}
	switch from := from.(type) {
	case *expr.Path:
		out := *p
		out.Root, out.Name = from.Root, from.Name
		out.Steps = slices.Concat(from.Steps, p.Steps)
		out.Definite = from.Definite && p.Definite
		out.Text = out.String()
		return &out, from.Definite || p.Definite
	case *expr.Literal:
		q := *p
		q.Root = expr.RootInput
		v, err := expr.Eval(&q, &expr.Env{Input: from.Value})
		if err != nil {
			return nil, false
		}
		return &expr.Literal{Value: v, Span: p.Span}, true
	case *expr.Object:
		if p.Steps[0].Kind != expr.StepChild {
			return nil, false
		}
		rest := *p
		rest.Steps = p.Steps[1:]
		for _, m := range from.Members {
			if m.Key == p.Steps[0].Name {
				return continued(m.Value, &rest)
			}
		}
	case *expr.Apply:
		return continuedChoice(from, p)
	case *expr.List:
		step := p.Steps[0]
		i := step.Index
		if i < 0 {
			i += len(from.Items)
		}
		if step.Kind == expr.StepIndex && i >= 0 && i < len(from.Items) {
			rest := *p
			rest.Steps = p.Steps[1:]
			return continued(from.Items[i], &rest)
		}
	}
	return nil, false
}

// continuedChoice returns what the steps of a path select of the one of two values that a condition chooses. A list has no members by names.
func continuedChoice(from *expr.Apply, p *expr.Path) (expr.Expr, bool) {
	if from.Do != expr.Choose {
		return nil, false
	}
	then, ok := continued(from.Args[1], p)
	if test, tests := from.Args[0].(*expr.Test); tests && test.Op == expr.TestList && p.OrNull && p.Steps[0].Kind == expr.StepChild && samePath(from.Args[1], test.Path) {
		then = &expr.Literal{Span: p.Span}
	}
	otherwise, ok2 := continued(from.Args[2], p)
	if !ok || !ok2 {
		return nil, false
	}
	if samePath(then, otherwise) { // one of them may select null where nothing is there
		return otherwise, true
	}
	return &expr.Apply{Do: expr.Choose, Args: []expr.Expr{from.Args[0], then, otherwise}, Span: p.Span}, true
}

// samePath reports whether two expressions are one and the same path, but for what it selects where nothing is there.
func samePath(a, b expr.Expr) bool {
	p, isPath := a.(*expr.Path)
	q, isPath2 := b.(*expr.Path)
	return isPath && isPath2 && p.Root == q.Root && p.Definite && q.Definite && expr.Readable(p) == expr.Readable(q)
}

// mapTree returns an expression with each of its paths outside of filters replaced by what f makes of it. It reports false if f does,
// or if the expression has a part whose paths are not known.
func mapTree(x expr.Expr, f func(*expr.Path) (expr.Expr, bool)) (expr.Expr, bool) {
	m := &treeMap{f: f, ok: true}
	out := m.expr(x)
	return out, m.ok
}

type treeMap struct {
	f  func(*expr.Path) (expr.Expr, bool)
	ok bool
	// stays reports that a foreign expression without a meaning stays as it is; nil if none does.
	stays func(*expr.Foreign) bool
}

// expr returns an expression with its paths replaced, in parts of it too.
func (m *treeMap) expr(x expr.Expr) expr.Expr {
	switch x := x.(type) {
	case *expr.Literal:
		return x
	case *expr.Path:
		out, ok := m.f(x)
		m.ok = m.ok && ok
		return out
	case *expr.Logic:
		return &expr.Logic{Op: x.Op, Operands: m.list(x.Operands), Span: x.Span}
	case *expr.Not:
		return &expr.Not{Operand: m.expr(x.Operand), Span: x.Span}
	case *expr.Compare:
		out := *x
		out.Left, out.Right = m.expr(x.Left), m.expr(x.Right)
		return &out
	case *expr.Is:
		out := *x
		out.Operand = m.expr(x.Operand)
		return &out
	case *expr.Object:
		out := &expr.Object{Members: slices.Clone(x.Members), Span: x.Span}
		for i := range out.Members {
			out.Members[i].Value = m.expr(x.Members[i].Value)
		}
		return out
	case *expr.List:
		return &expr.List{Items: m.list(x.Items), Span: x.Span}
	case *expr.Apply:
		return &expr.Apply{Do: x.Do, Args: m.list(x.Args), Span: x.Span}
	case *expr.Test:
		if p, ok := m.expr(x.Path).(*expr.Path); ok {
			out := *x
			out.Path = p
			return &out
		}
	case *expr.Call:
		out := *x
		out.Args = m.list(x.Args)
		return &out
	case *expr.Focus:
		out, ok := within(x.On, x.Of)
		if m.ok = m.ok && ok; !ok {
			return x
		}
		return m.expr(out)
	case *expr.Foreign:
		if means := meaningOf(x); means != nil {
			return m.expr(means)
		}
		if m.stays != nil && m.stays(x) {
			return x
		}
	}
	m.ok = false
	return x
}

func (m *treeMap) list(xs []expr.Expr) []expr.Expr {
	out := make([]expr.Expr, len(xs))
	for i, x := range xs {
		out[i] = m.expr(x)
	}
	return out
}

// meaningOf is what a foreign expression means in the terms of the tree, or nil.
func meaningOf(x *expr.Foreign) expr.Expr {
	if x.Means == nil {
		return nil
	}
	return x.Means()
}
