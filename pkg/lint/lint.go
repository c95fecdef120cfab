package lint

import (
	"cmp"
	"slices"

	"github.com/flowglot/flowglot/pkg/config"
	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/load"
	"github.com/flowglot/flowglot/pkg/load/embedded"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A Linter checks definitions. It may be used by several goroutines.
type Linter struct {
	// Selection chooses which findings are kept, and how bad they are; nil keeps all as they are.
	Selection *Selection
	// Settings returns what the configuration sets for a file; nil: there is none.
	Settings func(path string) *config.Settings
	// Rules are all rules, which comments may name. Without them any name will do.
	Rules []diag.Rule
	// ExploreBudget bounds how many states of each workflow are explored; 0 is the default of package explore, and a negative one
	// explores nothing.
	ExploreBudget int
	// Least is the severity of the least severe findings that are wanted: rules that have no such findings are not applied. 0 applies all,
	// and so do a selection and a configuration that changes severities.
	Least diag.Severity
}

// settings returns what the configuration sets for a file, or nil.
func (l *Linter) settings(file *source.File) *config.Settings {
	if l.Settings == nil {
		return nil
	}
	return l.Settings(file.Name)
}

// A Report is what is known of a definition.
type Report struct {
	*load.Definition
	// File is the file that the findings name.
	File *source.File
	// Program is the definition in the model; nil if nothing of it could be lowered, or only findings were wanted that are worse than any of its
	// net may be.
	Program *workflow.Program
	// Findings come in the order of their places. Without a dialect they are about the text alone.
	Findings []diag.Diagnostic

	suppressions *suppressions
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
func (l *Linter) Check(d *load.Definition) *Report { return l.CheckFile([]*load.Definition{d})[0] }

// CheckFile checks the definitions of one file: the one that it is, or those inside it. What the file has about suppressing
// findings holds for all of them.
func (l *Linter) CheckFile(all []*load.Definition) []*Report {
	var out []*Report
	var shared *suppressions
	for _, d := range all {
		settings := l.settings(fileOf(d))
		r := l.check(d, settings)
		if shared == nil {
			shared = l.readSuppressions(d, settings)
		}
		r.suppressions = shared
		r.Findings = l.Selection.apply(r.Findings, settings)
		r.Findings = r.suppressions.apply(r.Findings)
		diag.Sort(r.Findings)
		r.Findings = bound(r.File, onlyNew(r, out))
		out = append(out, r)
	}
	return out
}

// onlyNew returns the findings of a definition without those that others of the same file have at the same places: definitions may have
// text in common.
func onlyNew(r *Report, others []*Report) []diag.Diagnostic {
	if len(others) == 0 {
		return r.Findings
	}
	type place struct {
		file          *source.File
		span          source.Span
		rule, message string
	}
	known := map[place]bool{}
	for _, o := range others {
		for _, d := range o.Findings {
			known[place{d.File, d.Span, d.Rule, d.Message}] = true
		}
	}
	return slices.DeleteFunc(r.Findings, func(d diag.Diagnostic) bool { return known[place{d.File, d.Span, d.Rule, d.Message}] })
}

// fileOf is the file that the findings of a definition name.
func fileOf(d *load.Definition) *source.File {
	if d.Outer != nil {
		return d.Outer
	}
	return d.File
}

// leastFor is the severity of the least severe findings that are wanted for a file, as rules have them without selection and configuration.
func (l *Linter) leastFor(settings *config.Settings) diag.Severity {
	if l.Selection != nil || settings != nil && settings.ChangesRules() {
		return 0
	}
	return l.Least
}

// check applies the rules to a definition.
func (l *Linter) check(d *load.Definition, settings *config.Settings) *Report {
	r := &Report{Definition: d, File: fileOf(d), Findings: append(d.TextFindings(), d.Around...)}
	if d.Syntax != nil {
		least := l.leastFor(settings)
		r.Findings = append(r.Findings, d.Syntax.Check(least)...)
		if d.Syntax.WorstFlaw() >= least {
			r.Program = d.Lower()
		}
		if r.Program != nil {
			own := len(r.Findings)
			e := exploring{budget: l.ExploreBudget, least: least}
			e.cutOff, _ = l.Selection.level(cutOffRule.ID, cutOffRule.Off, settings)
			for _, w := range r.Program.Workflows {
				soundness := d.Syntax.Soundness(w)
				found, refuted := checkNet(w, d.Dialect.Terms(), soundness, e, r.Findings[:own])
				r.Findings = append(r.Findings, found...)
				before := len(r.Findings)
				r.Findings = slices.DeleteFunc(r.Findings, func(x diag.Diagnostic) bool { return x.Rule == soundness.Unset && slices.Contains(refuted, x.Span) })
				own -= before - len(r.Findings)
			}
		}
	}
	d.Locate(r.Findings)
	return r
}

// A Batch collects the reports of files that are checked together, and what is found when they are looked at together.
type Batch struct {
	Linter *Linter
	// Covers reports whether all files of a directory, an absolute path, are checked. An ignored place of a configuration
	// there that ignores nothing is then reported; nil covers none.
	Covers func(dir string) bool

	names  []string
	of     [][]diag.Diagnostic // the findings of each file
	sups   []*suppressions
	index  map[string]int // of the files that take part in chains, by name
	chains Chains
}

// Add adds the reports of a file, which has one, or one for each definition inside it.
func (b *Batch) Add(reports ...*Report) {
	if len(reports) == 0 {
		return
	}
	i, first := len(b.names), reports[0]
	b.names = append(b.names, first.File.Name)
	b.of = append(b.of, first.Findings)
	b.sups = append(b.sups, first.suppressions)
	for j, r := range reports {
		if j > 0 {
			b.of[i] = append(b.of[i], r.Findings...)
		}
		if b.chains.Add(r) {
			if b.index == nil {
				b.index = map[string]int{}
			}
			b.index[r.File.Name] = i
		}
	}
}

// Files are the names of the files that were added.
func (b *Batch) Files() []string { return b.names }

// Findings returns all findings in the order of the files and of their places, those about comments and configurations that
// suppress nothing among them. It may be called once.
func (b *Batch) Findings() []diag.Diagnostic {
	for _, d := range b.chains.Findings() {
		i := b.index[d.File.Name]
		kept := b.Linter.Selection.apply([]diag.Diagnostic{d}, b.Linter.settings(d.File))
		b.of[i] = append(b.of[i], b.sups[i].apply(kept)...)
	}
	for i, s := range b.sups {
		if about := s.findings(); len(about) > 0 {
			b.of[i] = append(b.of[i], b.Linter.Selection.apply(about, s.settings)...)
		}
		diag.Sort(b.of[i])
	}
	return append(slices.Concat(b.of...), b.unusedIgnores()...)
}

// release lets go of the text and the tree of a file and of all that was made from them, except for the lines that findings are about,
// and the model. Whoever keeps the findings of thousands of files must not keep the files.
func release(reports []*Report) {
	lists := make([][]diag.Diagnostic, len(reports))
	for i, r := range reports {
		// Findings that were left out are still in the memory beyond those that are kept, and hold the tree as well.
		r.Findings = append([]diag.Diagnostic(nil), r.Findings...)
		lists[i] = r.Findings
	}
	diag.Detach(lists...)
	for _, r := range reports {
		if s := r.suppressions; len(s.list)+len(s.invalid) == 0 {
			s.file = nil // nothing is reported about it any more
		} else {
			s.file = s.file.WithoutTree()
		}
	}
}

// Rules returns all rules: those about texts, the net rules, those about definitions inside other files, those of other commands,
// and those of the dialects, each group in the order of its ids.
func Rules(all []dialects.Dialect) []diag.Rule {
	var out []diag.Rule
	groups := [][]diag.Rule{append(sourceRules(), tooManyRule), append(netRules(all), forkRules()...), embedded.Rules(), commandRules(), suppressionRules()}
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
