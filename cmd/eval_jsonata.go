package cmd

import (
	"errors"
	"math/rand/v2"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/jsonata"
	"github.com/flowglot/flowglot/pkg/source"
)

// jsonataLanguage is JSONata by itself, with all of its functions. Its clock is the real one.
func jsonataLanguage(w World) dialects.Language {
	return dialects.Language{
		Name:    "jsonata",
		Summary: "JSONata 2, with all of its functions",
		Evaluate: func(text string, s dialects.Scope) (any, bool, error) {
			e, err := jsonata.Compile(text)
			if err != nil {
				return nil, false, jsonataError(err)
			}
			env := jsonata.Env{Input: jsonata.Undefined{}, Now: w.Now, Random: rand.Float64,
				Lookup: s.Lookup}
			if s.HasInput {
				env.Input = s.Input
			}
			v, err := e.Evaluate(env)
			if err != nil {
				return nil, false, jsonataError(err)
			}
			if jsonata.IsFunction(v) {
				v = "" // as $string writes functions
			}
			return v, !jsonata.IsUndefined(v), nil
		},
	}
}

// jsonataError is an error of JSONata as one of an expression.
func jsonataError(err error) error {
	var e *jsonata.Error
	if !errors.As(err, &e) {
		return err
	}
	return &dialects.ExpressionError{Code: e.Code, Message: e.Message, Span: source.Span{Start: e.Start, End: e.End}}
}
