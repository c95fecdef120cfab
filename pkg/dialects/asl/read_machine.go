package asl

import (
	"bytes"
	"maps"
	"slices"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/source"
)

// machine reads a whole definition, a branch or a processor, whose scope is the state that it belongs to. The answer is
// never nil.
func (r *reader) machine(n *source.Node, scope *State, in place) *Machine {
	m := &Machine{Node: n, Scope: scope}
	o := owner{in: in, state: scope, extra: &m.Extra, later: &m.Later}
	if scope != nil {
		o.jsonata = scope.JSONata()
	}
	m.Broken = !r.object(n, o, func(f *source.Member) bool {
		switch f.Key {
		case "Comment":
			m.Comment = r.Text(f)
			return m.Comment != nil
		case "Version":
			m.Version = r.Text(f)
			return m.Version != nil
		case "StartAt":
			m.StartAt = r.transition(f)
			return m.StartAt != nil
		case "TimeoutSeconds":
			m.TimeoutSeconds = r.lenient(f, r.machineTimeout())
			return m.TimeoutSeconds != nil
		case "QueryLanguage":
			m.QueryLanguage = r.queryLanguage(f)
			return false
		case "ProcessorConfig":
			m.ProcessorConfig = r.processorConfig(f)
			return false
		default: // States are read below, when the query language is known
			m.StatesNode = f.Value
			return true
		}
	})
	if r.level == Level2016 && in == inMachine {
		m.QueryLanguage = laterQueryLanguage(n)
	}
	r.states(m, in)
	return m
}

// laterQueryLanguage reads the query language at the level of 2016, where it was reported, so that what follows from it
// need not be.
func laterQueryLanguage(n *source.Node) *Text {
	if v := n.Get("QueryLanguage"); v != nil && v.Kind == source.String {
		return &Text{Node: v, Value: languageName(v.Text)}
	}
	return nil
}

func (r *reader) states(m *Machine, in place) {
	n := m.StatesNode
	if n == nil || n.Kind == source.Invalid {
		return
	}
	if n.Kind != source.Object {
		of := owner{in: in, state: m.Scope}
		r.within(m.Node, of, func() { r.WrongKind(n, `"States" of `+r.Subject(), "an object") })
		return
	}
	members := n.LastMembers()
	m.States = make([]*State, 0, len(members))
	m.byName = make(map[string]*State, len(members))
	members = slices.DeleteFunc(members, func(f *source.Member) bool { return r.fieldAmongStates(m, f) })
	switch {
	case r.names == nil:
		r.names, r.only = m.byName, m
	case r.only != nil:
		r.names, r.only = maps.Clone(r.names), nil
	}
	states := make([]State, len(members))
	for i, f := range members {
		s := &states[i]
		s.Name, s.NameSpan, s.Node, s.Machine, s.index = f.Key, f.KeySpan, f.Value, m, i
		m.States = append(m.States, s)
		m.byName[s.Name] = s
		if r.only == nil && r.names[s.Name] == nil {
			r.names[s.Name] = s
		}
		r.state(s)
	}
}

// fieldAmongStates reports a field of the machine that was put among its states, and reads the query language from there, on
// which the states depend. The answer is whether it is one.
func (r *reader) fieldAmongStates(m *Machine, f *source.Member) bool {
	if f.Value.Kind == source.Object {
		return false
	}
	if field := words.Field(f.Key); field == nil || field.In&inMachine == 0 {
		return false
	}
	d := r.Add(&misplacedField.Rule, f.KeySpan, `"States" of %s has the field %s, which belongs one level up, next to it`, m.description(), quote(f.Key))
	d.Help = `move it out of "States"; a state is an object`
	r.moveOut(d, m, f)
	if f.Key == "QueryLanguage" && m.QueryLanguage == nil && f.Value.Kind == source.String {
		m.QueryLanguage = &Text{Node: f.Value, Value: languageName(f.Value.Text)}
	}
	return true
}

// moveOut offers to write a field of "States" before it, in JSON.
func (r *reader) moveOut(d *diag.Diagnostic, m *Machine, f *source.Member) {
	states := r.Member(m.Node, "States")
	if r.File.Format != source.JSON {
		return
	}
	if r.Remove(d, m.StatesNode, f.Key, false); d.Fix == nil || states == nil || r.Has(m.Node, f.Key) {
		d.Fix = nil
		return
	}
	text, key := r.File.Text, states.KeySpan.Start
	line := bytes.LastIndexByte(text[:key], '\n') + 1
	if f.KeySpan.Start > f.Span().End || line > key {
		d.Fix = nil
		return
	}
	blank := " "
	if gap := text[line:key]; line > 0 && len(bytes.TrimSpace(gap)) == 0 {
		blank = "\n" + string(gap)
	}
	d.Fix.Description = "move it before \"States\""
	member := string(text[f.KeySpan.Start:f.Span().End])
	d.Fix.Edits = append([]diag.Edit{{Span: source.Span{Start: key, End: key}, Text: member + "," + blank}}, d.Fix.Edits...)
}

