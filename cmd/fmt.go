package cmd

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/files"
	"github.com/flowglot/flowglot/pkg/find"
	"github.com/flowglot/flowglot/pkg/load"
)

func (a *app) fmtCommand() *cobra.Command {
	var write, check bool
	c := &cobra.Command{
		Use:   "fmt PATH…",
		Short: "Format definitions",
		Long: "fmt prints a definition with its fields in canonical order and with uniform indentation. Every field, value and comment is\n" +
			"kept, and so is every order that means something. Formatting twice changes nothing.",
		Example: "  flowglot fmt order.asl.json\n" +
			"  flowglot fmt --write flows\n" +
			"  flowglot fmt --check .",
		Args: arguments(1, -1, "PATH"),
		RunE: func(_ *cobra.Command, args []string) error {
			if write && check {
				return errors.New("--write and --check cannot be used together")
			}
			return a.format(args, write, check)
		},
	}
	c.Flags().BoolVar(&write, "write", false, "replace the files instead of printing them")
	c.Flags().BoolVar(&check, "check", false, "list the files that are not formatted; exit with status 1 if there are any")
	a.stdinFlag(c)
	uses(c, reads)
	return c
}

func (a *app) format(args []string, write, check bool) error {
	files, unread := a.find(args)
	if len(files) == 0 {
		return errors.Join(unread, errors.New("no definition was found"))
	}
	if len(files) > 1 && !write && !check {
		return errors.New("several files need --write, which formats them in place, or --check, which lists those that are not formatted")
	}
	wrong := false
	for _, f := range files {
		changed, err := a.formatOne(f, write, check)
		var e *exit
		switch {
		case errors.As(err, &e):
			wrong = true
		case err != nil:
			unread = errors.Join(unread, err)
		}
		wrong = wrong || changed && check
	}
	switch {
	case unread != nil:
		return unread
	case wrong:
		return found
	}
	return nil
}

// formatOne formats one file, and reports whether that changes it. A file that cannot be parsed is left alone: its
// problems are printed, and the error is an exit.
func (a *app) formatOne(at find.File, replace, check bool) (changed bool, err error) {
	d, err := a.loader().Load(at.Path)
	switch {
	case err != nil:
		return false, err
	case d.Dialect == nil && at.Named:
		return false, a.unknown(d)
	case d.Dialect == nil:
		return false, nil
	}
	if broken := unprintable(d); len(broken) > 0 {
		if err := a.report(broken); err != nil {
			return false, err
		}
		return false, found
	}
	f := d.File
	text := d.Syntax.Format()
	if text == nil {
		findings := d.Syntax.Check()
		diag.Sort(findings)
		if err := a.report(findings); err != nil {
			return false, err
		}
		return false, found
	}
	changed = !bytes.Equal(text, f.Text)
	switch {
	case check:
		if changed {
			_, err = fmt.Fprintln(a.Stdout, diag.VisibleName(f.Name))
		}
	case replace && !at.Stdin:
		if changed {
			err = files.Write(f.Name, text)
		}
	default:
		_, err = a.Stdout.Write(text)
	}
	return changed, err
}

// unprintable are the problems because of which a text cannot be printed again without a loss. A key that stands twice
// is none: both stay.
func unprintable(d *load.Definition) []diag.Diagnostic {
	return slices.DeleteFunc(d.TextFindings(), func(x diag.Diagnostic) bool { return x.Rule == "source/duplicate-key" || x.Rule == "source/number" })
}
