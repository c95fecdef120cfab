package fsm

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// addTextLosses adds the losses of texts for readers: a workflow has a description, and its states have none.
func (x *raiser) addTextLosses() {
	w := x.from
	x.addExtras(w.Extras, w.Title, w.Doc, true)
	for _, r := range w.Regions {
		x.addExtras(r.Extras, "", "", false)
	}
	for _, e := range w.Elements {
		if e.Primary != nil && !x.written[e] && e.Whole == nil && !x.saidElsewhere(e.Primary) {
			x.losses.Add(&dialects.LossExtra, e.NameSpan, nil, "", "%q is dropped, as no path leads to it", e.Name)
		}
		known := x.addExtras(spoken(e), e.Title, e.Doc, false)
		if (e.Title != "" || e.Doc != "") && !known {
			x.losses.Add(&dialects.LossTexts, e.NameSpan, nil, "", "titles and descriptions of states are dropped, as fsm has no field for them")
		}
	}
	for _, e := range w.Edges {
		x.addEdgeExtras(e)
	}
	for _, n := range w.Nodes {
		for i := range n.Timers {
			x.addExtras(n.Timers[i].Extras, "", "", false)
		}
	}
}

// spoken are the extras of an element without those that repeat what it calls, or how often.
func spoken(e *workflow.Element) workflow.Extras {
	n := e.Primary
	if n == nil || n.Call == nil {
		return e.Extras
	}
	return slices.DeleteFunc(slices.Clone(e.Extras), func(f workflow.Extra) bool {
		again := func(r workflow.Retrier) bool { return r.Span == f.Value.Span }
		return f.Value != nil && (f.Value.Kind == source.String && f.Value.Text == n.Call.Task || slices.ContainsFunc(n.Retry, again))
	})
}

// saidElsewhere reports whether a node is written in the state of another: a scope without a state, or one of several tasks.
func (x *raiser) saidElsewhere(n *workflow.Node) bool {
	return n.Kind == workflow.Scope && n.Role == workflow.Enclosing || x.finals[n] != nil
}

// addEdgeExtras adds the losses of the fields of an edge. Fields without a place in the text were not written by an author.
func (x *raiser) addEdgeExtras(e *workflow.Edge) {
	for _, f := range e.Extras {
		if f.Class == workflow.ExtraDefault || f.Class == workflow.ExtraLayout {
			continue
		}
		at := f.Span
		if at == (source.Span{}) {
			at = e.Span
		}
		x.losses.Add(&dialects.LossExtra, at, nil, "", "the field %q is dropped", f.Key)
	}
}

// addExtras adds the losses of fields without a counterpart. The title and the description are texts, which may be written. A field
// without a place in the text is the original spelling of a part of the model. It reports whether a text was among them.
func (x *raiser) addExtras(list workflow.Extras, title, doc string, said bool) bool {
	found := false
	for _, f := range list {
		text := f.Value != nil && f.Value.Kind == source.String && f.Value.Text != "" && (f.Value.Text == title || f.Value.Text == doc)
		found = found || text
		switch {
		case text && said, f.Class == workflow.ExtraDefault, f.Class == workflow.ExtraLayout, f.Span == (source.Span{}), f.Value == nil || f.Value.Span == (source.Span{}):
		case text:
			x.losses.Add(&dialects.LossTexts, f.Span, nil, "", "the field %q is dropped", f.Key)
		default:
			x.losses.Add(&dialects.LossExtra, f.Span, nil, "", "the field %q is dropped", f.Key)
		}
	}
	return found
}
