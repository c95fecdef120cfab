package source

import (
	"strings"

	"go.yaml.in/yaml/v4"
)

// mapping converts a mapping: its own members, then those that its merge keys bring in.
func (r *yamlReader) mapping(y *yaml.Node, start, depth int) (*Node, int) {
	n := r.slab.node(Object, Span{start, start})
	n.Style = style(y)
	base, size, end := len(r.members), 1, start
	for i := 0; i+1 < len(y.Content); i += 2 {
		key, value := y.Content[i], y.Content[i+1]
		if isMergeKey(key) {
			size = r.grow(size, r.merge(n, key, value, depth), end)
			end = max(end, r.mergeEnd)
			continue
		}
		var m Member
		m.Key, m.KeySpan = r.key(key, depth)
		var s int
		m.Value, s = r.node(value, depth+1)
		m.spelling = spellingOf(key, value)
		if value.Kind != yaml.AliasNode && m.Value.Kind == Array && m.Value.Style == PlainStyle && r.indentless(key, value) {
			m.Value.Style = Indentless
		}
		r.members = append(r.members, m)
		end = max(m.KeySpan.End, r.endOf(value, m.Value))
		size = r.grow(size, s, m.KeySpan.Start)
	}
	reportDuplicates(r.members[base:], &r.found)
	if len(n.Merges()) > 0 {
		r.bringIn(n, base)
	}
	n.Members = r.slab.keepMembers(r.members[base:])
	r.members = r.members[:base]
	n.Span.End = r.close(y, start, max(end, start), '}')
	return n, size
}

// spellingOf returns what only YAML has of a member, or nil if there is nothing.
func spellingOf(key, value *yaml.Node) *memberSpelling {
	s := memberSpelling{comments: comments(key)}
	if value.Kind == yaml.AliasNode {
		s.alias = comments(value)
	}
	if s == (memberSpelling{}) {
		return nil
	}
	return &s
}

// indentless reports whether the items of a list begin in the column of its key.
func (r *yamlReader) indentless(key, list *yaml.Node) bool {
	if len(list.Content) == 0 || list.Content[0].Line <= key.Line {
		return false
	}
	start := r.marks.offset(list.Content[0].Line, 1)
	dash := start
	for dash < len(r.text) && r.text[dash] == ' ' {
		dash++
	}
	return dash < len(r.text) && r.text[dash] == '-' && dash-start < key.Column
}

// key converts a key. Keys that are not strings become their text; one that is a mapping or a sequence has none, and is
// most often a template that should have been in quotes.
func (r *yamlReader) key(y *yaml.Node, depth int) (string, Span) {
	n, _ := r.node(y, depth+1)
	span := n.Span
	if y.Kind == yaml.AliasNode {
		at := r.marks.offset(y.Line, y.Column)
		span = Span{at, r.endOf(y, n)}
	}
	switch n.Kind {
	case Array, Object:
		r.found.add(Problem{
			Rule:    ruleSyntax,
			Span:    span,
			Message: "a key is a text, found " + n.Kind.String(),
			Help:    "put a text that contains braces or brackets in quotes",
		})
		return r.text[span.Start:span.End], span
	case Number, Bool:
		if y.Kind == yaml.AliasNode {
			return n.Text, span
		}
	case String:
		return n.Text, span
	}
	return r.text[span.Start:span.End], span
}

// isMergeKey reports whether a key is the merge key of YAML 1.1.
func isMergeKey(y *yaml.Node) bool {
	return y.Kind == yaml.ScalarNode && y.Value == "<<" && y.ShortTag() == "!!merge"
}

// merge converts the value of a merge key, a mapping or a list of them, adds it to the merges of a mapping, and returns
// its size.
func (r *yamlReader) merge(n *Node, key, value *yaml.Node, depth int) int {
	spelling := n.spell()
	spelling.merge = joined(spelling.merge, comments(key))
	v, size := r.node(value, depth+1)
	r.mergeEnd = r.endOf(value, v)
	if value.Kind == yaml.AliasNode {
		spelling.merged = joined(spelling.merged, comments(value))
		value = value.Alias
	}
	if v.Kind != Array {
		r.mergeFrom(n, value, v)
		return size
	}
	spelling.list = true
	for i, item := range v.Items {
		r.mergeFrom(n, value.Content[i], item)
	}
	return size
}

// mergeFrom adds a mapping to the merges of another, and reports a value that is not a mapping.
func (r *yamlReader) mergeFrom(n *Node, y *yaml.Node, from *Node) {
	switch from.Kind {
	case Object:
		n.spell().merges = append(n.spell().merges, from)
	case Invalid: // which has been reported
	default:
		at := r.marks.offset(y.Line, y.Column)
		r.found.add(Problem{
			Rule:    ruleSyntax,
			Span:    Span{at, max(at, r.endOf(y, from))},
			Message: "a merge key takes a mapping or a list of mappings, found " + from.Kind.String(),
		})
	}
}

// joined puts the comments around two merge keys of one mapping together.
func joined(a, b *Comments) *Comments {
	if a == nil {
		return b
	}
	if b == nil {
		return a
	}
	lines := func(x, y string) string { return strings.Trim(x+"\n"+y, "\n") }
	return &Comments{Head: lines(a.Head, b.Head), Line: lines(a.Line, b.Line), Foot: lines(a.Foot, b.Foot)}
}

// broughtIn is the spelling of all members that merge keys bring in.
var broughtIn = &memberSpelling{merged: true}

// bringIn appends the members that merge keys bring into a mapping, whose own begin at base: those whose key is not there
// yet. Of several mappings the earlier wins, and of a key that appears twice in one of them the later.
func (r *yamlReader) bringIn(n *Node, base int) {
	there := map[string]int{}
	for i := base; i < len(r.members); i++ {
		there[r.members[i].Key] = i
	}
	for _, from := range n.Merges() {
		first := len(r.members)
		for i := range from.Members {
			m := &from.Members[i]
			if r.brought++; r.brought > maxExpanded {
				r.tooLarge(n.Span.Start)
				return
			}
			at, ok := there[m.Key]
			if !ok {
				at = len(r.members)
				there[m.Key] = at
				r.members = append(r.members, Member{})
			}
			if at >= first {
				r.members[at] = Member{Key: m.Key, KeySpan: m.KeySpan, Value: m.Value, spelling: broughtIn}
			}
		}
	}
}
