package convert

import (
	"cmp"
	"iter"
	"slices"

	"github.com/flowglot/flowglot/pkg/convert/hints"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// tree is a definition that was printed; nil if the text cannot be read.
func tree(text []byte, format source.Format) *source.Node {
	f := source.NewFile("definition"+extension(format), text)
	if len(source.Parse(f)) > 0 {
		return nil
	}
	return f.Root
}

func extension(format source.Format) string {
	if format == source.YAML {
		return ".yaml"
	}
	return ".json"
}

// printed is a tree as its dialect prints it.
func printed(d dialects.Dialect, root *source.Node, format source.Format) []byte {
	text := source.Print(root, format)
	f := source.NewFile("definition"+suffix(d, format), text)
	if len(source.Parse(f)) > 0 {
		return text
	}
	if canonical := d.Read(f, dialects.Options{}).Format(); canonical != nil {
		return canonical
	}
	return text
}

// takeBack applies the hints of a dialect to what was written in it, each definition those of its id; where there is one of each
// they belong together. What would not be read as before is left as it was.
func takeBack(to dialects.Dialect, r *dialects.Raised, held *source.Node, o dialects.Raising) {
	if held == nil {
		return
	}
	for i := range r.Definitions {
		d := &r.Definitions[i]
		entry := held.Get(d.ID)
		if entry == nil && len(r.Definitions) == 1 && len(held.Members) == 1 {
			entry = held.Members[0].Value
		}
		if entry == nil || entry.Kind != source.Object {
			continue
		}
		x, ok := to.(dialects.Outlined)
		if !ok {
			d.Text = hints.ApplyLines(entry, d.Text)
			continue
		}
		made := tree(d.Text, o.Format)
		if made == nil {
			continue
		}
		takeBackTree(x, r, d, entry, made, o)
	}
}

// takeBackTree applies an entry to a definition that is a tree. Where its structure counts it is what was written once. Else only
// what has no effect counts, whoever wrote the hints.
func takeBackTree(to dialects.Outlined, r *dialects.Raised, d *dialects.Printed, entry, made *source.Node, o dialects.Raising) {
	does := func(text []byte) string {
		p, err := Read(to, []dialects.Printed{{ID: d.ID, Text: text}}, o.Format, dialects.Options{Settings: o.Settings})
		if err != nil {
			return ""
		}
		return behaviour(p)
	}
	outline := hints.Outline(to.Outline())
	if outline.MadeFor(entry, made) {
		root, called := outline.Restructured(entry, made)
		text := printed(to, root, o.Format)
		occurrences, known := awaitedAgain(to, r.Occurrences, d, text, called, o)
		if known && does(text) != "" {
			d.Text, r.Occurrences = text, occurrences
			rename(r, called)
			return
		}
	}
	if text := printed(to, outline.Apply(entry, made), o.Format); does(text) == does(d.Text) {
		d.Text = text
	}
}

// awaitedAgain are occurrences as a definition awaits them once it has a text of before: where another event is awaited there, it is the
// only one of its element. It reports false if one is awaited in another manner, as where its element has another name, or does not exist
// any more.
func awaitedAgain(to dialects.Outlined, list []dialects.Passage, made *dialects.Printed, text []byte, called map[string]string, o dialects.Raising) ([]dialects.Passage, bool) {
	if len(list) == 0 {
		return list, true
	}
	is, err := Read(to, []dialects.Printed{*made}, o.Format, dialects.Options{Settings: o.Settings})
	if err != nil {
		return nil, false
	}
	p, err := Read(to, []dialects.Printed{{ID: made.ID, Text: text}}, o.Format, dialects.Options{Settings: o.Settings})
	if err != nil {
		return nil, false
	}
	out := slices.Clone(list)
	for i := range out {
		was := &out[i].To
		if was.Kind == "task" {
			was.At = cmp.Or(called[was.At], was.At)
			continue
		}
		_, name := called[was.Name]
		_, at := called[was.At]
		if name || at {
			return nil, false
		}
		if was.Kind != "event" || len(awaiting(p, was)) > 0 {
			continue
		}
		elements := awaiting(is, was)
		if len(elements) != 1 || out[i].By != "" || was.Member != "" {
			return nil, false
		}
		event := onlyEvent(p, elements[0])
		if event == nil {
			return nil, false
		}
		was.Name, was.Source = event.Type, event.Source
	}
	return out, true
}

// awaiting are the names of the elements that await an event.
func awaiting(p *workflow.Program, o *dialects.Occurrence) (names []string) {
	for name, e := range awaitedEvents(p) {
		if e.Type == o.Name && e.Source == o.Source {
			names = append(names, name)
		}
	}
	return names
}

// onlyEvent is the event that an element awaits; nil if it awaits several or none, or if others await it too.
func onlyEvent(p *workflow.Program, element string) (only *workflow.Event) {
	for name, e := range awaitedEvents(p) {
		switch {
		case name != element:
		case only != nil:
			return nil
		default:
			only = e
		}
	}
	if only == nil || len(awaiting(p, &dialects.Occurrence{Name: only.Type, Source: only.Source})) > 1 {
		return nil
	}
	return only
}

// awaitedEvents are the events that are awaited, with the names of the elements that await them: of the whole where they are parts of one.
func awaitedEvents(p *workflow.Program) iter.Seq2[string, *workflow.Event] {
	return func(yield func(string, *workflow.Event) bool) {
		for _, w := range p.Workflows {
			for _, n := range w.Nodes {
				if n.Awaits == nil {
					continue
				}
				e := n.Element
				if e.Whole != nil {
					e = e.Whole
				}
				for i := range n.Awaits.For {
					if x := n.Awaits.For[i].Event; x != nil && !yield(e.Name, x) {
						return
					}
				}
			}
		}
	}
}

// rename notes the names that elements have now. An empty one is that of an element that no longer exists.
func rename(r *dialects.Raised, called map[string]string) {
	var out []dialects.Renaming
	for _, n := range r.Names {
		if to, ok := called[n.To]; ok {
			n.To = to
		}
		if n.To != "" && n.To != n.From {
			out = append(out, n)
		}
	}
	r.Names = out
}
