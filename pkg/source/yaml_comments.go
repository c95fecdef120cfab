package source

import (
	"strings"

	"go.yaml.in/yaml/v4"
)

// settleProperties gives the comments between an anchor or a tag and the end of its line to the node of the anchor. The
// library puts them at the node that follows.
func (r *yamlReader) settleProperties(doc *yaml.Node) {
	var owner *yaml.Node
	comment := ""
	var visit func(n *yaml.Node)
	visit = func(n *yaml.Node) {
		if owner != nil {
			if first, rest, _ := strings.Cut(n.LineComment, "\n"); first == comment {
				owner.LineComment, n.LineComment = comment, rest
			}
			owner = nil
		}
		if n.Kind != yaml.AliasNode && n.LineComment == "" && n.Anchor != "" {
			if comment = r.afterProperties(n); comment != "" {
				owner = n
			}
		}
		for _, child := range n.Content {
			visit(child)
		}
	}
	visit(doc)
}

// afterProperties returns the comment after the anchor and the tag of a node, on their line.
func (r *yamlReader) afterProperties(n *yaml.Node) string {
	at := r.marks.offset(n.Line, n.Column)
	for at < len(r.text) && (r.text[at] == '&' || r.text[at] == '!') {
		at = skipBlanks(r.text, r.propertyEnd(at))
	}
	if at >= len(r.text) || r.text[at] != '#' {
		return ""
	}
	end := at
	for end < len(r.text) && !isBreak(r.text, end) {
		end++
	}
	return strings.TrimRight(r.text[at:end], " \t")
}

// settleEmptyItems gives comments around items without a value to these. The library puts them at other nodes, or nowhere; and so the
// comments are taken from the text in which each of these items has a value.
func (r *yamlReader) settleEmptyItems(doc *yaml.Node) {
	var empty []int // where they are, in the order of the text
	var visit func(n *yaml.Node)
	visit = func(n *yaml.Node) {
		for _, child := range n.Content {
			if n.Kind == yaml.SequenceNode && n.Style&yaml.FlowStyle == 0 && isEmpty(child) {
				empty = append(empty, r.content(child))
			}
			visit(child)
		}
	}
	visit(doc)
	if len(empty) == 0 || !strings.Contains(r.text, "#") {
		return
	}
	var text strings.Builder
	from := 0
	for _, at := range empty {
		if at < from {
			return
		}
		text.WriteString(r.text[from:at])
		text.WriteString(" ~")
		from = at
	}
	text.WriteString(r.text[from:])
	known := len(r.found.list)
	full, err := r.load(text.String())
	r.found.list = r.found.list[:known] // of the text itself, everything has been said
	if err == nil && full != nil && sameShape(doc, full) {
		takeComments(doc, full)
	}
}

// sameShape reports whether two trees of the library have the same nodes, whatever their values are.
func sameShape(a, b *yaml.Node) bool {
	if a.Kind != b.Kind || len(a.Content) != len(b.Content) {
		return false
	}
	for i := range a.Content {
		if !sameShape(a.Content[i], b.Content[i]) {
			return false
		}
	}
	return true
}

// takeComments gives the nodes of a tree the comments of those of another one of the same shape.
func takeComments(to, from *yaml.Node) {
	to.HeadComment, to.LineComment, to.FootComment = from.HeadComment, from.LineComment, from.FootComment
	for i := range to.Content {
		takeComments(to.Content[i], from.Content[i])
	}
}

// HasComments reports whether there are comments around a node, or in it. It is true of YAML only.
func (n *Node) HasComments() bool {
	for todo := []*Node{n}; len(todo) > 0; {
		x := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if x == nil {
			continue
		}
		if x.spelling != nil && x.spelling.hasComments() {
			return true
		}
		for i := range x.Members {
			if x.Members[i].Comments() != nil {
				return true
			}
			todo = append(todo, x.Members[i].Value)
		}
		todo = append(todo, x.Items...)
	}
	return false
}

// hasComments reports whether there are comments around a node, its merge key or the aliases in it.
func (s *spelling) hasComments() bool {
	return s.comments != nil || s.document != nil || s.merge != nil || s.merged != nil || len(s.aliases) > 0
}
