package cmd

import (
	"fmt"
	"runtime"
	"runtime/metrics"
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/convert/rewrite"
	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/lint"
	"github.com/flowglot/flowglot/pkg/load"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A conversionSource is what is converted: the program of one or several definitions.
type conversionSource struct {
	file     *source.File // the first
	dialect  string
	program  *workflow.Program
	findings []diag.Diagnostic // errors for which it is not converted
	reason   string            // why it is not converted; empty if it is
	notes    []string          // about how it was read, for the report
}

// sourceOf reads the definitions that are to be converted together. All have to be of one dialect.
func (a *app) sourceOf(paths []string) (*conversionSource, error) {
	s := &conversionSource{}
	var reports []*lint.Report
	for _, path := range paths {
		r, err := a.checked(path, diag.Error)
		if err != nil {
			return nil, err
		}
		r.Program = r.Lower()
		if s.file == nil {
			s.file, s.dialect = r.File, r.Dialect.Name()
		}
		if r.Dialect.Name() != s.dialect {
			return nil, fmt.Errorf("%s is %s but %s is %s; convert takes one dialect at a time", s.file.Name, s.dialect, r.File.Name, r.Dialect.Name())
		}
		reports = append(reports, r)
		if hasComments(r.Definition) {
			s.notes = append(s.notes, "the comments of "+r.File.Name+" are left out")
		}
	}
	var all []*load.Definition
	for _, r := range reports {
		passInherited(r, reports)
		if r.Errors() > 0 || r.Program == nil {
			s.reason = "the definition has errors"
			r.Findings = a.checkOne(r.Definition, diag.Info).Findings
			passInherited(r, reports)
			s.findings = append(s.findings, r.Findings...)
			continue
		}
		all = append(all, r.Definition)
	}
	s.program = load.Link(all...)
	return s, nil
}

// dropTrees lets go of the trees of what is converted: the model is left, and the texts, to which places refer. A tree takes more memory
// than the model. The parts of it that the model holds are copied, as each would keep what is near it.
func (s *conversionSource) dropTrees() {
	s.file = s.file.WithoutTree()
	if w := s.program.Fallback; w != nil { // nobody wrote it, but it has the file
		w.File = w.File.WithoutTree()
	}
	for _, w := range s.program.Workflows {
		w.File = w.File.WithoutTree()
		copier := source.NewCopier(len(w.Elements))
		copyExtras(copier, w.Extras)
		for _, r := range w.Regions {
			copyExtras(copier, r.Extras)
		}
		for _, e := range w.Elements {
			copyExtras(copier, e.Extras)
		}
		for _, e := range w.Edges {
			copyExtras(copier, e.Extras)
		}
	}
	collectAfter(s.file)
}

func copyExtras(c *source.Copier, extras workflow.Extras) {
	for i := range extras {
		extras[i].Value = c.Copy(extras[i].Value)
	}
}

// collectAfter collects memory between two steps of the conversion of a large text. Most of what the first made is not used any longer then,
// so that it takes a fraction of what it would take a moment later. Where memory was collected a moment before, or is being collected, there is
// nothing to gain.
func collectAfter(text *source.File) {
	const large, worthwhile = 4 << 20, 128 << 20
	if len(text.Text) < large {
		return
	}
	in := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}, {Name: "/gc/heap/live:bytes"}, {Name: "/gc/heap/goal:bytes"}}
	metrics.Read(in)
	if slices.ContainsFunc(in, func(x metrics.Sample) bool { return x.Value.Kind() != metrics.KindUint64 }) {
		runtime.GC()
		return
	}
	use, live, goal := in[0].Value.Uint64(), in[1].Value.Uint64(), in[2].Value.Uint64()
	if begun := use >= goal-goal/50; use >= live+worthwhile && !begun {
		runtime.GC()
	}
}

// roomToCheck reports whether what was written can be checked without collecting memory before.
func (a *app) roomToCheck(r *dialects.Raised) bool {
	const untreed = 10 // how much more memory it takes to read a text without a tree, which has fewer bytes for each step
	bytes := 0
	for _, d := range r.Definitions {
		if d.Tree == nil {
			bytes += (untreed - 1) * len(d.Text)
		}
		bytes += len(d.Text)
	}
	return a.Memory != nil && a.Memory.Checks(bytes)
}

