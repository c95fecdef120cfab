// Package hints writes and reads what a definition carries for the way back to the dialect that it came from, which its own
// dialect has no part for.
//
// Hints are an object that has, for each such dialect, an object with an entry for each workflow, by the ids of these:
//
//	{"asl": {"tea": {"workflow": {"Version": "1.0"}, "elements": {"Boil": {"Comment": "…"}}}}}
//
// Each entry uses the fields of its dialect; an [Outline] describes how it is made and read.
package hints

import (
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// Take returns the hints that a program carries, and the program without them. Without hints the program is the same, and
// the hints are nil.
func Take(p *workflow.Program) (*source.Node, *workflow.Program) {
	all := dialects.NewObject()
	bare := &workflow.Program{Select: p.Select, Fallback: p.Fallback}
	for _, w := range p.Workflows {
		hints, extras := splitHints(w.Extras)
		if hints == nil || w == p.Fallback {
			bare.Workflows = append(bare.Workflows, w)
			continue
		}
		addHints(all, hints)
		without := *w
		without.Extras = extras
		bare.Workflows = append(bare.Workflows, &without)
		bare.Select = slices.Clone(bare.Select)
		for i := range bare.Select {
			if bare.Select[i].Workflow == w {
				bare.Select[i].Workflow = &without
			}
		}
	}
	if len(all.Members) == 0 {
		return nil, p
	}
	return all, bare
}

// Span is the place of the extra of a workflow that holds hints, and whether there is one.
func Span(w *workflow.Workflow) (source.Span, bool) {
	for _, x := range w.Extras {
		if x.Key == dialects.HintsKey || x.Value != nil && x.Value.Kind == source.Object && x.Value.Member(dialects.HintsKey) != nil {
			return x.Span, true
		}
	}
	return source.Span{}, false
}

// addHints adds hints to others. What is there stays.
func addHints(to, from *source.Node) {
	for _, m := range from.Members {
		there := to.Get(m.Key)
		switch {
		case m.Value.Kind != source.Object:
		case there == nil:
			dialects.Put(to, m.Key, m.Value)
		default:
			for _, x := range m.Value.Members {
				if there.Member(x.Key) == nil {
					dialects.Put(there, x.Key, x.Value)
				}
			}
		}
	}
}

// splitHints takes the hints out of the extras of a workflow: out of an object of metadata, or where they are a field of their own.
func splitHints(extras workflow.Extras) (*source.Node, workflow.Extras) {
	var hints *source.Node
	var rest workflow.Extras
	for _, x := range extras {
		switch {
		case hints != nil || x.Value == nil:
		case x.Key == dialects.HintsKey:
			if hints = readHints(x.Value); hints != nil {
				continue
			}
		case x.Value.Kind == source.Object && x.Value.Member(dialects.HintsKey) != nil:
			if hints = readHints(x.Value.Get(dialects.HintsKey)); hints == nil {
				break
			}
			others := dialects.NewObject()
			for _, m := range x.Value.Members {
				if m.Key != dialects.HintsKey {
					others.Members = append(others.Members, m)
				}
			}
			if x.Value = others; len(others.Members) == 0 {
				continue
			}
		}
		rest = append(rest, x)
	}
	return hints, rest
}

// readHints reads hints that are an object, or the text of one; nil if they are neither.
func readHints(n *source.Node) *source.Node {
	if n != nil && n.Kind == source.String {
		f := source.NewFile("hints.json", []byte(n.Text))
		if len(source.Parse(f)) > 0 {
			return nil
		}
		n = f.Root
	}
	if n == nil || n.Kind != source.Object {
		return nil
	}
	return n
}

// Text returns hints as a text: JSON on one line, with everything spelled as it was.
func Text(n *source.Node) string {
	var b strings.Builder
	writeCompact(&b, n)
	return b.String()
}

func writeCompact(b *strings.Builder, n *source.Node) {
	switch n.Kind {
	case source.Object:
		b.WriteByte('{')
		for i, m := range n.Members {
			if i > 0 {
				b.WriteString(", ")
			}
			b.Write(value.AppendString(nil, m.Key))
			b.WriteString(": ")
			writeCompact(b, m.Value)
		}
		b.WriteByte('}')
	case source.Array:
		b.WriteByte('[')
		for i, x := range n.Items {
			if i > 0 {
				b.WriteString(", ")
			}
			writeCompact(b, x)
		}
		b.WriteByte(']')
	case source.String:
		b.Write(value.AppendString(nil, n.Text))
	case source.Null:
		b.WriteString("null")
	default:
		b.WriteString(n.Text)
	}
}
