package hints

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
)

// An entry of hints describes for one definition how its text differs from the text that a converter makes of it:
//
//	{"workflow": {"Version": "1.0"},               fields of the whole
//	 "elements": {"Boil": {"Comment": "…"}},       fields of elements
//	 "was": {"Boil": {"Retry": "0a1b2c3d4e5f"}},   digests of the values that fields have in what is made, if they have one
//	 "structure": {"of": "…", …}}                  changes that apply only together, and to a definition with this digest
//
// "kept" is information for readers. A field counts only if what is made has no such field, or the value that it had when the
// hint was written. The elements of the structure that are not there are added, those that are "gone" are taken out, those of
// "names" are called otherwise, and "order" is that of all of them.

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

// Fields returns an entry of the fields for which a function holds, where a definition has other values than what is made of
// it by a converter. A field that has a digest and no value is not written.
func (o Outline) Fields(made, written *source.Node, which func(element string, field source.Member) bool) *source.Node {
	return o.collected(made, written, which, false)
}

// collected are the fields of an entry, those of elements that are not made too if all are asked for.
func (o Outline) collected(made, written *source.Node, which func(element string, field source.Member) bool, all bool) *source.Node {
	whole, elements, was := dialects.NewObject(), dialects.NewObject(), dialects.NewObject()
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
	entry := dialects.NewObject()
	putFilled(entry, hintWorkflow, whole)
	putFilled(entry, hintElements, elements)
	putFilled(entry, hintWas, was)
	return entry
}

// differing are the fields that a part has and what is made of it has not, and the digests of those that it has otherwise.
func (o Outline) differing(p part, made *source.Node, which func(element string, field source.Member) bool) (set, before *source.Node) {
	set, before = dialects.NewObject(), dialects.NewObject()
	for _, m := range p.node.Members {
		if o.holds(p.name, m.Key) || !which(p.name, m) {
			continue
		}
		x := made.Get(m.Key)
		if equal(x, m.Value) {
			continue
		}
		dialects.Put(set, m.Key, m.Value)
		if x != nil && !o.onlyNamed(p.name, made, x) {
			dialects.Put(before, m.Key, dialects.NewText(digest(x)))
		}
	}
	if made != nil {
		for _, m := range made.Members {
			if slices.Contains(o.Texts, m.Key) && !o.holds(p.name, m.Key) && p.node.Member(m.Key) == nil {
				dialects.Put(before, m.Key, dialects.NewText(digest(m.Value)))
			}
		}
	}
	return set, before
}

// onlyNamed reports whether a value is only the name of its part, as converters give one where there is no other.
func (o Outline) onlyNamed(name string, n, value *source.Node) bool {
	if id := n.Get(o.ID); name == "" && id != nil {
		name = id.Text
	}
	return value.Kind == source.String && value.Text == name
}

func putFilled(n *source.Node, key string, v *source.Node) {
	if len(v.Members)+len(v.Items) > 0 {
		dialects.Put(n, key, v)
	}
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
			return then == nil && (now == nil || o.onlyNamed(name, n, now))
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

// Keep adds to an entry the fields for which a function holds and which it has not, to be read by people alone.
func (o Outline) Keep(entry, made, written *source.Node, which func(element string, field source.Member) bool) {
	all := o.collected(made, written, which, true)
	kept := dialects.NewObject()
	for _, key := range []string{hintWorkflow, hintElements} {
		left := dialects.NewObject()
		for _, m := range membersOf(all.Get(key)) {
			if key == hintElements {
				m.Value = except(except(m.Value, entry.Get(key).Get(m.Key)), entry.Get(hintStructure).Get(key).Get(m.Key))
			} else if entry.Get(key).Member(m.Key) != nil {
				continue
			}
			if key == hintWorkflow {
				dialects.Put(left, m.Key, m.Value)
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

// KeptBy returns an entry of the parts that another one keeps for readers; nil if there are none.
func KeptBy(entry *source.Node) *source.Node {
	kept := entry.Get(hintKept)
	if kept == nil {
		return nil
	}
	out := dialects.NewObject()
	dialects.Put(out, hintKept, kept)
	return out
}
