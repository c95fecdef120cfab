package cmd

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/files"
	"github.com/flowglot/flowglot/pkg/lint"
	"github.com/flowglot/flowglot/pkg/load"
	"github.com/flowglot/flowglot/pkg/source"
)

// A writer gives the results of conversions names that are not those of inputs or of one another.
type writer struct {
	output string
	taken  *paths
}

func newWriter(f *convertFlags, inputs []string) *writer {
	w := &writer{output: f.output, taken: &paths{}}
	for _, path := range inputs {
		if path != "" && path != load.Stdin {
			w.taken.add(path)
		}
	}
	return w
}

// reserve keeps the name of the report from the definitions. It must not be that of an input or of the output.
func (w *writer) reserve(f *convertFlags) error {
	if f.reportFile == "" || f.reportFile == stdout {
		return nil
	}
	var output paths
	if w.output != "" && !isFolder(w.output) {
		output.add(w.output)
	}
	if w.taken.has(f.reportFile) || output.has(f.reportFile) {
		return fmt.Errorf("--report-file %s is also an input or the output; choose another file", f.reportFile)
	}
	w.taken.add(f.reportFile)
	return nil
}

// deliver writes the converted definitions of an input, all of them or none, and returns the names of their files. Without an output
// the first is printed, and there must not be others.
func (a *app) deliver(w *writer, input string, all []dialects.Printed, to dialects.Dialect, format source.Format) ([]string, error) {
	if w.output == "" {
		if len(all) > 1 {
			return []string{}, fmt.Errorf("the conversion results in %d definitions; use -o to name the file of the first, or a directory", len(all))
		}
		return []string{}, a.print("--output", "", all[0].Text)
	}
	output := w.output
	if isFolder(w.output) {
		if err := os.MkdirAll(w.output, 0o777); err != nil {
			return nil, err
		}
		name := strings.TrimSuffix(w.baseName(a.dialects, input), ".")
		output = w.free(filepath.Join(w.output, fileName(name)), suffixFor(to, format))
	}
	named, err := outputs(output, all, to, w.taken)
	if err != nil {
		return nil, err
	}
	if err := files.WriteAll(named); err != nil {
		return nil, err
	}
	written := []string{}
	for _, x := range named {
		written = append(written, x.Path)
	}
	return written, nil
}

// baseName is the name of an input without its folder and the suffix of its dialect.
func (w *writer) baseName(all []dialects.Dialect, input string) string {
	if input == load.Stdin {
		return "workflow"
	}
	if d := dialects.ByName(all, input); d != nil {
		return dialects.BaseName(d, input)
	}
	return strings.TrimSuffix(filepath.Base(input), filepath.Ext(input))
}

// free returns a path that is not taken, with a number before the suffix if need be.
func (w *writer) free(stem, suffix string) string {
	path := stem + suffix
	for i := 2; w.taken.has(path); i++ {
		path = fmt.Sprintf("%s-%d%s", stem, i, suffix)
	}
	return path
}

// suffixFor is the first suffix of the files of a dialect in a format.
func suffixFor(d dialects.Dialect, format source.Format) string {
	for _, s := range d.Suffixes() {
		if source.FormatOf(s, nil) == format {
			return s
		}
	}
	return d.Suffixes()[0]
}

// checkWritten lints what is about to be written with the rules of its dialect that find errors. An error there is a defect of this
// program, and nothing is written, unless the result is only too large for its engine: then the conversion is refused.
func (a *app) checkWritten(f *convertFlags, c *conversion) error {
	to := dialects.Named(a.dialects, f.to)
	if _, ok := to.(dialects.Target); !ok || c.asItIs {
		return nil
	}
	o := a.options()
	o.Settings, o.Printed = f.settings.instead(a.settings.values), dialects.NoDialect
	loader := load.Loader{Settings: load.Always(load.Settings{Dialect: to, Options: o})}
	for _, d := range c.raised.Definitions {
		name := fileName(d.ID) + suffixFor(to, f.notation(c.source.file))
		x := firstError(&loader, name, d)
		if x == nil {
			continue
		}
		if x.Limit {
			start := c.source.program.Start()
			c.raised.RefuseSize(start, source.Span{}, "the %s definition would exceed a limit: %s", f.to, x.Message)
			c.conclude(f)
			return nil
		}
		at := x.File.Position(x.Span.Start)
		return fmt.Errorf("%s is not converted: the result is invalid (%s:%d:%d: %s [%s]); this is a defect of flowglot, please report it with the definition",
			c.source.file.Name, name, at.Line, at.Column, x.Message, x.Rule)
	}
	return nil
}

// firstError returns the first error that lint finds in a definition; nil if there is none. It lints the tree that the text was printed of,
// where there is one, and reads the text only where that has an error: the text decides, and has the place. Reading it takes a third of the time.
func firstError(l *load.Loader, name string, d dialects.Printed) *diag.Diagnostic {
	if d.Tree != nil && findError(l.Read(load.Tree(name, d.Text, d.Tree))) == nil {
		return nil
	}
	return findError(l.Read(load.Text(name, d.Text)))
}

func findError(d *load.Definition) *diag.Diagnostic {
	r := (&lint.Linter{Least: diag.Error}).Check(d)
	for i := range r.Findings {
		if x := &r.Findings[i]; x.Severity == diag.Error {
			return x
		}
	}
	return nil
}
