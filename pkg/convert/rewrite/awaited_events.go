package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// awaitedEvents gives a wait that is completed from outside (a user task, a signal) the form that every dialect with events can write. The
// data of an event is merged deeply into the document, so that any other merge of the answer is a loss.
var awaitedEvents = Rewrite{
	ID:     "rewrite/awaited-event",
	What:   "a step that waits to be completed or signalled becomes a wait for an event whose type is the name of the step",
	When:   "waits for events only",
	Before: "Approve: completed by a user",
	After:  "Approve: the event \"Approve\"",
	Losses: []*dialects.LossRule{&lossResultPlace},
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		if !slices.Contains(c.Able.Awaits, "event") {
			return false
		}
		return eachNode(w, func(n *workflow.Node) bool {
			if a := n.Awaits; n.Kind == workflow.Await && a != nil && len(a.For) == 0 && !slices.Contains(c.Able.Awaits, a.Kind) {
				c.awaitEvent(w, n)
				return true
			}
			return false
		})
	},
}

// awaitEvent makes a node wait for an event of its name.
func (c *Conversion) awaitEvent(w *workflow.Workflow, n *workflow.Node) {
	kind := occurrenceKind(n.Awaits)
	event := &workflow.Event{Name: n.Element.Name, Type: n.Element.Name, Source: w.ID, Span: n.Span}
	if c.eventNamed(w, event.Name) == nil {
		w.Events = append(w.Events, event)
	}
	n.Awaits = &workflow.Awaits{Kind: "event", For: []workflow.Trigger{{Name: event.Name, Event: c.eventNamed(w, event.Name), Span: n.Span}}}
	c.Arrives(dialects.Occurrence{Kind: kind, Name: n.Element.Name}, dialects.Occurrence{Kind: "event", Name: event.Type, Source: event.Source})
	if into := n.Data.Combine; into != nil && into.Mode != workflow.MergeDeep && (into.Mode != workflow.MergeShallow || !c.Options.Domain.Disjoint) {
		c.Lose(w, &lossResultPlace, placeOf(n), n.Element, "", "the data for %q is merged deeply into the document", n.Name())
	}
	n.Data.Combine, n.Data.Result = nil, nil
}

// occurrenceKind is the kind of the occurrence by which whoever answers a node that awaits no events completes it.
func occurrenceKind(a *workflow.Awaits) string {
	if a.Kind == "signal" {
		return a.Kind
	}
	return "complete"
}
