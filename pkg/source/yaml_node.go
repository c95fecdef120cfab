package source

import (
	"strings"

	"go.yaml.in/yaml/v4"
)

// An anchored node is what an anchor was converted to. The node is nil as long as it is being converted.
type anchored struct {
	node *Node
	size int // the nodes of its tree with every alias expanded
}

// document converts the document that the library read.
func (r *yamlReader) document(doc *yaml.Node) *Node {
	if len(doc.Content) == 0 || blank(doc) {
		return nil
	}
	r.settleEmptyItems(doc)
	r.settleProperties(doc)
	root, _ := r.node(doc.Content[0], 0)
	if c := comments(doc); c != nil {
		root.spell().document = c
	}
	if r.expanded {
		r.file.Incomplete = true
		return r.slab.node(Invalid, root.Span)
	}
	return root
}

// spell returns what the printer wants to know about a node, to be added to.
func (n *Node) spell() *spelling {
	if n.spelling == nil {
		n.spelling = &spelling{}
	}
	return n.spelling
}

// comments returns the comments around a node, or nil if there are none.
func comments(n *yaml.Node) *Comments {
	if n.HeadComment == "" && n.LineComment == "" && n.FootComment == "" {
		return nil
	}
	return &Comments{Head: n.HeadComment, Line: n.LineComment, Foot: n.FootComment}
}

// node converts a node of the library that lies in so many others, and returns how large it is with every alias
// expanded.
func (r *yamlReader) node(y *yaml.Node, depth int) (*Node, int) {
	if y.Kind == yaml.AliasNode {
		return r.alias(y)
	}
	start := r.content(y)
	if depth > maxDepth {
		return r.beyond(start), 1
	}
	if y.Anchor != "" {
		r.anchors[y] = &anchored{}
	}
	var n *Node
	size := 1
	switch y.Kind {
	case yaml.MappingNode:
		n, size = r.mapping(y, start, depth)
	case yaml.SequenceNode:
		n, size = r.sequence(y, start, depth)
	default:
		n = r.scalar(y, start)
	}
	if c := comments(y); c != nil {
		n.spell().comments = c
	}
	if tag := foreignTag(y); tag != "" {
		n.spell().tag = tag
	}
	if y.Anchor != "" {
		n.spell().anchor = y.Anchor
		n.spell().origin = n
		*r.anchors[y] = anchored{n, size}
	}
	return n, size
}

// beyond reports a node that lies too deep, the first time.
func (r *yamlReader) beyond(at int) *Node {
	if !r.tooDeep {
		r.found.add(Problem{Rule: ruleDepth, Span: r.at(at), Message: errTooDeep.Error()})
	}
	r.tooDeep = true
	r.file.Incomplete = true
	return r.slab.node(Invalid, Span{at, at})
}

// content returns the offset at which a node begins, after its anchor and its tag.
func (r *yamlReader) content(y *yaml.Node) int {
	at := r.marks.offset(y.Line, y.Column)
	anchor, tag := y.Anchor != "", y.Style&yaml.TaggedStyle != 0 || y.Kind == yaml.ScalarNode
	for at < len(r.text) {
		switch c := r.text[at]; {
		case c == '&' && anchor:
			anchor = false
		case c == '!' && tag:
			tag = false
		default:
			return at
		}
		at = r.propertyEnd(at)
		if next := skipGap(r.text, at); !isEmpty(y) || r.isProperty(next, anchor, tag) {
			at = next
		}
	}
	return at
}

// propertyEnd returns the offset after the anchor or the tag at an offset.
func (r *yamlReader) propertyEnd(at int) int {
	if strings.HasPrefix(r.text[at:], "!<") {
		if n := strings.IndexByte(r.text[at:], '>'); n >= 0 {
			return at + n + 1
		}
	}
	for at++; at < len(r.text) && !r.endsProperty(at); {
		at++
	}
	return at
}

// endsProperty reports whether what is at an offset ends an anchor or a tag.
func (r *yamlReader) endsProperty(at int) bool {
	switch r.text[at] {
	case ' ', '\t', ',', '[', ']', '{', '}':
		return true
	}
	return isBreak(r.text, at)
}

// isProperty reports whether an anchor or a tag that is still to come is at an offset.
func (r *yamlReader) isProperty(at int, anchor, tag bool) bool {
	return at < len(r.text) && (anchor && r.text[at] == '&' || tag && r.text[at] == '!')
}

// isEmpty reports whether a node is a value that nobody wrote.
func isEmpty(y *yaml.Node) bool {
	return y.Kind == yaml.ScalarNode && y.Value == "" && y.Style&^yaml.TaggedStyle == 0
}

