package convert

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/flowglot/flowglot/pkg/convert/rewrite"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// prefer writes a program with tasks for what a dialect has only nearly, if no ordinary run differs then, and else with what the dialect has: where
// the data or the path of ordinary runs differs anyway, delays are not worth a worker. A program without such constructs is rewritten once.
func prefer(p *workflow.Program, to dialects.Target, o dialects.Raising) *dialects.Raised {
	exact, native := o, o
	exact.Prefer, native.Prefer = dialects.PreferExact, dialects.PreferNative
	c := rewrite.Apply(p, to, exact)
	if len(c.Raised.Near) == 0 {
		return writeRewritten(p, c, exact)
	}
	if !losesOrdinarily(c.Losses(), o.Domain) {
		out := writeRewritten(p, c, exact)
		if out.Reason == "" && !losesOrdinarily(out.Losses, o.Domain) {
			return out
		}
	}
	return writeRewritten(p, rewrite.Apply(p, to, native), native)
}

// losesOrdinarily reports whether some of the losses are such that a run inside of a domain can show them in which nothing fails and no timer runs
// down, or leave out something of the source.
func losesOrdinarily(list []*dialects.Loss, d dialects.Domain) bool {
	kept, _ := separate(&dialects.Raised{Losses: list}, d)
	return slices.ContainsFunc(kept, func(l *dialects.Loss) bool { return !l.Rule.OnFailure || l.Rule.Level == dialects.Dropped })
}

// nearNotes describe what the other preference has in place of the tasks that do exactly what the target has nearly, a note for each thing that the
// target would do.
func nearNotes(list []dialects.Near) []string {
	var notes []string
	for len(list) > 0 {
		does := list[0].Does
		others := func(n dialects.Near) bool { return n.Does != does }
		notes = append(notes, nearNote(slices.DeleteFunc(slices.Clone(list), others)))
		list = slices.DeleteFunc(slices.Clone(list), func(n dialects.Near) bool { return !others(n) })
	}
	return notes
}

// nearNote is the note about constructs with which the target would do the same.
func nearNote(list []dialects.Near) string {
	names := map[string]bool{}
	same := true
	for _, n := range list {
		names[n.Element.Name] = true
		same = same && n.Target == list[0].Target && n.Source == list[0].Source
	}
	text := strconv.Quote(list[0].Element.Name)
	if more := len(names) - 1; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	near := list[0].Target + ", not " + list[0].Source
	if !same {
		near = "not as the source does"
	}
	return fmt.Sprintf("--prefer native has the target itself %s %s, %s, and needs no worker for that", list[0].Does, text, near)
}
