package asl

import (
	"strings"

	"github.com/flowglot/flowglot/pkg/expr"
)

// parseQuery reads a JSONata expression, which stands between the marks {% and %}.
func parseQuery(c *Computed) (expr.Expr, *expr.SyntaxError) {
	return &expr.Foreign{Language: "jsonata", Text: strings.TrimSpace(c.Text.String[2 : len(c.Text.String)-2]), Node: c.Node, Span: c.Node.Span}, nil
}
