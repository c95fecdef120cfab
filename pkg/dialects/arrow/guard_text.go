package arrow

import (
	"strings"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
)

// guardText is a filter as it is written between back quotes.
func guardText(x expr.Expr) string {
	p, ok := x.(*expr.Path)
	if !ok || p.Root != expr.RootInput {
		p = &expr.Path{Steps: []expr.Step{{Kind: expr.StepFilter, Filter: x}}}
	}
	return strings.ReplaceAll(p.String(), "`", `\u0060`)
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
