package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// selectedDocuments is the rewrite that has steps read a part of the document where it is. It is applied twice: first to parts of which
// variables are assigned, before these become members of the document, of which the part is not one.
func selectedDocuments(assigned bool) Rewrite {
	return Rewrite{
		ID:     "rewrite/selected-document",
		What:   "where a part of the document replaces the document, the part stays in its place, and the following steps read it there",
		When:   "keeps all members of the document",
		Before: "$.order becomes the document; if $.total > 100 → Approve",
		After:  "if $.order.total > 100 → Approve",
		Losses: []*dialects.LossRule{&lossOutputSelection},
		Apply: func(c *Conversion, w *workflow.Workflow) bool {
			if c.Able.Outputs || c.Able.OutputParts || c.Able.Answers.Has(dialects.AnswerReplaces) || assigned && !hasVariables(w) {
				return false
			}
			return editNodes(w, func(n *workflow.Node) bool {
				return c.readSelected(w, n, func(r *reader) bool { return (r.assigns || n.Data.Assign != nil) == assigned })
			})
		},
	}
}

// readSelected makes what comes after a node read the part of the document where it is that the node makes the document. It reports whether
// it could, and something is true of these nodes.
func (c *Conversion) readSelected(w *workflow.Workflow, n *workflow.Node, wanted func(*reader) bool) bool {
	d := &n.Data
	out := withoutError(n)
	if out == nil {
		out = nextOf(n)
	}
	if out == nil || n.Kind != workflow.Pass && n.Kind != workflow.Task || n.Split != workflow.SplitOne {
		return false
	}
	selected := &d.Output
	if n.Kind == workflow.Pass && d.Output == nil && d.Select == nil && d.Payload == nil && replacing(d.Combine) {
		selected = &d.Result
	}
	at := partOfDocument(*selected)
	if at == nil || !c.readWhere(w, out, at, wanted) {
		return false
	}
	if selected == &d.Output {
		d.Output = nil
		return true
	}
	*d = workflow.Stages{Assign: d.Assign}
	if n.Element.Origin != nil && len(n.Out) == 1 && d.Assign == nil {
		Splice(n)
	}
	return true
}

// partOfDocument is a path that leads to one part of the document, which is an object; nil for any other expression, and for the document
// itself.
func partOfDocument(x expr.Expr) *expr.Path {
	if x == nil {
		return nil
	}
	p, ok := meaningOrSelf(x).(*expr.Path)
	if !ok || p.Root != expr.RootInput || !p.Definite || len(p.Steps) == 0 || p.Steps[0].Kind != expr.StepChild || slices.ContainsFunc(p.Steps, func(s expr.Step) bool {
		return s.Kind != expr.StepChild && (s.Kind != expr.StepIndex || s.Index < 0)
	}) {
		return nil
	}
	return p
}
