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
