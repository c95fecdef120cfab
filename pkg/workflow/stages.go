package workflow

import (
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
)

// Stages are what a document goes through at a node or on an edge. An absent stage is the identity:
//
//	raw ──Select──▶ effective ──Payload──▶ (the body) ──▶ its answer ──Result──▶ ──Combine──▶ ──Output──▶ goes on
//
// On an edge there is no body: what comes along it, an error or nothing, is the answer.
type Stages struct {
	// Select picks what the node works on of the raw document.
	Select expr.Expr
	// Payload makes what the body gets of the effective document. That of a scope is what each of its regions gets, or
	// the list of their items.
	Payload expr.Expr
	// Result replaces the answer of the body; it is evaluated on the effective document, and sees the answer besides it.
	Result expr.Expr
	// Combine puts the answer into a document; without it, the answer replaces the document.
	Combine *Combine
	// Output picks what goes on.
	Output expr.Expr
	// Assign gives variables values, which are seen from the next node on. It is evaluated before Result, on the effective
	// document, and sees the answer besides it. On an edge it takes the place of the assignments of the node.
	Assign *Assign
}

// An Assign is the assignments of a node or an edge. All values are computed before any variable has its own.
type Assign struct {
	Variables []Variable
	// Node is the whole as it was written.
	Node *source.Node
}

// A Variable is a variable and the value that it is given.
type Variable struct {
	Name     string
	NameSpan source.Span
	Value    expr.Expr
}

// IsZero reports whether no stage is there.
func (s *Stages) IsZero() bool {
	return s.Select == nil && s.Payload == nil && s.Result == nil && s.Combine == nil && s.Output == nil && s.Assign == nil
}

// Combine describes how an answer gets into the raw document of its node, or, where tokens share a document, into that
// document as it is then.
type Combine struct {
	Mode Mode
	Path *expr.Path // SetAt, AppendAt
	// Effective means that the answer goes into the effective document and not into the raw one.
	Effective bool
	// Omit is the member of an answer that is not merged; empty: all are.
	Omit string
	Span source.Span
}

// Mode is a way to combine an answer with a document.
type Mode uint8

// The modes. Merging takes objects; anything else counts as an empty one.
const (
	SetAt        Mode = iota // the answer is set at a path
	Drop                     // the answer is dropped
	MergeShallow             // the members of the answer replace those of the document
	MergeDeep                // the same, but objects in both are merged in turn
	Replace                  // an object takes the place of the document, anything else is dropped
	AppendAt                 // the items of the answer are added to the list at a path, which is made if it is not there
)
