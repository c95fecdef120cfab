package convert

import (
	"fmt"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// passage is the one for an event that reached the source, or nil. state is that of an entity then.
func (p *Pair) passage(e *run.Event, state *workflow.Node) *dialects.Passage {
	var first *dialects.Passage
	name := e.Name
	if e.Kind == run.Received {
		name = text(e.Value, "type")
	}
	for i := range p.Raised.Occurrences {
		x := &p.Raised.Occurrences[i]
		if x.From.Name != name || !fromEvent(x.From.Kind, e.Kind) {
			continue
		}
		if state != nil && x.From.At == state.Name() {
			return x
		}
		if first == nil {
			first = x
		}
	}
	return first
}

// fromEvent reports whether an occurrence of a kind is told to a machine as an event of a kind.
func fromEvent(kind string, as run.EventKind) bool {
	switch as {
	case run.Request:
		return kind == "transition"
	case run.Update:
		return kind == "update"
	case run.Received:
		return kind == "event"
	default:
		return waits(kind)
	}
}

// translated are the occurrences of the source as the target awaits them. Those that became answers of tasks are left
// out. It tells why if one has no counterpart.
func (p *Pair) translated(list []run.Occurrence) (out []run.Occurrence, why string) {
	for _, o := range list {
		x := p.passageOf(&o)
		switch {
		case x != nil && x.To.Kind == "task":
		case x != nil:
			out = append(out, p.through(o, x))
		case p.sameKinds(o.Kind):
			o.Node = p.renamed(o.Node)
			out = append(out, o)
		default:
			return nil, fmt.Sprintf("%s has no counterpart", o)
		}
	}
	return out, ""
}

// passageOf is the first passage for an occurrence, or nil.
func (p *Pair) passageOf(o *run.Occurrence) *dialects.Passage {
	name := o.Node
	if o.Kind == "event" {
		name = text(o.Value, "type")
	}
	for i := range p.Raised.Occurrences {
		x := &p.Raised.Occurrences[i]
		if x.From.Kind == o.Kind && x.From.Name == name && (x.From.Source == "" || x.From.Source == text(o.Value, "source")) {
			return x
		}
		// Whatever a node awaits, complete and signal reach it.
		if waits(x.From.Kind) && waits(o.Kind) && x.From.Name == name {
			return x
		}
	}
	return nil
}

func waits(kind string) bool { return kind == "complete" || kind == "signal" }

// payload is what comes with an occurrence: of an event, its data.
func payload(v any, event bool) any {
	if event {
		v, _ = member(v, "data")
	}
	return v
}

// through is an occurrence after a passage.
func (p *Pair) through(o run.Occurrence, x *dialects.Passage) run.Occurrence {
	data := accompanied(payload(o.Value, o.Kind == "event"), x)
	o.Kind, o.Node, o.Value = x.To.Kind, x.To.Name, data
	if o.Kind == "event" {
		o.Node = ""
		o.Value = map[string]any{"specversion": "1.0", "id": "1", "type": x.To.Name, "source": x.To.Source, "data": data}
	}
	return o
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
func (p *Pair) renamed(name string) string {
	for _, r := range p.Raised.Names {
		if r.From == name {
			return r.To
		}
	}
	return name
}

func member(v any, key string) (any, bool) {
	o, _ := v.(map[string]any)
	x, ok := o[key]
	return x, ok
}

func text(v any, key string) string {
	x, _ := member(v, key)
	s, _ := x.(string)
	return s
}
