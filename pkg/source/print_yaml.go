package source

import (
	"bytes"
	"fmt"
	"strings"

	"go.yaml.in/yaml/v4"
)

// The library writes YAML. What is made here is the tree that it writes: which node carries an anchor and which is an
// alias, where a merge key is, and what has to be quoted.

// A yamlPrinter is the state of printing one tree.
type yamlPrinter struct {
	plainly  bool // without comments, and strings in double quotes: see printYAML
	standIns *standIns

	printed map[*Node]*printed // the nodes of anchors, by their origin
	names   map[string]int     // the names of anchors that are taken, with the last number that was put after each
}

// A printed node is one that carries an anchor.
type printed struct {
	name   string
	node   *Node
	target *yaml.Node
}

// printYAML prints a tree, reads what it printed, and prints that, until nothing changes any more. The library moves
// some comments to another place when it writes them, mostly once; and there are comments and texts that it writes in a
// way that it cannot read. A tree with such a thing is printed without its comments, and its strings in double quotes.
func printYAML(root *Node) []byte {
	const rounds = 4
	compact := indentless(root)
	for _, plainly := range []bool{false, true} {
		written := emitYAML(root, plainly, compact)
		f := styledYAML(written, plainly, compact)
		for range rounds {
			if f.Incomplete || !sameValue(root, f.Root) {
				break
			}
			again := emitYAML(f.Root, plainly, compact)
			if bytes.Equal(again, written) { // its style is the same too
				return f.Text
			}
			next := styledYAML(again, plainly, compact)
			if bytes.Equal(next.Text, f.Text) {
				return f.Text
			}
			written, f = again, next
		}
	}
	return emitYAML(root, true, compact)
}

// indentless reports whether the items of lists begin in the column of the key above them: in most lists of the text. Where
// there are none, items are indented.
func indentless(root *Node) bool {
	indented, compact := 0, 0
	seen := map[*Node]bool{} // those with an anchor, which may be there several times
	var count func(n *Node)
	count = func(n *Node) {
		if n.Anchor() != "" {
			if seen[n] {
				return
			}
			seen[n] = true
		}
		for i := range n.Members {
			v := n.Members[i].Value
			switch {
			case v.Kind != Array || len(v.Items) == 0:
			case v.Style == Indentless:
				compact++
			case v.Style == PlainStyle:
				indented++
			}
			count(v)
		}
		for _, item := range n.Items {
			count(item)
		}
	}
	count(root)
	return compact > indented
}

// emitYAML prints a tree once, with characters of all planes as they are.
func emitYAML(root *Node, plainly, compact bool) []byte {
	text := dumpYAML(root, plainly, compact, nil)
	s := newStandIns(text)
	if s == nil {
		return text
	}
	return s.restore(dumpYAML(root, plainly, compact, s))
}

// dumpYAML has the library print a tree. A panic of the library gives no text.
func dumpYAML(root *Node, plainly, compact bool, s *standIns) (text []byte) {
	defer func() {
		if p := recover(); p != nil {
			text = nil
		}
	}()
	p := yamlPrinter{plainly: plainly, standIns: s, printed: map[*Node]*printed{}, names: map[string]int{}}
	top := p.value(root)
	settle(top, top)
	doc := &yaml.Node{Kind: yaml.DocumentNode, Content: []*yaml.Node{top}}
	if root.spelling != nil {
		p.comment(doc, root.spelling.document)
	}
	text, err := yaml.Dump(doc, yaml.WithIndent(2), yaml.WithCompactSeqIndent(compact), yaml.WithLineWidth(-1))
	if err != nil {
		return nil
	}
	return text
}

// comment puts comments around a node of the library.
func (p *yamlPrinter) comment(y *yaml.Node, c *Comments) {
	if c != nil && !p.plainly {
		y.HeadComment, y.LineComment, y.FootComment = c.Head, c.Line, c.Foot
	}
}

// value makes the node of the library for a value: an alias if its anchor has been printed.
func (p *yamlPrinter) value(n *Node) *yaml.Node {
	if n.Anchor() == "" {
		return p.own(n)
	}
	origin := n
	if n.spelling != nil && n.spelling.origin != nil {
		origin = n.spelling.origin
	}
	first := p.printed[origin]
	if first == nil {
		first = &printed{name: p.name(n.Anchor()), node: n}
		p.printed[origin] = first
		first.target = p.own(n)
		first.target.Anchor = first.name
		return first.target
	}
	if first.node != n && !sameValue(first.node, n) {
		return p.own(n)
	}
	return &yaml.Node{Kind: yaml.AliasNode, Value: first.name, Alias: first.target}
}

// name returns a name for an anchor that no other has: its own, or one with a number. An anchor may be defined again in YAML; but
// where members are printed in another order, an alias would then mean another of them.
func (p *yamlPrinter) name(anchor string) string {
	name := anchor
	for p.names[name] > 0 {
		p.names[anchor]++
		name = fmt.Sprintf("%s_%d", anchor, p.names[anchor])
	}
	p.names[name]++
	return name
}

// own makes the node of the library for a value itself.
func (p *yamlPrinter) own(n *Node) *yaml.Node {
	var y *yaml.Node
	switch n.Kind {
	case Object:
		y = p.mapping(n)
	case Array:
		y = p.sequence(n)
	default:
		y = p.scalar(n)
	}
	if n.spelling != nil && n.spelling.tag != "" {
		y.Tag = n.spelling.tag
		y.Style |= yaml.TaggedStyle
	}
	p.comment(y, n.Comments())
	return y
}