// hasComments reports whether a definition has comments, which no net holds.
func hasComments(d *load.Definition) bool {
	if c, ok := d.Syntax.(dialects.Commented); ok {
		return len(c.Comments()) > 0
	}
	return d.File.Format != source.JSON && d.File.Root.HasComments()
}

// passInherited takes out of a report the errors about names that its definition inherits from those that call it.
func passInherited(r *lint.Report, all []*lint.Report) {
	uses, ok := r.Syntax.(dialects.Naming)
	if !ok || r.Program == nil || r.Errors() == 0 {
		return
	}
	var inherited []source.Span
	for _, x := range uses.Names() {
		defines := func(y dialects.Name) bool { return y.Defines && y.Kind == x.Kind && y.Text == x.Text }
		if x.Inherited && slices.ContainsFunc(all, func(by *lint.Report) bool {
			other, ok := by.Syntax.(dialects.Naming)
			return ok && by != r && reaches(by, r, all, nil) && slices.ContainsFunc(other.Names(), defines)
		}) {
			inherited = append(inherited, x.Span)
		}
	}
	r.Findings = slices.DeleteFunc(r.Findings, func(d diag.Diagnostic) bool {
		const quotes = 2
		return slices.ContainsFunc(inherited, func(name source.Span) bool {
			return d.Span.Contains(name) && d.Span.End-d.Span.Start <= name.End-name.Start+quotes
		})
	})
}

// reaches reports whether a definition calls another one, by itself or through others.
func reaches(from, to *lint.Report, all, passed []*lint.Report) bool {
	if from.Program == nil || slices.Contains(passed, from) {
		return false
	}
	passed = append(passed, from)
	for _, w := range from.Program.Workflows {
		for _, n := range w.Nodes {
			if n.Call == nil || !n.Call.Workflow {
				continue
			}
			for _, next := range all {
				if next.Program != nil && next.Program.Find(n.Call.Task) != nil && (next == to || reaches(next, to, all, passed)) {
					return true
				}
			}
		}
	}
	return false
}

// callFunctions makes tasks that call functions through a service call the functions themselves, if that is asked for; else a
// note means that it can be. To its own dialect a definition is printed as it is.
func (s *conversionSource) callFunctions(f *convertFlags) {
	switch n := rewrite.NamedFunctions(s.program); {
	case s.reason != "" || s.dialect == f.to:
	case f.functions:
		s.notes = rewrite.CallFunctions(s.program)
	case n > 0:
		s.notes = []string{fmt.Sprintf("%s called through a service, and with --functions by name", count(n, "function is", "functions are"))}
	}
}

// readResources returns the addresses of tasks that --task and --tasks-file give, by the names of the tasks. Those of --task come first.
func (a *app) readResources(f *convertFlags) (map[string]string, error) {
	out := map[string]string{}
	if f.tasksFile != "" {
		text, err := a.read(f.tasksFile)
		if err != nil {
			return nil, err
		}
		if err := addResources(out, source.NewFile(f.tasksFile, text)); err != nil {
			return nil, fmt.Errorf("--tasks-file %w", err)
		}
	}
	for _, t := range f.tasks {
		name, resource, ok := strings.Cut(t, "=")
		if !ok || name == "" || resource == "" {
			return nil, fmt.Errorf("--task %q does not have the form NAME=RESOURCE", t)
		}
		out[name] = resource
	}
	return out, nil
}

// addResources adds the members of an object of texts.
func addResources(to map[string]string, f *source.File) error {
	at := func(s source.Span) string {
		p := f.Position(s.Start)
		return fmt.Sprintf("%s:%d:%d", f.Name, p.Line, p.Column)
	}
	if problems := source.Parse(f); len(problems) > 0 {
		return fmt.Errorf("%s: %s", at(problems[0].Span), problems[0].Message)
	}
	if f.Root == nil || f.Root.Kind != source.Object {
		return fmt.Errorf("%s: expected an object of tasks and their addresses", f.Name)
	}
	for _, m := range f.Root.Members {
		if m.Value.Kind != source.String || m.Value.Text == "" {
			return fmt.Errorf("%s: the address of %q must be a text", at(m.KeySpan), m.Key)
		}
		to[m.Key] = m.Value.Text
	}
	return nil
}
