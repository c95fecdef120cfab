package dialects

import "github.com/flowglot/flowglot/pkg/source"

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
	// Summary says in a few words what is written in it.
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
	Options   Options
}

// An ExpressionError is an expression that could not be read or evaluated.
type ExpressionError struct {
	Code    string // as the language defines it, or empty
	Message string
	Span    source.Span // the part of the expression that is at fault
}

// Error returns the message.
func (e *ExpressionError) Error() string { return e.Message }
