package verify

import (
	"slices"
	"time"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A wait is a span of time in which a node awaits something.
type wait struct {
	node     *workflow.Node
	from, to time.Time // to is zero if nothing ended it
	before   int       // how many events any nodes had taken
}

// endWait ends the wait of a node.
func (r *record) endWait(t *machine.Trace) {
	for i := range r.waits {
		if w := &r.waits[i]; w.node == t.Node && w.to.IsZero() {
			w.to = t.At
		}
	}
}

// An ignoredEvent is an event that arrived while the source awaited an event of its type, but with other attributes.
type ignoredEvent struct {
	run.Occurrence
	at       time.Time
	passages []*dialects.Passage // to what receives it in the target; none if that is brought about by a worker that ignores it, too
}

// ignored returns the events of a run that the source ignored because of their attributes. A target without correlation receives them,
// unless whoever brings about what takes their place distinguishes them.
func (r *record) ignored(o run.Options) []ignoredEvent {
	var out []ignoredEvent
	for _, x := range o.Occurrences {
		if x.Kind != "event" || x.After == nil {
			continue
		}
		e := ignoredEvent{Occurrence: x, at: x.After.AddTo(o.Start)}
		event, found := x.Event(), false
		for _, w := range r.waits {
			p := r.pair.passage(&event, w.node.Name())
			if p == nil || !r.distinguished(&w, &e) {
				continue
			}
			if found = true; !p.Apart && !slices.Contains(e.passages, p) {
				e.passages = append(e.passages, p)
			}
		}
		if found {
			out = append(out, e)
		}
	}
	return out
}

// distinguished reports whether an event arrived while a node waited for one of its type with certain attributes, and was not taken.
func (r *record) distinguished(w *wait, e *ignoredEvent) bool {
	if e.at.Before(w.from) || !w.to.IsZero() && !e.at.Before(w.to) {
		return false
	}
	if slices.ContainsFunc(r.arrivals, func(a arrival) bool { return a.at.Equal(e.at) && a.node == w.node.Name() }) {
		return false
	}
	return slices.ContainsFunc(w.node.Awaits.For, func(t workflow.Trigger) bool {
		return t.Event != nil && len(t.Event.Correlations) > 0 && t.Event.Type == text(e.Value, "type") && (t.Event.Source == "" || t.Event.Source == text(e.Value, "source"))
	})
}
