package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// apartFromEarlier is a condition that the document has an error of a node, where an earlier step may have left one at the same member: the
// answer of the node is not there. Where that does not tell them apart either, it is a loss.
func (c *Conversion) apartFromEarlier(w *workflow.Workflow, n *workflow.Node, h *workflow.Edge, guard expr.Expr) expr.Expr {
	if !c.pastOf(w).hasError(w, n, h) {
		return guard
	}
	answer := c.tellingAnswer(w, n, h)
	if answer == "" {
		c.Lose(w, &lossErrorAsData, h.Span, n.Element, "any error that is there", "an error that an earlier step left in the document is taken for one of %q", n.Name())
		return guard
	}
	there := &expr.Test{Op: expr.TestPresent, Path: expr.NewPath(expr.RootInput, answer), Null: expr.No, Missing: expr.No, Span: h.Span}
	return allOf([]expr.Expr{guard, &expr.Not{Operand: there}}, h.Span)
}

// tellingAnswer is the member of the document that is there if a node has not failed, and not otherwise; empty if there is none.
func (c *Conversion) tellingAnswer(w *workflow.Workflow, n *workflow.Node, h *workflow.Edge) string {
	answer := c.answerMember(n)
	if answer == "" || slices.Contains(errorMembers(h), answer) || c.pastOf(w).has(n, answer) {
		return ""
	}
	return answer
}

// answerMember is the member of the document that has the answer of a node, or a part of it; empty where the answer is elsewhere.
func (c *Conversion) answerMember(n *workflow.Node) string {
	if n.Kind == workflow.Task && n.Call != nil && n.Data.Output == nil {
		if part := c.calledPart(n); part != nil && len(part.under) > 0 {
			return part.under[0]
		}
	}
	return memberSet(n.Data.Combine)
}
