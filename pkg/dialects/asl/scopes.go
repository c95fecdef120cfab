package asl

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
)

// Variable scopes are the variables of a definition (asl today: "Variables"): each machine, branch and processor is a scope, in
// which those of the scopes around it are visible too, except for the processor of a distributed Map.
type variableScopes struct {
	// assigned has the first assignment of each name in a scope.
	assigned map[*Machine]map[string]*setting
	// anywhere has the first assignment of each name in the definition.
	anywhere map[string]*setting
	listed   map[*Machine][]string // made by names
	// read are the names that are read anywhere. It is of no use if unsure.
	read map[string]bool
	// missing has the machine of each place that reads a name which no state assigns.
	missing map[string][]*Machine
	// pairs are made by misspelled.
	pairs map[string]string
	// unsure means that something could not be read, so that a variable may be read there.
	unsure bool
}

// A setting is where a variable gets a value.
type setting struct {
	*Assignment
	state *State
}

// variables returns the variables of the definition.
func (c *checker) variables() *variableScopes {
	if c.scopes != nil {
		return c.scopes
	}
	v := &variableScopes{assigned: map[*Machine]map[string]*setting{}, read: map[string]bool{}, anywhere: map[string]*setting{},
		listed: map[*Machine][]string{}, missing: map[string][]*Machine{}}
	c.scopes = v
	for _, s := range c.states {
		for a := range s.assignments() {
			for _, x := range a.Variables {
				names := v.assigned[s.Machine]
				if names == nil {
					names = map[string]*setting{}
					v.assigned[s.Machine] = names
				}
				if names[x.Name] == nil {
					names[x.Name] = &setting{x, s}
				}
				if v.anywhere[x.Name] == nil {
					v.anywhere[x.Name] = names[x.Name]
				}
			}
		}
	}
	if len(v.assigned) == 0 {
		return v
	}
	for _, u := range c.uses() {
		v.unsure = v.unsure || u.computed != nil && u.computed.Expr == nil
		for _, x := range c.reads(u) {
			v.read[x.name] = true
			if !x.guarded && v.anywhere[x.name] == nil {
				v.missing[x.name] = append(v.missing[x.name], u.state.Machine)
			}
		}
	}
	return v
}

// assignments yields the fields Assign of a state, its choice rules and its catchers.
func (s *State) assignments() func(yield func(*Assignments) bool) {
	return func(yield func(*Assignments) bool) {
		if s.Assign != nil && !yield(s.Assign) {
			return
		}
		for _, x := range s.Choices {
			if x.Assign != nil && !yield(x.Assign) {
				return
			}
		}
		for _, x := range s.Catch {
			if x.Assign != nil && !yield(x.Assign) {
				return
			}
		}
	}
}

// visible returns where a variable is assigned that the states of a machine can read, or nil.
func (v *variableScopes) visible(m *Machine, name string) *setting {
	for ; m != nil; m = m.outer() {
		if a := v.assigned[m][name]; a != nil {
			return a
		}
	}
	return nil
}

// beyond returns where a variable is assigned that a distributed Map hides from the states of a machine, or nil.
func (v *variableScopes) beyond(m *Machine, name string) *setting {
	for m != nil {
		if a := v.assigned[m][name]; a != nil {
			return a
		}
		if m.Scope == nil {
			return nil
		}
		m = m.Scope.Machine
	}
	return nil
}

// names are the variables that the states of a machine can read.
func (v *variableScopes) names(m *Machine) []string {
	if out, known := v.listed[m]; known {
		return out
	}
	of := m
	var out []string
	for ; m != nil; m = m.outer() {
		for name := range v.assigned[m] {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	v.listed[of] = slices.Clip(out)
	return v.listed[of]
}

// outer is the machine whose variables are visible in this one too; nil for a whole definition and for the processor of a
// distributed Map.
func (m *Machine) outer() *Machine {
	if m.Scope == nil || m.Distributed() {
		return nil
	}
	return m.Scope.Machine
}

// A variable read is where a variable is read.
type variableRead struct {
	name    string
	at      source.Span
	guarded bool // the expression asks whether the variable exists
}

// reads are the variables that a use reads.
func (c *checker) reads(u *use) []variableRead {
	var out []variableRead
	for p := range u.paths {
		if p.Root == expr.RootVar && p.Name != statesVariable {
			out = append(out, variableRead{p.Name, p.Span, u.operator == "IsPresent"})
		}
	}
	if f := c.query(u); f != nil {
		for _, v := range f.variables {
			out = append(out, variableRead{v.Name, u.computed.place(v), f.guarded[v.Name]})
		}
		for _, v := range f.handed {
			if c.variables().visible(u.state.Machine, v.Name) != nil {
				out = append(out, variableRead{v.Name, u.computed.place(v), true})
			}
		}
	}
	return out
}
