package asl

import (
	"maps"
	"slices"

	"github.com/flowglot/flowglot/pkg/diag"
)

// A variable that is assigned under a misspelled name is never read, and all that read it read one that no state assigns. That is one
// mistake, which is reported where the fewest words have to change: at the assignment if several places read the other name.

// misspelled returns the names that are assigned and never read, with the one that is read and never assigned in their place.
func (c *checker) misspelled() map[string]string {
	v := c.variables()
	if v.unsure || v.pairs != nil {
		return v.pairs
	}
	v.pairs = map[string]string{}
	missing := slices.Sorted(maps.Keys(v.missing))
	if len(missing) == 0 {
		return v.pairs
	}
	times := map[string]int{}
	for _, name := range slices.Sorted(maps.Keys(v.anywhere)) {
		if v.read[name] || !validVariable(name) || name == statesVariable {
			continue
		}
		hidden := func(m *Machine) bool { return v.beyond(m, name) == nil }
		if g := c.Guess(name, missing); g.Sure && !slices.ContainsFunc(v.missing[g.Name], hidden) {
			v.pairs[name] = g.Name
			times[g.Name]++
		}
	}
	maps.DeleteFunc(v.pairs, func(_, read string) bool { return times[read] > 1 })
	return v.pairs
}

// misassigned reports whether a variable that is read is one that a state assigns under a misspelled name, where the mistake is reported.
func (c *checker) misassigned(read string) bool {
	if len(c.variables().missing[read]) < 2 {
		return false
	}
	for _, name := range c.misspelled() {
		if name == read {
			return true
		}
	}
	return false
}

func checkMisassigned(c *checker, s *State) {
	v := c.variables()
	for a := range s.assignments() {
		for _, x := range a.Variables {
			read := c.misspelled()[x.Name]
			if read == "" || len(v.missing[read]) < 2 || v.assigned[s.Machine][x.Name].Assignment != x {
				continue
			}
			d := c.Report(x.Member.KeySpan, "state %s assigns %s, but %d expressions read %s, which no state assigns", quote(s.Name), quote("$"+x.Name),
				len(v.missing[read]), quote("$"+read))
			d.Help = "did you mean " + quote(read) + "?"
			d.Fix = &diag.Fix{Description: "write " + quote(read), Edits: []diag.Edit{{Span: x.Member.KeySpan, Text: c.Spell(x.Member.KeySpan, read)}}}
		}
	}
}
