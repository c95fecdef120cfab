package convert

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/flowglot/flowglot/pkg/convert/rewrite"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// prefer decides what is written for a construct that the target has only nearly, such as a retry with another delay: a task whose worker
// does exactly what the source does, or the target's own construct. The tasks are worth their workers only if ordinary runs are then equal;
// if the data or the path of ordinary runs differs anyway, the target's own constructs are used, unless something is dropped then that a task
// would keep. A program without such constructs is rewritten once.
func prefer(p *workflow.Program, to dialects.Target, o dialects.Raising) *dialects.Raised {
	exact, native := o, o
	exact.Prefer, native.Prefer = dialects.PreferExact, dialects.PreferNative
	exact.LastUse, native.LastUse = false, false
	c := rewrite.Apply(p, to, exact)
	if len(c.Raised.Near) == 0 {
		exact.LastUse = o.LastUse
		return writeRewritten(p, c, exact)
	}
	if !losesOrdinarily(c.Losses(), o.Domain) {
		out := writeRewritten(p, c, exact)
		if out.Reason == "" && !losesOrdinarily(out.Losses, o.Domain) {
			return out
		}
	}
	out := writeRewritten(p, rewrite.Apply(p, to, native), native)
	if drops(out.Losses) && !drops(c.Losses()) {
		if kept := writeRewritten(p, c, exact); kept.Reason == "" && !drops(kept.Losses) {
			return kept
		}
	}
	return out
}

// drops reports whether something of the source is dropped.
func drops(list []*dialects.Loss) bool {
	return slices.ContainsFunc(list, func(l *dialects.Loss) bool { return l.Rule.Level == dialects.Dropped })
}

// losesOrdinarily reports whether a loss can be observed in an ordinary run (inside of the domain, no failure, no timer that fires), or
// drops something of the source.
func losesOrdinarily(list []*dialects.Loss, d dialects.Domain) bool {
	kept, _ := separate(&dialects.Raised{Losses: list}, d)
	return slices.ContainsFunc(kept, func(l *dialects.Loss) bool { return !l.Rule.OnFailure || l.Rule.Level == dialects.Dropped })
}

// nearNotes returns the notes that tell the author about the other preference, PreferNative: one for each kind of thing that the target
// would do itself instead of a task.
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

// nearNote returns the note about constructs for which the target would do the same thing itself.
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
	return fmt.Sprintf("--prefer native lets the target itself %s %s: %s; this needs no worker", list[0].Does, text, near)
}
