package cmd

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/lint"
)

// printReport prints the findings, and writes them to the files of -o. Where something could not be read and there is nothing
// to report, people see only that; programs get a document in any case.
func (a *app) printReport(f *lintFlags, r *diag.Report, unread bool) error {
	var outputs []output
	for _, o := range f.outputs {
		_, file, _ := strings.Cut(o, "=")
		outputs = append(outputs, output{"--output", file})
	}
	if err := a.checkOutputs(outputs...); err != nil {
		return err
	}
	// A file that cannot be written does not stop the others.
	return errors.Join(a.writeOutputs(f.outputs, *r), a.printFindings(f, r, unread))
}

// writeOutputs writes a report to the files of --output.
func (a *app) writeOutputs(outputs []string, r diag.Report) (failed error) {
	r.Color = false
	for _, o := range outputs {
		format, file, _ := strings.Cut(o, "=")
		var b bytes.Buffer
		if err := r.Write(&b, format); err != nil {
			return err
		}
		failed = errors.Join(failed, a.print("--output", file, b.Bytes()))
	}
	return failed
}

// printFindings prints a report as the flags ask for.
func (a *app) printFindings(f *lintFlags, r *diag.Report, unread bool) error {
	if f.statistics {
		return r.WriteStatistics(a.Stdout, f.format == "json")
	}
	forPeople := f.format == "text" || f.format == "concise" || f.format == "github"
	if unread && forPeople && len(r.Files) == 0 && len(r.Findings) == 0 {
		return nil
	}
	shown := *r
	hidden := 0
	if f.most > 0 && len(r.Findings) > f.most {
		hidden = len(r.Findings) - f.most
		shown.Findings = r.Findings[:f.most]
	}
	if err := shown.Write(a.Stdout, f.format); err != nil {
		return err
	}
	if hidden > 0 {
		fmt.Fprintf(a.Stderr, "%s more, which --max-findings hides\n", diag.Number(hidden, "finding"))
	}
	return nil
}

// lintFilter returns what leaves out findings that are known, or that are not on changed lines.
func (a *app) lintFilter(f *lintFlags) (func([]diag.Diagnostic) []diag.Diagnostic, error) {
	var known *lint.Baseline
	if f.baseline != "" && !f.writeBaseline {
		text, err := a.read(f.baseline)
		if err != nil {
			return nil, err
		}
		known = newBaseline(f.baseline)
		if err := known.Read(text); err != nil {
			return nil, fmt.Errorf("%s: %w", f.baseline, err)
		}
	}
	var changes *lint.Changes
	if f.newFrom != "" {
		var err error
		if changes, err = changesSince(f.newFrom); err != nil {
			return nil, err
		}
	}
	return func(ds []diag.Diagnostic) []diag.Diagnostic {
		if changes != nil {
			ds = changes.Only(ds, realPath)
		}
		if known != nil {
			var gone int
			if ds, gone = known.New(ds); gone > 0 && changes == nil {
				a.note(fmt.Sprintf("%s of %s %s no longer found; --write-baseline removes them", count(gone, "entry", "entries"), f.baseline, isOrAre(gone)))
			}
		}
		return ds
	}, nil
}

func isOrAre(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}

func newBaseline(path string) *lint.Baseline {
	return &lint.Baseline{Dir: filepath.Dir(absolute(path)), Abs: absolute}
}

// absolute returns the absolute path of a file; one that has none stays as it is.
func absolute(path string) string {
	if out, err := filepath.Abs(path); err == nil {
		return out
	}
	return path
}

// realPath returns the absolute path of a file with its links resolved, as git shows it.
func realPath(path string) string {
	path = absolute(path)
	if out, err := filepath.EvalSymlinks(path); err == nil {
		return out
	}
	return path
}

// writeBaseline writes the findings to a baseline.
func (a *app) writeBaseline(path string, ds []diag.Diagnostic) error {
	text, err := newBaseline(path).Text(ds)
	if err != nil {
		return err
	}
	if err := a.write("--baseline", path, text); err != nil {
		return err
	}
	return writeLine(a.Stdout, "%s is written, with %s", path, diag.Number(len(ds), "finding"))
}

// errNoGit is what is wrong where git is not there.
var errNoGit = errors.New("--new-from needs git, which is not installed")

// changesSince asks git for the lines that changed since a revision: committed or not, with all lines of files that git does
// not know.
func changesSince(revision string) (*lint.Changes, error) {
	top, err := git("rev-parse", "--show-toplevel")
	if err != nil {
		return nil, err
	}
	root := strings.TrimRight(string(top), "\r\n")
	patch, err := git("diff", "--unified=0", "--no-color", "--no-ext-diff", "--no-renames", "--src-prefix=a/", "--dst-prefix=b/",
		"--end-of-options", revision, "--")
	if err != nil {
		return nil, err
	}
	changes, err := lint.ReadChanges(patch, realPath(root))
	if err != nil {
		return nil, err
	}
	others, err := git("-C", root, "ls-files", "--others", "--exclude-standard", "-z")
	if err != nil {
		return nil, err
	}
	for name := range strings.SplitSeq(string(others), "\x00") {
		if name != "" {
			changes.AddFile(filepath.Join(realPath(root), filepath.FromSlash(name)))
		}
	}
	return changes, nil
}
