package hints

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
)

// WithEnds returns what a converter made with the ends of what was written: where an element leads to an end that only the converter
// made, it leads where its author had it lead, and so does all else that led there. Elements that nothing leads to then are dropped,
// and those that something leads to are there.
func (o Outline) WithEnds(made, written *source.Node) *source.Node {
	author, there := map[string]*source.Node{}, map[string]bool{}
	for _, p := range o.elements(written) {
		author[p.name] = p.node
	}
	for _, p := range o.elements(made) {
		there[p.name] = true
	}
	transitions, names := o.learned(made, author, there)
	var all []part
	said := mentioned{}
	for _, p := range o.elements(made) {
		n := p.node
		if w, ok := transitions[Text(o.transitions(n))]; ok {
			n = o.leading(n, w)
		}
		if len(names) > 0 {
			n = renamed(n, names)
		}
		all = append(all, part{p.name, n})
		said.add(n, p.name)
	}
	for _, p := range o.elements(written) {
		if !there[p.name] && said[p.name] > 0 {
			all = append(all, p)
		}
	}
	said.add(o.with(made, nil), "")
	first := ""
	if len(all) > 0 {
		first = all[0].name
	}
	all = slices.DeleteFunc(all, func(p part) bool {
		return author[p.name] == nil && p.name != first && p.node.Member(o.Begins) == nil && said[p.name] == 0
	})
	return o.with(made, o.ordered(all, written))
}

// ordered puts those elements into the order of what was written that are in it. The others keep their places.
func (o Outline) ordered(all []part, written *source.Node) []part {
	by := map[string]part{}
	for _, p := range all {
		by[p.name] = p
	}
	var order []part
	known := map[string]bool{}
	for _, p := range o.elements(written) {
		if x, ok := by[p.name]; ok && !known[p.name] {
			known[p.name] = true
			order = append(order, x)
		}
	}
	out := slices.Clone(all)
	for i, p := range all {
		if known[p.name] {
			out[i], order = order[0], order[1:]
		}
	}
	return out
}

// mentioned counts the texts in elements, except for the name of each.
type mentioned map[string]int

func (m mentioned) add(n *source.Node, but string) {
	if n.Kind == source.String && n.Text != but {
		m[n.Text]++
	}
	for _, x := range n.Members {
		m.add(x.Value, but)
	}
	for _, x := range n.Items {
		m.add(x, but)
	}
}

// learned are the transitions of elements, by what a converter makes of them, and names of ends that became others by it.
func (o Outline) learned(made *source.Node, author map[string]*source.Node, there map[string]bool) (map[string]*source.Node, map[string]string) {
	transitions, names := map[string]*source.Node{}, map[string]string{}
	for _, p := range o.elements(made) {
		x := author[p.name]
		if x == nil {
			continue
		}
		now, then := o.transitions(p.node), o.transitions(x)
		if len(now.Members) != 1 || len(then.Members) != 1 || equal(now, then) {
			continue
		}
		from, to := o.target(now.Members[0].Value), o.target(then.Members[0].Value)
		if from == "" || author[from] != nil || to != "" && there[to] {
			continue
		}
		if transitions[Text(now)] == nil {
			transitions[Text(now)] = then
			if to != "" && names[from] == "" {
				names[from] = to
			}
		}
	}
	return transitions, names
}

// transitions are the members of an element that hold its successors.
func (o Outline) transitions(n *source.Node) *source.Node {
	out := dialects.NewObject()
	for _, m := range n.Members {
		if slices.Contains(o.Transitions, m.Key) {
			out.Members = append(out.Members, m)
		}
	}
	return out
}

// leading is an element with other transitions.
func (o Outline) leading(n, transitions *source.Node) *source.Node {
	out := *n
	out.Members = slices.DeleteFunc(slices.Clone(n.Members), func(m source.Member) bool { return slices.Contains(o.Transitions, m.Key) })
	out.Members = append(out.Members, transitions.Members...)
	return &out
}

// target is the name that a transition leads to; empty if it leads to none.
func (o Outline) target(n *source.Node) string {
	switch {
	case n.Kind == source.String:
		return n.Text
	case n.Kind == source.Object && len(n.Members) == 1 && n.Members[0].Key == o.Next:
		return n.Members[0].Value.Text
	}
	return ""
}

// renamed is a tree with other names in the place of some.
func renamed(n *source.Node, names map[string]string) *source.Node {
	switch n.Kind {
	case source.String:
		if to, ok := names[n.Text]; ok {
			return dialects.NewText(to)
		}
	case source.Object, source.Array:
		return source.Each(n, func(x *source.Node) *source.Node { return renamed(x, names) })
	}
	return n
}
