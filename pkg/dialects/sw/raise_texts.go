package sw

import (
	"strings"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// Titles and descriptions are stored in the metadata of their state. All its values are texts (sw: "Workflow Metadata"). Fields without a meaning
// here are hints for the way back.

// annotate adds what people know of an element that is part of a state, under keys that begin with its name.
func annotate(s *source.Node, e *workflow.Element) {
	m := metadataOf(e)
	if m == nil {
		return
	}
	for i := range m.Members {
		m.Members[i].Key = e.Name + " " + m.Members[i].Key
	}
	mergeMembers(s, "metadata", m.Members)
}

// mergeMembers adds members to an object that is a member, which is made if it is not there.
func mergeMembers(n *source.Node, key string, members []source.Member) {
	o := n.Get(key)
	if o == nil {
		o = dialects.NewObject()
		dialects.Put(n, key, o)
	}
	for _, m := range members {
		if o.Member(m.Key) == nil {
			o.Members = append(o.Members, m)
		}
	}
}

// metadataOf returns what people know of an element; nil if that is nothing.
func metadataOf(e *workflow.Element) *source.Node {
	title := e.Title
	if title == e.Name {
		title = ""
	}
	if title == "" && e.Doc == "" {
		return nil
	}
	return objectOf("title", textOf(title), "description", textOf(e.Doc))
}

// unbraced is a text in which no braces are read as those of an expression.
func unbraced(s string) string {
	return strings.ReplaceAll(strings.ReplaceAll(s, "{", "%7B"), "}", "%7D")
}