func (p *yamlPrinter) sequence(n *Node) *yaml.Node {
	y := &yaml.Node{Kind: yaml.SequenceNode, Tag: "!!seq", Style: collectionStyle(n)}
	for i, item := range n.Items {
		child := p.value(item)
		if child.Kind == yaml.AliasNode && n.spelling != nil {
			p.comment(child, n.spelling.aliases[i])
		}
		settle(child, child)
		y.Content = append(y.Content, child)
	}
	return y
}

func (p *yamlPrinter) mapping(n *Node) *yaml.Node {
	y := &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map", Style: collectionStyle(n)}
	if len(n.Merges()) > 0 {
		p.merge(y, n)
	}
	for i := range n.Members {
		m := &n.Members[i]
		if m.Merged() && len(n.Merges()) > 0 {
			continue
		}
		key := p.text(m.Key, PlainStyle)
		p.comment(key, m.Comments())
		value := p.value(m.Value)
		if value.Kind == yaml.AliasNode {
			p.comment(value, m.aliasComments())
		}
		settle(key, value)
		y.Content = append(y.Content, key, value)
	}
	return y
}

// merge adds the merge key of a mapping as its first member.
func (p *yamlPrinter) merge(y *yaml.Node, n *Node) {
	key := &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!merge", Value: "<<"}
	list := len(n.Merges()) > 1
	var around *Comments
	if n.spelling != nil {
		p.comment(key, n.spelling.merge)
		list = list || n.spelling.list
		around = n.spelling.merged
	}
	var value *yaml.Node
	if list {
		value = &yaml.Node{Kind: yaml.SequenceNode, Tag: "!!seq", Style: yaml.FlowStyle}
		for _, from := range n.Merges() {
			item := p.value(from)
			if item.Kind != yaml.AliasNode {
				value.Style = 0 // it may hold comments, which need lines of their own
			}
			value.Content = append(value.Content, item)
		}
	} else {
		value = p.value(n.Merges()[0])
	}
	if value.Kind == yaml.AliasNode {
		p.comment(value, around)
	}
	settle(key, value)
	y.Content = append(y.Content, key, value)
}

// settle moves the comments at the end of a line that the library would write to where it cannot read them to the line
// above the key: those of more than one line, and one between a key and the anchor or tag of what is below it.
func settle(key, value *yaml.Node) {
	if value.Kind == yaml.ScalarNode && strings.Contains(value.LineComment, "\n") {
		raise(key, value)
	}
	properties := value.Anchor != "" || value.Style&yaml.TaggedStyle != 0
	collection := value.Kind == yaml.MappingNode || value.Kind == yaml.SequenceNode
	if properties && collection || strings.Contains(key.LineComment, "\n") {
		raise(key, key)
	}
	if properties && collection && value.Style&yaml.FlowStyle == 0 {
		raise(key, value)
	}
}

// raise moves the comment at the end of the line of a node to the line above a node.
func raise(above, n *yaml.Node) {
	above.HeadComment = strings.Trim(above.HeadComment+"\n"+n.LineComment, "\n")
	n.LineComment = ""
}

func collectionStyle(n *Node) yaml.Style {
	if n.Style == Flow {
		return yaml.FlowStyle
	}
	return 0
}

func (p *yamlPrinter) scalar(n *Node) *yaml.Node {
	switch n.Kind {
	case String:
		if n.spelling != nil && n.spelling.infinite {
			return &yaml.Node{Kind: yaml.ScalarNode, Value: n.Text} // a mistake, which the author is to decide about
		}
		return p.text(n.Text, n.Style)
	case Number, Bool:
		return &yaml.Node{Kind: yaml.ScalarNode, Value: n.Text}
	default:
		return &yaml.Node{Kind: yaml.ScalarNode, Value: "null"}
	}
}

// text makes the node of the library for a string.
func (p *yamlPrinter) text(s string, style Style) *yaml.Node {
	y := &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: p.standIns.replace(strings.ToValidUTF8(s, "\uFFFD"))}
	switch {
	case p.plainly || style == DoubleQuoted && !isQuotable(s):
		y.Style = yaml.DoubleQuotedStyle
	case style == DoubleQuoted:
		y.Style = yaml.SingleQuotedStyle // which become double where that is possible
	case style == SingleQuoted:
		y.Style = yaml.SingleQuotedStyle
	case style == Literal:
		y.Style = yaml.LiteralStyle
	case style == Folded:
		y.Style = yaml.FoldedStyle
	case looksOtherwise(s):
		y.Style = yaml.SingleQuotedStyle
	}
	return y
}

// looksOtherwise reports whether a string without quotes would not be one to every reader of YAML: to ours, or to one of
// YAML 1.1, which has more words for true and false and writes numbers with a colon.
func looksOtherwise(s string) bool {
	if kind, _ := resolve(s); kind != String {
		return true
	}
	switch strings.ToLower(s) {
	case "y", "n", "yes", "no", "on", "off", ".inf", "-.inf", "+.inf", ".nan", "<<", "=":
		return true
	}
	return s[0] <= '9' && strings.Trim(s, "+-0123456789_:.xXabcdefABCDEF") == ""
}
