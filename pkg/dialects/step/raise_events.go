package step

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// happened is the variable that names the event which a step was signalled for, where several decide about the way.
const happened = "event"

// fillEvents completes a step that awaits events: a WAIT that is signalled when one of them comes. Where each has a way of its own, the
// signal names it; where all have to come, there is a WAIT for each.
func (w *writer) fillEvents(n *workflow.Node, d *draft) {
	w.lose(&lossSignal, n.Span, n, "a WAIT", "an awaited event becomes a signal to a step")
	d.kind, d.next = Wait, w.following(n)
	all := n.Awaits.For
	if n.Awaits.All && len(all) > 1 {
		w.fillAllEvents(n, d)
		return
	}
	member := ""
	if slices.ContainsFunc(all, func(t workflow.Trigger) bool { return t.Edge != all[0].Edge }) {
		member = happened
		chosen := w.addFurther(n.Name() + "-event")
		chosen.kind = Decision
		for _, t := range all {
			chosen.addBranch(compared(happened, "==", quotedText(typeOfEvent(&t))).text, w.byTrigger(n, &t))
		}
		d.next = chosen
	} else if len(all) > 0 {
		d.next = w.byTrigger(n, &all[0])
	}
	for i := range all {
		w.noteSignal(&all[i], d, member)
	}
}

// byTrigger is the step that follows an event.
func (w *writer) byTrigger(n *workflow.Node, t *workflow.Trigger) *draft {
	if t.Edge != nil {
		return w.along(t.Edge)
	}
	return w.following(n)
}

// fillAllEvents makes a step wait for the first of several events, and further ones after it for the others: which of them comes first
// is no matter where nothing comes at a time of its own.
func (w *writer) fillAllEvents(n *workflow.Node, d *draft) {
	next := d.next
	last := d
	for i := range n.Awaits.For {
		t := &n.Awaits.For[i]
		if i > 0 {
			last.next = w.addFurther(n.Name() + "-" + t.Name)
			last = last.next
			last.kind = Wait
			last.timers = d.timers
		}
		w.noteSignal(t, last, "")
	}
	last.next = next
}

// noteSignal notes the signal that replaces an event.
func (w *writer) noteSignal(t *workflow.Trigger, d *draft, member string) {
	from := dialects.Occurrence{Kind: "event", Name: typeOfEvent(t)}
	if t.Event != nil {
		from.Source = t.Event.Source
	}
	w.raised.Occurrences = append(w.raised.Occurrences, dialects.Passage{From: from, To: dialects.Occurrence{Kind: "signal", Name: d.id, Member: member}})
}

func typeOfEvent(t *workflow.Trigger) string {
	if t.Event != nil && t.Event.Type != "" {
		return t.Event.Type
	}
	return t.Name
}
