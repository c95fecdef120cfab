package cmd

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/lint"
	"github.com/flowglot/flowglot/pkg/source"
)

// mostBytes is the size from which on a file is not read.
const mostBytes = 512 << 20

// open reads a file; "-" is stdin, which goes by the given name.
func (a *app) open(path, stdinName string) (*source.File, error) {
	if path == "-" {
		text, err := io.ReadAll(io.LimitReader(a.Stdin, mostBytes+1))
		if err == nil && len(text) > mostBytes {
			err = fmt.Errorf("it is larger than %d MB", mostBytes>>20)
		}
		if err != nil {
			return nil, fmt.Errorf("stdin cannot be read: %w", err)
		}
		if stdinName == "" {
			stdinName = "<stdin>"
		}
		return source.NewFile(stdinName, text), nil
	}
	text, err := readFile(path)
	if err != nil {
		return nil, err
	}
	return source.NewFile(path, text), nil
}

// readFile reads a file whole, unless it is too large to be one that a person wrote.
func readFile(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, cause(err))
	}
	if info.IsDir() {
		return nil, fmt.Errorf("%s is a folder; a file is needed", path)
	}
	if info.Size() > mostBytes {
		return nil, fmt.Errorf("%s is larger than %d MB", path, mostBytes>>20)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, cause(err))
	}
	return text, nil
}

// cause is the error under one that repeats the path.
func cause(err error) error {
	var path *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path):
		return path.Err
	case errors.As(err, &link):
		return link.Err
	}
	return err
}

// definition opens and checks the one definition that a command works on. It is an error if no dialect is recognised.
func (a *app) definition(path string) (*lint.Report, error) {
	f, err := a.open(path, "")
	if err != nil {
		return nil, err
	}
	l := &lint.Linter{Dialects: a.dialects, Options: a.options(), Force: a.forced()}
	r := l.Check(f)
	if r.Dialect == nil {
		return nil, a.unknown(r)
	}
	return r, nil
}

// unknown is the error that a file is of no dialect, with what was looked for. Where the text itself is broken, that is
// what it says.
func (a *app) unknown(r *lint.Report) error {
	if len(r.Findings) > 0 && r.File.Root == nil {
		d := r.Findings[0]
		p := r.File.Position(d.Span.Start)
		return fmt.Errorf("%s:%d:%d: %s", r.File.Name, p.Line, p.Column, d.Message)
	}
	var looks []string
	for _, d := range a.dialects {
		looks = append(looks, fmt.Sprintf("%s (%s)", d.Name(), d.Looks()))
	}
	return fmt.Errorf("%s is of no dialect that flowglot knows; it looked for %s; --dialect says which it is", r.File.Name, strings.Join(looks, ", "))
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
	if path == "-" {
		return "."
	}
	return filepath.Dir(path)
}
