package asl

import "iter"

// resolve finds the targets of all transitions of a machine and of what lies in it.
func (r *reader) resolve(m *Machine) {
	var names []string // of the states, once they are needed
	resolve := func(t *Transition) {
		if t == nil || t.Placeholder {
			return
		}
		if t.Target = m.State(t.Name); t.Target != nil || r.names[t.Name] != nil {
			return
		}
		if names == nil {
			for _, s := range m.States {
				names = append(names, s.Name)
			}
		}
		t.guess = r.Guess(t.Name, names)
		t.Meant = m.State(t.guess.Name)
	}
	resolve(m.StartAt)
	for _, s := range m.States {
		for t := range s.transitions() {
			resolve(t)
		}
		for inner := range s.machines() {
			r.resolve(inner)
		}
	}
}

// transitions are the transitions out of a state in the order of the kinds: Next, those of its choice rules, Default, and
// those of its catchers.
func (s *State) transitions() iter.Seq[*Transition] {
	return func(yield func(*Transition) bool) {
		if s.Next != nil && !yield(s.Next) {
			return
		}
		for _, x := range s.Choices {
			if x.Next != nil && !yield(x.Next) {
				return
			}
		}
		if s.Default != nil && !yield(s.Default) {
			return
		}
		for _, x := range s.Catch {
			if x.Next != nil && !yield(x.Next) {
				return
			}
		}
	}
}

// machines are the branches of a state, or its processor.
func (s *State) machines() iter.Seq[*Machine] {
	return func(yield func(*Machine) bool) {
		for _, m := range s.Branches {
			if !yield(m) {
				return
			}
		}
		if s.Processor != nil {
			yield(s.Processor)
		}
	}
}

// description names a machine in messages: `a branch of state "A"`.
func (m *Machine) description() string {
	switch {
	case m.Scope == nil:
		return words.Name(inMachine)
	case m.Scope.Processor == m:
		return words.Name(inProcessor) + " of state " + quote(m.Scope.Name)
	default:
		return words.Name(inBranch) + " of state " + quote(m.Scope.Name)
	}
}

// contains reports whether a machine is m or lies in it.
func (m *Machine) contains(inner *Machine) bool {
	for ; inner != m; inner = inner.Scope.Machine {
		if inner.Scope == nil {
			return false
		}
	}
	return true
}
