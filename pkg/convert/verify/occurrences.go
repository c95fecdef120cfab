package verify

import (
	"fmt"
	"slices"
	"time"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// passage is the one for an event that reached the source, or nil. at is the element that took it: the state of an entity, or
// a node that waits; empty if that is not known, which makes it the first.
func (p *Pair) passage(e *machine.Event, at string) *dialects.Passage {
	var first *dialects.Passage
	name := e.Name
	if e.Kind == machine.Received {
		name = text(e.Value, "type")
	}
	for i := range p.Raised.Occurrences {
		x := &p.Raised.Occurrences[i]
		if x.From.Name != name || !fromEvent(x.From.Kind, e.Kind) || x.From.Source != "" && x.From.Source != text(e.Value, "source") ||
			x.From.Value != "" && x.From.Value != text(e.Value, x.From.Member) {
			continue
		}
		if at != "" && x.From.At == at {
			return x
		}
		if first == nil {
			first = x
		}
	}
	return first
}

// fromEvent reports whether a machine gets an occurrence of a kind as an event of a kind.
func fromEvent(kind string, as machine.EventKind) bool {
	switch as {
	case machine.Request:
		return kind == "transition"
	case machine.Update:
		return kind == "update"
	case machine.Received:
		return kind == "event"
	default:
		return waits(kind)
	}
}

// translate returns the occurrences of a run as the target awaits them: where the source took them when they were delivered, or
// else where they first might be taken. Those that became answers of tasks are left out, and those that the source did not take
// and the target cannot. It returns the reason if another one has no counterpart.
func (r *record) translate(o run.Options, delivered []run.Delivery) (out []run.Occurrence, why string) {
	delivered = slices.Clone(delivered)
	ignored := r.ignored(o)
	for _, x := range o.Occurrences {
		d, reached := run.Delivery{Event: x.Event()}, false
		for i := range delivered {
			if reached = same(&x, o.Start, &delivered[i].Event); reached {
				d = delivered[i]
				delivered = slices.Delete(delivered, i, i+1)
				break
			}
		}
		passages, before := r.passages(&d), len(out)
		if i := slices.IndexFunc(ignored, func(e ignoredEvent) bool {
			return same(&x, o.Start, &machine.Event{Kind: machine.Received, Value: e.Value, At: e.at})
		}); i >= 0 {
			if passages = ignored[i].passages; len(passages) == 0 {
				r.leftOut = true
				continue
			}
			reached = true
		}
		for _, p := range passages {
			r.leftOut = r.leftOut || p.To.Kind == "events" // the worker that collects it may wait for others
			never := p.Apart && x.After == nil             // the source would have taken it at any time, but for its attributes
			if p.To.Kind != "task" && p.To.Kind != "events" && (reached || !isRequest(p.To.Kind) && !never) {
				out = append(out, r.pair.through(x, p))
			}
		}
		switch {
		case len(passages) > 0:
		case r.pair.sameKinds(x.Kind) && !r.pair.toldApart(x.Node) && !(reached && waits(x.Kind) && !r.pair.inTarget(x.Node)):
			x.Node = r.pair.renamed(x.Node)
			out = append(out, x)
		case reached:
			return nil, fmt.Sprintf("%s has no counterpart in the target", x)
		}
		if !reached && len(out) == before {
			r.leftOut = true
		}
	}
	return slices.Concat(out, r.answeredByCollectors(o.Start), r.requestedByTime(o.Start)), ""
}

// inTarget reports whether the target has an element of the source.
func (p *Pair) inTarget(element string) bool {
	elements := inverse(p.elements())
	for _, w := range p.Target.Workflows {
		for _, e := range w.Elements {
			if original(elements, shown(e)) == element {
				return true
			}
		}
	}
	return false
}

// toldApart reports whether occurrences of a name take several forms in the target, by what their data says.
func (p *Pair) toldApart(name string) bool {
	return slices.ContainsFunc(p.Raised.Occurrences, func(x dialects.Passage) bool { return x.From.Name == name && x.From.Value != "" })
}

// requestedByTime are the occurrences of the target that stand-ins bring about where time limits of the source ran down.
func (r *record) requestedByTime(start time.Time) []run.Occurrence {
	var out []run.Occurrence
	for k, f := range slices.Concat(r.fired, r.cut) {
		for i := range r.pair.Raised.Occurrences {
			p := &r.pair.Raised.Occurrences[i]
			if p.From.Kind == "timer" && p.From.At == f.node && (k < len(r.fired) || p.AtLimit) {
				after := length(f.at.Sub(start))
				out = append(out, run.Occurrence{Kind: p.To.Kind, Node: p.To.Name, After: &after})
			}
		}
	}
	return out
}

// outlasts reports whether the longest time of a run was over while the source waited for a time, and the target rests where a worker would
// request it to go on after that time.
func (t *trial) outlasts() bool {
	if t.source.class != class(run.Aborted) || t.source.error == nil || t.source.error.Name != "MaxTime" || t.target.class != class(run.Resting) {
		return false
	}
	return slices.ContainsFunc(t.pair.Raised.Occurrences, func(p dialects.Passage) bool {
		return p.From.Kind == "timer" && p.By != "" && (len(t.target.waiting) == 0 || slices.Contains(t.target.waiting, p.From.At))
	})
}

// isRequest reports whether an occurrence asks an entity for something. Who asks for what nothing awaits has an error, which is not one of
// the workflow: such occurrences are left out where the source takes no notice of them.
func isRequest(kind string) bool { return kind == "transition" || kind == "update" }

// askedInTurn takes the requests without a time out of some occurrences that reached a source which is not an entity. What waits in such
// a source takes its occurrence once it waits; whoever asks an entity in its place does so once the state has the transition.
func askedInTurn(all []run.Occurrence) (others []run.Occurrence, ask askOutside) {
	var requests []run.Occurrence
	for _, o := range all {
		if isRequest(o.Kind) && o.After == nil {
			requests = append(requests, o)
		} else {
			others = append(others, o)
		}
	}
	return others, func(_ time.Time, waiting []machine.Awaited) (run.Occurrence, bool) {
		for i, o := range requests {
			if slices.ContainsFunc(waiting, func(w machine.Awaited) bool { return o.Kind == "update" || w.Name == o.Node }) {
				requests = slices.Delete(requests, i, i+1)
				return o, true
			}
		}
		return run.Occurrence{}, false
	}
}

// askedAtOnce adds to who is asked what happens the occurrences of the target that stand-ins bring about as soon as it awaits them.
func (p *Pair) askedAtOnce(ask askOutside) askOutside {
	atOnce := map[string]run.Occurrence{}
	for _, x := range p.Raised.Occurrences {
		if x.AtOnce {
			atOnce[x.To.Name] = run.Occurrence{Kind: x.To.Kind, Node: x.To.Name}
		}
	}
	if len(atOnce) == 0 {
		return ask
	}
	return func(now time.Time, waiting []machine.Awaited) (run.Occurrence, bool) {
		for _, w := range waiting {
			if o, found := atOnce[w.Name]; found {
				return o, true
			}
		}
		if ask == nil {
			return run.Occurrence{}, false
		}
		return ask(now, waiting)
	}
}

// askOutside is asked what happens from outside, as [run.Options.Occur] is.
type askOutside = func(now time.Time, waiting []machine.Awaited) (run.Occurrence, bool)

// same reports whether an event reported an occurrence of a run that starts at an instant.
func same(x *run.Occurrence, start time.Time, e *machine.Event) bool {
	delivered := x.Event()
	return delivered.Kind == e.Kind && delivered.Name == e.Name && (x.After == nil || x.After.AddTo(start).Equal(e.At)) && value.Equal(delivered.Value, e.Value)
}

func waits(kind string) bool { return kind == "complete" || kind == "signal" }

// payload is what comes with an occurrence: of an event, its data.
func payload(v any, event bool) any {
	if event {
		v, _ = member(v, "data")
	}
	return v
}

// brought is what comes with an occurrence that takes the place of another.
func brought(v any, event bool, x *dialects.Passage) any {
	out := payload(v, event)
	if x.Data != nil {
		if made, err := expr.Eval(x.Data, &expr.Env{Input: v}); err == nil {
			out = made
		}
	}
	for _, name := range x.Attributes {
		if a, has := member(v, name); has {
			out = value.MergeShallow(out, value.ObjectOf(value.Member{Key: name, Value: a}))
		}
	}
	return out
}

// through is an occurrence after a passage.
func (p *Pair) through(o run.Occurrence, x *dialects.Passage) run.Occurrence {
	data := accompanied(brought(o.Value, o.Kind == "event", x), x)
	o.Kind, o.Node, o.Value = x.To.Kind, x.To.Name, data
	if o.Kind == "event" {
		o.Node = ""
		e := cloudEvent(x.To.Name, x.To.Source)
		e.Set("data", data)
		o.Value = e
	}
	return o
}

// cloudEvent returns an event without data (CloudEvents 1.0: "Required Attributes").
func cloudEvent(kind, source string) *value.Object {
	return value.ObjectOf(
		value.Member{Key: "specversion", Value: "1.0"}, value.Member{Key: "id", Value: "1"},
		value.Member{Key: "type", Value: kind}, value.Member{Key: "source", Value: source})
}

// sameKinds reports whether an occurrence that no passage names reaches the target as it is.
func (p *Pair) sameKinds(kind string) bool {
	from, to := p.Source, p.Target
	switch kind {
	case "transition", "update":
		return len(from.Select) > 0 && len(to.Select) > 0
	case "event":
		return from.Start().Dialect == to.Start().Dialect
	default:
		return awaits(to) || !awaits(from)
	}
}

// awaits reports whether anything in a program waits for an occurrence.
func awaits(p *workflow.Program) bool {
	for _, w := range p.Workflows {
		for _, n := range w.Nodes {
			if n.Kind == workflow.Await {
				return true
			}
		}
	}
	return false
}

// renamed is what an element of the source is called in the target.
func (p *Pair) renamed(name string) string { return renamed(p.Raised.Names, name) }

// renamed is what a name became.
func renamed(list []dialects.Renaming, name string) string {
	for _, r := range list {
		if r.From == name {
			return r.To
		}
	}
	return name
}

func member(v any, key string) (any, bool) {
	o, _ := v.(*value.Object)
	return o.Lookup(key)
}

func text(v any, key string) string {
	x, _ := member(v, key)
	s, _ := x.(string)
	return s
}
