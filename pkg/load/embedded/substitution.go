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

// refer notes the file that holds the definition of a part.
func (x Finder) refer(p *Part, f *source.File, path string) { p.Path = beside(f, path) }

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

// checkFile compares the placeholders of the file that holds a definition with the substitutions.
func (x Finder) checkFile(p *Part, f *source.File, given *source.Member) {
	text, ok := x.text(p, f)
	if !ok {
		return
	}
	at := p.Span
	if given != nil {
		at = given.KeySpan
	}
	other := source.NewFile(p.Path, text)
	c := &substitutions{part: p, file: f, given: given, at: at, other: other}
	c.check(placeholdersIn(string(text)))
}

// checkSubstitutions compares the placeholders of a definition in the outer file with the substitutions.
func checkSubstitutions(p *Part, f *source.File, used []placeholder, given *source.Member) {
	(&substitutions{part: p, file: f, given: given}).check(used)
}

// substitutions are the values that a template gives to the placeholders of a definition.
type substitutions struct {
	part  *Part
	file  *source.File
	given *source.Member // nil if there are none
	// other is the file of the definition, if that is not the template. Findings about its placeholders are then at a place of the
	// template, and have the other one with them.
	other *source.File
	at    source.Span
}

// check reports placeholders without a value, and values without a placeholder.
func (c *substitutions) check(used []placeholder) {
	names, known := c.names()
	if !known {
		return
	}
	seen, near := map[string]bool{}, map[string]bool{}
	for _, name := range names {
		seen[name] = true
	}
	var wanted []string
	for _, x := range used {
		wanted = append(wanted, x.name)
		if seen[x.name] {
			continue
		}
		seen[x.name] = true
		c.missing(x, names, near)
	}
	if c.given == nil {
		return
	}
	isUsed := map[string]bool{}
	for _, name := range wanted {
		isUsed[name] = true
	}
	for i := range c.given.Value.Members {
		m := &c.given.Value.Members[i]
		if !isUsed[m.Key] && !near[m.Key] {
			c.part.report(&unusedRule, c.file, m.KeySpan, "remove it", "the definition of %q has no placeholder ${%s}", c.part.Name, m.Key)
		}
	}
}

// missing reports a placeholder without a value. A value whose name is near it is not reported as unused on top of that.
func (c *substitutions) missing(x placeholder, names []string, near map[string]bool) {
	help, at := "add it to "+propertySubstitutions, x.span
	if c.other != nil {
		at = c.at
	}
	if found := nearest.Names(x.name, names, 1); len(found) > 0 {
		help = nearest.Help(x.name, names)
		near[found[0]] = true
		if c.other != nil {
			at = c.given.Value.Member(found[0]).KeySpan
			help = "the name there is " + x.name
		}
	}
	d := c.part.report(&missingRule, c.file, at, help, "the definition of %q has the placeholder ${%s}, which gets no value", c.part.Name, x.name)
	switch {
	case c.other != nil:
		d.Related = []diag.Related{{File: c.other, Span: x.span, Message: "the placeholder is here"}}
	case c.given != nil:
		d.Related = []diag.Related{{File: c.file, Span: c.given.KeySpan, Message: "the substitutions are here"}}
	}
}

// names are those that have a value. It reports false if they are not known: a function makes them.
func (c *substitutions) names() ([]string, bool) {
	if c.given == nil {
		return nil, true
	}
	if c.given.Value.Kind != source.Object || isCall(c.given.Value) {
		return nil, c.given.Value.Kind == source.Null
	}
	var names []string
	for i := range c.given.Value.Members {
		if m := &c.given.Value.Members[i]; m.Key == "Fn::Transform" {
			return nil, false
		} else {
			names = append(names, m.Key)
		}
	}
	return names, true
}
