package asl

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// texts notes what of a workflow has no place.
func (r *raising) texts(w *workflow.Workflow) {
	r.extras(w.Extras, nil, w.Title, w.Doc)
	for _, region := range w.Regions {
		r.extras(region.Extras, nil, "", "")
	}
}

// elementTexts notes what of an element, its edges and its policies has no place.
func (r *raising) elementTexts(e *workflow.Element) {
	r.extras(e.Extras, e, e.Title, e.Doc)
	n := e.Primary
	if n == nil {
		return
	}
	for _, out := range n.Out {
		r.extras(out.Extras, e, "", "")
	}
	for i := range n.Timers {
		r.extras(n.Timers[i].Extras, e, "", "")
	}
	for i := range n.Retry {
		r.extras(n.Retry[i].Extras, e, "", "")
	}
	if n.Rules != nil {
		for i := range n.Rules.Rules {
			r.extras(n.Rules.Rules[i].Extras, e, "", "")
		}
	}
}

func (r *raising) extras(extras workflow.Extras, e *workflow.Element, said ...string) {
	for _, x := range extras {
		if x.Span == (source.Span{}) || x.Class != workflow.ExtraUnknown || x.Value == nil || isEmpty(x.Value) ||
			x.Value.Kind == source.String && x.Value.Text != "" && slices.Contains(said, x.Value.Text) {
			continue
		}
		r.lose(&dialects.LossExtra, x.Span, e, "", "%s is dropped: asl has no field for it", quote(x.Key))
	}
}

// isEmpty reports whether a value says nothing.
func isEmpty(n *source.Node) bool {
	return n.Kind == source.Null || n.Kind == source.String && n.Text == "" || n.Kind == source.Object && len(n.Members) == 0
}