func (r *reader) state(s *State) {
	n := s.Node
	if n.Kind != source.Object {
		r.WrongKind(n, s.String(), "an object")
		s.Broken = true
		return
	}
	if s.TypeNode = n.Get("Type"); s.TypeNode != nil {
		s.Type = r.stateType(s)
	}
	if v := n.Get("QueryLanguage"); v != nil && v.Kind == source.String {
		s.QueryLanguage = &Text{Node: v, Value: languageName(v.Text)}
	}
	s.Broken = s.Type == NoType
	o := owner{in: placeOf(s.Type), state: s, jsonata: s.JSONata(), extra: &s.Extra, later: &s.Later}
	if !r.object(n, o, func(f *source.Member) bool { return r.stateField(s, f) }) {
		s.Broken = true
	}
}

// stateType reads the type of a state. It is NoType if it is not known, which is reported.
func (r *reader) stateType(s *State) StateType {
	n := s.TypeNode
	if n.Kind != source.String {
		r.WrongKind(n, `"Type" of `+s.String(), "a string")
		return NoType
	}
	for t := Pass; t <= Map; t++ {
		if n.Text == t.String() {
			r.laterType(s, t)
			return t
		}
	}
	if hasPlaceholder(n.Text) {
		return NoType
	}
	names := typeNames(r.level)
	d := r.Add(&unknownType.Rule, n.Span, "state %s has the type %s, which does not exist", quote(s.Name), quote(n.Text))
	r.SuggestOne(d, n.Text, names, "the types are", "and")
	return NoType
}

// laterType notes that a state is of a type that a later version brought.
func (r *reader) laterType(s *State, t StateType) {
	if t != Map {
		return
	}
	s.Later = append(s.Later, LaterField{Member: s.Node.Member("Type"), Span: s.TypeNode.Span, What: "the state type Map"})
	if r.level == Level2016 {
		r.laterVersion(s.TypeNode.Span, "the state type Map")
	}
}

// typeNames returns the types of a level.
func typeNames(level Level) []string {
	var names []string
	for t := Pass; t < Map || t == Map && level == Current; t++ {
		names = append(names, t.String())
	}
	return names
}

// stateField reads a field that a state of its type may have, and answers whether the state has it now.
func (r *reader) stateField(s *State, f *source.Member) bool {
	switch f.Key {
	case "Type":
		return s.Type != NoType
	case "Comment":
		s.Comment = r.Text(f)
		return s.Comment != nil
	case "InputPath":
		s.InputPath = r.path(f, selectPath)
		return s.InputPath != nil
	case "OutputPath":
		s.OutputPath = r.path(f, selectPath)
		return s.OutputPath != nil
	case "ResultPath":
		s.ResultPath = r.path(f, resultPath)
		return s.ResultPath != nil
	case "Next":
		s.Next = r.transition(f)
		return s.Next != nil
	case "Default":
		s.Default = r.transition(f)
		return s.Default != nil
	case "End":
		s.End = r.Bool(f)
		return s.End != nil
	case "Retry":
		s.Retry = r.retriers(s, f)
		return s.Retry != nil
	case "Catch":
		s.Catch = r.catchers(s, f)
		return s.Catch != nil
	case "QueryLanguage":
		s.QueryLanguage = r.queryLanguage(f)
		return false
	default:
		return r.typeField(s, f)
	}
}

// typeField reads a field that is specific to a type of states.
func (r *reader) typeField(s *State, f *source.Member) bool {
	switch f.Key {
	case "Result":
		s.Result = f.Value
		return true
	case "Resource":
		s.Resource = r.Text(f)
		return s.Resource != nil
	case "TimeoutSeconds":
		s.TimeoutSeconds = r.number(f, &positiveInteger)
		return s.TimeoutSeconds != nil
	case "HeartbeatSeconds":
		s.HeartbeatSeconds = r.number(f, &positiveInteger)
		return s.HeartbeatSeconds != nil
	case "Seconds":
		s.Seconds = r.lenient(f, &waitSeconds)
		return s.Seconds != nil
	case "SecondsPath":
		s.SecondsPath = r.path(f, referencePath)
		return s.SecondsPath != nil
	case "Timestamp":
		s.Timestamp = r.timestamp(f)
		return s.Timestamp != nil
	case "TimestampPath":
		s.TimestampPath = r.path(f, referencePath)
		return s.TimestampPath != nil
	case "Error":
		s.Error = r.textOrExpression(f)
		return s.Error != nil
	case "Cause":
		s.Cause = r.textOrExpression(f)
		return s.Cause != nil
	case "Choices":
		s.Choices = r.choices(s, f)
		return s.Choices != nil
	case "Branches":
		s.Branches = r.branches(s, f)
		return s.Branches != nil
	default:
		return r.laterField(s, f)
	}
}

func (r *reader) branches(s *State, f *source.Member) []*Machine {
	items, ok := r.array(f, "an array of branches", source.Object, r.level == Level2016)
	if !ok {
		return nil
	}
	branches := make([]*Machine, 0, len(items))
	for _, n := range items {
		branches = append(branches, r.machine(n, s, inBranch))
	}
	return branches
}
