package cmd

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/find"
	"github.com/flowglot/flowglot/pkg/lint"
	"github.com/flowglot/flowglot/pkg/load"
	"github.com/flowglot/flowglot/pkg/source"
)

// lintFlags are the flags of lint.
type lintFlags struct {
	format, failOn              string
	enable, disable, severities []string
	jobs                        int
}

func (a *app) lintCommand() *cobra.Command {
	f := &lintFlags{}
	c := &cobra.Command{
		Use:   "lint [PATH…]",
		Short: "Check definitions for mistakes",
		Long: "lint checks files, the definitions in directories, and the files that patterns match; - is standard input. Without a path\n" +
			"it checks the current directory. Files in a directory that are not definitions are skipped.",
		Example: "  flowglot lint\n" +
			"  flowglot lint order.asl.json 'flows/**/*.asl.json'\n" +
			"  flowglot lint --format json --fail-on warning\n" +
			"  flowglot lint --disable 'net/*' --severity asl/resource-arn=error",
		RunE: func(_ *cobra.Command, args []string) error { return a.lint(f, args) },
	}
	flags := c.Flags()
	flags.StringVar(&f.format, "format", "text", "text or json")
	flags.StringVar(&f.failOn, "fail-on", "error", "lowest severity that fails (exit status 1): error, warning, info or never")
	flags.StringSliceVar(&f.enable, "enable", nil, "turn these rules on even if --disable matches them (ids or patterns such as net/*)")
	flags.StringSliceVar(&f.disable, "disable", nil, "turn these rules off (ids or patterns)")
	flags.StringSliceVar(&f.severities, "severity", nil, "change the severity of rules: `RULE=LEVEL`")
	a.stdinFlag(c)
	uses(c, prints, reads)
	flags.IntVar(&f.jobs, "jobs", 0, "how many files are checked at once; 0: as many as there are processors")
	complete(c, "format", "text", "json")
	complete(c, "fail-on", "error", "warning", "info", "never")
	complete(c, "enable", a.ruleIDs()...)
	complete(c, "disable", a.ruleIDs()...)
	var levels []string
	for _, id := range a.ruleIDs() {
		levels = append(levels, id+"=error", id+"=warning", id+"=info")
	}
	complete(c, "severity", levels...)
	return c
}

func (a *app) lint(f *lintFlags, args []string) error {
	if err := errors.Join(oneOf("--format", f.format, "text", "json"), oneOf("--fail-on", f.failOn, "error", "warning", "info", "never")); err != nil {
		return err
	}
	if f.jobs < 0 {
		return errors.New("--jobs cannot be negative")
	}
	selection, err := lint.NewSelection(lint.Rules(a.dialects), f.enable, f.disable, f.severities)
	if err != nil {
		return err
	}
	if len(args) == 0 {
		args = []string{"."}
	}
	files, missing := a.find(args)
	l := &lint.Linter{Selection: selection}
	findings, checked, unread := a.check(l, files, f)
	unread = errors.Join(missing, unread)
	if checked == 0 && unread == nil {
		unread = fmt.Errorf("no file of a known dialect in %s", strings.Join(args, ", "))
	}
	switch {
	case f.format == "json":
		err = diag.PrintJSON(a.Stdout, checked, findings)
	case checked == 0:
		return unread
	default:
		err = (diag.TextPrinter{Color: a.colors(a.StdoutIsTerminal)}).Print(a.Stdout, findings)
		if err == nil {
			_, err = fmt.Fprintln(a.Stdout, diag.Summary(checked, findings))
		}
	}
	switch {
	case err != nil:
		return err
	case unread != nil:
		return unread
	}
	if limit, ok := diag.ParseSeverity(f.failOn); ok && diag.Worst(findings) >= limit {
		return found
	}
	return nil
}

// check checks files and collects what is found, in their order. Files that cannot be read, and named ones of no dialect,
// are the error.
func (a *app) check(l *lint.Linter, files []find.File, f *lintFlags) (findings []diag.Diagnostic, checked int, unread error) {
	progress := a.progress("checked", len(files))
	defer progress.end()
	loader := a.loader()
	open := func(i int) (*load.Definition, error) { return loader.Load(files[i].Path) }
	of := make([][]diag.Diagnostic, len(files)) // the findings of each file
	index := make(map[*source.File]int)         // of those that take part in chains
	var chains lint.Chains
	l.Each(len(files), f.jobs, open, func(i int, r *lint.Report, err error) bool {
		progress.step()
		switch {
		case err != nil:
			unread = errors.Join(unread, err)
		case r.Dialect == nil && files[i].Named:
			unread = errors.Join(unread, a.unknown(r.Definition))
		case r.Dialect == nil:
		default:
			checked++
			of[i] = r.Findings
			if chains.Add(r) {
				index[r.File] = i
			}
		}
		return true
	})
	for _, d := range chains.Findings(l.Selection) {
		i := index[d.File]
		of[i] = append(of[i], d)
		diag.Sort(of[i])
	}
	return slices.Concat(of...), checked, unread
}

// progress tells on a terminal how far a long piece of work is.
type progress struct {
	app         *app
	what        string
	done, total int
	next        time.Time
	shown       bool
}

// patience is how long a piece of work goes on before progress is shown, and how often it is shown then.
const (
	patience = 2 * time.Second
	pace     = 200 * time.Millisecond
)

func (a *app) progress(what string, total int) *progress {
	p := &progress{app: a, what: what, total: total}
	if a.StderrIsTerminal {
		p.next = a.Now().Add(patience)
	}
	return p
}

func (p *progress) step() {
	p.done++
	if p.next.IsZero() {
		return
	}
	if now := p.app.Now(); now.After(p.next) {
		fmt.Fprintf(p.app.Stderr, "\r%s %d of %d", p.what, p.done, p.total)
		p.next, p.shown = now.Add(pace), true
	}
}

// end removes what was shown.
func (p *progress) end() {
	if p.shown {
		fmt.Fprint(p.app.Stderr, "\r\x1b[K")
	}
}
