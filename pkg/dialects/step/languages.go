package step

import (
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
)

// Languages implements [dialects.Evaluator].
func (d Dialect) Languages() []dialects.Language {
	return []dialects.Language{
		{Name: d.Name(), Summary: "an expression of step-JSON: the members of the document are its variables", Evaluate: evaluateExpression},
	}
}

// evaluateExpression evaluates an expression on the members of the document and the variables given besides it.
func evaluateExpression(text string, s dialects.Scope) (any, bool, error) {
	x := newLanguage().parse(source.Plain(text, 0))
	if m := x.Mistake; m != nil {
		return nil, false, &dialects.ExpressionError{Message: m.message, Help: m.help, Span: x.At(m.from, m.to)}
	}
	variables, isObject := s.Input.(*value.Object)
	if s.HasInput && !isObject {
		return nil, false, &dialects.ExpressionError{Message: "the document must be an object: its members are the variables",
			Span: source.Span{End: len(text)}}
	}
	for _, v := range x.names {
		if given, ok := s.Lookup(v.name); ok {
			variables = variables.With(v.name, given)
		}
	}
	for _, v := range x.names {
		if !variables.Has(v.name) {
			return nil, false, &dialects.ExpressionError{Message: "the variable " + v.name + " is not defined", Span: x.At(v.from, v.to)}
		}
	}
	s.Input = variables
	return s.Evaluate(x.foreign())
}
