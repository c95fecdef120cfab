package sw

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/source"
)

// readState reads an item of states. Its type and its name come first, as they are needed to read and to report the rest.
func (r *reader) readState(w *Workflow, n *source.Node) {
	s := &State{Node: n}
	if n.Kind != source.Object {
		r.WrongKind(n, "a state", "an object")
		return
	}
	if m := n.Get("name"); m != nil && m.Kind == source.String {
		s.Name = &Text{Node: m, Value: m.Text}
	}
	if m := n.Get("id"); m != nil && m.Kind == source.String {
		s.ID = &Text{Node: m, Value: m.Text}
	}
	r.state = s
	before := len(r.List)
	r.idle = nil
	if m := n.Member("type"); m != nil {
		r.Within(n, r.owner(inStates), func() {
			if t := r.word(m, stateTypes()...); t != nil {
				for i, name := range stateTypes() {
					if name == t.Value {
						s.Type = StateType(i + 1)
					}
				}
			}
		})
	}
	r.object(n, placeOf(s.Type), func(field string, m *source.Member) { r.stateField(s, field, m) })
	if s.Type == NoType && !r.File.Incomplete { // what it needs besides these two is not known
		for _, name := range []string{"name", "type"} {
			if !r.Has(n, name) {
				r.Add(&missingField.Rule, s.at(&r.Findings), "%s lacks the field %s", s, quote(name)).Help = "add " + quote(name)
			}
		}
	}
	s.Broken = r.broken(r.List[before:])
	r.state = nil
	s.index = len(w.States)
	w.States = append(w.States, s)
	if s.Name != nil && w.names[s.Name.Value] == nil {
		w.names[s.Name.Value] = s
	}
	if s.ID != nil && w.ids[s.ID.Value] == nil {
		w.ids[s.ID.Value] = s
	}
}

// broken reports whether findings tell of a value that could not be read, and that a run would need.
func (r *reader) broken(found []diag.Diagnostic) bool {
	return slices.ContainsFunc(found, func(d diag.Diagnostic) bool {
		needed := !slices.ContainsFunc(r.idle, func(s source.Span) bool { return s.Contains(d.Span) })
		return needed && d.Severity == diag.Error && d.Rule != missingField.ID && d.Rule != unknownField.ID && d.Rule != misplacedField.ID && d.Rule != switchEnds.ID
	})
}

// stateField reads a field that states of several types have.
func (r *reader) stateField(s *State, field string, m *source.Member) {
	switch field {
	case "id":
		r.idle = append(r.idle, m.Value.Span)
		r.named(m)
	case "name":
		r.named(m)
	case "type": // was read first
	case "start":
		s.StartNode = m.Value
		r.start(s, m)
	case "end":
		s.End = r.end(m)
	case "transition":
		s.Next = r.transition(m)
	case "stateDataFilter":
		s.Filter = r.filter(m, inStateFilter)
	case "dataInputSchema", "dataOutputSchema":
		r.idle = append(r.idle, m.Value.Span)
		r.Text(m)
	case "metadata":
		r.metadata(m)
	case "retry":
		r.list(m, "retry definitions", func(n *source.Node) { s.Retries = append(s.Retries, r.retry(n)) })
	case "onError":
		r.list(m, "error handlers", func(n *source.Node) { s.Handlers = append(s.Handlers, r.handler(n)) })
	case "actions":
		s.Actions = r.actions(m)
	case "workflowId":
		s.WorkflowID = r.named(m)
	case "timeout":
		s.Timeout = r.period(m)
	default:
		r.ownField(s, field, m)
	}
}

// ownField reads a field of the states of one type.
func (r *reader) ownField(s *State, field string, m *source.Member) {
	switch field {
	case "exclusive":
		s.Exclusive = r.Bool(m)
	case "eventsActions":
		r.some(m)
		r.list(m, "entries", func(n *source.Node) { s.EventsActions = append(s.EventsActions, r.eventActions(n)) })
	case "actionMode":
		s.Mode = r.word(m, "sequential", "parallel")
	case "dataConditions":
		r.some(m)
		r.list(m, "conditions", func(n *source.Node) { s.DataConditions = append(s.DataConditions, r.condition(n, inDataCondition)) })
	case "eventConditions":
		r.some(m)
		r.list(m, "conditions", func(n *source.Node) { s.EventConditions = append(s.EventConditions, r.condition(n, inEventCondition)) })
	case "eventTimeout":
		s.EventTimeout = r.period(m)
	case "default":
		s.Default = r.transition(m)
	case "timeDelay":
		s.TimeDelay = r.period(m)
	case "branches":
		r.some(m)
		r.list(m, "branches", func(n *source.Node) { s.Branches = append(s.Branches, r.branch(n)) })
	case "completionType":
		s.Completion = r.word(m, "and", "xor", "n_of_m")
	case "n":
		s.N = r.count(m, 1)
	case "waitForCompletion":
		s.Waits = r.Bool(m)
	case "data":
		if m.Value.Kind == source.Object {
			s.Data = m.Value
		} else if r.Owner.In == inInject || m.Value.Kind != source.String {
			r.WrongField(m, "an object")
		}
	case "inputCollection":
		s.Collection = r.template(m, true)
	case "outputCollection":
		s.Results = r.template(m, true)
	case "iterationParam":
		s.Param = r.named(m)
	case "max":
		s.Max = r.count(m, 0)
	case "action":
		s.Action = r.action(m.Value)
	case "eventRef":
		s.EventRef = r.reference(m, toConsumed)
	case "eventDataFilter":
		s.EventFilter = r.filter(m, inEventFilter)
	}
}
