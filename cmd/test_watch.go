package cmd

import (
	"errors"
	"os"
	"path/filepath"
	"slices"

	"github.com/flowglot/flowglot/pkg/config"
	"github.com/flowglot/flowglot/pkg/load"
)

// testWatch runs cases again whenever a file changes that they depend on. Only these files count, so that what the commands of
// cases write does not start the next round.
type testWatch struct {
	*changes
	files map[string]bool // absolute paths
}

// watchTest runs cases, and again whenever a scenario, a file that one names or a configuration changes, until the user stops it.
func (a *app) watchTest(f *testFlags, args []string) error {
	if err := f.check(); err != nil {
		return err
	}
	if len(args) == 0 {
		args = []string{"."}
	}
	switch {
	case f.update:
		return errors.New("--watch does not change scenarios; run --update without it")
	case f.mocks == load.Stdin || slices.Contains(args, load.Stdin):
		return errors.New("--watch needs files; standard input cannot be read again")
	}
	ctx, stop := a.Interrupted()
	defer stop()
	c, err := a.watchChanges()
	if err != nil {
		return err
	}
	defer c.close()
	w := &testWatch{changes: c}
	c.matter = w.changesTest
	if err := w.watchMocks(f); err != nil {
		return err
	}
	for {
		if err := c.add(watched(args)); err != nil {
			return err
		}
		c.clear()
		a.configs = nil // it may have changed too
		err := a.testOnce(ctx, f, args, w.depend)
		if ctx.Err() != nil {
			return nil
		}
		if err != nil {
			complain(a.Stderr, err)
		}
		if again, err := c.await(ctx); !again {
			return err
		}
	}
}

// depend watches the files that the cases depend on, before the cases run.
func (w *testWatch) depend(t *tester) error {
	if err := w.watchMocks(t.flags); err != nil {
		return err
	}
	for _, path := range t.read {
		if err := w.dependOn(path); err != nil {
			return err
		}
	}
	for i := range t.cases {
		c := &t.cases[i]
		for _, path := range c.scenario.Definitions() {
			if err := w.dependOnDefinition(named(c.file.Name, path)); err != nil {
				return err
			}
		}
	}
	return nil
}

// dependOnDefinition watches the file of a definition, which may be inside it, and the files that a template refers to.
func (w *testWatch) dependOnDefinition(path string) error {
	file, part := load.SplitPart(path)
	if err := w.dependOn(file); err != nil || part == "" {
		return err
	}
	all, err := w.app.loader().LoadAll(path)
	if err != nil {
		return nil // the case reports it
	}
	for _, d := range all {
		if d.Path != "" {
			if err := w.dependOn(d.Path); err != nil {
				return err
			}
		}
	}
	return nil
}

// watchMocks begins the files with the mock file, whose change matters even where an error in it keeps cases from running.
func (w *testWatch) watchMocks(f *testFlags) error {
	w.files = map[string]bool{}
	if f.mocks == "" {
		return nil
	}
	return w.dependOn(f.mocks)
}

// dependOn watches a file by its folder, where it may be replaced or appear. A folder that does not exist is left out: that the
// file is missing is an error of its case.
func (w *testWatch) dependOn(path string) error {
	full, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	w.files[full] = true
	dir := filepath.Dir(full)
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return nil
	}
	return w.add([]string{dir})
}

// changesTest reports whether the change of a file or folder may change the result of a case. A new folder matters if it has
// scenarios; it is watched first, so that those which appear later count as well.
func (w *testWatch) changesTest(path string) bool {
	full, err := filepath.Abs(path)
	if err == nil && w.files[full] || load.IsScenario(path) || filepath.Base(path) == config.FileName {
		return true
	}
	info, err := os.Stat(path)
	if err != nil || !info.IsDir() {
		return false
	}
	if err := w.add(watched([]string{path})); err != nil {
		return false // it was removed in the meantime
	}
	scenarios, _ := findScenarios([]string{path}) // an error means that there are none
	return len(scenarios) > 0
}

// readFile reads a file that a scenario names, and records that it does.
func (t *tester) readFile(path string) ([]byte, error) {
	t.read = append(t.read, path)
	return t.app.readRegular(path)
}
