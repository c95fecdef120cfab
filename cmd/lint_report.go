package cmd

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/lint"
)

// printReport prints the findings, the patch or that the baseline is written, as the flags ask, and writes the files of -o.
func (a *app) printReport(f *lintFlags, r *diag.Report, x *fixes) error {
	var outputs []output
	for _, o := range f.outputs {
		_, file, _ := strings.Cut(o, "=")
		outputs = append(outputs, output{"--output", file})
	}
	if err := a.checkOutputs(outputs...); err != nil {
		return err
	}
	failed := a.writeOutputs(f.outputs, *r) // a file that cannot be written does not stop the others
	switch {
	case f.diff:
		return errors.Join(failed, a.printPatch(f, r, x))
	case f.writeBaseline:
		return errors.Join(failed, a.writeBaseline(f, r))
	}
	failed = errors.Join(failed, a.printFindings(f, r, x.fixed.Load()))
	x.tell()
	return failed
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

// forPeople reports whether a format is for people, who are shown on standard error what keeps a check from being complete.
func forPeople(format string) bool {
	return format == "text" || format == "concise" || format == "github"
}

// writeForPrograms writes a report in a format for programs; others are left out.
func writeForPrograms(w io.Writer, format string, r *diag.Report) error {
	if forPeople(format) || !slices.Contains(diag.Formats(), format) {
		return nil
	}
	return r.Write(w, format)
}

// printFindings prints a report as the flags ask for. Where something could not be read and there is nothing to report, people
// see only that. The fixed text of standard input, if there is one, is on standard output, and the report on standard error; as JSON, it
// is a member of the report.
func (a *app) printFindings(f *lintFlags, r *diag.Report, fixed *string) error {
	to := a.Stdout
	if fixed != nil && f.format != "json" {
		if _, err := io.WriteString(a.Stdout, *fixed); err != nil {
			return err
		}
		to = a.Stderr
	}
	if f.statistics {
		return r.WriteStatistics(to, f.format == "json")
	}
	if r.Failure != nil && forPeople(f.format) && len(r.Files) == 0 && len(r.Findings) == 0 {
		return nil
	}
	shown := *r
	shown.Fixed = fixed
	hidden := 0
	if f.most > 0 && len(r.Findings) > f.most {
		hidden = len(r.Findings) - f.most
		shown.Findings = r.Findings[:f.most]
	}
	if err := shown.Write(to, f.format); err != nil {
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

// writeBaseline writes the findings to the baseline.
func (a *app) writeBaseline(f *lintFlags, r *diag.Report) error {
	text, err := newBaseline(f.baseline).Text(r.Findings)
	if err != nil {
		return err
	}
	if err := a.write("--baseline", f.baseline, text); err != nil {
		return err
	}
	if f.format == "json" { // the document is that of any check
		return r.Write(a.Stdout, f.format)
	}
	return writeLine(a.Stdout, "%s is written, with %s", f.baseline, diag.Number(len(r.Findings), "finding"))
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
