package cmd

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"text/tabwriter"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/find"
	"github.com/flowglot/flowglot/pkg/load"
)

// A listedFile is a definition that is checked.
type listedFile struct {
	File    string `json:"file"`
	Dialect string `json:"dialect"`
	Why     string `json:"why"`
}

// listFiles prints the files that would be checked, with the dialect of each and what it was recognised by.
func (a *app) listFiles(f *lintFlags, args []string) error {
	all, unread := a.findAll(args)
	loader := a.loader()
	listed := []listedFile{}
	for _, f := range all {
		inside, err := loader.LoadAll(f.Path)
		switch {
		case err != nil:
			unread = errors.Join(unread, err)
		case inside[0].Dialect == nil && f.Named:
			unread = errors.Join(unread, a.unknown(inside[0]))
		case takes(f, inside[0]):
			for _, d := range inside {
				listed = append(listed, listedFile{d.File.Name, d.Dialect.Name(), a.whyTaken(d)})
			}
		}
	}
	if err := a.configFault(); err != nil {
		unread = errors.Join(unread, err)
	}
	if len(listed) == 0 && unread == nil {
		unread = errors.New("no file is checked; --explain-file FILE explains why a file is not")
	}
	if f.format == "json" {
		return errors.Join(unread, printJSON(a.Stdout, struct {
			Version int           `json:"version"`
			Files   []listedFile  `json:"files"`
			Error   *diag.Failure `json:"error,omitempty"`
		}{1, listed, a.failure(unread)}))
	}
	table := tabwriter.NewWriter(a.Stdout, 0, 0, 2, ' ', 0)
	for _, l := range listed {
		fmt.Fprintf(table, "%s\t%s\t%s\n", diag.VisibleName(l.File), l.Dialect, diag.Visible(l.Why))
	}
	return errors.Join(unread, table.Flush())
}

// whyTaken is why a file is read as its dialect.
func (a *app) whyTaken(d *load.Definition) string {
	if a.forced() != nil {
		return "--dialect"
	}
	if o := a.configurations().For(d.Owner().Name).Dialect; o.Text != "" {
		return fmt.Sprintf("%s:%d", o.File.Name, o.File.Position(o.Span.Start).Line)
	}
	return d.Detection.Why
}

// An explainedFile is a file with whether and why it is checked.
type explainedFile struct {
	Version int     `json:"version"`
	File    string  `json:"file"`
	Checked bool    `json:"checked"` // if it is named
	Walked  bool    `json:"walked"`  // also if a directory with it is
	Dialect *string `json:"dialect"`
	// Why is what the dialect was recognised by, or why none was; Against is why walks of directories pass over the file.
	Why     []string `json:"why"`
	Against []string `json:"against"`
}

// explainFile prints whether a file is checked, and why.
func (a *app) explainFile(f *lintFlags) error {
	path := f.explainFile
	inside, err := a.loader().LoadAll(path)
	if err != nil {
		return err
	}
	d := inside[0]
	dir, err := os.Getwd()
	if err != nil {
		return err
	}
	if err := a.configFault(); err != nil {
		return err
	}
	e := &explainedFile{Version: 1, File: path, Checked: d.Dialect != nil, Against: a.against(dir, d, path)}
	e.Walked = e.Checked && len(e.Against) == 0
	if d.Dialect != nil {
		name := d.Dialect.Name()
		e.Dialect, e.Why = &name, []string{a.whyTaken(d)}
	} else {
		e.Why = append([]string{"neither its content nor its name shows that it is a definition"}, d.Detection.WhyNot...)
		if s := dialects.Suffixes(a.dialects); len(d.Detection.WhyNot) == 0 {
			e.Why = append(e.Why, "names of definitions end with "+s)
		}
	}
	if f.format == "json" {
		return printJSON(a.Stdout, e)
	}
	return e.print(a.Stdout)
}

// against returns why walks of directories pass over the file of a definition.
func (a *app) against(dir string, d *load.Definition, path string) []string {
	against := []string{}
	if path == load.Stdin {
		return against
	}
	against = append(against, a.whyPassedOver(dir, path)...)
	if load.IsScenario(path) {
		against = append(against, "it is a scenario by its name")
	} else if !a.loader().MayHold(path) {
		against = append(against, "its name ends with neither .json, .yaml, .yml, .tf nor the suffix of a dialect")
	}
	if why := d.PassedOver(); why != "" {
		against = append(against, why)
	}
	return against
}

// whyPassedOver returns why walks of the current directory pass over a file, whatever is in it: it is ignored or excluded. For a file
// elsewhere these are walks of its repository, or of its own directory.
func (a *app) whyPassedOver(dir, path string) (why []string) {
	finder, top := find.Finder{Dir: dir}, "."
	if relative, err := filepath.Rel(dir, absolute(path)); err != nil || len(relative) > 1 && relative[:2] == ".." {
		if top = finder.Repository(path); top == "" {
			top = filepath.Dir(path)
		}
	}
	if ignored := finder.WhyNot(top, path); ignored != "" {
		why = append(why, ignored)
	}
	if excluded := a.excluded(dir, path, dir); excluded != "" {
		why = append(why, excluded)
	}
	return why
}

// print prints it for people.
func (e *explainedFile) print(w io.Writer) error {
	heading := e.File + " is not checked:"
	switch {
	case e.Walked:
		heading = e.File + " is checked as " + *e.Dialect + ":"
	case e.Checked:
		heading = e.File + " is checked as " + *e.Dialect + ", but only where it is named:"
	}
	lines := []string{heading}
	for _, why := range e.Why {
		lines = append(lines, "  "+why)
	}
	for _, why := range e.Against {
		lines = append(lines, "  in a folder it is passed over: "+why)
	}
	for _, line := range lines {
		if err := writeLine(w, "%s", line); err != nil {
			return err
		}
	}
	return nil
}
