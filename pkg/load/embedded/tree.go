package embedded

import (
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/source"
)

// An opener replaces the functions in the tree of a definition by strings with placeholders.
type opener struct {
	file *source.File
	seen map[*source.Node]*source.Node // what a node became; aliases are the node of their anchor
	// contents are the texts of strings that are not in the file as such.
	contents map[source.Span]source.Text
	// placeholders are those of the definition itself, which the functions do not fill.
	placeholders []placeholder
	// values are what is known of the template, and given those of the placeholders of the definition itself.
	values *values
	given  map[string]*source.Node
	// variables are those of the Serverless Framework; nil: the file has none.
	variables *variables
	// made are the places that have a value of the template.
	made []source.Span
	// added are what a deployment adds to the definition.
	added []addition
}

// An addition is a part of a definition that a macro, an include or a loop of the template makes: the value of a member, or whole members
// of an object.
type addition struct {
	name  string
	at    source.Span
	whole bool
}

// addsMembers reports whether a key is that of a function which makes members of the object that it is in.
func addsMembers(key string) bool {
	return key == "Fn::Transform" || strings.HasPrefix(key, loopPrefix)
}

// open returns the tree with functions replaced. What has none is the same node.
func (o *opener) open(n *source.Node) *source.Node {
	if n == nil {
		return nil
	}
	if known, ok := o.seen[n]; ok {
		return known
	}
	o.seen[n] = n
	out := n
	if o.values != nil {
		if out = o.values.choose(n); out == nil {
			o.seen[n] = nil
			return nil
		}
	}
	if out != n {
		o.made = append(o.made, n.Span)
		out = o.open(out)
	} else if name, argument := intrinsic(n); name != "" {
		if addsMembers(name) {
			o.added = append(o.added, addition{name: name, at: n.Span})
		}
		out = o.call(n, name, argument)
	} else {
		switch n.Kind {
		case source.Object:
			out = o.object(n)
		case source.Array:
			out = o.array(n)
		case source.String:
			out = o.find(n)
		}
	}
	o.seen[n] = out
	return out
}

// call returns the string that stands for a call.
func (o *opener) call(n *source.Node, name string, argument *source.Node) *source.Node {
	if x := o.values.literal(n, n.Span); x != nil {
		o.made = append(o.made, n.Span)
		return x
	}
	if name == functionSub && argument.Kind == source.String && !strings.Contains(argument.Text, "${!") && !o.knowsSome(argument.Text) {
		return &source.Node{Kind: source.String, Span: argument.Span, Text: argument.Text, Style: argument.Style}
	}
	a := &assembly{values: o.values}
	a.join(o.file, n)
	text := string(a.text)
	if a.unknown != "" {
		text = "${" + legible(value(name, argument)) + "}"
	}
	if a.unknown == "" {
		o.contents[n.Span] = a.content()
	}
	o.placeholders = append(o.placeholders, a.placeholders()...)
	if a.unknown == "" && len(o.given) > 0 {
		a.fill(o.given)
		text, o.contents[n.Span] = string(a.text), a.content()
	}
	return &source.Node{Kind: source.String, Span: n.Span, Text: text, Style: source.DoubleQuoted}
}

func (o *opener) object(n *source.Node) *source.Node {
	var members []source.Member
	for i := range n.Members {
		m := &n.Members[i]
		if addsMembers(m.Key) {
			o.added = append(o.added, addition{name: m.Key, at: m.KeySpan, whole: true})
		}
		if strings.Contains(m.Key, "${") {
			key := &source.Node{Kind: source.String, Span: m.KeySpan, Text: m.Key}
			o.find(key)
		}
		x := o.open(m.Value)
		if x != m.Value && members == nil {
			members = append(make([]source.Member, 0, len(n.Members)), n.Members...)
		}
		if members != nil {
			members[i].Value = x
		}
	}
	if members == nil {
		return n
	}
	out := *n
	out.Members = slices.DeleteFunc(members, func(m source.Member) bool { return m.Value == nil })
	return &out
}

func (o *opener) array(n *source.Node) *source.Node {
	var items []*source.Node
	for i, old := range n.Items {
		x := o.open(old)
		if x != old && items == nil {
			items = append(make([]*source.Node, 0, len(n.Items)), n.Items...)
		}
		if items != nil {
			items[i] = x
		}
	}
	if items == nil {
		return n
	}
	out := *n
	out.Items = slices.DeleteFunc(items, func(x *source.Node) bool { return x == nil })
	return &out
}

// find notes the placeholders of a string, and returns it with the values that are known for them.
func (o *opener) find(n *source.Node) *source.Node {
	if !strings.Contains(n.Text, "${") {
		return n
	}
	if o.variables != nil {
		if x, text := o.variables.value(o.file, n); x != nil {
			o.made = append(o.made, n.Span)
			return x
		} else if text != nil {
			o.contents[n.Span] = text.content()
			return &source.Node{Kind: source.String, Span: n.Span, Text: string(text.text), Style: source.DoubleQuoted}
		}
	}
	t := o.file.Content(n)
	known := false
	for _, x := range placeholdersIn(t.String) {
		known = known || o.given[x.name] != nil
		x.span = t.At(x.span.Start, x.span.End)
		o.placeholders = append(o.placeholders, x)
	}
	if !known {
		return n
	}
	if name, whole := isPlaceholder(n.Text); whole {
		out := *o.given[name]
		out.Span = n.Span
		o.made = append(o.made, n.Span)
		return &out
	}
	a := &assembly{}
	a.add(t, 0, len(t.String))
	a.fill(o.given)
	o.contents[n.Span] = a.content()
	return &source.Node{Kind: source.String, Span: n.Span, Text: string(a.text), Style: source.DoubleQuoted}
}

// knowsSome reports whether the value of a parameter is known that a text refers to.
func (o *opener) knowsSome(text string) bool {
	return o.values != nil && slices.ContainsFunc(placeholdersIn(text), func(x placeholder) bool { return o.values.parameter(x.name) != nil || o.given[x.name] != nil })
}
