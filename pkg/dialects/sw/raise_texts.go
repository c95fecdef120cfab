package sw

import (
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// Texts for people, and fields without a meaning here, go to the metadata of the workflow, of a state or of a condition. All
// its values are texts (sw: "Workflow Metadata").

// metadata returns a title, a documentation and extras as metadata; nil if there are none.
func metadata(title, doc string, extras workflow.Extras) *source.Node {
	m := dialects.NewObject()
	if title != "" {
		dialects.Put(m, "title", dialects.NewText(title))
	}
	if doc != "" {
		dialects.Put(m, "description", dialects.NewText(doc))
	}
	for _, x := range extras {
		if x.Value != nil && !spelling(x.Key) && m.Member(x.Key) == nil {
			dialects.Put(m, x.Key, dialects.NewText(inWords(x.Value)))
		}
	}
	if len(m.Members) == 0 {
		return nil
	}
	return m
}

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

// metadataOf returns what people know of an element. A field that only repeats its name is none.
func metadataOf(e *workflow.Element) *source.Node {
	extras := slices.DeleteFunc(slices.Clone(e.Extras), func(x workflow.Extra) bool {
		return x.Value != nil && x.Value.Kind == source.String && x.Value.Text == e.Name
	})
	return metadata(e.Title, e.Doc, extras)
}

// inWords is a value as a text.
func inWords(n *source.Node) string {
	switch n.Kind {
	case source.String, source.Number, source.Bool:
		return n.Text
	}
	return string(value.Append(nil, value.Of(n)))
}

// spelling reports whether an extra is only how something was spelled that the model holds, or a text that it holds, too.
func spelling(key string) bool {
	switch key {
	case "", "/", "Comment", "InputPath", "OutputPath", "ResultPath", "End", "IntervalSeconds", "MaxAttempts", "BackoffRate",
		"name", "description", "desc", "retryCount", "hitPolicy", "boundaryEvents",
		"criterion", "processors", "manual", "disabled", "active",
		"from", "to", "in", "out", "literal", "parameters", "declaration", "label":
		return true
	}
	return false
}

// lostExtras tells which extras have no place: those of policies and ways.
func (d *draft) lostExtras(e *workflow.Element, extras workflow.Extras) {
	for _, x := range extras {
		switch key := x.Key[strings.LastIndexByte(x.Key, '/')+1:]; {
		case x.Value == nil:
		case key == "Comment":
			d.lose(&dialects.LossTexts, x.Span, e, "", "comments on what is no state have no place")
		case !spelling(key):
			d.lose(&dialects.LossExtra, x.Span, e, "", "the field %s has no place", quote(key))
		}
	}
}

// unbraced is a text in which no braces are read as those of an expression.
func unbraced(s string) string {
	return strings.ReplaceAll(strings.ReplaceAll(s, "{", "%7B"), "}", "%7D")
}
