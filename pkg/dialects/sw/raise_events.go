package sw

import (
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// What somebody does by the name of a step comes as an event, whose type is that name.

// writeAwait writes a state that waits for an occurrence: an event state, or, where a time limit leads elsewhere, a switch between
// the event and the limit.
func (d *draft) writeAwait(n *workflow.Node) {
	name := d.event(n.Element.Name)
	d.notePassage(dialects.Occurrence{Kind: occurrenceOf(n.Awaits), Name: n.Element.Name},
		dialects.Occurrence{Kind: "event", Name: name, Source: d.eventSource()})
	t := d.limit(n)
	results := d.addMergeLosses(n)
	if t == nil || t.Edge == nil {
		s := d.add(d.mains[n], EventState)
		x := awaiting(name)
		d.addFilter(x, "eventDataFilter", "dataOutputPath", results)
		dialects.Put(s, "eventsActions", list(x))
		d.describe(s, n.Element, d.mains[n])
		d.writeFilters(s, n)
		d.leave(s, d.wayAfter(n))
		return
	}
	s := d.add(d.mains[n], Switch)
	c := objectOf("eventRef", dialects.NewText(name))
	d.addFilter(c, "eventDataFilter", "dataOutputPath", results)
	dialects.Put(c, "transition", d.transition(d.wayAfter(n), ""))
	dialects.Put(s, "eventConditions", list(c))
	length, _ := duration8601(&t.Length)
	dialects.Put(s, "eventTimeout", dialects.NewText(length))
	dialects.Put(s, "default", d.transition(d.wayTo(t.Edge.To), ""))
	d.describe(s, n.Element, d.mains[n])
	d.writeFilters(s, n)
}

// awaiting is an entry that waits for an event and does nothing else.
func awaiting(event string) *source.Node {
	x := objectOf("eventRefs", list(dialects.NewText(event)))
	dialects.Put(x, "actions", list())
	return x
}

// occurrenceOf is the kind of the occurrences that a node waits for.
func occurrenceOf(a *workflow.Awaits) string {
	if a.Kind == "userTask" {
		return "complete"
	}
	return a.Kind
}

// notePassage notes the counterpart of an occurrence.
func (r *raising) notePassage(from, to dialects.Occurrence) {
	if p := (dialects.Passage{From: from, To: to}); !r.passages[p] {
		r.passages[p] = true
		r.out.Occurrences = append(r.out.Occurrences, p)
	}
}
