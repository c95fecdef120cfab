package workflow

import (
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
)

// Stages are what a document goes through at a node or on an edge. An absent stage is the identity:
//
//	raw ──Select──▶ effective ──(the body)──▶ its answer ──Result──▶ ──Combine──▶ ──Output──▶ goes on
type Stages struct {
	// Select picks what the body gets of the raw document.
	Select expr.Expr
	// Result replaces the answer of the body.
	Result *expr.Literal
	// Combine puts the answer into the raw document; without it, the answer replaces the document.
	Combine *Combine
	// Output picks what goes on.
	Output expr.Expr
}

// IsZero reports whether no stage is there.
func (s *Stages) IsZero() bool {
	return s.Select == nil && s.Result == nil && s.Combine == nil && s.Output == nil
}

// Combine tells how an answer gets into the raw document of its node.
type Combine struct {
	// Path is where the answer is set; nil drops it.
	Path *expr.Path
	Span source.Span
}
