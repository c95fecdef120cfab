package arrow

import (
	"strings"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
)

// guardText is a filter as it is written between back quotes.
func guardText(x expr.Expr) string { return strings.ReplaceAll(asPath(x).String(), "`", `\u0060`) }

// asPath is the path of the guard that a filter is.
func asPath(x expr.Expr) *expr.Path {
	if p, ok := x.(*expr.Path); ok && p.Root == expr.RootInput {
		return p
	}
	return &expr.Path{Steps: []expr.Step{{Kind: expr.StepFilter, Filter: x}}}
}

// guardOf is a filter as the guard of a step. It reports what cannot be read of it.
func guardOf(x expr.Expr) (*Guard, error) {
	text := guardText(x)
	path, err := expr.ParsePath(source.Plain(text, 0))
	if err != nil {
		return nil, err
	}
	return &Guard{Text: text, Path: path}, nil
}
