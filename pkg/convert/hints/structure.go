package hints

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
)

// Structure adds to an entry how what a converter makes becomes another definition, for as long as it makes this.
func (o Outline) Structure(entry, made, wanted *source.Node) {
	s := dialects.NewObject()
	dialects.Put(s, hintOf, dialects.NewText(digest(o.bare(made))))
	called := o.called(made, wanted)
	made = o.renamed(made, called)
	putFilled(s, hintNames, called)
	again := map[string]bool{}
	for _, m := range called.Members {
		again[m.Value.Text] = true
	}
	whole, elements, less, gone, order := dialects.NewObject(), dialects.NewObject(), dialects.NewObject(), &source.Node{Kind: source.Array}, &source.Node{Kind: source.Array}
	o.change("", made, wanted, whole, less)
	was := o.elements(made)
	there := map[string]*source.Node{}
	for _, p := range was {
		there[p.name] = p.node
	}
	kept := map[string]bool{}
	var left []string // the elements of both, in the order of those that are wanted
	for _, p := range o.elements(wanted) {
		order.Items = append(order.Items, dialects.NewText(p.name))
		kept[p.name] = true
		if there[p.name] == nil {
			dialects.Put(elements, p.name, p.node)
			continue
		}
		left = append(left, p.name)
		set := dialects.NewObject()
		o.change(p.name, there[p.name], p.node, set, less)
		if again[p.name] {
			o.texts(p, there[p.name], set, less)
		}
		putFilled(elements, p.name, set)
	}
	var before []string
	for _, p := range was {
		if kept[p.name] {
			before = append(before, p.name)
		} else {
			gone.Items = append(gone.Items, dialects.NewText(p.name))
		}
	}
	putFilled(s, hintWorkflow, whole)
	putFilled(s, hintElements, elements)
	putFilled(s, hintWithout, less)
	putFilled(s, hintGone, gone)
	if !slices.Equal(left, before) || len(left) < len(order.Items) && !slices.Equal(append(before, names(order)[len(left):]...), names(order)) {
		dialects.Put(s, hintOrder, order)
	}
	if len(s.Members) > 1 {
		dialects.Put(entry, hintStructure, s)
	}
}

func names(list *source.Node) []string {
	var out []string
	for _, x := range list.Items {
		out = append(out, x.Text)
	}
	return out
}

// change notes the fields of a part that become others, and those that go. Texts for readers are not part of the structure.
func (o Outline) change(name string, from, to, set, less *source.Node) {
	skip := func(key string) bool {
		return slices.Contains(o.Texts, key) || key == o.Key && name != "" || key == o.Elements && name == ""
	}
	for _, m := range to.Members {
		if !skip(m.Key) && !equal(from.Get(m.Key), m.Value) {
			dialects.Put(set, m.Key, m.Value)
		}
	}
	away := &source.Node{Kind: source.Array}
	for _, m := range from.Members {
		if !skip(m.Key) && to.Member(m.Key) == nil {
			away.Items = append(away.Items, dialects.NewText(m.Key))
		}
	}
	putFilled(less, name, away)
}

// MadeFor reports whether the structure of an entry was written for what a converter made.
func (o Outline) MadeFor(entry, made *source.Node) bool {
	of := entry.Get(hintStructure).Get(hintOf)
	return of != nil && of.Text == digest(o.bare(made))
}

// Restructured returns what a converter made with the hints of an entry that count for it, and what elements are called now; an empty
// name is that of one that was taken out.
func (o Outline) Restructured(entry, made *source.Node) (*source.Node, map[string]string) {
	return o.restructure(entry.Get(hintStructure), o.Apply(entry, made))
}

// restructure applies the structure of an entry.
func (o Outline) restructure(s, made *source.Node) (*source.Node, map[string]string) {
	called := map[string]string{}
	for _, m := range membersOf(s.Get(hintNames)) {
		called[m.Key] = m.Value.Text
	}
	made = o.renamed(made, s.Get(hintNames))
	root := o.altered(s, "", s.Get(hintWorkflow), made)
	away := map[string]bool{}
	if x := s.Get(hintGone); x != nil {
		for _, name := range names(x) {
			away[name], called[name] = true, ""
		}
	}
	by := map[string]*source.Node{}
	var all []part
	for _, p := range o.elements(made) {
		if !away[p.name] {
			by[p.name] = o.altered(s, p.name, s.Get(hintElements).Get(p.name), p.node)
			all = append(all, part{p.name, by[p.name]})
		}
	}
	if set := s.Get(hintElements); set != nil {
		for _, m := range set.Members {
			if by[m.Key] == nil {
				by[m.Key] = m.Value
				all = append(all, part{m.Key, m.Value})
			}
		}
	}
	if order := s.Get(hintOrder); order != nil {
		all = nil
		for _, name := range names(order) {
			if by[name] != nil {
				all = append(all, part{name, by[name]})
			}
		}
	}
	return o.with(root, all), called
}

// altered is a part with the fields that the structure sets, and without those that it takes away.
func (o Outline) altered(s *source.Node, name string, set, n *source.Node) *source.Node {
	out := *n
	out.Members = slices.Clone(n.Members)
	if set != nil {
		for _, m := range set.Members {
			put(&out, m.Key, m.Value)
		}
	}
	if less := s.Get(hintWithout).Get(name); less != nil {
		for _, key := range names(less) {
			without(&out, key)
		}
	}
	return &out
}

// SetFor notes that the structure of an entry belongs to what a converter makes by itself.
func (o Outline) SetFor(entry, made *source.Node) {
	if s := entry.Get(hintStructure); s != nil {
		put(s, hintOf, dialects.NewText(digest(o.bare(made))))
	}
}

// WithTransitions returns a definition with the elements of another and the transitions between them, that do what those of the first do.
func (o Outline) WithTransitions(made, written *source.Node) *source.Node {
	there := map[string]*source.Node{}
	for _, p := range o.elements(made) {
		there[p.name] = p.node
	}
	var all []part
	for _, p := range o.elements(written) {
		n := there[p.name]
		if n == nil {
			all = append(all, p)
			continue
		}
		out := *n
		out.Members = slices.Clone(n.Members)
		for _, key := range o.Transitions {
			if v := p.node.Get(key); v != nil {
				put(&out, key, v)
			} else {
				without(&out, key)
			}
		}
		all = append(all, part{p.name, &out})
	}
	return o.with(made, all)
}
