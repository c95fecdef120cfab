package convert

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// Raise writes a program in a dialect, as the dialect itself does, and sees to the way back: what the program carries from a
// dialect comes back there (see [dialects.Hints]), and what is written carries what does not come back by itself.
func Raise(all []dialects.Dialect, to dialects.Dialect, p *workflow.Program, o dialects.Raising) *dialects.Raised {
	start := p.Start()
	if start == nil || start.Dialect == to.Name() {
		return to.Raise(p, o)
	}
	hints, bare := dialects.TakeHints(p)
	raised := to.Raise(bare, o)
	if raised.Reason != "" {
		return raised
	}
	takeBack(to, raised, hints.Get(to.Name()), o)
	if !carries(to) {
		lostHints(start, raised, hints, to)
		return raised
	}
	carried := dialects.NewObject()
	if from := dialects.Named(all, start.Dialect); from != nil {
		w := &wayBack{from: from, to: to, program: bare, raised: raised, options: o, converted: hints != nil}
		if x := w.hints(); len(x.Members) > 0 {
			dialects.Put(carried, from.Name(), x)
		}
	}
	for _, m := range members(hints) {
		if m.Key != to.Name() && carried.Member(m.Key) == nil {
			dialects.Put(carried, m.Key, m.Value)
		}
	}
	if len(carried.Members) == 0 {
		return raised
	}
	if d, ok := to.(dialects.Outlined); ok {
		raised.Definitions[0].Text = printed(to, d.Outline().Hold(tree(raised.Definitions[0].Text, o.Format), carried), o.Format)
		return raised
	}
	own := o
	own.Hints = carried
	again := to.Raise(bare, own)
	takeBack(to, again, hints.Get(to.Name()), o)
	return again
}

// carries reports whether a dialect has a place for hints.
func carries(d dialects.Dialect) bool {
	if x, ok := d.(dialects.Outlined); ok {
		return x.Outline().Metadata != ""
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

// lostHints tells that hints for other dialects have no place.
func lostHints(w *workflow.Workflow, r *dialects.Raised, hints *source.Node, to dialects.Dialect) {
	losses := dialects.NewLosses(w.File)
	for _, m := range members(hints) {
		if m.Key == to.Name() {
			continue
		}
		at := m.KeySpan
		if x := w.Extras.Get("metadata"); x != nil {
			at = x.Span
		}
		losses.Add(&dialects.LossTexts, at, nil, "", "what comes from %s and is kept for the way back has no place", m.Key)
	}
	r.Losses = append(r.Losses, losses.List()...)
}

// tree is a definition that was printed; nil if it is none.
func tree(text []byte, format source.Format) *source.Node {
	f := source.NewFile("definition"+extension(format), text)
	if len(source.Parse(f)) > 0 {
		return nil
	}
	return f.Root
}

func extension(format source.Format) string {
	if format == source.YAML {
		return ".yaml"
	}
	return ".json"
}

// printed is a tree as its dialect prints it.
func printed(d dialects.Dialect, root *source.Node, format source.Format) []byte {
	text := source.Print(root, format)
	f := source.NewFile("definition"+suffix(d, format), text)
	if len(source.Parse(f)) > 0 {
		return text
	}
	if canonical := d.Read(f, dialects.Options{}).Format(); canonical != nil {
		return canonical
	}
	return text
}

// takeBack applies the hints of a dialect to what was written in it, each definition those of its id; where there is one of each
// they belong together. What would not be read as before is left as it was.
func takeBack(to dialects.Dialect, r *dialects.Raised, hints *source.Node, o dialects.Raising) {
	if hints == nil {
		return
	}
	for i := range r.Definitions {
		d := &r.Definitions[i]
		entry := hints.Get(d.ID)
		if entry == nil && len(r.Definitions) == 1 && len(hints.Members) == 1 {
			entry = hints.Members[0].Value
		}
		if entry == nil || entry.Kind != source.Object {
			continue
		}
		x, ok := to.(dialects.Outlined)
		if !ok {
			d.Text = dialects.ApplyLines(entry, d.Text)
			continue
		}
		made := tree(d.Text, o.Format)
		if made == nil {
			continue
		}
		root, gone := x.Outline().Apply(entry, made)
		away := make(map[string]bool, len(gone))
		for _, name := range gone {
			away[name] = true
		}
		if awaited(r, away) {
			continue
		}
		text := printed(to, root, o.Format)
		if _, err := Read(to, []dialects.Printed{{ID: d.ID, Text: text}}, o.Format, dialects.Options{ASLLevel: o.ASLLevel}); err != nil {
			continue
		}
		d.Text = text
		r.Names = slices.DeleteFunc(r.Names, func(n dialects.Renaming) bool { return away[n.To] })
	}
}

// awaited reports whether elements are part of how occurrences are given to what was written.
func awaited(r *dialects.Raised, gone map[string]bool) bool {
	return slices.ContainsFunc(r.Occurrences, func(p dialects.Passage) bool {
		return gone[p.To.Name] || gone[p.To.At]
	})
}
