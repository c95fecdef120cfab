package rewrite

import (
	"time"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
)

// A decided answer is whether a condition holds. It implements dialects.Answerer.
type decided struct {
	condition expr.Expr // in the language of the source
	// member is that of the answer which has it; empty: it is the answer itself. withInput has the answer be the input with it.
	member    string
	withInput bool
}

// Answer implements dialects.Answerer.
func (d *decided) Answer(input any, now time.Time) (any, error) {
	holds, err := expr.Holds(d.condition, &expr.Env{Input: input, Now: now})
	if err != nil || d.member == "" {
		return holds, err
	}
	answer := value.ObjectOf(value.Member{Key: d.member, Value: holds})
	if d.withInput {
		return value.MergeShallow(input, answer), nil
	}
	return answer, nil
}

// A computed answer is the value of an expression of the source. It implements dialects.Answerer.
type computed struct{ expr.Expr }

// Answer implements dialects.Answerer.
func (c computed) Answer(input any, now time.Time) (any, error) {
	return expr.Eval(c.Expr, &expr.Env{Input: input, Now: now})
}
