package fsm

import (
	"github.com/flowglot/flowglot/pkg/dialects"
)

// Languages implements [dialects.Evaluator].
func (d Dialect) Languages() []dialects.Language {
	return []dialects.Language{
		{Name: d.Name(), Summary: "a criterion of entity state machines as JSON: the document is the entity", Evaluate: evaluateCriterion},
	}
}

func evaluateCriterion(text string, s dialects.Scope) (any, bool, error) {
	f, err := dialects.ExpressionTree(text)
	if err != nil {
		return nil, false, err
	}
	r := newReader(f)
	c := r.condition(f.Root, 0)
	if err := dialects.WrongTree(r.List); err != nil {
		return nil, false, err
	}
	x := c.expression()
	if x == nil {
		return nil, false, &dialects.ExpressionError{Message: "a function decides, and functions run only in a run", Span: f.Root.Span}
	}
	return s.Holds(x)
}
