package dialects

import (
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// HintsKey is the name under which hints are held: what a definition carries for the way back, because the dialect that it came
// from says it, and its own dialect does not. Hints are an object that has, for each such dialect, an object of what was said, by the
// ids of the workflows:
//
//	{"asl": {"tea": {"workflow": {"Version": "1.0"}, "elements": {"Boil": {"Comment": "…"}}}}}
//
// Each entry is in the words of its dialect; [Outline] tells how it is made and read. Three dialects have a place for hints:
// step in the top-level metadata, sw in the metadata of the workflow, where they are a text, and arrow in the parameters of
// the flow.
const HintsKey = "flowglot"

// A Holder is a dialect whose definitions are no trees and have a place for hints: those of [Raising].
type Holder interface {
	Dialect
	// KeptLines are the lines of a workflow that are kept for people where what comes back does something else; nil for none.
	KeptLines(w *workflow.Workflow) []string
}

// TakeHints returns the hints that a program carries, and the program without them. Without hints the program is the same, and
// the hints are nil.
func TakeHints(p *workflow.Program) (*source.Node, *workflow.Program) {
	all := NewObject()
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

// HintsSpan is the place of the extra of a workflow that holds hints, and whether there is one.
func HintsSpan(w *workflow.Workflow) (source.Span, bool) {
	for _, x := range w.Extras {
		if x.Key == HintsKey || x.Value != nil && x.Value.Kind == source.Object && x.Value.Member(HintsKey) != nil {
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
			Put(to, m.Key, m.Value)
		default:
			for _, x := range m.Value.Members {
				if there.Member(x.Key) == nil {
					Put(there, x.Key, x.Value)
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
		case x.Key == HintsKey:
			if hints = readHints(x.Value); hints != nil {
				continue
			}
		case x.Value.Kind == source.Object && x.Value.Member(HintsKey) != nil:
			if hints = readHints(x.Value.Get(HintsKey)); hints == nil {
				break
			}
			others := NewObject()
			for _, m := range x.Value.Members {
				if m.Key != HintsKey {
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

// HintsText returns hints as a text: JSON on one line, with everything spelled as it was.
func HintsText(n *source.Node) string {
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
