package hints

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
)

// called pairs the elements that only a converter made with those that it did not, one after the other of the same type: they are
// most likely the same, called otherwise.
func (o Outline) called(made, wanted *source.Node) *source.Node {
	kind := func(n *source.Node) string {
		if x := n.Get(o.Type); x != nil {
			return x.Text
		}
		return ""
	}
	there, here := map[string]bool{}, map[string]bool{}
	for _, p := range o.elements(made) {
		there[p.name] = true
	}
	missing := map[string][]string{}
	for _, p := range o.elements(wanted) {
		if here[p.name] = true; !there[p.name] {
			missing[kind(p.node)] = append(missing[kind(p.node)], p.name)
		}
	}
	out := dialects.NewObject()
	for _, p := range o.elements(made) {
		if left := missing[kind(p.node)]; !here[p.name] && len(left) > 0 {
			dialects.Put(out, p.name, dialects.NewText(left[0]))
			missing[kind(p.node)] = left[1:]
		}
	}
	return out
}

// renamed returns a definition with other names of elements, wherever they occur.
func (o Outline) renamed(root, called *source.Node) *source.Node {
	if len(membersOf(called)) == 0 {
		return root
	}
	other := map[string]string{}
	for _, m := range called.Members {
		other[m.Key] = m.Value.Text
	}
	var all []part
	for _, p := range o.elements(root) {
		if to, ok := other[p.name]; ok {
			p.name = to
		}
		all = append(all, part{p.name, renamed(p.node, other)})
	}
	out := *root
	out.Members = slices.Clone(root.Members)
	for i := range out.Members {
		if m := &out.Members[i]; m.Key != o.Elements && !slices.Contains(o.Texts, m.Key) {
			m.Value = renamed(m.Value, other)
		}
	}
	return o.with(&out, all)
}

// texts notes the texts of an element that become others, and those that go.
func (o Outline) texts(p part, from, set, less *source.Node) {
	for _, key := range o.Texts {
		x, y := p.node.Get(key), from.Get(key)
		switch {
		case key == o.Key || equal(x, y):
		case x != nil:
			dialects.Put(set, key, x)
		default:
			if less.Member(p.name) == nil {
				dialects.Put(less, p.name, &source.Node{Kind: source.Array})
			}
			at := less.Get(p.name)
			at.Items = append(at.Items, dialects.NewText(key))
		}
	}
}
