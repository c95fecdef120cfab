package embedded

import (
	"fmt"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/nearest"
	"github.com/flowglot/flowglot/pkg/source"
)

// report adds a finding about how the outer file deploys a definition.
func (p *Part) report(r *diag.Rule, f *source.File, at source.Span, help, format string, args ...any) *diag.Diagnostic {
	p.Findings = append(p.Findings, diag.Diagnostic{Rule: r.ID, Severity: r.Severity, File: f, Span: at, Message: fmt.Sprintf(format, args...), Help: help})
	return &p.Findings[len(p.Findings)-1]
}

// unreadable reports a definition that cannot be checked.
func (p *Part) unreadable(f *source.File, at source.Span, why string) {
	p.report(&unreadableRule, f, at, "", "the definition of %q is not checked: %s", p.Name, why)
}

// text returns the text of the file that holds the definition of a part. If there is none, that is reported.
func (x Finder) text(p *Part, f *source.File) ([]byte, bool) {
	if x.Read == nil {
		return nil, false
	}
	text, err := x.Read(p.Path)
	if err != nil {
		p.report(&missingFileRule, f, p.Span, "", "the definition of %q cannot be read: %v", p.Name, err)
		p.Path = ""
	}
	return text, err == nil
}

// substitutions are the values that an outer file gives to the placeholders of a definition.
type substitutions struct {
	part *Part
	file *source.File
	// list is where the values are given; zero is nowhere. Called is what it is called.
	list   source.Span
	called string
	given  []given
	known  map[string]*source.Node
	// unknown reports that a function makes the values, so that their names are not known.
	unknown bool
	// other is the file of the definition, if that is not the outer file. Findings about its placeholders are then at the list, or at
	// the name of the file, and have the other place with them.
	other *source.File
}

// A given value has a name.
type given struct {
	name string
	at   source.Span
}

// check reports placeholders without a value, and values without a placeholder.
func (c *substitutions) check(used []placeholder) {
	if c.unknown {
		return
	}
	var names []string
	seen, isUsed, near := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, g := range c.given {
		names = append(names, g.name)
		seen[g.name] = true
	}
	for _, x := range used {
		isUsed[x.name] = true
		if !seen[x.name] {
			seen[x.name] = true
			c.missing(x, names, near)
		}
	}
	for _, g := range c.given {
		if !isUsed[g.name] && !near[g.name] {
			c.part.report(&unusedRule, c.file, g.at, "remove it", "the definition of %q has no placeholder ${%s}", c.part.Name, g.name)
		}
	}
}

// missing reports a placeholder without a value. A value whose name is near it is not reported as unused on top of that.
func (c *substitutions) missing(x placeholder, names []string, near map[string]bool) {
	help, at := "add it to "+c.called, x.span
	if c.other != nil {
		at = c.part.Span
		if !c.list.IsZero() {
			at = c.list
		}
	}
	if found := nearest.Names(x.name, names, 1); len(found) > 0 {
		help = nearest.Help(x.name, names)
		near[found[0]] = true
		for _, g := range c.given {
			if g.name == found[0] && c.other != nil {
				at, help = g.at, "the name there is "+x.name
			}
		}
	}
	d := c.part.report(&missingRule, c.file, at, help, "the definition of %q has the placeholder ${%s}, which gets no value", c.part.Name, x.name)
	switch {
	case c.other != nil:
		d.Related = []diag.Related{{File: c.other, Span: x.span, Message: "the placeholder is here"}}
	case !c.list.IsZero():
		d.Related = []diag.Related{{File: c.file, Span: c.list, Message: "the substitutions are here"}}
	}
}
