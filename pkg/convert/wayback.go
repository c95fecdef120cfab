package convert

import (
	"bytes"
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/convert/hints"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A returnTrip finds the hints that a conversion needs: it converts what was written back without any, and keeps what differs from
// the source. Parts with an effect on a run are kept only if no run differs.
type returnTrip struct {
	from, to dialects.Dialect
	program  *workflow.Program // without hints of its own
	raised   *dialects.Raised
	options  dialects.Raising
	// converted is true if the program itself came from another dialect, and the layout of its text with it.
	converted bool
	// exact is true if the program does what was converted.
	exact bool
	made  []dialects.Printed // what is restored without hints
}

// hints are the entries of the workflows, by their ids.
func (b *returnTrip) hints() *source.Node {
	out := dialects.NewObject()
	exact := false
	if target, err := Read(b.to, b.raised.Definitions, b.options.Format, dialects.Options{Settings: b.options.Settings}); err == nil {
		back := raise(b.from, target, dialects.Raising{Format: source.JSON, Settings: b.program.Start().Settings, Resource: b.options.Resource})
		b.made = back.Definitions
		exact = b.exact && len(back.Definitions) > 0 && harmless(b.raised.Losses) && harmless(back.Losses) && !selects(b.raised.Contracts)
	}
	for _, w := range b.program.Workflows {
		if w == b.program.Fallback || out.Member(w.ID) != nil {
			continue
		}
		own := b.from.Raise(&workflow.Program{Workflows: []*workflow.Workflow{w}}, dialects.Raising{Format: source.JSON})
		if len(own.Definitions) == 0 {
			continue
		}
		d := &returned{returnTrip: b, flow: w, exact: exact, written: own.Definitions[0]}
		if i := slices.IndexFunc(b.made, func(x dialects.Printed) bool { return x.ID == own.Definitions[0].ID }); i >= 0 {
			d.made = &b.made[i]
		} else if len(b.made) == 1 && len(b.program.Workflows) == 1 {
			d.made = &b.made[0]
		}
		if x := d.entry(); x != nil && len(x.Members) > 0 {
			dialects.Put(out, w.ID, x)
		}
	}
	return out
}

// harmless reports whether nothing of a run is lost.
func harmless(losses []*dialects.Loss) bool {
	return !slices.ContainsFunc(losses, func(l *dialects.Loss) bool { return l.Rule.Affects&^dialects.Texts != 0 })
}

// selects reports whether workers of the target have to select what they read of the document: with another input they would get that as
// their document after the way back.
func selects(contracts []dialects.Contract) bool {
	return slices.ContainsFunc(contracts, func(c dialects.Contract) bool { return c.From != nil })
}

// A returned is a definition and its restored form.
type returned struct {
	*returnTrip
	flow    *workflow.Workflow
	exact   bool
	written dialects.Printed
	made    *dialects.Printed // nil if nothing comes back
	does    string            // what is made does
}

// entry returns what the hints hold of a definition; nil if its text cannot be read as a tree.
func (d *returned) entry() *source.Node {
	x, ok := d.from.(dialects.Outlined)
	if !ok {
		return d.lines()
	}
	o, made := hints.Outline(x.Outline()), dialects.NewObject()
	written := tree(d.written.Text, source.JSON)
	if written == nil {
		return nil
	}
	fields := newUnmodelled(d.flow, o)
	if d.made != nil {
		if made = tree(d.made.Text, source.JSON); made == nil {
			return nil
		}
		d.does = d.behaviour(d.made.Text)
	}
	if d.made == nil {
		entry := dialects.NewObject()
		o.Keep(entry, made, written, fields.lacksPart)
		return entry
	}
	var entry, restored *source.Node
	for _, which := range []func(string, source.Member) bool{fields.lacksPart, fields.lacksField, fields.isText, nothing} {
		entry = o.Fields(made, written, which)
		if restored = o.Apply(entry, made); d.same(restored) {
			break
		}
	}
	for _, wanted := range []*source.Node{written, o.WithTransitions(restored, written), o.WithEnds(restored, written)} {
		if wanted == written && d.exact && d.tasks(wanted) || d.same(wanted) {
			o.Structure(entry, restored, wanted)
			o.SetFor(entry, made)
			break
		}
	}
	o.Keep(entry, made, written, fields.lacksPart)
	return entry
}

// same reports whether a definition does what the one that is made does.
func (d *returned) same(root *source.Node) bool {
	text := source.Print(root, source.JSON)
	return d.does != "" && d.behaviour(text) == d.does
}

// behaviour is what a definition does; empty if it has mistakes.
func (d *returned) behaviour(text []byte) string {
	p, err := Read(d.from, []dialects.Printed{{ID: d.written.ID, Text: text}}, source.JSON, dialects.Options{Settings: d.flow.Settings})
	if err != nil {
		return ""
	}
	return behaviour(p)
}

// tasks reports whether a definition calls the tasks that what is made does.
func (d *returned) tasks(root *source.Node) bool {
	of := func(text []byte) []string {
		p, err := Read(d.from, []dialects.Printed{{ID: d.written.ID, Text: text}}, source.JSON, dialects.Options{Settings: d.flow.Settings})
		if err != nil {
			return []string{"?"}
		}
		var out []string
		for _, n := range p.Workflows[0].Nodes {
			if n.Call != nil {
				out = append(out, n.Call.Task)
			}
		}
		slices.Sort(out)
		return slices.Compact(out)
	}
	return slices.Equal(of(source.Print(root, source.JSON)), of(d.made.Text))
}

// lines is the entry of a definition that is a text. If the restored form does something else, its declarations are kept for readers.
func (d *returned) lines() *source.Node {
	switch {
	case d.made == nil:
		return d.declarations()
	case bytes.Equal(d.made.Text, d.written.Text), d.converted && bytes.Equal(unspaced(d.made.Text), unspaced(d.written.Text)):
		return nil
	case d.exact, d.behaviour(d.made.Text) == d.behaviour(d.written.Text):
		return hints.Lines(d.made.Text, d.written.Text)
	}
	return d.declarations()
}

// declarations keeps the lines of a flow that its dialect wants to be kept; nil if there are none.
func (d *returned) declarations() *source.Node {
	x, ok := d.from.(dialects.Holder)
	if !ok || d.converted {
		return nil
	}
	lines := x.KeptLines(d.flow)
	if len(lines) == 0 {
		return nil
	}
	return hints.KeptLines(lines)
}

// unspaced is a text without empty lines.
func unspaced(text []byte) []byte { return bytes.ReplaceAll(text, []byte("\n\n"), []byte("\n")) }

// unmodelled knows which fields of a definition the model has no part for.
type unmodelled struct {
	outline hints.Outline
	own     map[string]map[string]bool // by element, those of its own
	nested  map[string]map[string]bool // and those of its parts
	inside  map[string]bool            // of definitions within elements
}

func newUnmodelled(w *workflow.Workflow, o hints.Outline) *unmodelled {
	u := &unmodelled{outline: o, own: map[string]map[string]bool{}, nested: map[string]map[string]bool{}, inside: map[string]bool{}}
	add(u.own, "", w.Extras)
	for _, e := range w.Events {
		add(u.nested, "", e.Extras)
	}
	for _, e := range w.Elements {
		add(u.own, e.Name, e.Extras)
		if e.Whole != nil {
			add(u.nested, e.Whole.Name, e.Extras)
		}
	}
	for _, r := range w.Regions {
		for _, x := range r.Extras {
			u.inside[x.Key] = true
			if r.Scope != nil {
				add(u.nested, r.Scope.Name(), workflow.Extras{x})
			}
		}
	}
	for _, n := range w.Nodes {
		u.addNode(n)
	}
	return u
}

// addNode notes the parts of a node.
func (u *unmodelled) addNode(n *workflow.Node) {
	name := n.Name()
	for _, e := range n.Out {
		add(u.nested, name, e.Extras)
	}
	for i := range n.Retry {
		add(u.nested, name, n.Retry[i].Extras)
	}
	for i := range n.Timers {
		add(u.nested, name, n.Timers[i].Extras)
	}
	if n.Emits != nil {
		add(u.nested, name, n.Emits.Extras)
	}
	if n.Rules != nil {
		for i := range n.Rules.Rules {
			add(u.nested, name, n.Rules.Rules[i].Extras)
		}
	}
}

func add(to map[string]map[string]bool, name string, extras workflow.Extras) {
	for _, x := range extras {
		if to[name] == nil {
			to[name] = map[string]bool{}
		}
		to[name][x.Key[strings.LastIndexByte(x.Key, '/')+1:]] = true
	}
}

func nothing(string, source.Member) bool { return false }

// isText reports whether a field is a text for readers.
func (u *unmodelled) isText(_ string, m source.Member) bool {
	return slices.Contains(u.outline.Texts, m.Key)
}

// lacksField reports whether the model has no part for a field.
func (u *unmodelled) lacksField(element string, m source.Member) bool {
	return u.isText(element, m) || u.own[element][m.Key] || u.inside[m.Key]
}

// lacksPart reports whether the model has no part for a field, or for something in it.
func (u *unmodelled) lacksPart(element string, m source.Member) bool {
	return u.lacksField(element, m) || u.nested[element] != nil && hasMember(m.Value, u.nested[element])
}

// hasMember reports whether a value has a member of one of some keys.
func hasMember(n *source.Node, keys map[string]bool) bool {
	for i := range n.Members {
		if keys[n.Members[i].Key] || hasMember(n.Members[i].Value, keys) {
			return true
		}
	}
	return slices.ContainsFunc(n.Items, func(x *source.Node) bool { return hasMember(x, keys) })
}
