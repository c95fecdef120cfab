package cmd

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
	"github.com/spf13/cobra"

	"github.com/flowglot/flowglot/pkg/config"
	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/find"
	"github.com/flowglot/flowglot/pkg/lint"
	"github.com/flowglot/flowglot/pkg/load"
)

// loader loads definitions as the flags and the configuration ask for.
func (a *app) loader() *load.Loader {
	l := &load.Loader{Dialects: a.dialects, Stdin: a.Stdin, StdinName: a.stdinName, Settings: a.settingsOf, Loaded: a.inputs.add}
	if a.Memory != nil {
		l.Opened = a.Memory.Reads
	}
	return l
}

// stdinFlag adds the flag that names standard input to a command that reads it.
func (a *app) stdinFlag(c *cobra.Command) {
	c.Flags().StringVar(&a.stdinName, "stdin-filename", "", "the `name` of standard input, in messages and for detection")
}

// defaultPaths are what a command looks at that is given no paths: the current directory, or standard input if it has a name.
func (a *app) defaultPaths() []string {
	if a.stdinName != "" {
		return []string{load.Stdin}
	}
	return []string{"."}
}

// excludeFlag adds the flag that excludes files to a command that walks directories.
func (a *app) excludeFlag(c *cobra.Command) {
	c.Flags().StringSliceVar(&a.exclude, "exclude", nil, "skip these files in directories (patterns, relative to the current directory)")
}

// glance is how many states of a workflow are explored for the findings that a command prints besides its result. It covers all of most
// definitions in some milliseconds; lint explores more.
const glance = 2_000

// linter checks definitions as the configuration asks for; the selection is that of the flags, or nil.
func (a *app) linter(selection *lint.Selection) *lint.Linter {
	return &lint.Linter{Selection: selection, Settings: a.configurations().For, Rules: a.rules()}
}

// find returns the files that paths stand for, and with them what is wrong with paths. Files that were not named and that
// the user or the configuration excludes are not among them.
func (a *app) find(paths []string) ([]find.File, error) { return a.findBy(a.loader().Find, paths) }

// findAll returns what find does, and files that may have definitions inside.
func (a *app) findAll(paths []string) ([]find.File, error) {
	return a.findBy(a.loader().FindAll, paths)
}

// findBy returns the files that search finds, without those that are excluded.
func (a *app) findBy(search func(dir string, paths ...string) ([]find.File, error), paths []string) ([]find.File, error) {
	dir, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	for _, p := range a.exclude {
		if !doublestar.ValidatePattern(p) {
			return nil, fmt.Errorf("--exclude: invalid pattern %q", p)
		}
	}
	all, err := search(dir, paths...)
	return slices.DeleteFunc(all, func(f find.File) bool { return !f.Named && a.excluded(dir, f.Path, f.Below) != "" }), err
}

// excluded returns the pattern that excludes a file from a walk of a directory, with the place that it comes from; empty is none.
// A pattern that excludes that directory itself does not hold in it.
func (a *app) excluded(dir, path, below string) string {
	name, top := relativeName(dir, path), relativeName(dir, below)
	for _, p := range a.exclude {
		if config.Matches(p, name) && (top == "." || !config.Matches(p, top)) {
			return fmt.Sprintf("--exclude %q", p)
		}
	}
	if o := a.configurations().For(path).ExcludedBelow(a.configurations().For(below)); o.Text != "" {
		return fmt.Sprintf("exclude %q in %s:%d", o.Text, o.File.Name, o.File.Position(o.Span.Start).Line)
	}
	return ""
}

// relativeName returns a path as patterns on the command line see it: relative to the current directory.
func relativeName(dir, path string) string {
	name := filepath.Clean(path)
	if relative, err := filepath.Rel(dir, name); filepath.IsAbs(name) && err == nil {
		name = relative
	}
	return filepath.ToSlash(name)
}

// takes reports whether a definition is worked on: one that walks pass over is not, unless the user named it.
func takes(f find.File, d *load.Definition) bool {
	return d.Dialect != nil && (f.Named || d.PassedOver() == "")
}

// taken loads the definitions of a file that was found; nil if it is passed over. It is an error if no dialect is recognised in a
// file that the user named.
func (a *app) taken(f find.File) ([]*load.Definition, error) {
	inside, err := a.loader().LoadAll(f.Path)
	switch {
	case err != nil:
		return nil, err
	case inside[0].Dialect == nil && f.Named:
		return nil, a.unknown(inside[0])
	case !takes(f, inside[0]):
		return nil, nil
	}
	return inside, nil
}

// definition loads and checks the one definition that a command works on: a file, or a part of one. It is an error if no dialect is
// recognised.
func (a *app) definition(path string) (*lint.Report, error) { return a.checked(path, diag.Info) }

// checked is [app.definition] with the rules that find something as severe as the least.
func (a *app) checked(path string, least diag.Severity) (*lint.Report, error) {
	d, err := a.loader().LoadOne(path)
	if err != nil {
		return nil, err
	}
	r := a.checkOne(d, least)
	if err := a.configFault(); err != nil {
		return nil, err
	}
	if r.Dialect == nil {
		return nil, a.unknown(d)
	}
	return r, nil
}

// checkOne checks a definition that a command works on.
func (a *app) checkOne(d *load.Definition, least diag.Severity) *lint.Report {
	linter := a.linter(nil)
	linter.ExploreBudget, linter.Least = glance, least
	return linter.Check(d)
}

// unknown is the error that no dialect was recognised in a file, with what was looked for. Where the text itself is broken, it
// is the first mistake in it.
func (a *app) unknown(d *load.Definition) error {
	if len(d.Problems) > 0 && d.File.Root == nil {
		p := d.Problems[0]
		at := d.File.Position(p.Span.Start)
		return fmt.Errorf("%s:%d:%d: %s", d.File.Name, at.Line, at.Column, p.Message)
	}
	var lines []string
	if len(d.Detection.WhyNot) > 0 {
		lines = append(lines, "it resembles one:")
		for _, why := range d.Detection.WhyNot {
			lines = append(lines, "  "+why)
		}
	}
	lines = append(lines, "these are:")
	for _, x := range a.dialects {
		lines = append(lines, fmt.Sprintf("  %-5s  %s; or a name that ends with %s", x.Name(), x.Looks(), strings.Join(x.Suffixes(), ", ")))
	}
	return &longError{d.File.Name + " is not a workflow definition; --dialect D reads it as one", lines}
}

// report prints findings to stderr, as the commands do whose result is something else.
func (a *app) report(findings []diag.Diagnostic) error {
	if len(findings) == 0 {
		return nil
	}
	a.reported = append(a.reported, findings...)
	return diag.TextPrinter{Color: a.colors(a.StderrIsTerminal)}.Print(a.Stderr, findings)
}

// folder is where a path lies.
func folder(path string) string {
	if path == load.Stdin {
		return "."
	}
	return filepath.Dir(path)
}

// named is the path of a file that another file names: one that is not absolute is relative to the folder of that.
func named(by, path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(folder(by), path)
}
