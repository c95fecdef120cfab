package arrow

import (
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
)

// Languages implements [dialects.Evaluator].
func (d Dialect) Languages() []dialects.Language {
	return []dialects.Language{
		{Name: d.Name(), Summary: "a guard of arrow flows: whether the task occurs", Evaluate: evaluateGuard},
	}
}

func evaluateGuard(text string, s dialects.Scope) (any, bool, error) {
	p, err := expr.ParsePath(source.Plain(text, 0))
	if err != nil {
		return nil, false, dialects.WrongExpression(err)
	}
	return s.Holds(p)
}
