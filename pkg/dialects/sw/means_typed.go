package sw

import "github.com/flowglot/flowglot/pkg/expr"

// typedTruth is what a path asks as a condition of data that has the types which it is written for: the value that it leads to is true
// or false.
func typedTruth(p *expr.Path) expr.Expr {
	out := *p
	out.Truth = true
	return &out
}

// typedMeaning is what a text with expressions in it means for data that has the types which it is written for: its parts one after the
// other. It is nil if a path in it may select several values.
func (t *Template) typedMeaning() expr.Expr {
	if x := t.valueMeans(); x != nil || t.Broken {
		return x
	}
	out := &expr.Apply{Do: expr.Concat, Span: t.Node.Span}
	add := func(s string) {
		if s != "" {
			out.Args = append(out.Args, &expr.Literal{Value: s, Span: t.Node.Span})
		}
	}
	for i, p := range t.Paths {
		if !p.Definite {
			return nil
		}
		add(t.Beside[i])
		out.Args = append(out.Args, &expr.Apply{Do: expr.ToText, Args: []expr.Expr{p}, Span: t.Node.Span})
	}
	add(t.Beside[len(t.Paths)])
	return out
}
