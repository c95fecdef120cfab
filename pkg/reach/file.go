package reach

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/flowglot/flowglot/pkg/files"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// Files are the files that definitions may name.
type Files struct {
	// Dir is the working directory, which relative paths are relative to: an absolute path.
	Dir string
	// Root is the directory that the files are relative to and lie in; empty is that of the definition.
	Root string
	// Write allows to write them. If it is false, Unwritten is called with the path of each that is not written; it may be nil.
	Write     bool
	Unwritten func(path string)
}

// Access reads a file that a definition names, or stores a value in it, and returns the value that was read or stored. A file
// outside of the root is an error, links included; so are a device and a pipe. It is a [run.Options] Access.
func (x Files) Access(definition *source.File, file *workflow.File, v any) (any, error) {
	root := x.Root
	if root == "" {
		root = filepath.Dir(definition.Name) // of "-" and "<stdin>" too: the current directory
	}
	path, err := x.within(root, file.Name)
	if err != nil {
		return nil, err
	}
	if !file.Stores {
		text, err := files.ReadRegular(path)
		if err != nil {
			return nil, err
		}
		return Decode(path, text)
	}
	if !x.Write {
		if x.Unwritten != nil {
			x.Unwritten(path)
		}
		return v, nil
	}
	if x.same(path, definition.Name) {
		return nil, fmt.Errorf("%s is the definition itself, and is not written", path)
	}
	return v, files.Write(path, append(value.AppendIndent(nil, v, "", "  "), '\n'))
}

// within returns the path of a file below a root. Where the file or a directory on its path is a link, it is the place that
// the link leads to that counts.
func (x Files) within(root, name string) (string, error) {
	path := filepath.FromSlash(name)
	if !filepath.IsAbs(path) {
		path = filepath.Join(root, path)
	}
	base, err := x.resolve(root)
	if err != nil {
		return "", fmt.Errorf("%s: %w", root, files.Cause(err))
	}
	place, err := x.resolve(path)
	if err != nil {
		return "", fmt.Errorf("%s: %w", path, files.Cause(err))
	}
	relative, err := filepath.Rel(base, place)
	if err != nil || relative == ".." || strings.HasPrefix(relative, ".."+string(filepath.Separator)) {
		return "", fmt.Errorf("%s is outside of %s; --base-uri names the directory that a run may reach", path, root)
	}
	return path, nil
}

// resolve returns the absolute path that a path leads to. The parts at its end that do not exist yet stay as they are.
func (x Files) resolve(path string) (string, error) {
	if !filepath.IsAbs(path) {
		path = filepath.Join(x.Dir, path)
	}
	rest := ""
	for at := path; ; at = filepath.Dir(at) {
		if place, err := filepath.EvalSymlinks(at); err == nil {
			return filepath.Join(place, rest), nil
		}
		target, err := files.Target(at)
		if err != nil {
			return "", err
		}
		if target != at { // a link to what is not there
			return filepath.Join(target, rest), nil
		}
		if filepath.Dir(at) == at {
			return path, nil
		}
		rest = filepath.Join(filepath.Base(at), rest)
	}
}

// same reports whether two paths lead to one file.
func (x Files) same(a, b string) bool {
	a, wrongA := x.resolve(a)
	b, wrongB := x.resolve(b)
	return wrongA == nil && wrongB == nil && a == b
}
