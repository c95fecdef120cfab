package dialects

import (
	"errors"
	"time"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
)

// An Evaluator is a dialect whose expressions can be evaluated on their own, as `flowglot eval` does.
type Evaluator interface {
	Dialect
	// Languages are the languages of its expressions.
	Languages() []Language
}

// A Language is a language of expressions.
type Language struct {
	// Name is what flowglot calls it: "jsonpath".
	Name string
	// Summary describes in a few words what is written in it.
	Summary string
	// Evaluate evaluates an expression. It reports false if there is no value. An error of the expression is an
	// *[ExpressionError].
	Evaluate func(expression string, s Scope) (v any, defined bool, err error)
}

// A Scope is what an expression is evaluated on.
type Scope struct {
	Input     any // the document
	HasInput  bool
	Variables map[string]any
	Context   any // the context object of asl; nil if there is none
	Now       time.Time
	Random    func() uint64
	Options   Options
}

// Lookup returns a variable.
func (s *Scope) Lookup(name string) (any, bool) {
	v, ok := s.Variables[name]
	return v, ok
}

// Evaluate evaluates an expression of the model. A path that selects nothing has no value.
func (s *Scope) Evaluate(x expr.Expr) (v any, defined bool, err error) {
	v, err = expr.Eval(x, s.env())
	var failed *expr.EvalError
	if _, isPath := x.(*expr.Path); isPath && errors.As(err, &failed) && failed.Missing {
		return nil, false, nil
	}
	return v, err == nil, failure(err)
}

// Holds evaluates a condition.
func (s *Scope) Holds(x expr.Expr) (v any, defined bool, err error) {
	v, err = expr.Holds(x, s.env())
	return v, err == nil, failure(err)
}

func (s *Scope) env() *expr.Env {
	return &expr.Env{Input: s.Input, Context: s.Context, Lookup: s.Lookup, Now: s.Now, Random: s.Random}
}

// failure is the error of an evaluation as one of an expression.
func failure(err error) error {
	var failed *expr.EvalError
	if errors.As(err, &failed) {
		return &ExpressionError{Message: failed.Message, Span: failed.Span}
	}
	return err
}

// WrongExpression is the mistake in the text of an expression.
func WrongExpression(err *expr.SyntaxError) error {
	return &ExpressionError{Message: err.Message, Help: err.Help, Span: err.Span}
}

// WrongTree is the first error that reading an expression that is JSON found, or nil.
func WrongTree(findings []diag.Diagnostic) error {
	for _, d := range findings {
		if d.Severity == diag.Error {
			return &ExpressionError{Message: d.Message, Help: d.Help, Span: d.Span}
		}
	}
	return nil
}

// ExpressionTree reads an expression that is JSON.
func ExpressionTree(text string) (*source.File, error) {
	f := source.NewFile("expression.json", []byte(text))
	f.Format = source.JSON
	if problems := source.Parse(f); len(problems) > 0 {
		return nil, &ExpressionError{Message: problems[0].Message, Help: problems[0].Help, Span: problems[0].Span}
	}
	return f, nil
}

// An ExpressionError is an expression that could not be read or evaluated.
type ExpressionError struct {
	Code    string // as the language defines it, or empty
	Message string
	Help    string
	Span    source.Span // the part of the expression that is at fault
}

// Error returns the message.
func (e *ExpressionError) Error() string { return e.Message }
