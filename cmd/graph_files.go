package cmd

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/flowglot/flowglot/pkg/files"
	"github.com/flowglot/flowglot/pkg/find"
	"github.com/flowglot/flowglot/pkg/lint"
)

// isFolder reports whether the user means a folder: it is one, or the path ends like one.
func isFolder(path string) bool {
	if strings.HasSuffix(path, "/") || strings.HasSuffix(path, string(filepath.Separator)) {
		return true
	}
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// graphFolder draws several definitions into a folder, each into a file with its name. Of a folder that was named, the files that
// are not definitions are left out, and the folders in it are kept.
func (a *app) graphFolder(f *graphFlags, args []string) error {
	switch {
	case !isFolder(f.output):
		return errors.New("several files need a folder to be drawn into: -o DIR/")
	case f.trace != "":
		return errors.New("--trace needs a single file: a trace is of one run")
	case f.open:
		return errors.New("--open needs a single file")
	}
	found, undrawn := a.findAll(args) // what cannot be read or drawn keeps nothing else from being drawn
	var all []files.Named
	from := map[string]string{} // of each output: the file that it is drawn from
	for _, file := range found {
		inside, err := a.taken(file)
		if err != nil {
			undrawn = errors.Join(undrawn, err)
			continue
		}
		for _, d := range inside {
			if d.Dialect == nil || d.Path != "" && !file.Named {
				continue // a definition in a file of its own is drawn from there
			}
			if d.Path != "" {
				if d, err = a.loader().LoadReferred(d); err != nil {
					undrawn = errors.Join(undrawn, err)
					continue
				}
			}
			text, err := a.draw(f, (&lint.Linter{}).Check(d))
			if err != nil {
				undrawn = errors.Join(undrawn, err)
				continue
			}
			path := filepath.Join(f.output, below(file, args), f.fileName(file.Path, d.Part))
			if other, taken := from[path]; taken {
				return fmt.Errorf("%s and %s would both be drawn into %s; give each its own folder", other, file.Path, path)
			}
			from[path] = file.Path
			all = append(all, files.Named{Path: path, Text: text})
		}
	}
	if len(all) == 0 && undrawn == nil {
		return fmt.Errorf("no definition was found in %s", strings.Join(args, ", "))
	}
	for _, x := range all {
		if err := a.checkOutputs(output{"--output", x.Path}); err != nil {
			return err
		}
	}
	for _, x := range all {
		if err := os.MkdirAll(filepath.Dir(x.Path), 0o755); err != nil {
			return fmt.Errorf("%s cannot be made: %w", filepath.Dir(x.Path), files.Cause(err))
		}
	}
	return errors.Join(files.WriteAll(all), undrawn)
}

// below returns where a file lies in the folder that it was found in; "." for a file that was named.
func below(file find.File, args []string) string {
	if file.Named || file.Stdin {
		return "."
	}
	for _, arg := range args {
		if rel, err := filepath.Rel(arg, filepath.Dir(file.Path)); err == nil && filepath.IsLocal(rel) {
			return rel
		}
	}
	return "."
}

// fileName returns the name of the drawing of a file: order.asl.json becomes order.asl.svg, and the definition Order in
// template.yaml template.Order.svg.
func (f *graphFlags) fileName(path, part string) string {
	base := filepath.Base(path)
	if path == "-" {
		base = "stdin"
	}
	if part != "" {
		base = strings.TrimSuffix(base, "#"+part)
	}
	base = strings.TrimSuffix(base, filepath.Ext(base))
	if part != "" {
		base += "." + part
	}
	if f.options.Markdown {
		return base + ".md"
	}
	for _, format := range graphFormats {
		if format.name == f.format {
			return base + format.ending
		}
	}
	return base
}

// show writes a picture to its file, or to one of its own, and opens it in the browser. The file stays: the browser reads it when
// this program has ended.
func (a *app) show(f *graphFlags, text []byte) error {
	path := f.output
	if path == "" {
		file, err := os.CreateTemp("", "flowglot-*.svg")
		if err != nil {
			return err
		}
		path = file.Name()
		if err := file.Close(); err != nil {
			return err
		}
	}
	if err := a.write("--output", path, text); err != nil {
		return err
	}
	full, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	name, args := opener(runtime.GOOS)
	program, err := exec.LookPath(name)
	if err != nil {
		return fmt.Errorf("the picture is in %s; opening it needs %s, which is not installed", path, name)
	}
	out, err := exec.CommandContext(context.Background(), program, append(args, full)...).CombinedOutput()
	if err != nil {
		return fmt.Errorf("the picture is in %s; %s cannot open it: %s", path, name, strings.TrimSpace(string(out)+" "+err.Error()))
	}
	a.note("the picture is in " + path)
	return nil
}

// opener is the program of a system that opens a file as a double click does.
func opener(system string) (name string, args []string) {
	switch system {
	case "darwin":
		return "open", nil
	case "windows":
		return "rundll32", []string{"url.dll,FileProtocolHandler"}
	}
	return "xdg-open", nil
}
