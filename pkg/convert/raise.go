package convert

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/flowglot/flowglot/pkg/convert/hints"
	"github.com/flowglot/flowglot/pkg/convert/rewrite"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// Raise writes a program in a dialect. A net of another dialect is rewritten until the dialect can write it. Hints for the dialect that
// the program carries (see [dialects.HintsKey]) are applied; hints for the way back are written if the options ask for them. Losses
// that no run shows become notes.
func Raise(all []dialects.Dialect, to dialects.Dialect, p *workflow.Program, o dialects.Raising) *dialects.Raised {
	start := p.Start()
	if start == nil || StaysAsItIs(p, to, o) {
		return to.Raise(p, o)
	}
	out := raiseForeign(all, to, p, o)
	out.Losses, out.Notes = separate(out, o.Domain)
	return out
}

// raiseForeign writes a program in another dialect, with what the hints that it carries restore, and with new hints if they are asked
// for.
func raiseForeign(all []dialects.Dialect, to dialects.Dialect, p *workflow.Program, o dialects.Raising) *dialects.Raised {
	start := p.Start()
	held, bare := hints.Take(p)
	o.LastUse = o.LastUse && !o.CarryHints // which takes several conversions
	raised := raise(to, bare, o)
	if raised.Reason != "" {
		return raised
	}
	takeBack(to, raised, held.Get(to.Name()), o)
	if !o.CarryHints {
		return raised
	}
	if !carries(to) {
		addHintLosses(start, raised, held, to)
		return raised
	}
	from := dialects.Named(all, start.Dialect)
	if from == nil {
		return raised
	}
	c := &carrier{all: all, to: to, hints: held, raised: raised, options: o}
	carried := c.collect(from, bare)
	if len(carried.Members) == 0 {
		return raised
	}
	if d, ok := to.(dialects.Outlined); ok {
		if root := tree(raised.Definitions[0].Text, o.Format); root != nil {
			raised.Definitions[0].Text = printed(to, hints.Outline(d.Outline()).Hold(root, carried), o.Format)
		}
		return raised
	}
	own := o
	own.Hints = carried
	again := raise(to, bare, own)
	takeBack(to, again, held.Get(to.Name()), o)
	return again
}

// StaysAsItIs reports whether a program is written in the language that it was read in, and not at a level of it that may have less: then it is
// printed as it is, and nothing is assumed of its data.
func StaysAsItIs(p *workflow.Program, to dialects.Dialect, o dialects.Raising) bool {
	start := p.Start()
	if start.Dialect != to.Name() {
		return false
	}
	level := func(s dialects.Settings, x *dialects.Option) string {
		if v, ok := s[x.Name]; ok {
			return v
		}
		return x.Write.Default
	}
	return !slices.ContainsFunc(to.Options(), func(x dialects.Option) bool {
		if !x.Level || x.Write == nil {
			return false
		}
		to := level(o.Settings, &x)
		return to != x.Write.Default && to != level(start.Settings, &x)
	})
}

// raise writes a program without hints. A dialect that is a target gets nets in its own shape.
func raise(to dialects.Dialect, p *workflow.Program, o dialects.Raising) *dialects.Raised {
	if t, ok := to.(dialects.Target); ok && p.Start() != nil && !StaysAsItIs(p, to, o) {
		return write(p, t, o)
	}
	return to.Raise(p, o)
}

// separate divides the losses of what was raised into those that a run can show, and notes. A loss that the domain excludes is neither. Where
// nothing is written, nothing is lost either: what is left are the constructs that are the reason.
func separate(r *dialects.Raised, d dialects.Domain) (losses []*dialects.Loss, notes []string) {
	notes = r.Notes
	for _, l := range r.Losses {
		switch {
		case r.Reason != "" && l.Rule.Refuses():
			losses = append(losses, l)
		case r.Reason != "":
		case l.Rule.Affects&^dialects.Texts == 0:
			note := l.Message
			if more := len(l.Related); more > 0 {
				note = fmt.Sprintf("%s (and %d more)", note, more)
			}
			notes = append(notes, note)
		case d.Objects && l.Rule.ID == dialects.LossDocument.ID:
		default:
			losses = append(losses, l)
		}
	}
	return losses, notes
}

