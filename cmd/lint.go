package cmd

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/explore"
	"github.com/flowglot/flowglot/pkg/find"
	"github.com/flowglot/flowglot/pkg/lint"
	"github.com/flowglot/flowglot/pkg/load"
)

// lintFlags are the flags of lint.
type lintFlags struct {
	format, failOn              string
	outputs                     []string
	enable, disable, severities []string
	jobs, most                  int
	fix, unsafe, diff           bool
	baseline                    string
	writeBaseline, statistics   bool
	newFrom                     string
	listFiles, watch            bool
	explainFile                 string
	noExplore                   bool
	exploreBudget               int

	given func(flag string) bool // whether a flag was set, in the command or the environment
}

// failLevels are the values of --fail-on.
var failLevels = []string{"error", "warning", "info", "never"}

func (a *app) lintCommand() *cobra.Command {
	f := &lintFlags{}
	c := &cobra.Command{
		Use:   "lint [PATH…]",
		Short: "Check definitions for mistakes",
		Long: "lint checks files, the definitions in directories, and the files that patterns match; - is standard input. Without a path\n" +
			"it checks the current directory. In directories it takes the files whose name or content shows that they are definitions, and\n" +
			"templates with definitions inside (template.yaml#Name is one of them); --list-files lists them.",
		Example: "  flowglot lint\n" +
			"  flowglot lint order.asl.json 'flows/**/*.asl.json'\n" +
			"  flowglot lint --format json --fail-on warning\n" +
			"  flowglot lint --disable 'net/*' --severity asl/resource-arn=error\n" +
			"  flowglot lint --fix flows\n" +
			"  flowglot lint flows -o sarif=flowglot.sarif",
		RunE: func(c *cobra.Command, args []string) error {
			f.given = c.Flags().Changed
			if len(args) == 0 {
				args = a.defaultPaths()
			}
			if err := f.check(); err != nil {
				return err
			}
			switch {
			case f.explainFile != "":
				return a.explainFile(f)
			case f.listFiles:
				return a.listFiles(f, args)
			case f.watch:
				return a.watchLint(f, args)
			}
			return a.lint(f, args)
		},
	}
	a.printsFailure(c, func(w io.Writer, format string, failure *diag.Failure) error {
		r := &diag.Report{Failure: failure, Version: currentVersion()}
		if f.statistics {
			return r.WriteStatistics(w, format == "json")
		}
		return writeForPrograms(w, format, r)
	})
	f.define(c.Flags())
	a.excludeFlag(c)
	a.stdinFlag(c)
	uses(c, prints, reads)
	complete(c, "format", diag.Formats()...)
	complete(c, "fail-on", failLevels...)
	completeRules(c, "enable")
	completeRules(c, "disable")
	completeRules(c, "severity", "=error", "=warning", "=info")
	return c
}

// define adds the flags to those of the command.
func (f *lintFlags) define(flags *pflag.FlagSet) {
	flags.StringVar(&f.format, "format", "text", "the form of the output: "+strings.Join(diag.Formats(), ", "))
	flags.StringSliceVarP(&f.outputs, "output", "o", nil, "also write the findings to a file: `FORMAT=FILE`")
	flags.StringVar(&f.failOn, "fail-on", "error", "lowest severity that fails (exit status 1): error, warning, info or never")
	flags.StringSliceVar(&f.enable, "enable", nil, "turn these rules on even if --disable matches them (ids or patterns such as net/*)")
	flags.StringSliceVar(&f.disable, "disable", nil, "turn these rules off (ids or patterns)")
	flags.StringSliceVar(&f.severities, "severity", nil, "change the severity of rules: `RULE=LEVEL`")
	flags.BoolVar(&f.fix, "fix", false, "apply the fixes of findings that have one evident remedy")
	flags.BoolVar(&f.unsafe, "unsafe", false, "with --fix or --diff: also apply fixes that need a review")
	flags.BoolVar(&f.diff, "diff", false, "print what --fix would change as a patch, and change nothing")
	flags.StringVar(&f.baseline, "baseline", "", "do not report the findings that this `file` lists")
	flags.BoolVar(&f.writeBaseline, "write-baseline", false, "write all findings to the file of --baseline")
	flags.StringVar(&f.newFrom, "new-from", "", "report only findings on lines that changed since this git `revision`")
	flags.IntVar(&f.most, "max-findings", 0, "print at most this many findings; 0: all")
	flags.BoolVar(&f.statistics, "statistics", false, "print the number of findings of each rule instead of the findings")
	flags.BoolVar(&f.listFiles, "list-files", false, "list the files that are checked, with their dialect and what shows it")
	flags.StringVar(&f.explainFile, "explain-file", "", "explain why a `file` is checked or not")
	flags.BoolVar(&f.watch, "watch", false, "check again whenever a file changes")
	flags.BoolVar(&f.noExplore, "no-explore", false, "skip the rules that follow all behaviours of a workflow")
	flags.IntVar(&f.exploreBudget, "explore-budget", explore.DefaultBudget, "how many `states` of a workflow these rules look at")
	flags.IntVar(&f.jobs, "jobs", 0, "how many files are checked at once; 0: as many as there are processors")
}

