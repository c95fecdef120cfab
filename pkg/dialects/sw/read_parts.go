package sw

import (
	"maps"

	"github.com/flowglot/flowglot/pkg/source"
)

func (r *reader) actions(m *source.Member) (out []*Action) {
	r.list(m, "actions", func(n *source.Node) { out = append(out, r.action(n)) })
	return out
}

// action reads an action (sw: "Action Definition").
func (r *reader) action(n *source.Node) *Action {
	a := &Action{Node: n}
	r.object(n, inAction, func(field string, m *source.Member) {
		switch field {
		case "name":
			r.idle = append(r.idle, m.Value.Span)
			a.Name = r.named(m)
		case "functionRef":
			r.functionRef(a, m)
		case "eventRef":
			r.eventRef(a, m)
		case "timeout":
			a.Timeout = r.period(m)
		case "actionDataFilter":
			a.Filter = r.filter(m, inActionFilter)
		}
	})
	return a
}

func (r *reader) functionRef(a *Action, m *source.Member) {
	r.object(m.Value, inFunctionRef, func(field string, m *source.Member) {
		switch {
		case field == "refName":
			a.Function = r.reference(m, toFunction)
		case m.Value.Kind != source.Object:
			r.WrongField(m, "an object")
		default:
			a.Parameters, a.Templates = m.Value, r.templates(m)
		}
	})
}

func (r *reader) eventRef(a *Action, m *source.Member) {
	r.object(m.Value, inEventRef, func(field string, m *source.Member) {
		switch field {
		case "triggerEventRef":
			a.Trigger = r.reference(m, toProduced)
		case "resultEventRef":
			a.Result = r.reference(m, toConsumed)
		default:
			r.payload(&a.Payload, field, m)
		}
	})
}

// payload reads the data of an event that is produced, which is an expression or an object, and what goes besides it, which
// is an object or a list of objects.
func (r *reader) payload(p *Payload, field string, m *source.Member) {
	switch {
	case field == "data" && m.Value.Kind == source.String:
		p.Path = r.template(m, true)
		return
	case field == "data" && m.Value.Kind != source.Object:
		r.WrongField(m, "an expression or an object")
		return
	case m.Value.Kind == source.Array:
		for _, n := range m.Value.Items {
			if n.Kind != source.Object {
				r.WrongKind(n, "an item of "+quote(m.Key)+" of "+r.Subject(), "an object")
			}
		}
	case m.Value.Kind != source.Object:
		r.WrongField(m, "an object")
		return
	}
	if field == "data" {
		p.Data = m.Value
	} else {
		p.Attributes = m.Value
	}
	if p.Templates == nil {
		p.Templates = map[*source.Node]*Template{}
	}
	maps.Copy(p.Templates, r.templates(m))
}

// eventActions reads an entry of eventsActions.
func (r *reader) eventActions(n *source.Node) *EventActions {
	x := &EventActions{Node: n}
	r.object(n, inEventsActions, func(field string, m *source.Member) {
		switch field {
		case "eventRefs":
			r.list(m, "event names", func(n *source.Node) {
				if n.Kind != source.String {
					r.WrongKind(n, "an item of \"eventRefs\" of "+r.Subject(), "the name of an event")
					return
				}
				x.Events = append(x.Events, r.refer(n, toConsumed))
			})
			if m.Value.Kind == source.Array && len(m.Value.Items) == 0 {
				r.Add(&emptyText.Rule, m.Value.Span, "%s of %s names no event", quote(m.Key), r.Subject())
			}
		case "actionMode":
			x.Mode = r.word(m, "sequential", "parallel")
		case "actions":
			x.Actions = r.actions(m)
		case "eventDataFilter":
			x.Filter = r.filter(m, inEventFilter)
		}
	})
	return x
}

// condition reads a condition of a switch.
func (r *reader) condition(n *source.Node, in place) *Condition {
	c := &Condition{Node: n}
	r.object(n, in, func(field string, m *source.Member) {
		switch field {
		case "condition":
			c.If = r.template(m, true)
		case "eventRef":
			c.Event = r.reference(m, toConsumed)
		case "transition":
			c.Next = r.transition(m)
		case "eventDataFilter":
			c.Filter = r.filter(m, inEventFilter)
		case "metadata":
			r.metadata(m)
		}
	})
	return c
}

func (r *reader) branch(n *source.Node) *Branch {
	b := &Branch{Node: n}
	r.object(n, inBranch, func(field string, m *source.Member) {
		switch field {
		case "name":
			r.idle = append(r.idle, m.Value.Span)
			b.Name = r.named(m)
		case "actions":
			b.Actions = r.actions(m)
		case "workflowId":
			b.WorkflowID = r.named(m)
		}
	})
	return b
}

