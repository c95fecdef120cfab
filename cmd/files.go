package cmd

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

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
	var looks []string
	for _, d := range a.dialects {
		looks = append(looks, fmt.Sprintf("%s (%s)", d.Name(), d.Looks()))
	}
	return fmt.Errorf("%s is of no dialect that flowglot knows; it looked for %s; --dialect says which it is", d.File.Name, strings.Join(looks, ", "))
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
