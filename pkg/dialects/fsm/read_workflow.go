package fsm

import (
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/dialects/reading"
	"github.com/flowglot/flowglot/pkg/source"
)

// workflow reads a definition. The answer is never nil.
func (r *reader) workflow(d *Document, n *source.Node) *Workflow {
	w := &Workflow{Node: n, Document: d}
	var states *source.Node
	w.Broken = !r.Object(n, reading.Owner{In: inWorkflow, Extra: &w.Extra}, func(f *source.Member) bool {
		switch f.Key {
		case "version":
			w.Version = r.Text(f)
			return w.Version != nil
		case "name":
			w.Name = r.named(f)
			return w.Name != nil
		case "desc":
			w.Desc = r.Text(f)
			return w.Desc != nil
		case "initialState":
			w.InitialState = r.reference(f)
			return w.InitialState != nil
		case "active":
			w.Active = r.Bool(f)
			return w.Active != nil
		case "criterion":
			return r.criterion(f, &w.Criterion)
		default:
			states = f.Value
			return true
		}
	})
	if w.Broken {
		return w
	}
	r.need(n, w.label(), "name", "initialState", "states")
	if states != nil {
		r.states(w, states)
	}
	return w
}

// label names the workflow in messages: `workflow "orders"`.
func (w *Workflow) label() string {
	if w.Name == nil || w.Name.Value == "" {
		return words.Name(inWorkflow)
	}
	return "workflow " + quote(w.Name.Value)
}

func (r *reader) reference(f *source.Member) *Reference {
	if f.Value.Kind != source.String {
		r.WrongField(f, "the name of a state")
		return nil
	}
	return &Reference{Node: f.Value, Name: f.Value.Text}
}

// criterion reads a condition that may be null, and answers whether the field was understood.
func (r *reader) criterion(f *source.Member, into **Condition) bool {
	if f.Value.Kind == source.Null {
		return true
	}
	*into = r.condition(f.Value, 0)
	return true
}

func (r *reader) states(w *Workflow, n *source.Node) {
	if n.Kind != source.Object {
		r.WrongKind(n, `"states" of `+w.label(), "an object")
		return
	}
	members := n.LastMembers()
	w.States = make([]*State, 0, len(members))
	w.byName = make(map[string]*State, len(members))
	for _, f := range members {
		s := &State{Name: f.Key, NameSpan: f.KeySpan, Node: f.Value, Workflow: w}
		w.States = append(w.States, s)
		w.byName[s.Name] = s
		if s.Name == "" {
			r.Add(&emptyName.Rule, s.NameSpan, "a state of %s has an empty name", w.label())
		}
		r.state(s)
	}
}

func (r *reader) state(s *State) {
	if s.Node.Kind != source.Object {
		r.WrongKind(s.Node, s.String(), "an object")
		s.Broken = true
		return
	}
	r.Object(s.Node, reading.Owner{In: inState, Of: s, Itself: true, Extra: &s.Extra}, func(f *source.Member) bool {
		items, ok := r.Items(f, "an array of transitions", source.Object)
		for _, n := range items {
			s.Transitions = append(s.Transitions, r.transition(s, n))
		}
		return ok
	})
	for _, t := range s.Transitions {
		if t.Automated() && t.Unconditional() {
			s.forced = t
			break
		}
	}
}

func (r *reader) transition(s *State, n *source.Node) *Transition {
	t := &Transition{Node: n, State: s}
	o := reading.Owner{In: inTransition, Of: s, Extra: &t.Extra}
	t.Broken = !r.Object(n, o, func(f *source.Member) bool {
		switch f.Key {
		case "name":
			t.Name = r.named(f)
			return t.Name != nil
		case "next":
			t.Next = r.reference(f)
			return t.Next != nil
		case "manual":
			t.Manual = r.Bool(f)
			return t.Manual != nil
		case "disabled":
			t.Disabled = r.Bool(f)
			return t.Disabled != nil
		case "criterion":
			return r.criterion(f, &t.Criterion)
		default:
			items, ok := r.Items(f, "an array of processors", source.Object)
			for _, p := range items {
				t.Processors = append(t.Processors, r.processor(s, p))
			}
			return ok
		}
	})
	if !t.Broken {
		r.need(n, t.label(), "name", "next")
	}
	return t
}

func (r *reader) processor(s *State, n *source.Node) *Processor {
	p := &Processor{Node: n}
	o := reading.Owner{In: inProcessor, Of: s, Extra: &p.Extra}
	p.Broken = !r.Object(n, o, func(f *source.Member) bool {
		switch f.Key {
		case "type":
			p.Type = r.Text(f)
			return p.Type != nil
		case "name":
			p.Name = r.named(f)
			return p.Name != nil
		case "executionMode":
			p.ExecutionMode = r.Text(f)
			return p.ExecutionMode != nil
		default:
			return r.config(s, p, f)
		}
	})
	if !p.Broken {
		r.need(n, p.label(s), "type", "name")
		r.processorType(s, p)
		r.executionMode(s, p)
	}
	return p
}

// label names the processor in messages: `processor "stamp" of state "A"`.
func (p *Processor) label(s *State) string {
	name := words.Name(inProcessor)
	if p.Name != nil && p.Name.Value != "" {
		name = "processor " + quote(p.Name.Value)
	}
	return name + " of state " + quote(s.Name)
}

func (r *reader) config(s *State, p *Processor, f *source.Member) bool {
	o := reading.Owner{In: inConfig, Of: s, Extra: &p.ConfigExtra}
	known := r.Object(f.Value, o, func(f *source.Member) bool {
		switch f.Key {
		case "attachEntity":
			p.AttachEntity = r.Bool(f)
			return p.AttachEntity != nil
		case "responseTimeoutMs":
			n := r.number(f, &milliseconds)
			if n != nil && n.Value > 0 {
				p.ResponseTimeoutMs = n
			}
			return n != nil
		case "context":
			p.Context = r.Text(f)
			return p.Context != nil
		default:
			return r.Text(f) != nil
		}
	})
	if known {
		p.Config = f.Value
	}
	return known
}

// processorType checks the type of a processor (fsm: "Valid type values").
func (r *reader) processorType(s *State, p *Processor) {
	const only = "EXTERNAL"
	if p.Type == nil || p.Type.Value == only {
		return
	}
	d := r.Add(&processorType.Rule, p.Type.Node.Span, "%s has the unknown type %s", p.label(s), quote(p.Type.Value))
	d.Help = "the only type is " + only
	r.OfferFix(d, "write "+quote(only), quote(only))
}

// executionMode reads the mode of a processor (fsm: "Valid executionMode values").
func (r *reader) executionMode(s *State, p *Processor) {
	modes := []string{Sync: "SYNC", AsyncSameTx: "ASYNC_SAME_TX", AsyncNewTx: "ASYNC_NEW_TX"}
	if p.ExecutionMode == nil {
		return
	}
	for m, name := range modes {
		if p.ExecutionMode.Value == name {
			p.Mode = Mode(m)
			return
		}
	}
	d := r.Add(&executionMode.Rule, p.ExecutionMode.Node.Span, "%s has the unknown execution mode %s and runs as SYNC",
		p.label(s), quote(p.ExecutionMode.Value))
	if r.Suggest(d, r.Guess(p.ExecutionMode.Value, modes)); d.Help == "" {
		d.Help = "use " + dialects.Listed(modes, "or")
	}
}