// transition reads a transition; it is nil if the value is not an object.
func (r *reader) transition(m *source.Member) *Transition {
	t := &Transition{Node: m.Value}
	if m.Value.Kind == source.String {
		d := r.WrongKind(m.Value, words.Name(inTransition)+" of "+r.Subject(), "an object")
		d.Help = `write {"nextState": ` + quote(m.Value.Text) + "}"
		r.OfferFix(d, d.Help, `{"nextState": `+quote(m.Value.Text)+"}")
		t.Next = r.reference(m, toState)
		return t
	}
	ok := r.object(m.Value, inTransition, func(field string, m *source.Member) {
		switch field {
		case "expression":
			t.Expression = r.template(m, true)
		case "produceEvent":
			t.Produce = r.produce(m)
		case "nextState":
			t.Next = r.reference(m, toState)
		}
	})
	if !ok {
		return nil
	}
	return t
}

func (r *reader) produce(m *source.Member) *Produce {
	p := &Produce{Node: m.Value}
	r.object(m.Value, inProduce, func(field string, m *source.Member) {
		if field == "eventRef" {
			p.Event = r.reference(m, toProduced)
			return
		}
		r.payload(&p.Payload, field, m)
	})
	return p
}

func (r *reader) end(m *source.Member) *End {
	e := &End{Node: m.Value}
	if m.Value.Kind == source.Bool {
		d := r.WrongKind(m.Value, words.Name(inEnd)+" of "+r.Subject(), "an object")
		if d.Help = `remove "end": a state that does not end has a transition`; m.Value.Text == "true" {
			d.Help = `write {"kind": "default"}`
			r.OfferFix(d, d.Help, `{"kind": "default"}`)
		}
		return e
	}
	r.object(m.Value, inEnd, func(field string, m *source.Member) {
		switch field {
		case "kind":
			e.Kind = r.word(m, "default", "terminate", "event")
		case "produceEvent":
			e.Produce = r.produce(m)
		}
	})
	r.conditional(m.Value, e.Kind, "event", "produceEvent")
	return e
}

// start reads a start definition.
func (r *reader) start(s *State, m *source.Member) {
	var kind *Word
	r.object(m.Value, inStart, func(field string, m *source.Member) {
		switch field {
		case "kind":
			kind = r.word(m, "default", "scheduled")
		case "schedule":
			s.Schedule = r.schedule(m)
		}
	})
	r.conditional(m.Value, kind, "scheduled", "schedule")
}

// conditional reports a field that an object of one kind has to have, and that has no effect in the others.
func (r *reader) conditional(n *source.Node, kind *Word, of, field string) {
	m := r.Member(n, field)
	switch {
	case kind == nil || r.File.Incomplete:
	case kind.Value == of && m == nil:
		r.Add(&missingField.Rule, kind.Node.Span, "the kind %s of %s needs the field %s", quote(of), r.Subject(), quote(field))
	case kind.Value != of && m != nil:
		r.Add(&misplacedField.Rule, m.KeySpan, "the field %s has no effect in %s, as the kind is %s", quote(field), r.Subject(), quote(kind.Value)).
			Help = "it belongs to the kind " + quote(of)
	}
}

// schedule reads a schedule. Its texts are looked at by the rules.
func (r *reader) schedule(m *source.Member) *Schedule {
	s := &Schedule{Node: m.Value}
	r.object(m.Value, inSchedule, func(field string, m *source.Member) {
		switch field {
		case "interval":
			s.Interval = r.Text(m)
		case "cron":
			s.Cron = r.Text(m)
		case "directInvoke":
			s.Direct = r.word(m, "allow", "deny")
		case "timezone":
			s.Timezone = r.Text(m)
		}
	})
	return s
}

func (r *reader) filter(m *source.Member, in place) *Filter {
	f := &Filter{Node: m.Value}
	r.object(m.Value, in, func(field string, m *source.Member) {
		t := r.template(m, true)
		switch field {
		case "dataInputPath":
			f.Input = t
		case "dataResultsPath":
			f.Results = t
		case "dataOutputPath":
			f.Output = t
		}
	})
	return f
}

// retry reads a retry definition (sw: "Retry Definition").
func (r *reader) retry(n *source.Node) *Retry {
	x := &Retry{Node: n}
	r.object(n, inRetry, func(field string, m *source.Member) {
		switch field {
		case "expression":
			x.Expression = r.template(m, true)
		case "interval":
			x.Interval = r.interval(m)
		case "multiplier":
			x.Multiplier = r.period(m)
		case "maxAttempts":
			x.MaxAttempts = r.count(m, 0)
		}
	})
	return x
}

// handler reads an item of onError (sw: "Error Definition").
func (r *reader) handler(n *source.Node) *Handler {
	h := &Handler{Node: n}
	r.object(n, inHandler, func(field string, m *source.Member) {
		switch field {
		case "expression":
			h.Expression = r.template(m, true)
		case "errorDataFilter":
			h.Filter = r.filter(m, inErrorFilter)
		case "transition":
			h.Next = r.transition(m)
		}
	})
	return h
}
