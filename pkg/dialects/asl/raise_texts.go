package asl

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// reportTexts notes what of a workflow has no place.
func (r *raising) reportTexts(w *workflow.Workflow) {
	r.reportExtras(w.Extras, nil, w.Title, w.Doc)
	for _, region := range w.Regions {
		r.reportExtras(region.Extras, nil, "", "")
	}
}

// reportElementTexts notes what of an element, its edges and its policies has no place.
func (r *raising) reportElementTexts(e *workflow.Element) {
	r.reportExtras(e.Extras, e, e.Title, e.Doc)
	n := e.Primary
	if n == nil {
		return
	}
	for _, out := range n.Out {
		r.reportExtras(out.Extras, e, "", "")
	}
	for i := range n.Timers {
		r.reportExtras(n.Timers[i].Extras, e, "", "")
	}
	for i := range n.Retry {
		r.reportExtras(n.Retry[i].Extras, e, "", "")
	}
	if n.Rules != nil {
		for i := range n.Rules.Rules {
			r.reportExtras(n.Rules.Rules[i].Extras, e, "", "")
		}
	}
}

func (r *raising) reportExtras(extras workflow.Extras, e *workflow.Element, said ...string) {
	for _, x := range extras {
		if x.Span == (source.Span{}) || x.Class != workflow.ExtraUnknown || x.Value == nil || isEmpty(x.Value) ||
			x.Value.Kind == source.String && x.Value.Text != "" && slices.Contains(said, x.Value.Text) {
			continue
		}
		r.lose(&dialects.LossExtra, x.Span, e, "", "%s is dropped: asl has no field for it", quote(x.Key))
	}
}

// isEmpty reports whether a value is empty.
func isEmpty(n *source.Node) bool {
	return n.Kind == source.Null || n.Kind == source.String && n.Text == "" || n.Kind == source.Object && len(n.Members) == 0
}