// check returns what is wrong with the flags.
func (f *lintFlags) check() error {
	err := errors.Join(oneOf("--format", f.format, diag.Formats()...), oneOf("--fail-on", f.failOn, failLevels...))
	for _, o := range f.outputs {
		format, file, ok := strings.Cut(o, "=")
		if !ok || file == "" {
			err = errors.Join(err, fmt.Errorf("-o %q does not have the form FORMAT=FILE", o))
		} else {
			err = errors.Join(err, oneOf("the format of -o", format, diag.Formats()...))
		}
	}
	switch {
	case f.exploreBudget < 1:
		err = errors.Join(err, errors.New("--explore-budget must be 1 or more"))
	case f.jobs < 0:
		err = errors.Join(err, errors.New("--jobs cannot be negative"))
	case f.most < 0:
		err = errors.Join(err, errors.New("--max-findings cannot be negative"))
	case f.writeBaseline && f.baseline == "":
		err = errors.Join(err, errors.New("--write-baseline needs --baseline FILE"))
	case f.unsafe && !f.fix && !f.diff:
		err = errors.Join(err, errors.New("--unsafe goes with --fix or --diff"))
	case f.fix && f.diff:
		err = errors.Join(err, errors.New("--fix and --diff exclude each other: --diff changes nothing"))
	case f.statistics && !slices.Contains([]string{"text", "concise", "json"}, f.format):
		err = errors.Join(err, errors.New("--statistics goes with --format text, concise or json"))
	}
	return err
}

func (a *app) lint(f *lintFlags, args []string) error {
	a.reported = nil // with --watch, that of the round before
	if err := a.chooseFormat(f, args); err != nil {
		return err
	}
	rules := a.rules()
	selection, err := lint.NewSelection(rules, f.enable, f.disable, f.severities)
	if err != nil {
		return err
	}
	filter, err := a.lintFilter(f)
	if err != nil {
		return err
	}
	files, missing := a.findAll(args)
	linter := a.linter(selection)
	if linter.ExploreBudget = f.exploreBudget; f.noExplore {
		linter.ExploreBudget = -1
	}
	batch := &lint.Batch{Linter: linter, Covers: covers(args)}
	fixes := &fixes{app: a, flags: f, linter: batch.Linter}
	unread := errors.Join(missing, a.check(batch, fixes, files, f.jobs))
	if err := a.configFault(); err != nil {
		unread = errors.Join(unread, err)
	}
	if len(batch.Files()) == 0 && unread == nil {
		unread = fmt.Errorf("no definition was found in %s", strings.Join(args, ", "))
	}
	report := &diag.Report{Files: batch.Files(), Findings: filter(batch.Findings()), Rules: rules, Version: currentVersion(),
		Color: a.colors(a.StdoutIsTerminal)}
	report.Fails = func(d *diag.Diagnostic) bool { return a.fails(f, d) }
	report.Failure = a.failure(unread)
	if err := a.printReport(f, report, fixes); err != nil {
		return errors.Join(unread, err)
	}
	switch {
	case unread != nil:
		return unread
	case f.writeBaseline: // what is found is known from now on
		return nil
	case f.diff && fixes.any(), !f.diff && slices.ContainsFunc(report.Findings, func(d diag.Diagnostic) bool { return report.Fails(&d) }):
		return found
	}
	return nil
}

