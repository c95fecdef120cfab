package convert

import (
	"bytes"
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
	from := dialects.Named(all, start.Dialect)
	if from == nil {
		return raised
	}
	c := &carriage{all: all, to: to, hints: hints, raised: raised, options: o}
	carried := c.carried(from, bare)
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

// A carriage is a conversion that finds what has to be carried for the way back.
type carriage struct {
	all     []dialects.Dialect
	to      dialects.Dialect
	hints   *source.Node // that the source carries
	raised  *dialects.Raised
	options dialects.Raising
}

// carried are the hints for the dialect of the source, and those of others that it carries. What has come home, and becomes the source
// again, needs none.
func (c *carriage) carried(from dialects.Dialect, bare *workflow.Program) *source.Node {
	carried := dialects.NewObject()
	w := &wayBack{from: from, to: c.to, program: bare, raised: c.raised, options: c.options, converted: c.hints != nil, exact: true}
	if x := w.hints(); len(x.Members) > 0 && !c.home(from, bare) {
		dialects.Put(carried, from.Name(), x)
	}
	if c.hints.Member(c.to.Name()) != nil && len(carried.Members) == 0 {
		return carried
	}
	for _, m := range members(c.hints) {
		if m.Key != c.to.Name() && m.Key != from.Name() {
			dialects.Put(carried, m.Key, c.anew(m, bare))
		}
	}
	return carried
}

// anew are hints of another dialect, for what is written now in the place of what they were written for.
func (c *carriage) anew(hints source.Member, bare *workflow.Program) *source.Node {
	other := dialects.Named(c.all, hints.Key)
	if other == nil {
		return hints.Value
	}
	r := other.Raise(bare, dialects.Raising{Format: source.JSON, Resource: c.options.Resource})
	takeBack(other, r, hints.Value, dialects.Raising{Format: source.JSON})
	p, err := Read(other, r.Definitions, source.JSON, dialects.Options{})
	if err != nil || len(p.Workflows) == 0 {
		return hints.Value
	}
	w := &wayBack{from: other, to: c.to, program: p, raised: c.raised, options: c.options, exact: harmless(r.Losses)}
	out := w.hints()
	for _, m := range members(hints.Value) {
		kept := dialects.KeptBy(m.Value)
		switch x := out.Member(m.Key); {
		case w.made == nil:
			return hints.Value
		case kept == nil:
		case x == nil:
			dialects.Put(out, m.Key, kept)
		case dialects.KeptBy(x.Value) == nil:
			x.Value.Members = append(x.Value.Members, kept.Members...)
		}
	}
	return out
}

// home reports whether what is written came from its dialect by way of one other, and becomes the source again by that way.
func (c *carriage) home(from dialects.Dialect, bare *workflow.Program) bool {
	if c.hints.Member(c.to.Name()) == nil || len(c.hints.Members) != 2 {
		return false
	}
	var by dialects.Dialect
	for _, m := range c.hints.Members {
		if m.Key != c.to.Name() {
			by = dialects.Named(c.all, m.Key)
		}
	}
	o := dialects.Raising{Format: source.JSON, ASLLevel: c.options.ASLLevel, Resource: c.options.Resource}
	p, err := Read(c.to, c.raised.Definitions, c.options.Format, dialects.Options{ASLLevel: o.ASLLevel})
	if err != nil || by == nil {
		return false
	}
	between, err := Read(by, by.Raise(p, o).Definitions, o.Format, dialects.Options{})
	if err != nil || len(between.Workflows) == 0 {
		return false
	}
	again, own := from.Raise(between, o).Definitions, from.Raise(bare, o).Definitions
	return slices.EqualFunc(again, own, func(a, b dialects.Printed) bool { return bytes.Equal(unspaced(a.Text), unspaced(b.Text)) })
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
		takeBackTree(x, r, d, entry, made, o)
	}
}

// takeBackTree applies an entry to a definition that is a tree. Where its structure counts it is what was written once. Else only
// what has no effect counts, whoever wrote the hints.
func takeBackTree(to dialects.Outlined, r *dialects.Raised, d *dialects.Printed, entry, made *source.Node, o dialects.Raising) {
	does := func(text []byte) string {
		p, err := Read(to, []dialects.Printed{{ID: d.ID, Text: text}}, o.Format, dialects.Options{ASLLevel: o.ASLLevel})
		if err != nil {
			return ""
		}
		return behaviour(p)
	}
	outline := to.Outline()
	if outline.Fits(entry, made) {
		root, gone := outline.Restructured(entry, made)
		away := make(map[string]bool, len(gone))
		for _, name := range gone {
			away[name] = true
		}
		if text := printed(to, root, o.Format); !awaited(r, away) && does(text) != "" {
			d.Text = text
			r.Names = slices.DeleteFunc(r.Names, func(n dialects.Renaming) bool { return away[n.To] })
			return
		}
	}
	if text := printed(to, outline.Apply(entry, made), o.Format); does(text) == does(d.Text) {
		d.Text = text
	}
}

// awaited reports whether elements are part of how occurrences are given to what was written.
func awaited(r *dialects.Raised, gone map[string]bool) bool {
	return slices.ContainsFunc(r.Occurrences, func(p dialects.Passage) bool {
		return gone[p.To.Name] || gone[p.To.At]
	})
}
