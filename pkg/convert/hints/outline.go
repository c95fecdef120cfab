package hints

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
)

// An Outline is that of a dialect. It assigns hints to elements.
type Outline dialects.Outline

// A part is an element, or the whole: its fields without the elements inside of it.
type part struct {
	name string
	node *source.Node
}

// elements are those at the top of a definition, in their order.
func (o Outline) elements(root *source.Node) []part {
	var out []part
	at := root.Get(o.Elements)
	switch {
	case at == nil:
	case o.Key == "":
		for _, m := range at.Members {
			out = append(out, part{m.Key, m.Value})
		}
	default:
		for _, x := range at.Items {
			if name := x.Get(o.Key); name != nil {
				out = append(out, part{name.Text, x})
			}
		}
	}
	return out
}

// parts are all elements of a definition, those within others too, by name. A definition within an element has the name of that
// and its number: "Both 1".
func (o Outline) parts(root *source.Node) []part {
	var out []part
	for _, e := range o.elements(root) {
		out = append(out, e)
		if inside := e.node.Get(o.Inside); o.Inside != "" && inside != nil {
			for i, x := range inside.Items {
				out = append(out, part{e.name + " " + strconv.Itoa(i+1), x})
				out = append(out, o.parts(x)...)
			}
		}
	}
	return out
}

// with returns the definition with other elements.
func (o Outline) with(root *source.Node, elements []part) *source.Node {
	out, at := *root, &source.Node{Kind: source.Object}
	if o.Key != "" {
		at.Kind = source.Array
	}
	for _, e := range elements {
		if o.Key == "" {
			dialects.Put(at, e.name, e.node)
		} else {
			at.Items = append(at.Items, e.node)
		}
	}
	out.Members = slices.Clone(root.Members)
	put(&out, o.Elements, at)
	return &out
}

// mapped returns the definition with all its parts mapped, itself under the empty name.
func (o Outline) mapped(root *source.Node, f func(name string, n *source.Node) *source.Node) *source.Node {
	return o.mappedAs("", root, f)
}

func (o Outline) mappedAs(name string, root *source.Node, f func(string, *source.Node) *source.Node) *source.Node {
	elements := o.elements(root)
	for i, e := range elements {
		n := f(e.name, e.node)
		if inside := n.Get(o.Inside); o.Inside != "" && inside != nil && inside.Kind == source.Array {
			list := &source.Node{Kind: source.Array}
			for j, x := range inside.Items {
				list.Items = append(list.Items, o.mappedAs(e.name+" "+strconv.Itoa(j+1), x, f))
			}
			changed := *n
			changed.Members = slices.Clone(n.Members)
			put(&changed, o.Inside, list)
			n = &changed
		}
		elements[i].node = n
	}
	return f(name, o.with(root, elements))
}

// holds reports whether a member of a part holds its elements, or its name.
func (o Outline) holds(name, key string) bool {
	return key == o.Elements || key == o.Inside && key != "" || name != "" && key == o.Key
}

// Hold returns a definition that holds hints.
func (o Outline) Hold(root, hints *source.Node) *source.Node {
	out, held := *root, dialects.NewObject()
	out.Members = slices.Clone(root.Members)
	if m := root.Get(o.Metadata); m != nil {
		held.Members = slices.Clone(m.Members)
	}
	if o.Worded {
		hints = dialects.NewText(Text(hints))
	}
	put(held, dialects.HintsKey, hints)
	put(&out, o.Metadata, held)
	return &out
}

// put sets a member, or adds it.
func put(n *source.Node, key string, v *source.Node) {
	if m := n.Member(key); m != nil {
		m.Value = v
		return
	}
	dialects.Put(n, key, v)
}

// without takes a member away.
func without(n *source.Node, key string) {
	n.Members = slices.DeleteFunc(n.Members, func(m source.Member) bool { return m.Key == key })
}

// equal reports whether two trees are written alike, in the same order.
func equal(a, b *source.Node) bool {
	if a == b {
		return true
	}
	if a == nil || b == nil || a.Kind != b.Kind || a.Text != b.Text || len(a.Members) != len(b.Members) || len(a.Items) != len(b.Items) {
		return false
	}
	for i := range a.Members {
		if a.Members[i].Key != b.Members[i].Key || !equal(a.Members[i].Value, b.Members[i].Value) {
			return false
		}
	}
	for i := range a.Items {
		if !equal(a.Items[i], b.Items[i]) {
			return false
		}
	}
	return true
}

// digest is a short text that distinguishes trees.
func digest(n *source.Node) string { return digestText(Text(n)) }

// digestText is a short text that distinguishes texts.
func digestText(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:6])
}

// bare is a definition without its texts for readers. Two definitions with the same one do the same.
func (o Outline) bare(root *source.Node) *source.Node {
	return o.mapped(root, func(name string, n *source.Node) *source.Node {
		out := *n
		out.Members = slices.DeleteFunc(slices.Clone(n.Members), func(m source.Member) bool {
			return slices.Contains(o.Texts, m.Key) && !o.holds(name, m.Key)
		})
		return &out
	})
}
