package dialects

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/source"
)

// An entry of hints tells of one definition how what was written differs from what a converter makes of it:
//
//	{"workflow": {"Version": "1.0"},               fields of the whole
//	 "elements": {"Boil": {"Comment": "…"}},       fields of elements
//	 "was": {"Boil": {"Retry": "0a1b2c3d4e5f"}},   digests of the values that fields have in what is made, if they have one
//	 "structure": {"of": "…", …}}                  what holds only together, and for what has this digest
//
// What is "kept" is for people to read. A field counts only if what is made has no such field, or the value that it had when the hint was written. The elements of
// the structure that are not there are added, those that are "gone" are taken out, those of "names" are called otherwise, and "order"
// is that of all of them.

// The members of an entry.
const (
	hintWorkflow  = "workflow"
	hintElements  = "elements"
	hintWas       = "was"
	hintStructure = "structure"
	hintOf        = "of"
	hintGone      = "gone"
	hintWithout   = "without"
	hintOrder     = "order"
	hintNames     = "names"
	hintKept      = "kept"
	hintLines     = "lines" // of a definition that is a text, in place of those from one number to another
	hintFrom      = "from"
	hintTo        = "to"
)

// Fields returns an entry of the fields for which a function holds, where a definition says them otherwise than what is made of
// it by a converter. A field that has a digest and no value is not written.
func (o Outline) Fields(made, written *source.Node, which func(element string, field source.Member) bool) *source.Node {
	return o.collected(made, written, which, false)
}

// collected are the fields of an entry, those of elements that are not made too if all are asked for.
func (o Outline) collected(made, written *source.Node, which func(element string, field source.Member) bool, all bool) *source.Node {
	whole, elements, was := NewObject(), NewObject(), NewObject()
	there := map[string]*source.Node{"": made}
	for _, p := range o.parts(made) {
		there[p.name] = p.node
	}
	done := map[string]bool{}
	for _, p := range append([]part{{"", written}}, o.parts(written)...) {
		if done[p.name] || there[p.name] == nil && !all {
			continue
		}
		done[p.name] = true
		set, before := o.differing(p, there[p.name], which)
		if p.name == "" {
			whole = set
		} else {
			putFilled(elements, p.name, set)
		}
		putFilled(was, p.name, before)
	}
	entry := NewObject()
	putFilled(entry, hintWorkflow, whole)
	putFilled(entry, hintElements, elements)
	putFilled(entry, hintWas, was)
	return entry
}

// differing are the fields that a part has and what is made of it has not, and the digests of those that it has otherwise.
func (o Outline) differing(p part, made *source.Node, which func(element string, field source.Member) bool) (set, before *source.Node) {
	set, before = NewObject(), NewObject()
	for _, m := range p.node.Members {
		if o.holds(p.name, m.Key) || !which(p.name, m) {
			continue
		}
		x := made.Get(m.Key)
		if Equal(x, m.Value) {
			continue
		}
		Put(set, m.Key, m.Value)
		if x != nil && !onlyNamed(p.name, made, x) {
			Put(before, m.Key, NewText(digest(x)))
		}
	}
	if made != nil {
		for _, m := range made.Members {
			if slices.Contains(o.Texts, m.Key) && !o.holds(p.name, m.Key) && p.node.Member(m.Key) == nil {
				Put(before, m.Key, NewText(digest(m.Value)))
			}
		}
	}
	return set, before
}

// onlyNamed reports whether a value is only the name of its part, as converters give one where there is no other.
func onlyNamed(name string, n, value *source.Node) bool {
	if id := n.Get("id"); name == "" && id != nil {
		name = id.Text
	}
	return value.Kind == source.String && value.Text == name
}

func putFilled(n *source.Node, key string, v *source.Node) {
	if len(v.Members)+len(v.Items) > 0 {
		Put(n, key, v)
	}
}

// Structure adds to an entry how what a converter makes becomes another definition, for as long as it makes this.
func (o Outline) Structure(entry, made, wanted *source.Node) {
	s := NewObject()
	Put(s, hintOf, NewText(digest(o.bare(made))))
	called := o.called(made, wanted)
	made = o.renamed(made, called)
	putFilled(s, hintNames, called)
	again := map[string]bool{}
	for _, m := range called.Members {
		again[m.Value.Text] = true
	}
	whole, elements, less, gone, order := NewObject(), NewObject(), NewObject(), &source.Node{Kind: source.Array}, &source.Node{Kind: source.Array}
	o.change("", made, wanted, whole, less)
	was := o.elements(made)
	there := map[string]*source.Node{}
	for _, p := range was {
		there[p.name] = p.node
	}
	kept := map[string]bool{}
	var left []string // the elements of both, in the order of those that are wanted
	for _, p := range o.elements(wanted) {
		order.Items = append(order.Items, NewText(p.name))
		kept[p.name] = true
		if there[p.name] == nil {
			Put(elements, p.name, p.node)
			continue
		}
		left = append(left, p.name)
		set := NewObject()
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
			gone.Items = append(gone.Items, NewText(p.name))
		}
	}
	putFilled(s, hintWorkflow, whole)
	putFilled(s, hintElements, elements)
	putFilled(s, hintWithout, less)
	putFilled(s, hintGone, gone)
	if !slices.Equal(left, before) || len(left) < len(order.Items) && !slices.Equal(append(before, names(order)[len(left):]...), names(order)) {
		Put(s, hintOrder, order)
	}
	if len(s.Members) > 1 {
		Put(entry, hintStructure, s)
	}
}

