package cmd

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/workflow"
)

// noteUnused notes the files in a directory of executables that answer no task although they seem to be meant for one: those
// that cannot be executed, and those whose name has an ending that the task does not have.
func (a *app) noteUnused(dir string, p *workflow.Program) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	names := callable(p)
	for _, entry := range entries {
		name := entry.Name()
		path := filepath.Join(dir, name)
		switch stem := strings.TrimSuffix(name, filepath.Ext(name)); {
		case slices.Contains(names, name):
			if !executable(path) {
				a.note(fmt.Sprintf("%s is not executable, and answers no task", path))
			}
		case slices.Contains(names, stem) && stem != "":
			a.note(fmt.Sprintf("%s answers no task: an executable is named like its task, %q", path, stem))
		}
	}
	return nil
}

// callable are the names by which the tasks of a program are answered: those of the nodes that call, and of what they call.
func callable(p *workflow.Program) []string {
	var names []string
	for _, w := range p.Workflows {
		for _, n := range w.Nodes {
			if n.Call != nil {
				names = append(names, n.Name(), n.Call.Task)
			}
		}
	}
	return names
}
