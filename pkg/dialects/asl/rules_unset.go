package asl

import (
	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects"
)

var unsetVariable = rule{Rule: diag.Rule{
	ID:       "asl/unset-variable",
	Severity: diag.Warning,
	Summary:  "a variable is read that is not assigned on every path to the state",
	Why: "On some path no state has assigned the variable yet, and the state fails there. Give it a first value in a state that " +
		"always runs before, or test it with $exists or IsPresent.",
	Source: "the language as AWS runs it today: variables",
	Levels: "only at level current",
}, Checks: today([]func(*checker){checkUnset})}

// unsetBudget bounds how many variables of states are compared.
const unsetBudget = 4_000_000

// checkUnset finds out which variables are assigned on every path to a state: those that are so at the end of each state that
// leads to it. The sets only shrink, so that the search ends.
func checkUnset(c *checker) {
	if len(c.variables().assigned) == 0 {
		return
	}
	f := &flow{checker: c, index: map[string]int{}, sure: map[*State][]uint64{}, budget: unsetBudget}
	for _, m := range c.machines {
		for _, s := range m.States {
			for a := range s.assignments() {
				for _, x := range a.Variables {
					if _, known := f.index[x.Name]; !known {
						f.index[x.Name] = len(f.index)
					}
				}
			}
		}
	}
	f.width = len(f.index)/64 + 1
	for _, m := range c.machines { // each before those inside of it
		if !f.machine(m) {
			return
		}
	}
	for _, u := range c.uses() {
		f.check(u)
	}
}

// A flow is the search for what is assigned on every path.
type flow struct {
	*checker
	index  map[string]int // of the variables
	width  int            // of a set, in words
	sure   map[*State][]uint64
	budget dialects.Budget
}

// machine finds what is assigned at the entry of each state of a machine. The answer is false if that costs too much, or if it
// is not known where all states lead.
func (f *flow) machine(m *Machine) bool {
	if m.StartAt == nil || m.StartAt.Target == nil {
		return true
	}
	start := make([]uint64, f.width)
	if outer := m.outer(); outer != nil {
		at, reached := f.sure[m.Scope]
		if !reached {
			return true
		}
		copy(start, at)
	}
	f.sure[m.StartAt.Target] = start
	work := []*State{m.StartAt.Target}
	for len(work) > 0 {
		s := work[len(work)-1]
		work = work[:len(work)-1]
		if !f.budget.Spend(f.width) {
			return false
		}
		f.leave(s, func(t *Transition, a *Assignments) {
			if t != nil && t.Target != nil && f.arrive(t.Target, f.sure[s], a) {
				work = append(work, t.Target)
			}
		})
	}
	return true
}

// leave gives the transitions of a state with what is assigned on each.
func (f *flow) leave(s *State, give func(*Transition, *Assignments)) {
	give(s.Next, s.Assign)
	give(s.Default, s.Assign)
	for _, x := range s.Choices {
		give(x.Next, x.Assign)
	}
	for _, x := range s.Catch {
		give(x.Next, x.Assign)
	}
}

// arrive notes what is assigned where a transition leads, and reports whether that changed anything.
func (f *flow) arrive(s *State, before []uint64, a *Assignments) bool {
	now := append(make([]uint64, 0, f.width), before...)
	if a != nil {
		for _, x := range a.Variables {
			i := f.index[x.Name]
			now[i/64] |= 1 << (i % 64)
		}
	}
	known, seen := f.sure[s]
	if !seen {
		f.sure[s] = now
		return true
	}
	changed := false
	for i := range known {
		if both := known[i] & now[i]; both != known[i] {
			known[i] = both
			changed = true
		}
	}
	return changed
}

func (f *flow) check(u *use) {
	at, reached := f.sure[u.state]
	if !reached {
		return
	}
	for _, x := range f.reads(u) {
		i, known := f.index[x.name]
		if !known || x.guarded || at[i/64]&(1<<(i%64)) != 0 || f.variables().visible(u.state.Machine, x.name) == nil {
			continue
		}
		d := f.Report(x.at, "%s of state %s reads the variable %s, which is not assigned on every path to it", u.what(), quote(u.state.Name), quote("$"+x.name))
		d.Help = "assign it a first value in a state that always runs before"
		a := f.variables().visible(u.state.Machine, x.name)
		d.Related = f.Related(a.Member.KeySpan, "it is assigned here")
	}
}