// renameSubstitutes gives the tasks that replace something the names by which the target calls them, which are not renamed tasks of the
// source.
func renameSubstitutes(out, written *dialects.Raised) {
	to := map[string]string{}
	for _, r := range written.Tasks {
		to[r.From] = r.To
	}
	workers := map[string]string{}
	for _, r := range written.Workers {
		workers[r.From] = r.To
	}
	renamed := map[string]bool{}
	rename := func(task *string) {
		if name, ok := to[*task]; ok {
			renamed[*task] = true
			*task = name
		}
	}
	for i := range out.Substitutes {
		rename(&out.Substitutes[i])
	}
	for i := range out.StandIns {
		rename(&out.StandIns[i].Task)
	}
	for i := range out.Contracts {
		if k := &out.Contracts[i]; renamed[k.Task] {
			rename(&k.Task)
		}
	}
	for i := range out.Occurrences {
		if p := &out.Occurrences[i]; p.To.Kind == "task" {
			p.Worker, p.To.Name, p.By = workers[p.To.Name], cmp.Or(to[p.To.Name], p.To.Name), cmp.Or(to[p.By], p.By)
		}
	}
	written.Tasks = slices.DeleteFunc(written.Tasks, func(r dialects.Renaming) bool { return renamed[r.From] })
}

// write rewrites a program until a dialect can write it, and writes it, by the preference that is asked for.
func write(p *workflow.Program, to dialects.Target, o dialects.Raising) *dialects.Raised {
	if r := (&dialects.Raised{}); r.RefuseUnsupported(p, "") {
		return r
	}
	if o.Prefer != dialects.PreferAuto {
		return writeRewritten(p, rewrite.Apply(p, to, o), o)
	}
	return prefer(p, to, o)
}

// writeRewritten writes a program that was rewritten with options.
func writeRewritten(p *workflow.Program, c *rewrite.Conversion, o dialects.Raising) *dialects.Raised {
	out := c.Raised
	out.Prefer = o.Prefer
	out.Losses = append(out.Losses, c.Losses()...)
	for _, r := range c.Applied {
		out.Rewrites = append(out.Rewrites, r.ID)
	}
	if out.Reason != "" {
		return out
	}
	o.Contracts, o.Substitutes = out.Contracts, out.Substitutes
	out.Callers, out.Waiters = callers(c)
	if len(out.Contracts) > 0 {
		out.Called = called(p)
	}
	if o.LastUse {
		p.DropNets()
	}
	written := c.Target.Write(c.Program, o) // which changes the nets
	renameSubstitutes(out, written)
	renameOccurrences(out.Occurrences, written.Elements)
	renameCallers(out.Callers, written.Elements)
	renameCallers(out.Waiters, written.Elements)
	out.Join(written)
	out.Definitions, out.Elements = written.Definitions, written.Elements
	out.Names = givenNames(p, out.Names)
	return out
}

// givenNames are the changed names of elements, from those that runs of the source have. An element that its author gave another name than
// runs have was written by that.
func givenNames(p *workflow.Program, names []dialects.Renaming) []dialects.Renaming {
	var out, given []dialects.Renaming
	of := map[string]string{}
	for _, w := range p.Workflows {
		for _, e := range w.Elements {
			if e.Given != "" {
				of[e.Given] = e.Name
				given = append(given, dialects.Renaming{From: e.Name, To: e.Given})
			}
		}
	}
	if len(given) == 0 {
		return names
	}
	renamed, listed := map[string]int{}, map[dialects.Renaming]bool{}
	for _, n := range names {
		if name, ok := of[n.From]; ok {
			n.From = name
		}
		renamed[n.From]++
		listed[n] = true
		out = append(out, n)
	}
	for _, n := range given {
		if renamed[n.From]--; renamed[n.From] < 0 && !listed[n] {
			listed[n] = true
			out = append(out, n)
		}
	}
	return out
}

