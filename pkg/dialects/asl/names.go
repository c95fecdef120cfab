package asl

import (
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
)

// Names implements dialects.Naming: those of variables, each in the scope of the machine that assigns it.
func (d *definition) Names() []dialects.Name {
	if d.machine == nil || d.level == Level2016 {
		return nil
	}
	c := d.checker()
	scopes := map[*Machine]int{}
	for m := range d.machine.all {
		scopes[m] = len(scopes)
	}
	var out []dialects.Name
	add := func(name string, at source.Span, m *Machine, defines bool) {
		if at.Start >= 0 && at.End <= len(d.file.Text) && at.Start <= at.End && string(d.file.Text[at.Start:at.End]) == name {
			out = append(out, dialects.Name{Kind: "variable", Text: name, Scope: scopes[m], Span: at, Defines: defines})
		}
	}
	for _, s := range c.states {
		for a := range s.assignments() {
			for _, x := range a.Variables {
				at := x.Member.KeySpan
				if n := at.End - at.Start - len(x.Name); n == len(`""`) {
					at.Start, at.End = at.Start+1, at.End-1
				}
				if first := c.variables().visible(s.Machine, x.Name); first != nil {
					add(x.Name, at, first.state.Machine, true)
				}
			}
		}
	}
	for _, u := range c.uses() {
		for _, x := range c.reads(u) {
			if first := c.variables().visible(u.state.Machine, x.name); first != nil {
				add(x.name, nameOf(x), first.state.Machine, false)
			}
		}
	}
	return out
}

// Mentions implements dialects.Mentioning: the states that the machine and its branches and processors begin with.
func (d *definition) Mentions() []dialects.Mention {
	if d.machine == nil {
		return nil
	}
	var out []dialects.Mention
	for m := range d.machine.all {
		if m.StartAt != nil && m.StartAt.Target != nil {
			out = append(out, dialects.Mention{Span: m.StartAt.Node.Span, Defined: m.StartAt.Target.NameSpan})
		}
	}
	return out
}
