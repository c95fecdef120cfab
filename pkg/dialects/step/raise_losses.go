package step

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A notedLoss is the cause of losses that has been noted at nodes that run in parallel, of which it names the first.
type notedLoss struct {
	rule *dialects.LossRule
	at   *workflow.Node
}

// lose notes a loss at a node. One that changes when something happens, or whether it does, changes it for all that runs
// beside the node too.
func (w *writer) lose(rule *dialects.LossRule, at source.Span, n *workflow.Node, instead, format string, args ...any) {
	w.losses.Add(rule, at, n.Element, instead, format, args...)
	if rule.Affects&(dialects.Time|dialects.Attempts|dialects.Outcome) == 0 {
		return
	}
	for r := n.Region; r.Scope != nil; r = r.Scope.Region {
		if len(r.Scope.Body.Regions) > 1 {
			w.loseAlsoAt(rule, at, []*workflow.Node{r.Scope}, instead, format, args)
		}
		w.loseAlsoAt(rule, at, w.beside[r], instead, format, args)
	}
}

// loseAlsoAt notes a loss at nodes, once for each cause.
func (w *writer) loseAlsoAt(rule *dialects.LossRule, at source.Span, nodes []*workflow.Node, instead, format string, args []any) {
	if len(nodes) == 0 || w.noted[notedLoss{rule, nodes[0]}] {
		return
	}
	w.noted[notedLoss{rule, nodes[0]}] = true
	for _, n := range nodes {
		w.losses.Add(rule, at, n.Element, instead, format, args...)
	}
}

// addConditionLosses adds the losses of conditions on data that another loss changes.
func (w *writer) addConditionLosses() {
	otherwise := slices.ContainsFunc(w.losses.List(), func(l *dialects.Loss) bool {
		return l.Rule.Affects&dialects.Outcome != 0 && l.Rule.Data != dialects.Same && l.Rule != &dialects.LossDocument
	})
	if !otherwise {
		return
	}
	for _, n := range w.decides {
		w.losses.Add(&lossSeen, n.Element.NameSpan, n.Element, "", "a condition sees variables that the document does not have")
	}
}

// addDocumentLoss adds the loss of documents that are not objects.
func (w *writer) addDocumentLoss(first *draft) {
	if w.flow.Documents == workflow.ObjectDocument {
		return
	}
	if e := w.element(first); e != nil {
		w.losses.Add(&dialects.LossDocument, e.NameSpan, e, "an object of all variables", "step can only hold objects: a list, string or number as the document is dropped")
	}
}
