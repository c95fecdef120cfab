package cmd

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/find"
	"github.com/flowglot/flowglot/pkg/lint"
	"github.com/flowglot/flowglot/pkg/load"
)

// loader loads definitions as the flags ask for.
func (a *app) loader() *load.Loader {
	return &load.Loader{Dialects: a.dialects, Stdin: a.Stdin, StdinName: a.stdinName,
		Settings: load.Always(load.Settings{Dialect: a.forced(), Options: a.options()})}
}

// stdinFlag adds the flag that names standard input to a command that reads it.
func (a *app) stdinFlag(c *cobra.Command) {
	c.Flags().StringVar(&a.stdinName, "stdin-filename", "", "the `name` of standard input, in messages and for detection")
}

// find returns the files that paths stand for, and beside them what is wrong with paths.
func (a *app) find(paths []string) ([]find.File, error) {
	dir, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	return a.loader().Find(dir, paths...)
}

// definition loads and checks the one definition that a command works on. It is an error if no dialect is recognised.
func (a *app) definition(path string) (*lint.Report, error) {
	d, err := a.loader().Load(path)
	if err != nil {
		return nil, err
	}
	r := (&lint.Linter{}).Check(d)
	if r.Dialect == nil {
		return nil, a.unknown(d)
	}
	return r, nil
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
	return diag.TextPrinter{Color: a.colors(a.StderrIsTerminal)}.Print(a.Stderr, findings)
}

// folder is where a path lies.
func folder(path string) string {
	if path == load.Stdin {
		return "."
	}
	return filepath.Dir(path)
}
