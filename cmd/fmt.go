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
	"github.com/flowglot/flowglot/pkg/patch"
)

// fmtFlags are the flags of fmt. Without one, the formatted text is printed.
type fmtFlags struct {
	write, check, diff bool
}

func (a *app) fmtCommand() *cobra.Command {
	f := &fmtFlags{}
	c := &cobra.Command{
		Use:   "fmt PATH…",
		Short: "Format definitions",
		Long: "fmt prints a definition with its fields in canonical order and with uniform indentation. Every field, value and comment is\n" +
			"kept, and so is every order that means something. Formatting twice changes nothing.",
		Example: "  flowglot fmt order.asl.json\n" +
			"  flowglot fmt --write flows\n" +
			"  flowglot fmt --check --diff .",
		Args: arguments(1, -1, "PATH"),
		RunE: func(_ *cobra.Command, args []string) error {
			if f.write && (f.check || f.diff) {
				return errors.New("--write changes files; --check and --diff only look")
			}
			return a.format(f, args)
		},
	}
	flags := c.Flags()
	flags.BoolVar(&f.write, "write", false, "replace the files instead of printing them")
	flags.BoolVar(&f.check, "check", false, "list the files that are not formatted; exit with status 1 if there are any")
	flags.BoolVar(&f.diff, "diff", false, "print what would change as a patch; exit with status 1 if there is anything")
	a.excludeFlag(c)
	a.stdinFlag(c)
	uses(c, reads)
	return c
}

// formatted counts the files by their results.
type formatted struct {
	changed, same, broken int
}

func (a *app) format(f *fmtFlags, args []string) error {
	all, unread := a.find(args)
	var n formatted
	for _, file := range all {
		if err := a.formatOne(f, file, &n); err != nil {
			unread = errors.Join(unread, err)
		}
	}
	if err := a.configFault(); err != nil {
		unread = errors.Join(unread, err)
	}
	if n == (formatted{}) && unread == nil {
		unread = errors.New("no definition was found")
	}
	if f.write || f.check || f.diff {
		fmt.Fprintln(a.Stderr, n.summary(f.write))
	}
	switch {
	case unread != nil:
		return unread
	case n.broken > 0, n.changed > 0 && (f.check || f.diff):
		return found
	}
	return nil
}

// summary describes in one line what was or would be changed.
func (n formatted) summary(written bool) string {
	verb := "would be reformatted"
	if written {
		verb = "reformatted"
	}
	out := diag.Number(n.changed, "file") + " " + verb
	if n.same > 0 {
		out += ", " + count(n.same, "file is", "files are") + " already formatted"
	}
	if n.broken > 0 {
		out += ", " + diag.Number(n.broken, "file") + " cannot be parsed"
	}
	return out
}

// formatOne formats one file. One that cannot be parsed is left alone: its problems are printed.
func (a *app) formatOne(f *fmtFlags, at find.File, n *formatted) error {
	inside, err := a.loader().LoadAll(at.Path)
	if err != nil {
		return err
	}
	d := inside[0]
	switch {
	case d.Outer != nil && at.Named:
		return fmt.Errorf("%s is not formatted: the definition is inside a template", d.Outer.Name)
	case d.Outer != nil:
		return nil
	case d.Dialect == nil && at.Named:
		return a.unknown(d)
	case !takes(at, d):
		return nil
	}
	broken := unprintable(d)
	var text []byte
	if len(broken) == 0 {
		if text = d.Syntax.Format(); text == nil {
			broken = d.Syntax.Check()
			diag.Sort(broken)
		}
	}
	if text == nil {
		n.broken++
		return a.report(broken)
	}
	name := d.File.Name
	if bytes.Equal(text, d.File.Text) {
		n.same++
	} else {
		n.changed++
	}
	switch {
	case f.check || f.diff:
		if f.diff {
			_, err = a.Stdout.Write(patch.Unified(shownPath(name), d.File.Text, text))
		} else if !bytes.Equal(text, d.File.Text) {
			_, err = fmt.Fprintln(a.Stdout, diag.VisibleName(name))
		}
	case f.write && !at.Stdin:
		if !bytes.Equal(text, d.File.Text) {
			err = files.Write(name, text)
		}
	default:
		_, err = a.Stdout.Write(text)
	}
	return err
}

// unprintable are the problems because of which a text cannot be printed again without a loss. A duplicate key is not among
// them: both stay.
func unprintable(d *load.Definition) []diag.Diagnostic {
	return slices.DeleteFunc(d.TextFindings(), func(x diag.Diagnostic) bool { return x.Rule == "source/duplicate-key" || x.Rule == "source/number" })
}
