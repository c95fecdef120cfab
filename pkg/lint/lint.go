package lint

import (
	"cmp"
	"slices"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A Linter checks files. It may be used by several goroutines.
type Linter struct {
	Dialects []dialects.Dialect
	Options  dialects.Options
	// Force is the dialect that all files are read as; nil finds it out for each.
	Force dialects.Dialect
	// Selection says which findings are kept, and how bad they are; nil keeps all as they are.
	Selection *Selection
}

// A Report is what is known of a file.
type Report struct {
	File *source.File
	// Dialect is nil if none was recognised. The findings are then about the text alone.
	Dialect    dialects.Dialect
	Definition dialects.Definition
	// Program is the definition in the model; nil if nothing of it could be lowered.
	Program  *workflow.Program
	Findings []diag.Diagnostic
}

// Errors counts the findings that are errors.
func (r *Report) Errors() int {
	n := 0
	for i := range r.Findings {
		if r.Findings[i].Severity == diag.Error {
			n++
		}
	}
	return n
}

// Check reads a file and checks it. The findings come in the order of their places.
func (l *Linter) Check(f *source.File) *Report {
	r := &Report{File: f}
	problems := source.Parse(f)
	r.Dialect = l.Force
	if r.Dialect == nil {
		r.Dialect = dialects.Detect(l.Dialects, f)
	}
	if _, textual := r.Dialect.(dialects.Textual); textual {
		problems, f.Root = nil, nil // it was not meant to be read as JSON or YAML
	}
	r.Findings = Problems(f, problems)
	if r.Dialect != nil {
		for i := range r.Findings {
			r.Findings[i].Dialect = r.Dialect.Name()
		}
		r.Definition = r.Dialect.Read(f, l.Options)
		r.Findings = append(r.Findings, r.Definition.Check()...)
		if r.Program = r.Definition.Lower(); r.Program != nil {
			for _, w := range r.Program.Workflows {
				r.Findings = append(r.Findings, checkNet(w)...)
			}
		}
	}
	if l.Selection != nil {
		r.Findings = l.Selection.apply(r.Findings)
	}
	diag.Sort(r.Findings)
	return r
}

// Problems returns what is wrong with a text as findings.
func Problems(f *source.File, problems []source.Problem) []diag.Diagnostic {
	var out []diag.Diagnostic
	for _, p := range problems {
		d := diag.Diagnostic{Rule: p.Rule, Severity: diag.Error, File: f, Span: p.Span, Message: p.Message, Help: p.Help}
		if !p.Other.IsZero() {
			d.Related = []diag.Related{{File: f, Span: p.Other, Message: p.OtherMessage}}
		}
		out = append(out, d)
	}
	return out
}

// Rules returns all rules: those about texts, the net rules, those of other commands, and those of the dialects, each group in the order of its
// ids.
func Rules(all []dialects.Dialect) []diag.Rule {
	var out []diag.Rule
	groups := [][]diag.Rule{sourceRules(), append(netRules(), forkRules()...), commandRules()}
	for _, d := range all {
		groups = append(groups, d.Rules())
	}
	for _, g := range groups {
		g = slices.Clone(g)
		slices.SortFunc(g, func(a, b diag.Rule) int { return cmp.Compare(a.ID, b.ID) })
		out = append(out, g...)
	}
	return out
}
