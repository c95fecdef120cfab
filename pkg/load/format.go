package load

import (
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/load/embedded"
	"github.com/flowglot/flowglot/pkg/source"
)

// A Formatted file is one whose definitions are printed canonically.
type Formatted struct {
	// Text is the file: a definition, or the file around definitions, of which no other byte is changed.
	Text []byte
	// Broken are the problems because of which definitions cannot be printed again. Those stay as they are.
	Broken []diag.Diagnostic
	// Kept are definitions inside the file that stay as they are, although nothing is wrong with them.
	Kept []Kept
	// Elsewhere are the files of definitions that the file only refers to.
	Elsewhere []string
	// Through are those that can only be read through the file.
	Through []string
	// Tried is how many definitions were printed or are broken.
	Tried int
}

// A Kept definition stays as it is.
type Kept struct {
	Name, Why string
}

// Format prints the definitions of a file canonically, which were read from it together. Those in other files stay as they are.
func (l *Loader) Format(all []*Definition) Formatted {
	owner := all[0].Searched()
	out := Formatted{Text: owner.Text}
	for _, d := range all {
		if !d.isHere() {
			out.Kept = append(out.Kept, Kept{d.name(), "it is in another file"})
		}
	}
	if all = Here(all); len(all) == 0 {
		return out
	}
	if all[0].Outer == nil {
		out.formatWhole(all[0])
		return out
	}
	for _, d := range all {
		out.Broken = append(out.Broken, d.brokenAround()...)
	}
	if len(out.Broken) > 0 {
		return out
	}
	var inside []*Definition
	for _, d := range all {
		broken := d.unprintable()
		switch p := d.deployed; {
		case len(broken) > 0:
			out.Broken = append(out.Broken, broken...)
			out.Tried++
		case d.Path != "":
			list := &out.Elsewhere
			if d.Only() {
				list = &out.Through
			}
			if !slices.Contains(*list, d.Path) {
				*list = append(*list, d.Path)
			}
		case d.Syntax == nil:
			// It cannot be read, which lint reports.
		case p.Literal == nil:
			out.Kept = append(out.Kept, Kept{d.name(), p.Kept})
		case !slices.ContainsFunc(inside, func(x *Definition) bool { return x.deployed.Literal.Span == p.Literal.Span }):
			inside = append(inside, d)
		}
	}
	// The last one comes first, so that the places of the others stay.
	slices.SortFunc(inside, func(a, b *Definition) int { return b.deployed.Literal.Span.Start - a.deployed.Literal.Span.Start })
	for _, d := range inside {
		text, why := l.formatInside(d, owner, out.Text)
		if why != "" {
			out.Kept = append(out.Kept, Kept{d.name(), why})
			continue
		}
		out.Text = text
		out.Tried++
	}
	return out
}

// formatWhole prints a definition that is a file.
func (out *Formatted) formatWhole(d *Definition) {
	out.Tried = 1
	if out.Broken = d.unprintable(); len(out.Broken) > 0 || d.Syntax == nil {
		return
	}
	if text := d.Syntax.Format(); text != nil {
		out.Text = text
		return
	}
	out.Broken = d.Syntax.Check(0)
	diag.Sort(out.Broken)
}

// unprintable are the problems because of which a text cannot be printed again without a loss. A duplicate key is not among them:
// both stay.
func (d *Definition) unprintable() []diag.Diagnostic {
	found := slices.DeleteFunc(d.TextFindings(), func(x diag.Diagnostic) bool { return isPrintable(x.Rule) })
	d.Locate(found)
	return found
}

// brokenAround are the problems of the file that contains the definition.
func (d *Definition) brokenAround() []diag.Diagnostic {
	return slices.DeleteFunc(slices.Clone(d.Around), func(x diag.Diagnostic) bool { return !strings.HasPrefix(x.Rule, "source/") || isPrintable(x.Rule) })
}

// isPrintable reports whether a text with a problem can be printed without a loss.
func isPrintable(rule string) bool { return rule == "source/duplicate-key" || rule == "source/number" }

// formatInside prints one definition inside a file whose text is given, and returns the new text of the file, or why the definition
// stays as it is. What was changed is read again: nothing else may have become of the file.
func (l *Loader) formatInside(d *Definition, owner *source.File, text []byte) ([]byte, string) {
	const meaning = "its file would mean something else"
	before := d.deployed.Literal
	formatted, root := l.printLiteral(d, before)
	if formatted == nil {
		return nil, "it cannot be read without the rest of its file"
	}
	replaced, ok := before.Write(formatted)
	if !ok {
		return nil, meaning
	}

	out := slices.Concat(text[:before.Span.Start], replaced, text[before.Span.End:])
	if string(out) == string(text) {
		return text, ""
	}
	after := l.literalOf(d, out)
	if after == nil || after.Span != (source.Span{Start: before.Span.Start, End: before.Span.Start + len(replaced)}) {
		return nil, meaning
	}
	second, same := l.printLiteral(d, after)
	if second == nil || !source.Same(root, same, nil) {
		return nil, meaning
	}
	if again, ok := after.Write(second); !ok || string(again) != string(replaced) {
		return nil, "formatting it twice would change it twice"
	}
	if owner.Format != source.PlainText && d.Part != "" && !sameAround(owner, text, out, before.Span) {
		return nil, meaning
	}
	return out, ""
}

// printLiteral prints the text of a definition inside a file by itself, and returns its tree. Both are nil if the text cannot be read.
func (l *Loader) printLiteral(d *Definition, x *embedded.Literal) ([]byte, *source.Node) {
	f := &source.File{Name: d.File.Name, Text: x.Text, Format: x.Format}
	problems := source.Parse(f)
	syntax := d.Dialect.Read(f, l.settings(d.Outer.Name).Options)
	t, ok := syntax.(dialects.Templated)
	placeholders := ok && t.TakesPlaceholders()
	for _, p := range problems {
		if !isPrintable(p.Rule) && !(placeholders && p.Rule == source.RulePlaceholder) {
			return nil, nil
		}
	}
	if f.Root == nil {
		return nil, nil
	}
	return syntax.Format(), f.Root
}

// literalOf returns the text of a definition in a file that was changed.
func (l *Loader) literalOf(d *Definition, text []byte) *embedded.Literal {
	for _, x := range l.Again(d, text) {
		if x.deployed != nil && x.Part == d.Part && len(x.unprintable())+len(x.brokenAround()) == 0 {
			return x.deployed.Literal
		}
	}
	return nil
}

// sameAround reports whether two texts of a file have the same tree but for the definition at a place of the first.
func sameAround(owner *source.File, before, after []byte, at source.Span) bool {
	a := &source.File{Name: owner.Name, Text: before, Format: owner.Format}
	b := &source.File{Name: owner.Name, Text: after, Format: owner.Format}
	source.Parse(a)
	source.Parse(b)
	return !b.Incomplete && source.Same(a.Root, b.Root, func(n *source.Node) bool { return n.Kind == source.String && n.Span.Contains(at) })
}
