package cmd

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/fsnotify/fsnotify"

	"github.com/flowglot/flowglot/pkg/config"
	"github.com/flowglot/flowglot/pkg/find"
	"github.com/flowglot/flowglot/pkg/load"
)

// settle is how long nothing must have changed before files are checked again: editors write a file in several steps.
const settle = 50 * time.Millisecond

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
	w, err := fsnotify.NewWatcher()
	if err != nil {
		return fmt.Errorf("files cannot be watched: %w", err)
	}
	defer func() { _ = w.Close() }()
	for {
		for _, dir := range watched(args) {
			if err := w.Add(dir); err != nil {
				return fmt.Errorf("%s cannot be watched: %w", dir, err)
			}
		}
		if a.StdoutIsTerminal {
			fmt.Fprint(a.Stdout, "\x1b[2J\x1b[H")
		}
		a.configs = nil // it may have changed too
		err := a.lint(f, args)
		var e *exit
		if err != nil && !(errors.As(err, &e) && e.message == "") {
			complain(a.Stderr, err)
		}
		if again, err := a.awaitChange(ctx, w); !again {
			return err
		}
	}
}

// awaitChange waits for a change of a file that matters, and until no further one follows. It reports false when the user
// stops the program.
func (a *app) awaitChange(ctx context.Context, w *fsnotify.Watcher) (bool, error) {
	var quiet <-chan time.Time
	for {
		select {
		case <-ctx.Done():
			return false, nil
		case err := <-w.Errors:
			return false, fmt.Errorf("files cannot be watched: %w", err)
		case event := <-w.Events:
			if a.matters(event) {
				quiet = a.After(settle)
			}
		case <-quiet:
			return true, nil
		}
	}
}

// matters reports whether a change may change what is found.
func (a *app) matters(event fsnotify.Event) bool {
	if event.Op == fsnotify.Chmod {
		return false
	}
	if filepath.Base(event.Name) == config.FileName || a.loader().Wants(event.Name) {
		return true
	}
	info, err := os.Stat(event.Name)
	return err == nil && info.IsDir() // definitions may be in a new folder
}

// watched returns the folders in which files have to be watched: those that are given, with the ones below them, and those of
// files.
func watched(args []string) []string {
	var dirs []string
	for _, path := range args {
		if path == load.Stdin {
			continue
		}
		info, err := os.Stat(path)
		if err != nil || !info.IsDir() {
			dirs = append(dirs, filepath.Dir(path))
			continue
		}
		// A folder that cannot be read has been reported by the check itself.
		_ = filepath.WalkDir(path, func(p string, entry fs.DirEntry, err error) error {
			switch {
			case err != nil || !entry.IsDir():
				return nil
			case p != path && find.Passed(entry.Name()):
				return filepath.SkipDir
			}
			dirs = append(dirs, p)
			return nil
		})
	}
	return dirs
}