// renameOccurrences has the occurrences of the target name its elements as they are called in the text.
func renameOccurrences(list []dialects.Passage, names []dialects.Renaming) {
	to := make(map[string]string, len(names))
	for _, n := range names {
		to[n.From] = n.To
	}
	for i := range list {
		o := &list[i].To
		if name := to[o.Name]; name != "" && (o.Kind == "complete" || o.Kind == "signal") {
			o.Name = name
		}
		o.At = cmp.Or(to[o.At], o.At)
	}
}

// callers are the elements of the source whose calls the elements of a rewritten net make, by the names of these, and those in whose place
// others wait.
func callers(c *rewrite.Conversion) (calls, waits map[string][]*workflow.Element) {
	nodes := 0
	for _, w := range c.Program.Workflows {
		nodes += len(w.Nodes)
	}
	calls, waits = make(map[string][]*workflow.Element, nodes), map[string][]*workflow.Element{}
	single := make([]*workflow.Element, 0, nodes) // for the lists of those that make one call, which most do
	for _, w := range c.Program.Workflows {
		for _, n := range w.Nodes {
			name := n.Element.Name
			switch {
			case n.Call != nil:
				single = append(single, c.Caller(n))
				calls[name] = joined(calls[name], slices.Clip(single[len(single)-1:]))
				if n.Call.Token { // what it calls is told where the answer has to go, and the run waits for that
					waits[name] = append(waits[name], c.Waits(n)...)
				}
			case n.Awaits != nil, n.Kind == workflow.State && c.Caller(n) != n.Element.Original():
				waits[name] = append(waits[name], c.Waits(n)...)
			}
		}
	}
	return calls, waits
}

// called are the elements of a program that call tasks, by the names of these.
func called(p *workflow.Program) map[string][]*workflow.Element {
	out := map[string][]*workflow.Element{}
	for _, w := range p.Workflows {
		for _, n := range w.Nodes {
			if n.Call != nil && !n.Call.Workflow {
				out[n.Call.Task] = append(out[n.Call.Task], n.Element)
			}
		}
	}
	return out
}

// renameCallers gives callers the names that the elements of the target have in the text.
func renameCallers(by map[string][]*workflow.Element, names []dialects.Renaming) {
	renamed := map[string][]*workflow.Element{}
	for _, n := range names {
		if list := by[n.From]; len(list) > 0 && n.To != n.From {
			renamed[n.To] = joined(renamed[n.To], list)
			delete(by, n.From)
		}
	}
	for name, list := range renamed {
		by[name] = joined(by[name], list)
	}
}

// joined is a list with the elements of another one after it, which is taken over where the list is empty.
func joined(list, more []*workflow.Element) []*workflow.Element {
	if len(list) == 0 {
		return more
	}
	return append(list, more...)
}

// carries reports whether a dialect has a place for hints.
func carries(d dialects.Dialect) bool {
	if x, ok := d.(dialects.Outlined); ok {
		return hints.Outline(x.Outline()).Metadata != ""
	}
	_, ok := d.(dialects.Holder)
	return ok
}

func members(n *source.Node) []source.Member {
	if n == nil {
		return nil
	}
	return n.Members
}

// addHintLosses adds the loss of hints for other dialects.
func addHintLosses(w *workflow.Workflow, r *dialects.Raised, held *source.Node, to dialects.Dialect) {
	losses := dialects.NewLosses(w.File)
	for _, m := range members(held) {
		if m.Key == to.Name() {
			continue
		}
		at := m.KeySpan
		if span, ok := hints.Span(w); ok {
			at = span
		}
		losses.Add(&dialects.LossTexts, at, nil, "", "the hints for a conversion back to %s are dropped: the target has no place for them", m.Key)
	}
	r.Losses = append(r.Losses, losses.List()...)
}
