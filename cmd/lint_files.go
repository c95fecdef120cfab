package cmd

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"text/tabwriter"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/find"
	"github.com/flowglot/flowglot/pkg/load"
)

// listFiles prints the files that would be checked, with the dialect of each and what it was recognised by.
func (a *app) listFiles(args []string) error {
	all, unread := a.findAll(args)
	loader := a.loader()
	table := tabwriter.NewWriter(a.Stdout, 0, 0, 2, ' ', 0)
	n := 0
	for _, f := range all {
		inside, err := loader.LoadAll(f.Path)
		switch {
		case err != nil:
			unread = errors.Join(unread, err)
		case inside[0].Dialect == nil && f.Named:
			unread = errors.Join(unread, a.unknown(inside[0]))
		case takes(f, inside[0]):
			for _, d := range inside {
				fmt.Fprintf(table, "%s\t%s\t%s\n", diag.VisibleName(d.File.Name), d.Dialect.Name(), diag.Visible(a.whyTaken(d)))
				n++
			}
		}
	}
	if err := table.Flush(); err != nil {
		return err
	}
	if err := a.configFault(); err != nil {
		unread = errors.Join(unread, err)
	}
	if n == 0 && unread == nil {
		unread = errors.New("no file is checked; --explain-file FILE explains why a file is not")
	}
	return unread
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

// explainFile prints whether a file is checked, and why.
func (a *app) explainFile(path string) error {
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
	var against []string
	if path != load.Stdin {
		top := "."
		if relative, err := filepath.Rel(dir, absolute(path)); err != nil || len(relative) > 1 && relative[:2] == ".." {
			top = filepath.Dir(path)
		}
		if why := (find.Finder{Dir: dir}).WhyNot(top, path); why != "" {
			against = append(against, why)
		}
		if why := a.excluded(dir, path, dir); why != "" {
			against = append(against, why)
		}
		if load.IsScenario(path) {
			against = append(against, "it is a scenario by its name")
		} else if !a.loader().MayHold(path) {
			against = append(against, "its name ends with neither .json, .yaml, .yml, .tf nor the suffix of a dialect")
		}
		if why := d.PassedOver(); why != "" {
			against = append(against, why)
		}
	}
	var lines []string
	if d.Dialect == nil {
		lines = append(lines, path+" is not checked:", "  neither its content nor its name shows that it is a definition")
		for _, why := range d.Detection.WhyNot {
			lines = append(lines, "  "+why)
		}
		if s := dialects.Suffixes(a.dialects); len(d.Detection.WhyNot) == 0 {
			lines = append(lines, "  names of definitions end with "+s)
		}
	} else {
		state := "is checked"
		if len(against) > 0 {
			state = "is checked only if it is named"
		}
		lines = append(lines, fmt.Sprintf("%s %s as %s:", path, state, d.Dialect.Name()), "  "+a.whyTaken(d))
	}
	for _, why := range against {
		lines = append(lines, "  in a folder it is passed over: "+why)
	}
	for _, line := range lines {
		if err := writeLine(a.Stdout, "%s", line); err != nil {
			return err
		}
	}
	return nil
}
