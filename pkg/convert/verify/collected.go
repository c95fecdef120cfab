package verify

import (
	"time"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/value"
)

// A collection is what a node went on with that waits for several events.
type collection struct {
	node   string
	at     time.Time
	atOnce bool // the events came when the node began to wait
	events []any
}

// collect notes the events that a node goes on with when one has arrived, if it is the last of several and a worker collects them in the
// target.
func (r *record) collect(t *machine.Trace) {
	n, began := t.Node, wait{from: t.At}
	if n.Awaits == nil || !n.Awaits.All || t.Count > 0 || r.pair.collector(n.Name()) == nil {
		return
	}
	for _, w := range r.waits {
		if w.node == n {
			began = w
		}
	}
	out := collection{node: n.Name(), at: t.At, atOnce: t.At.Equal(began.from)}
	for _, a := range r.arrivals[began.before:] {
		if a.node == n.Name() && a.group == t.Index {
			out.events = append(out.events, a.event)
		}
	}
	r.collected = append(r.collected, out)
}

// collector is how the answer arrives that a worker gives when all events of a node have come; nil if there is none.
func (p *Pair) collector(node string) *dialects.Passage {
	for i := range p.Raised.Occurrences {
		if x := &p.Raised.Occurrences[i]; x.From.Kind == "events" && x.From.At == node {
			return x
		}
	}
	return nil
}

// answeredByCollectors are the occurrences of the target that workers bring about which collect events.
func (r *record) answeredByCollectors(start time.Time) []run.Occurrence {
	var out []run.Occurrence
	for _, c := range r.collected {
		x := r.pair.collector(c.node)
		var data any = value.NewObject(0)
		for _, e := range c.events {
			by := r.pair.passage(&machine.Event{Kind: machine.Received, Value: e}, c.node)
			if by == nil {
				continue
			}
			data = value.MergeDeep(data, brought(e, true, by))
		}
		o := run.Occurrence{Kind: x.To.Kind, Node: x.To.Name, Value: data}
		if !c.atOnce {
			after := length(c.at.Sub(start))
			o.After = &after
		}
		out = append(out, o)
	}
	return out
}
