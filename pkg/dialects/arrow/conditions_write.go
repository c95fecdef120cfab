package arrow

import (
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
)

// Condition returns a condition as the guard of a step: a path that selects something where it holds, `$[?(@.score >= 700)]`. Implements
// the method of [dialects.Target].
func (d Dialect) Condition(x expr.Expr, s *dialects.Sight) (out expr.Expr, lacks string) {
	x = expr.CommonCondition(x, s.Domain.Terms())
	if !s.Domain.Objects && !expr.TestsItems(x) {
		return nil, "a condition on a document that may be a list, of which a guard tests the items"
	}
	if p, ok := x.(*expr.Path); ok && p.Root == expr.RootInput && !p.Definite { // it is a guard as it is
		return guardPath(p.String())
	}
	p, lacks := expr.FilterPath(x, expr.FilterStyle{Exact: !s.Domain.Typed})
	if p == nil {
		return nil, lacks
	}
	return guardPath(p.Text)
}

// guardPath reads a guard that was written, as reading a flow does.
func guardPath(text string) (expr.Expr, string) {
	p, err := expr.ParsePath(source.Plain(text, 0))
	if err != nil {
		return nil, "a condition of this size"
	}
	p.Span = source.Span{}
	return p, ""
}

// Value returns a fixed value as it is. Flows have no expressions whose value is needed. Implements the method of [dialects.Target].
func (d Dialect) Value(x expr.Expr, s *dialects.Sight) (out expr.Expr, lacks string) {
	x = expr.CommonValue(x, s.Domain.Terms())
	if data := fixedData(x); data != nil {
		return &expr.Literal{Value: value.Of(data), Node: data}, ""
	}
	return nil, "a value that is computed from the data, `" + expr.Readable(x) + "`"
}
