package lint

import (
	"cmp"
	"slices"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/load"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A Linter checks definitions. It may be used by several goroutines.
type Linter struct {
	// Selection chooses which findings are kept, and how bad they are; nil keeps all as they are.
	Selection *Selection
}

// A Report is what is known of a definition.
type Report struct {
	*load.Definition
	// File is the file that the findings name.
	File *source.File
	// Program is the definition in the model; nil if nothing of it could be lowered.
	Program *workflow.Program
	// Findings come in the order of their places. Without a dialect they are about the text alone.
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

// Check checks a definition.
func (l *Linter) Check(d *load.Definition) *Report {
	r := &Report{Definition: d, File: d.File, Findings: d.TextFindings()}
	if d.Outer != nil {
		r.File = d.Outer
	}
	if d.Dialect != nil {
		r.Findings = append(r.Findings, d.Syntax.Check()...)
		if r.Program = d.Lower(); r.Program != nil {
			for _, w := range r.Program.Workflows {
				r.Findings = append(r.Findings, checkNet(w, d.Dialect.Terms())...)
			}
		}
	}
	if l.Selection != nil {
		r.Findings = l.Selection.apply(r.Findings)
	}
	d.Locate(r.Findings)
	diag.Sort(r.Findings)
	return r
}

// release lets go of the tree of the file and of all that was made from it, but for the findings and the model. Whoever keeps
// the findings of thousands of files must not keep their trees with them.
func (r *Report) release() {
	files := map[*source.File]*source.File{}
	bare := func(f *source.File) *source.File {
		if files[f] == nil {
			files[f] = f.WithoutTree()
		}
		return files[f]
	}
	diag.Detach(r.Findings, bare)
	r.File = bare(r.File)
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
