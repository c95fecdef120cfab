package convert

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/convert/hints"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
)

// tree is a definition that was printed; nil if it is none.
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
		if text := printed(to, root, o.Format); !awaited(r, called) && does(text) != "" {
			d.Text = text
			rename(r, called)
			return
		}
	}
	if text := printed(to, outline.Apply(entry, made), o.Format); does(text) == does(d.Text) {
		d.Text = text
	}
}

// awaited reports whether elements that have other names, or do not exist any more, are part of how occurrences are given to what was written.
func awaited(r *dialects.Raised, called map[string]string) bool {
	return slices.ContainsFunc(r.Occurrences, func(p dialects.Passage) bool {
		_, name := called[p.To.Name]
		_, at := called[p.To.At]
		return name || at
	})
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