// chooseFormat chooses the format where none was asked for, and checks the flags.
func (a *app) chooseFormat(f *lintFlags, args []string) error {
	fixesStdin := f.fix && slices.Contains(args, load.Stdin)
	if v, ok := a.Env("GITHUB_ACTIONS"); ok && v != "" && !f.given("format") && !a.StdoutIsTerminal && !f.statistics && !fixesStdin {
		f.format = "github"
	}
	if fixesStdin && f.format != "text" && f.format != "concise" && f.format != "json" {
		return fmt.Errorf("--fix prints the fixed text of standard input, so --format %s cannot; use -o %s=FILE", f.format, f.format)
	}
	return f.check()
}

// check checks files into a batch, in their order, and then the files of definitions that templates among them refer to. Files that
// cannot be read, and named ones that are not definitions, are the error.
func (a *app) check(batch *lint.Batch, fixes *fixes, files []find.File, jobs int) (unread error) {
	loader := a.loader()
	referred, unread := a.checkInto(batch, fixes, files, jobs, func(i int) ([]*load.Definition, error) { return loader.LoadAll(files[i].Path) })
	known := map[string]bool{}
	for _, f := range files {
		known[absolute(f.Path)] = true
	}
	var more []find.File
	var from []*load.Definition
	if fixes.asked() {
		load.JoinShared(referred)
	}
	for _, d := range referred {
		path := absolute(d.Path)
		if d.Only() { // the file was of no use by itself, and another one may refer to other parts of it; it is changed once
			path += "#"
			if !fixes.asked() {
				path += d.Searched().Name
			}
		}
		if !known[path] && len(a.configurations().For(d.Path).Excluded) == 0 {
			known[path] = true
			more, from = append(more, find.File{Path: d.Path, Named: true}), append(from, d)
		}
	}
	if len(more) == 0 {
		return unread
	}
	_, err := a.checkInto(batch, fixes, more, jobs, func(i int) ([]*load.Definition, error) { return loader.LoadReferredFile(from[i]) })
	return errors.Join(unread, err)
}

// checkInto checks files that open reads. It returns the definitions in them that are in files of their own.
func (a *app) checkInto(batch *lint.Batch, fixes *fixes, files []find.File, jobs int, open func(i int) ([]*load.Definition, error)) (referred []*load.Definition, unread error) {
	var resembling []string
	defer func() {
		for _, path := range resembling {
			fmt.Fprintf(a.Stderr, "note: %s is not checked, though it resembles a definition; --explain-file explains why\n", diag.VisibleName(path))
		}
	}()
	progress := a.progress("checked", len(files))
	defer progress.end()
	first := fixes.begin(len(files))
	read := func(i int) ([]*load.Definition, error) {
		all, err := open(i)
		if err == nil && takes(files[i], all[0]) {
			all, err = fixes.apply(first+i, files[i], all)
		}
		return all, err
	}
	batch.Linter.Each(len(files), jobs, read, func(i int, all []*lint.Report, err error) bool {
		progress.step()
		switch {
		case err != nil:
			unread = errors.Join(unread, err)
		case all[0].Dialect == nil && files[i].Named:
			unread = errors.Join(unread, a.unknown(all[0].Definition))
		case takes(files[i], all[0].Definition):
			batch.Add(all...)
			for _, r := range all {
				if r.Path != "" {
					referred = append(referred, r.Definition)
				}
			}
		case all[0].Resembles():
			resembling = append(resembling, files[i].Path)
		}
		return true
	})
	return referred, unread
}

// fails reports whether a finding makes the exit status 1: as the flag says, else as the configuration of its file says.
func (a *app) fails(f *lintFlags, d *diag.Diagnostic) bool {
	level := f.failOn
	if !f.given("fail-on") && d.File != nil {
		if o := a.configurations().For(d.File.Name).FailOn; o.Text != "" {
			level = o.Text
		}
	}
	limit, ok := diag.ParseSeverity(level)
	return ok && d.Severity >= limit
}

// covers returns whether all files of a directory are among those that are given.
func covers(paths []string) func(dir string) bool {
	return func(dir string) bool {
		return slices.ContainsFunc(paths, func(p string) bool {
			given, err := filepath.Abs(p)
			if err != nil {
				return false
			}
			relative, err := filepath.Rel(given, filepath.FromSlash(dir))
			return err == nil && relative != ".." && !strings.HasPrefix(relative, ".."+string(filepath.Separator))
		})
	}
}
