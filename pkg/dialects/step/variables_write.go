package step

import (
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
)

// variables are the members of an object, each as the value of a variable (step: "TRANSFORMATION"). An object in it that has
// expressions is one expression.
func (d Dialect) variables(x *expr.Object, s *dialects.Sight) (expr.Expr, string) {
	out := &expr.Object{Span: x.Span}
	for _, m := range x.Members {
		v, lacks := d.Value(m.Value, s)
		if o, ok := v.(*expr.Object); ok && v != nil {
			v, lacks = oneValue(m.Value, o, s)
		}
		if v == nil {
			return nil, lacks
		}
		out.Members = append(out.Members, expr.ObjectMember{Key: m.Key, KeySpan: m.KeySpan, Value: v})
	}
	return out, ""
}

// oneValue is an object as one value: fixed, if all of it is, or else an expression.
func oneValue(was expr.Expr, o *expr.Object, s *dialects.Sight) (expr.Expr, string) {
	if v, ok := expr.Constant(o); ok {
		return &expr.Literal{Value: v, Span: o.Span}, ""
	}
	w := newExpressionWriter(was)
	w.exact = !s.Domain.Typed
	c := w.value(expr.CommonValue(was, s.Domain.Terms()))
	if w.lacks != "" {
		return nil, w.lacks
	}
	return readBack("${"+c.text+"}", (*Expression).value)
}

// fixedValue is a value that a variable gets. A text that looks like an expression is one that gives the text.
func fixedValue(x *expr.Literal) expr.Expr {
	text, ok := x.Value.(string)
	if !ok || enclosed(text) == noEnclosure {
		return x
	}
	return newLanguage().parse(source.Plain("${"+quotedText(text)+"}", 0)).value()
}
