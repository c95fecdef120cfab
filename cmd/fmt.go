package cmd

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/files"
	"github.com/flowglot/flowglot/pkg/find"
	"github.com/flowglot/flowglot/pkg/load"
	"github.com/flowglot/flowglot/pkg/patch"
	"github.com/flowglot/flowglot/pkg/source"
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
			"kept, and so is every order that means something. Formatting twice changes nothing.\n\n" +
			"Definitions inside templates are formatted where they are, and no other byte of their files changes.",
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
	kept                  int // definitions inside files that cannot be formatted there
	elsewhere             int // files that were named and only refer to definitions

	referred []*load.Definition // in files of their own, to which files in directories refer
}

// several reports whether more than one file may be formatted at once.
func (f *fmtFlags) several() bool { return f.write || f.check || f.diff }

func (a *app) format(f *fmtFlags, args []string) error {
	all, unread := a.findAll(args)
	var n formatted
	for _, file := range all {
		if err := a.formatOne(f, file, &n); err != nil {
			unread = errors.Join(unread, err)
		}
	}
	unread = errors.Join(unread, a.formatReferred(f, args, all, &n))
	if err := a.configFault(); err != nil {
		unread = errors.Join(unread, err)
	}
	if n.changed+n.same+n.broken+n.kept+n.elsewhere == 0 && unread == nil {
		unread = fmt.Errorf("no definition was found in %s", strings.Join(args, ", "))
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
	if n.kept > 0 {
		out += ", " + diag.Number(n.kept, "definition") + " inside files left alone"
	}
	return out
}

// formatOne formats one file. One that cannot be parsed is left alone: its problems are printed.
func (a *app) formatOne(f *fmtFlags, at find.File, n *formatted) error {
	inside, err := a.taken(at)
	if err != nil || inside == nil {
		return err
	}
	d := inside[0]
	if !at.Named && load.IsGenerated(d.Owner().Text) {
		return nil
	}
	for _, x := range inside {
		if x.Path != "" && (!at.Named || x.Only() && f.several()) {
			n.referred = append(n.referred, x)
		}
	}
	return a.formatDefinitions(f, at, inside, n)
}

// formatReferred formats the files that templates in the directories refer to, if they are in the directories too: their names need
// not show what they are.
func (a *app) formatReferred(f *fmtFlags, args []string, all []find.File, n *formatted) (unread error) {
	dir, err := os.Getwd()
	if err != nil {
		return err
	}
	known := map[string]bool{}
	for _, file := range all {
		known[absolute(file.Path)] = true
	}
	within := covers(args)
	load.JoinShared(n.referred)
	for _, d := range n.referred {
		path := absolute(d.Path)
		if d.Only() { // the file was passed over by itself
			path += "#"
		}
		if known[path] {
			continue
		}
		known[path] = true
		if !d.Only() && !within(filepath.Dir(path)) || len(a.whyPassedOver(dir, d.Path)) > 0 {
			a.note(fmt.Sprintf("%s is not formatted: it is not among the files; %s refers to it", d.Path, d.File.Name))
			continue
		}
		inside, err := a.loader().LoadWritten(d)
		if err == nil {
			err = a.formatDefinitions(f, find.File{Path: d.Path}, inside, n)
		}
		unread = errors.Join(unread, err)
	}
	return unread
}

// formatDefinitions formats the definitions of a file.
func (a *app) formatDefinitions(f *fmtFlags, at find.File, inside []*load.Definition, n *formatted) error {
	owner := inside[0].Searched()
	x := a.loader().Format(inside)
	for _, k := range x.Kept {
		a.note(fmt.Sprintf("%s is not formatted: %s", k.Name, k.Why))
	}
	n.kept += len(x.Kept)
	if at.Named && x.Tried == 0 && len(x.Elsewhere) > 0 {
		n.elsewhere++
		a.note(fmt.Sprintf("%s only refers to definitions; format their files: %s", owner.Name, strings.Join(x.Elsewhere, ", ")))
	}
	if at.Named && len(x.Through) > 0 && !f.several() {
		n.elsewhere++
		a.note(fmt.Sprintf("%s takes definitions from %s; with --write, --check or --diff they are formatted there", owner.Name, strings.Join(x.Through, ", ")))
	}
	if len(x.Broken) > 0 {
		n.broken++
		if err := a.report(x.Broken); err != nil {
			return err
		}
	}
	if x.Tried == 0 || len(x.Broken) > 0 && bytes.Equal(x.Text, owner.Text) {
		return nil
	}
	return a.formatTo(f, at, owner, x.Text, n)
}

// formatTo prints or writes the formatted text of a file, as the flags ask for.
func (a *app) formatTo(f *fmtFlags, at find.File, file *source.File, text []byte, n *formatted) (err error) {
	name := file.Name
	if bytes.Equal(text, file.Text) {
		n.same++
	} else {
		n.changed++
	}
	switch {
	case f.check || f.diff:
		if f.diff {
			_, err = a.Stdout.Write(patch.Unified(shownPath(name), file.Text, text))
		} else if !bytes.Equal(text, file.Text) {
			_, err = fmt.Fprintln(a.Stdout, diag.VisibleName(name))
		}
	case f.write && !at.Stdin:
		if !bytes.Equal(text, file.Text) {
			err = files.Write(name, text)
		}
	default:
		_, err = a.Stdout.Write(text)
	}
	return err
}