// alias returns the node of the anchor that an alias refers to.
func (r *yamlReader) alias(y *yaml.Node) (*Node, int) {
	at := r.marks.offset(y.Line, y.Column)
	span := Span{at, min(at+1+len(y.Value), len(r.text))}
	r.file.aliased = true
	p := Problem{Rule: ruleSyntax, Span: span}
	switch a := r.anchors[y.Alias]; {
	case y.Alias.Tag == unknownTag && y.Alias.Line == 0:
		p.Message = "there is no anchor " + quote(y.Value) + " before this alias"
		p.Help = "write &" + y.Value + " before the value that the alias refers to, or write the value"
	case a == nil:
		p.Message = "the anchor " + quote(y.Value) + " could not be read"
	case a.node == nil:
		p.Rule = ruleAlias
		p.Message = "the alias " + quote(y.Value) + " is inside its own anchor"
	default:
		return a.node, a.size
	}
	r.found.add(p)
	return r.slab.node(Invalid, span), 1
}

// grow adds the size of a part to that of a whole, and reports when a tree becomes too large by its aliases.
func (r *yamlReader) grow(whole, part int, at int) int {
	whole += part
	if whole <= maxExpanded {
		return whole
	}
	if r.file.aliased {
		r.tooLarge(at)
	}
	return maxExpanded + 1
}

// tooLarge reports that aliases make the tree too large.
func (r *yamlReader) tooLarge(at int) {
	if !r.expanded {
		r.found.add(Problem{
			Rule:    ruleAlias,
			Span:    r.at(at),
			Message: "the aliases of the text expand to more than 1,000,000 values",
		})
	}
	r.expanded = true
}

// style returns how a node was spelled.
func style(y *yaml.Node) Style {
	switch {
	case y.Style&yaml.SingleQuotedStyle != 0:
		return SingleQuoted
	case y.Style&yaml.DoubleQuotedStyle != 0:
		return DoubleQuoted
	case y.Style&yaml.LiteralStyle != 0:
		return Literal
	case y.Style&yaml.FoldedStyle != 0:
		return Folded
	case y.Style&yaml.FlowStyle != 0:
		return Flow
	}
	return PlainStyle
}

// sequence converts a sequence.
func (r *yamlReader) sequence(y *yaml.Node, start, depth int) (*Node, int) {
	n := r.slab.node(Array, Span{start, start})
	n.Style = style(y)
	base, size, end := len(r.items), 1, start
	for i, child := range y.Content {
		item, s := r.node(child, depth+1)
		r.items = append(r.items, item)
		end = r.endOf(child, item)
		size = r.grow(size, s, end)
		if child.Kind == yaml.AliasNode {
			n.keepAlias(i, comments(child))
		}
	}
	n.Items = r.slab.keepItems(r.items[base:])
	r.items = r.items[:base]
	n.Span.End = r.close(y, start, max(end, start), ']')
	return n, size
}

// keepAlias keeps the comments around an alias that is an item.
func (n *Node) keepAlias(i int, c *Comments) {
	if c == nil {
		return
	}
	s := n.spell()
	if s.aliases == nil {
		s.aliases = map[int]*Comments{}
	}
	s.aliases[i] = c
}

// endOf returns where a child ends: its own place if it is an alias, and not that of the anchor.
func (r *yamlReader) endOf(y *yaml.Node, n *Node) int {
	if y.Kind == yaml.AliasNode {
		return min(r.marks.offset(y.Line, y.Column)+1+len(y.Value), len(r.text))
	}
	return n.Span.End
}

// close returns where a sequence or a mapping ends whose last child ends at an offset: after its bracket, if it has one.
func (r *yamlReader) close(y *yaml.Node, start, end int, bracket byte) int {
	if y.Style&yaml.FlowStyle == 0 || start >= len(r.text) || r.text[start] != bracket-2 || implicitPair(y) {
		return end
	}
	for at := max(end, start+1); at < len(r.text); {
		at = skipGap(r.text, at)
		if at >= len(r.text) {
			break
		}
		switch r.text[at] {
		case bracket:
			return at + 1
		case ',', ':', '?':
			at++
		default:
			return max(end, start+1)
		}
	}
	return max(end, start+1)
}

// implicitPair reports whether a mapping is a single pair in a flow sequence, without braces of its own: [a: b].
func implicitPair(y *yaml.Node) bool {
	return y.Kind == yaml.MappingNode && len(y.Content) > 0 &&
		y.Content[0].Line == y.Line && y.Content[0].Column == y.Column
}
