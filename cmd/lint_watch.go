package cmd

import (
	"errors"
	"os"
	"path/filepath"

	"github.com/flowglot/flowglot/pkg/config"
)

// watchLint checks files, and again whenever one of them or a configuration changes, until the user stops it.
func (a *app) watchLint(f *lintFlags, args []string) error {
	if err := f.check(); err != nil {
		return err
	}
	if f.fix || f.diff || f.writeBaseline {
		return errors.New("--watch only looks; --fix, --diff and --write-baseline do not go with it")
	}
	ctx, stop := a.Interrupted()
	defer stop()
	c, err := a.watchChanges()
	if err != nil {
		return err
	}
	defer c.close()
	c.matter = a.changesLint
	for {
		if err := c.add(watched(args)); err != nil {
			return err
		}
		c.clear()
		a.configs = nil // it may have changed too
		if err := a.lint(f, args); err != nil {
			complain(a.Stderr, err)
		}
		if again, err := c.await(ctx); !again {
			return err
		}
	}
}

// changesLint reports whether the change of a file or folder may change what lint finds.
func (a *app) changesLint(path string) bool {
	if filepath.Base(path) == config.FileName || a.loader().MayHold(path) {
		return true
	}
	info, err := os.Stat(path)
	return err == nil && info.IsDir() // definitions may be in a new folder
}