func names(list *source.Node) []string {
	var out []string
	for _, x := range list.Items {
		out = append(out, x.Text)
	}
	return out
}

// change notes the fields of a part that become others, and those that go. What is for people is none of the structure.
func (o Outline) change(name string, from, to, set, less *source.Node) {
	skip := func(key string) bool {
		return slices.Contains(o.Texts, key) || key == o.Key && name != "" || key == o.Elements && name == ""
	}
	for _, m := range to.Members {
		if !skip(m.Key) && !Equal(from.Get(m.Key), m.Value) {
			Put(set, m.Key, m.Value)
		}
	}
	away := &source.Node{Kind: source.Array}
	for _, m := range from.Members {
		if !skip(m.Key) && to.Member(m.Key) == nil {
			away.Items = append(away.Items, NewText(m.Key))
		}
	}
	putFilled(less, name, away)
}

// Fits reports whether the structure of an entry was written for what a converter made.
func (o Outline) Fits(entry, made *source.Node) bool {
	of := entry.Get(hintStructure).Get(hintOf)
	return of != nil && of.Text == digest(o.bare(made))
}

// Restructured returns what a converter made with the hints of an entry that count for it, and the elements that were taken out.
func (o Outline) Restructured(entry, made *source.Node) (*source.Node, []string) {
	return o.restructure(entry.Get(hintStructure), o.Apply(entry, made))
}

// Apply returns what a converter made with the fields of an entry that still count.
func (o Outline) Apply(entry, made *source.Node) *source.Node {
	was := entry.Get(hintWas)
	return o.mapped(made, func(name string, n *source.Node) *source.Node {
		set, before := entry.Get(hintWorkflow), was.Get(name)
		if name != "" {
			set = entry.Get(hintElements).Get(name)
		}
		return o.restored(name, n, set, before)
	})
}

// restored is a part with its own fields again.
func (o Outline) restored(name string, n, set, before *source.Node) *source.Node {
	out := *n
	out.Members = slices.Clone(n.Members)
	same := func(key string) bool {
		now, then := n.Get(key), before.Get(key)
		if now == nil || then == nil {
			return then == nil && (now == nil || onlyNamed(name, n, now))
		}
		return then.Text == digest(now)
	}
	if before != nil {
		for _, m := range before.Members {
			if set.Member(m.Key) == nil && same(m.Key) && !o.holds(name, m.Key) {
				without(&out, m.Key)
			}
		}
	}
	if set != nil {
		for _, m := range set.Members {
			if same(m.Key) && !o.holds(name, m.Key) {
				put(&out, m.Key, m.Value)
			}
		}
	}
	return &out
}

// restructure applies the structure of an entry.
func (o Outline) restructure(s, made *source.Node) (*source.Node, []string) {
	var gone []string
	if x := s.Get(hintGone); x != nil {
		gone = names(x)
	}
	called := s.Get(hintNames)
	made = o.renamed(made, called)
	root := o.altered(s, "", s.Get(hintWorkflow), made)
	away := make(map[string]bool, len(gone))
	for _, name := range gone {
		away[name] = true
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
	for _, m := range membersOf(called) {
		gone = append(gone, m.Key)
	}
	return o.with(root, all), gone
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

// For says for what the structure of an entry holds: for what a converter makes by itself.
func (o Outline) For(entry, made *source.Node) {
	if s := entry.Get(hintStructure); s != nil {
		put(s, hintOf, NewText(digest(o.bare(made))))
	}
}

// Keep adds to an entry the fields for which a function holds and which it has not, to be read by people alone.
func (o Outline) Keep(entry, made, written *source.Node, which func(element string, field source.Member) bool) {
	all := o.collected(made, written, which, true)
	kept := NewObject()
	for _, key := range []string{hintWorkflow, hintElements} {
		left := NewObject()
		for _, m := range membersOf(all.Get(key)) {
			if key == hintElements {
				m.Value = except(except(m.Value, entry.Get(key).Get(m.Key)), entry.Get(hintStructure).Get(key).Get(m.Key))
			} else if entry.Get(key).Member(m.Key) != nil {
				continue
			}
			if key == hintWorkflow {
				Put(left, m.Key, m.Value)
			} else {
				putFilled(left, m.Key, m.Value)
			}
		}
		putFilled(kept, key, left)
	}
	putFilled(entry, hintKept, kept)
}

// except is an object without the members that another one has.
func except(n, other *source.Node) *source.Node {
	out := *n
	out.Members = slices.DeleteFunc(slices.Clone(n.Members), func(m source.Member) bool { return other.Member(m.Key) != nil })
	return &out
}

func membersOf(n *source.Node) []source.Member {
	if n == nil {
		return nil
	}
	return n.Members
}

// Woven returns a definition with the elements of another and the ways between them, that do what those of the first do.
func (o Outline) Woven(made, written *source.Node) *source.Node {
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
		for _, key := range o.Ways {
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

// KeptBy returns an entry of what another one keeps for people; nil if that is nothing.
func KeptBy(entry *source.Node) *source.Node {
	kept := entry.Get(hintKept)
	if kept == nil {
		return nil
	}
	out := NewObject()
	Put(out, hintKept, kept)
	return out
}
