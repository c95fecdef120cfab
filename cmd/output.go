package cmd

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/files"
)

// stdout is the path of an output that is standard output.
const stdout = "-"

// print writes the result of a command to the file that a flag names, or to standard output.
func (a *app) print(flag, path string, text []byte) error {
	if path == "" || path == stdout {
		_, err := a.Stdout.Write(text)
		return err
	}
	return a.write(flag, path, text)
}

// write writes a file that a flag names. It must not be one that the command has read.
func (a *app) write(flag, path string, text []byte) error {
	if err := a.checkOutputs(output{flag, path}); err != nil {
		return err
	}
	return files.Write(path, text)
}

// outputs chooses the names of the files that definitions are written to: the first has the name that the user gave, the others
// are next to it and have their own names. A name that is taken gets a number.
func outputs(output string, all []dialects.Printed, to dialects.Dialect, taken *paths) ([]files.Named, error) {
	if taken.has(output) {
		return nil, fmt.Errorf("%s is an input, and is not overwritten; give -o another name", output)
	}
	named := []files.Named{{Path: output, Text: all[0].Text}}
	taken.add(output)
	dir, suffix := filepath.Dir(output), suffixOf(output, to)
	for _, d := range all[1:] {
		name := fileName(d.ID)
		path := filepath.Join(dir, name+suffix)
		for i := 2; taken.has(path); i++ {
			path = filepath.Join(dir, fmt.Sprintf("%s-%d%s", name, i, suffix))
		}
		taken.add(path)
		named = append(named, files.Named{Path: path, Text: d.Text})
	}
	return named, nil
}

// longestName is how many bytes of an id become the name of a file; systems allow 255 with the suffix and what is added to it
// while the file is written.
const longestName = 150

// fileName is a name that a file can have.
func fileName(id string) string {
	name := strings.Map(func(r rune) rune {
		if r < ' ' || strings.ContainsRune(`/\:*?"<>|`, r) {
			return '-'
		}
		return r
	}, id)
	if len(name) > longestName {
		name = strings.ToValidUTF8(name[:longestName], "")
	}
	if strings.Trim(name, ".") == "" {
		return "workflow"
	}
	return name
}

// suffixOf is how a path ends: as a dialect's files do, or else with its extension.
func suffixOf(path string, d dialects.Dialect) string {
	for _, s := range d.Suffixes() {
		if strings.HasSuffix(path, s) {
			return s
		}
	}
	return filepath.Ext(path)
}
