package cmd

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/files"
	"github.com/flowglot/flowglot/pkg/find"
	"github.com/flowglot/flowglot/pkg/lint"
	"github.com/flowglot/flowglot/pkg/load"
	"github.com/flowglot/flowglot/pkg/patch"
)

// fixes are the fixes of a lint, file by file. Files are fixed side by side, each by one goroutine.
type fixes struct {
	app     *app
	flags   *lintFlags
	linter  *lint.Linter
	applied []int    // by file
	patches [][]byte // by file; only with --diff

	fixed atomic.Pointer[string] // the text of standard input, fixed or as it was; nil without it or --fix
}

// begin makes room for the fixes of n more files, and returns the index of the first.
func (x *fixes) begin(n int) int {
	first := len(x.applied)
	x.applied, x.patches = append(x.applied, make([]int, n)...), append(x.patches, make([][]byte, n)...)
	return first
}

// asked reports whether files are fixed, or would be.
func (x *fixes) asked() bool { return x.flags.fix || x.flags.diff }

// apply fixes the definitions of a file, if that is asked for, and returns those that are to be checked: what is left to do in them.
func (x *fixes) apply(i int, at find.File, all []*load.Definition) ([]*load.Definition, error) {
	if !x.asked() {
		return all, nil
	}
	here := load.Here(all)
	if len(here) == 0 {
		return all, nil
	}
	file := here[0].Owner()
	loader := x.app.loader()
	read := func(text []byte) []*load.Definition { return loader.Again(here[0], text) }
	text, n := x.linter.Fix(file.Text, x.flags.unsafe, read)
	x.applied[i] = n
	switch {
	case x.flags.diff:
		if n > 0 {
			x.patches[i] = patch.Unified(shownPath(file.Name), file.Text, text)
		}
		return all, nil
	case at.Stdin: // printed with the report, also without a fix, as filters do
		fixed := string(text)
		x.fixed.Store(&fixed)
	case n > 0:
		if err := files.Write(file.Name, text); err != nil {
			return nil, err
		}
	}
	if n == 0 {
		return all, nil
	}
	return read(text), nil
}

// tell reports on stderr what was fixed.
func (x *fixes) tell() {
	if !x.flags.fix {
		return
	}
	n, changed := x.sum()
	fmt.Fprintf(x.app.Stderr, "%s applied in %s\n", count(n, "fix", "fixes"), diag.Number(changed, "file"))
}

func (x *fixes) sum() (applied, changed int) {
	for _, n := range x.applied {
		if applied += n; n > 0 {
			changed++
		}
	}
	return applied, changed
}

// any reports whether a fix was applied, or would be.
func (x *fixes) any() bool {
	n, _ := x.sum()
	return n > 0
}

// printPatch prints what would be changed. As JSON, the patch is a member of the document of any check.
func (a *app) printPatch(f *lintFlags, r *diag.Report, x *fixes) error {
	text := slices.Concat(x.patches...)
	n, changed := x.sum()
	fmt.Fprintf(a.Stderr, "%s in %s would be applied\n", count(n, "fix", "fixes"), diag.Number(changed, "file"))
	if f.format == "json" {
		patched := *r
		shown := string(text)
		patched.Patch = &shown
		return patched.Write(a.Stdout, f.format)
	}
	_, err := a.Stdout.Write(text)
	return err
}

// shownPath is the path of a file in a patch: relative to the current folder if the file is below it.
func shownPath(path string) string {
	dir, err := os.Getwd()
	if err != nil || !filepath.IsAbs(path) {
		return path
	}
	relative, err := filepath.Rel(dir, path)
	if err != nil || relative == ".." || strings.HasPrefix(relative, ".."+string(filepath.Separator)) {
		return path
	}
	return relative
}
